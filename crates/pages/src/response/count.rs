//! `count`: a field for a whole number.

use askama::Template;
use study::response::Count;

use crate::field::Field;

#[derive(Template)]
#[template(path = "response/count.html")]
pub(super) struct View<'a> {
    field: Field<'a>,
    minimum: u32,
    maximum: u32,
    what: &'a str,
}

impl<'a> View<'a> {
    pub(super) fn new(count: &'a Count, field: Field<'a>) -> View<'a> {
        View {
            field,
            minimum: count.least(),
            maximum: count.maximum(),
            what: count.what.as_deref().unwrap_or_default(),
        }
    }

    /// Which numbers are taken.
    fn range(&self) -> String {
        let (words, maximum) = (self.field.words, self.maximum.to_string());
        match self.minimum {
            0 => words.with_value("count-up-to", "maximum", maximum),
            least => {
                words.with_values("count-between", [("minimum", least.to_string().into()), ("maximum", maximum.into())])
            }
        }
    }
}
