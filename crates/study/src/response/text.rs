//! `text`: words.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Answer, BadExpectation, Cell, Column, Complaint, Contents, Definition, Expectation, Form, Problem, Reason, View,
};

/// Words.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// The longest answer taken, in characters; 2000 when absent.
    pub maximum: Option<u32>,
    /// Whether it may be left empty.
    #[serde(default)]
    pub optional: bool,
    /// Whether several lines are offered.
    #[serde(default)]
    pub lines: bool,
}

impl Text {
    /// The longest answer taken, in characters.
    #[must_use]
    pub fn most(&self) -> u32 {
        self.maximum.unwrap_or(2000)
    }
}

/// Without the space around it. Browsers post lines with two characters at their end, though they
/// count one, and databases do not accept a NUL character.
fn storable(words: &str) -> String {
    words.replace("\r\n", "\n").replace('\0', "").trim().to_owned()
}

impl Definition for Text {
    fn problems(&self) -> Vec<Problem> {
        if self.most() == 0 {
            return vec![Problem::new("maximum", "no words fit in 0 characters", "let `maximum` be at least 1")];
        }
        Vec::new()
    }

    fn read(&self, form: &Form, _shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        let words = match form.all("value")[..] {
            [] => String::new(),
            [words] => storable(words),
            [..] => return Err(vec![Complaint::new("value", Reason::Twice)]),
        };
        let length = words.chars().count();
        if words.is_empty() && !self.optional {
            return Err(vec![Complaint::new("value", Reason::Missing)]);
        }
        if length > self.most() as usize {
            return Err(vec![Complaint::new("value", Reason::TooLong { length, maximum: self.most() })]);
        }
        Ok(Answer::Text(words))
    }

    fn columns(&self, _outputs: usize) -> Vec<Column> {
        vec![Column::new("value", Contents::Text, format!("what was written, at most {} characters", self.most()))]
    }

    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>> {
        let Answer::Text(words) = answer else { return None };
        Some(vec![if words.is_empty() { Cell::Empty } else { Cell::Word(words.clone()) }])
    }

    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        if self.optional && rng.random_bool(0.5) {
            return Answer::Text(String::new());
        }
        let opinion = if view.impression(0, rng) > 0.0 { "Reads well to me" } else { "Something is off here" };
        let words: String = opinion.chars().take(self.most() as usize).collect();
        Answer::Text(words.trim().to_owned())
    }

    fn expects(&self, text: &str, _outputs: usize) -> Result<Expectation, BadExpectation> {
        let wordings: Vec<String> = text.split(" or ").map(|words| words.trim().to_owned()).collect();
        if wordings.iter().any(String::is_empty) {
            return Err(BadExpectation::new("no words are expected", "write the words a passing answer has"));
        }
        Ok(Expectation::Words(wordings))
    }
}
