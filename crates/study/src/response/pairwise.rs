//! `pairwise`: one of two outputs.

use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Answer, BadExpectation, Cell, Column, Complaint, Contents, Definition, Expectation, Form, Preference, Problem,
    Reason, View,
};

/// One of two outputs.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pairwise {
    /// Whether "equal" is offered.
    #[serde(default)]
    pub ties: bool,
    /// The words for "equal"; the program's own in the study's language when absent.
    pub equal: Option<String>,
}

impl Pairwise {
    fn offered(&self) -> &'static [Preference] {
        if self.ties {
            &[Preference::First, Preference::Second, Preference::Equal]
        } else {
            &[Preference::First, Preference::Second]
        }
    }

    fn preference(&self, word: &str) -> Option<Preference> {
        self.offered().iter().copied().find(|preference| preference.word() == word.trim().to_lowercase())
    }

    fn words(&self) -> Vec<String> {
        self.offered().iter().map(|preference| preference.word().to_owned()).collect()
    }
}

impl Definition for Pairwise {
    fn problems(&self) -> Vec<Problem> {
        match &self.equal {
            Some(words) if !self.ties => vec![Problem::new(
                "equal",
                format!("words for `{words}`, but ties are not offered"),
                "add `ties = true`, or leave `equal` out",
            )],
            Some(words) if words.trim().is_empty() => {
                vec![Problem::new("equal", "the words for a tie are empty", "write them, or leave `equal` out")]
            }
            Some(_) | None => Vec::new(),
        }
    }

    fn read(&self, form: &Form, _shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        let given = form.one("choice").map_err(|complaint| vec![complaint])?;
        self.preference(given).map(Answer::Pairwise).ok_or_else(|| {
            vec![Complaint::new("choice", Reason::NotOneOf { given: given.to_owned(), offered: self.words() })]
        })
    }

    fn columns(&self, _outputs: usize) -> Vec<Column> {
        let mut columns = vec![Column::new("choice", Contents::Output, "the output chosen; empty for equal")];
        if self.ties {
            columns.push(Column::new("equal", Contents::Flag, "1 when the two were called equal"));
        }
        columns
    }

    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>> {
        let Answer::Pairwise(preference) = answer else { return None };
        let choice = match preference {
            Preference::First => Cell::Output(0),
            Preference::Second => Cell::Output(1),
            Preference::Equal => Cell::Empty,
        };
        let equal = Cell::Whole(i64::from(*preference == Preference::Equal));
        Some(if self.ties { vec![choice, equal] } else { vec![choice] })
    }

    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        let difference = view.compared(0, rng) - view.compared(1, rng);
        Answer::Pairwise(if self.ties && difference.abs() < view.same {
            Preference::Equal
        } else if difference > 0.0 {
            Preference::First
        } else {
            Preference::Second
        })
    }

    fn expects(&self, text: &str, _outputs: usize) -> Result<Expectation, BadExpectation> {
        let read = |word: &str| {
            self.preference(word).ok_or_else(|| {
                let help = format!("write one of {}, or several with `or`", self.words().join(", "));
                BadExpectation::new(format!("`{}` is not an answer to this question", word.trim()), help)
            })
        };
        text.split(" or ").map(read).collect::<Result<_, _>>().map(Expectation::Preferred)
    }
}
