//! Text to a file type, with everything that does not fit it.
//!
//! The file types are the one declaration of a format: schemars derives its JSON Schema, [`shape`]
//! reads that schema, and the walk below holds the spanned TOML tree against it. It does not stop
//! at the first mistake. What is wrong is dropped where the format allows it to be absent, so that
//! the rest still becomes a value and the rules can speak about it.

mod places;
mod shape;
mod walk;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use diag::{Diagnostic, Place};
use toml::de::DeTable;

pub use places::Places;

use crate::structure::{NOT_UNDERSTOOD, SYNTAX};

/// A decoded file, as far as it goes.
#[derive(Debug, Clone)]
pub struct DecodedFile<T> {
    /// The value, unless something needed is missing or wrong.
    pub value: Option<T>,
    /// Everything that does not fit, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
    /// Where each key stands.
    pub places: Places,
}

/// Reads TOML as a `T` and collects everything that does not fit.
#[must_use]
pub fn decode<T: DeserializeOwned + JsonSchema>(file: &str, text: &str) -> DecodedFile<T> {
    let (root, errors) = DeTable::parse_recoverable(text);
    let places = Places::of_table(file, text, root.get_ref());
    if !errors.is_empty() {
        // A recovered tree is full of holes; holding it against the schema would blame the wrong places.
        return DecodedFile { value: None, diagnostics: syntax(file, text, &errors), places };
    }
    let schema = schemars::schema_for!(T);
    let (tree, mut diagnostics) = walk::hold_against(root.get_ref(), schema.as_value(), &places);
    let value = tree.and_then(|tree| match T::deserialize(tree) {
        Ok(value) => Some(value),
        Err(error) => {
            if diagnostics.is_empty() {
                diagnostics.push(
                    NOT_UNDERSTOOD.diagnose(Place::file(file), format!("`{file}` cannot be understood: {error}")),
                );
            }
            None
        }
    });
    DecodedFile { value, diagnostics, places }
}

fn syntax(file: &str, text: &str, errors: &[toml::de::Error]) -> Vec<Diagnostic> {
    let place = |error: &toml::de::Error| match error.span() {
        Some(span) => Place::text(file, span.start.min(text.len())..span.end.min(text.len())),
        None => Place::file(file),
    };
    let help = "each line is `key = value`, texts are in quotation marks, tables begin with `[name]`";
    let diagnostic =
        |error: &toml::de::Error| SYNTAX.diagnose(place(error), format!("not TOML: {}", error.message())).help(help);
    errors.iter().map(diagnostic).collect()
}
