//! `pairwise`: one button under each output, and one for equal where it is offered.

use askama::Template;
use study::response::{Pairwise, Preference};

use crate::field::{Field, Lettered};

#[derive(Template)]
#[template(path = "response/pairwise.html")]
pub(super) struct View<'a> {
    field: Field<'a>,
    outputs: Vec<Lettered>,
    /// The words for equal; none where it is not offered.
    equal: Option<String>,
}

impl<'a> View<'a> {
    pub(super) fn new(pairwise: &Pairwise, field: Field<'a>) -> View<'a> {
        let words = || pairwise.equal.clone().unwrap_or_else(|| field.words.say("equal"));
        View { field, outputs: field.lettered(), equal: pairwise.ties.then(words) }
    }

    fn equal_value(&self) -> &'static str {
        Preference::Equal.word()
    }

    fn keys_hint(&self) -> String {
        let last = if self.equal.is_some() { "3" } else { "2" };
        self.field.words.with("keys-hint", [("first", "1".into()), ("last", last.into())])
    }
}
