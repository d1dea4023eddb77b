//! How texts are set on the page, beside what they are.

use crate::ShownColumn;
use crate::file::{CodeLanguage, ContextLayout, ItemsFile};

/// How texts are set on the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rendering {
    /// Whether formulas in texts and Markdown are set.
    pub maths: bool,
    /// The language that code is in; not coloured when nothing is said.
    pub code_language: Option<CodeLanguage>,
    /// What outputs are compared with, so that words that differ are marked.
    pub differences: Option<Differences>,
    /// Whether recordings and videos must be played to the end.
    pub play_through: bool,
    /// How what is shown above the outputs stands; by its length when nothing is said.
    pub context: Option<ContextLayout>,
}

/// What outputs are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Differences {
    /// The other of two outputs.
    Outputs,
    /// A shown column, as a number in [`crate::Study::shown`].
    Shown(usize),
}

impl Rendering {
    /// As `[items]` says. A column that is not shown compares nothing; a rule says so.
    pub(crate) fn from_file(items: &ItemsFile, shown: &[ShownColumn]) -> Rendering {
        let compared = |name: &String| match name.as_str() {
            "outputs" => Some(Differences::Outputs),
            column => shown.iter().position(|shown| shown.column == column).map(Differences::Shown),
        };
        Rendering {
            maths: items.maths,
            code_language: items.code_language,
            differences: items.differences.as_ref().and_then(compared),
            play_through: items.play_through,
            context: items.context,
        }
    }
}
