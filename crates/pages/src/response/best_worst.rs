//! `best-worst`: two columns of radio buttons, one row per output.

use askama::Template;
use study::response::BestWorst;

use crate::field::{Field, OutputLabel, Shows};
use crate::piece::Shape;

#[derive(Template)]
#[template(path = "response/best-worst.html")]
pub(super) struct View<'a> {
    field: Field<'a>,
    outputs: Vec<OutputLabel>,
    best: String,
    worst: String,
}

impl<'a> View<'a> {
    pub(super) fn new(kind: &BestWorst, field: Field<'a>) -> View<'a> {
        View {
            field,
            outputs: field.lettered_outputs(),
            best: kind.best.clone().unwrap_or_else(|| field.words.say("best")),
            worst: kind.worst.clone().unwrap_or_else(|| field.words.say("worst")),
        }
    }

    fn hint(&self) -> String {
        let (best, worst) = (self.best.as_str(), self.worst.as_str());
        self.field.words.with_values("best-worst-hint", [("best", best.into()), ("worst", worst.into())])
    }
}
