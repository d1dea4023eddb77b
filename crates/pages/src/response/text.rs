//! `text`: a line or a box for words.

use askama::Template;
use study::response::Text;

use crate::field::Field;

#[derive(Template)]
#[template(path = "response/text.html")]
pub(super) struct View<'a> {
    field: Field<'a>,
    text: &'a Text,
}

impl<'a> View<'a> {
    pub(super) fn new(text: &'a Text, field: Field<'a>) -> View<'a> {
        View { field, text }
    }

    /// How much may be written.
    fn room(&self) -> String {
        let (words, maximum) = (self.field.words, self.text.maximum_length().to_string());
        match self.text.minimum {
            Some(minimum) => words
                .with_values("text-between", [("minimum", minimum.to_string().into()), ("maximum", maximum.into())]),
            None => words.with_value("text-up-to", "maximum", maximum),
        }
    }

    /// The words a script counts down with; it puts the number where the star is.
    fn left(&self) -> String {
        self.field.words.with_value("text-left", "left", "*")
    }
}
