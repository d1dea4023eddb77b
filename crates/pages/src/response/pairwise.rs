//! `pairwise`: one button for each output, side by side as the outputs are, and one for equal between them.

use askama::Template;
use study::response::{Pairwise, Preference};

use crate::field::Field;

#[derive(Template)]
#[template(path = "response/pairwise.html")]
pub(super) struct View<'a> {
    field: Field<'a>,
    choices: Vec<Choice>,
}

struct Choice {
    value: String,
    words: String,
}

impl<'a> View<'a> {
    pub(super) fn new(pairwise: &Pairwise, field: Field<'a>) -> View<'a> {
        let output = |lettered: crate::field::Lettered| Choice { value: lettered.value, words: lettered.name };
        let mut choices: Vec<Choice> = field.lettered().into_iter().map(output).collect();
        if pairwise.ties {
            let words = pairwise.equal.clone().unwrap_or_else(|| field.words.say("equal"));
            choices.insert(choices.len().min(1), Choice { value: Preference::Equal.word().to_owned(), words });
        }
        View { field, choices }
    }
}
