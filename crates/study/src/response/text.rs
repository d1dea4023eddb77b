//! `text`: words.

use std::fmt;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Answer, BadExpectation, Cell, Column, Complaint, Contents, Days, Definition, Expectation, Form, Problem, Reason,
    View,
};

/// Words.
#[derive(Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// The shortest answer accepted, in characters; one when absent.
    pub minimum: Option<u32>,
    /// The longest answer accepted, in characters; 2000 when absent.
    pub maximum: Option<u32>,
    /// Whether it may be left empty.
    #[serde(default)]
    pub optional: bool,
    /// Whether several lines are offered.
    #[serde(default)]
    pub lines: bool,
    /// The days taken, where a day is asked for.
    #[serde(skip)]
    pub days: Option<Days>,
}

/// Words without more as they were before there was more: designs that were noted in these words stay known.
impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Text");
        shown.field("maximum", &self.maximum).field("optional", &self.optional).field("lines", &self.lines);
        if self.minimum.is_some() {
            shown.field("minimum", &self.minimum);
        }
        if self.days.is_some() {
            shown.field("days", &self.days);
        }
        shown.finish()
    }
}

impl Text {
    /// The longest answer accepted, in characters.
    #[must_use]
    pub fn maximum_length(&self) -> u32 {
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
        if let Some(days) = &self.days {
            return days.problems();
        }
        if let Some(least) = self.minimum.filter(|least| *least > self.maximum_length()) {
            let message = format!("no answer has at least {least} and at most {} characters", self.maximum_length());
            return vec![Problem::new("minimum", message, "let `minimum` be at most `maximum`")];
        }
        if self.maximum_length() == 0 {
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
        if words.is_empty() {
            return Ok(Answer::Text(words));
        }
        if let Some(days) = &self.days {
            return days.read(&words).map(Answer::Text).map_err(|complaint| vec![complaint]);
        }
        if let Some(minimum) = self.minimum.filter(|least| length < *least as usize) {
            return Err(vec![Complaint::new("value", Reason::TooShort { length, minimum })]);
        }
        if length > self.maximum_length() as usize {
            return Err(vec![Complaint::new("value", Reason::TooLong { length, maximum: self.maximum_length() })]);
        }
        Ok(Answer::Text(words))
    }

    fn columns(&self, _outputs: usize) -> Vec<Column> {
        let least = self.minimum.map(|least| format!("at least {least} and ")).unwrap_or_default();
        let description = match &self.days {
            Some(days) => days.words(),
            None => format!("what was written, {least}at most {} characters", self.maximum_length()),
        };
        vec![Column::new("value", Contents::Text, description)]
    }

    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>> {
        let Answer::Text(words) = answer else { return None };
        Some(vec![if words.is_empty() { Cell::Empty } else { Cell::Word(words.clone()) }])
    }

    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        if self.optional && rng.random_bool(0.5) {
            return Answer::Text(String::new());
        }
        if let Some(Days { earliest, latest }) = &self.days {
            return Answer::Text(latest.clone().or(earliest.clone()).unwrap_or_else(|| "2000-01-01".to_owned()));
        }
        let opinion = if view.impression(0, rng) > 0.0 { "Reads well to me. " } else { "Something is off here. " };
        let enough = opinion.len().max(self.minimum.unwrap_or(0) as usize + 1);
        let words: String = opinion.chars().cycle().take(enough.min(self.maximum_length() as usize)).collect();
        Answer::Text(words.trim().to_owned())
    }

    fn expects(&self, text: &str, _outputs: usize) -> Result<Expectation, BadExpectation> {
        if self.days.is_some() {
            return super::expectation::days(text);
        }
        let wordings: Vec<String> = text.split(" or ").map(|words| words.trim().to_owned()).collect();
        if wordings.iter().any(String::is_empty) {
            return Err(BadExpectation::new("no words are expected", "write the words a passing answer has"));
        }
        Ok(Expectation::Words(wordings))
    }
}
