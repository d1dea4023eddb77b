//! `choice`: radio buttons for one, tick boxes for several.

use askama::Template;
use study::response::Choice;

use crate::field::Field;

#[derive(Template)]
#[template(path = "response/choice.html")]
pub(super) struct View<'a> {
    field: Field<'a>,
    choice: &'a Choice,
}

impl<'a> View<'a> {
    pub(super) fn new(choice: &'a Choice, field: Field<'a>) -> View<'a> {
        View { field, choice }
    }

    /// Whether all options have room beside one another.
    fn is_short(&self) -> bool {
        self.choice.options.iter().all(|option| option.label().chars().count() <= 24)
    }

    fn control(&self) -> &'static str {
        if self.choice.several { "checkbox" } else { "radio" }
    }
}
