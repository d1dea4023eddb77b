//! `pairwise`: one button for each output, side by side as the outputs are, and one for equal between them.

use askama::Template;
use study::response::{Pairwise, Preference, grade_word};

use crate::field::Field;

#[derive(Template)]
#[template(path = "response/pairwise.html")]
pub(super) struct View<'a> {
    field: Field<'a>,
    choices: Vec<Choice>,
    graded: bool,
}

struct Choice {
    value: String,
    words: String,
}

impl<'a> View<'a> {
    pub(super) fn new(pairwise: &Pairwise, field: Field<'a>) -> View<'a> {
        if pairwise.is_graded() {
            let choices = graded_choices(pairwise, &field);
            return View { field, choices, graded: true };
        }
        let output = |lettered: crate::field::OutputLabel| Choice { value: lettered.value, words: lettered.name };
        let mut choices: Vec<Choice> = field.lettered_outputs().into_iter().map(output).collect();
        if pairwise.ties {
            let words = pairwise.equal.clone().unwrap_or_else(|| field.words.say("equal"));
            choices.insert(choices.len().min(1), Choice { value: Preference::Equal.word().to_owned(), words });
        }
        View { field, choices, graded: false }
    }
}

/// Every degree of each output, the strongest outermost, as the outputs stand.
fn graded_choices(pairwise: &Pairwise, field: &Field<'_>) -> Vec<Choice> {
    let names: Vec<String> = field.lettered_outputs().into_iter().map(|lettered| lettered.name).collect();
    let words = |grade: i32| {
        let degree = grade.unsigned_abs().checked_sub(1).and_then(|at| pairwise.degrees.get(at as usize));
        let name = names.get(usize::from(grade < 0));
        match (degree, name) {
            (Some(degree), Some(name)) => format!("{name}: {degree}"),
            (None, _) | (_, None) => pairwise.equal.clone().unwrap_or_else(|| field.words.say("equal")),
        }
    };
    pairwise.grades().into_iter().map(|grade| Choice { value: grade_word(grade), words: words(grade) }).collect()
}
