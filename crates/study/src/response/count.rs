//! `count`: how many of something.

use std::fmt;

use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Answer, BadExpectation, Cell, Column, Complaint, Contents, Definition, Expectation, Form, Problem, View};

/// How many of something.
#[derive(Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// The smallest answer accepted; 0 when absent.
    pub minimum: Option<u32>,
    /// The largest answer accepted; 1000 when absent.
    pub maximum: Option<u32>,
    /// What is counted, shown after the number: "supported facts".
    pub what: Option<String>,
}

/// Without a smallest answer as it was before there was one: designs that were noted in these words stay known.
impl fmt::Debug for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Count");
        shown.field("maximum", &self.maximum).field("what", &self.what);
        if self.minimum.is_some() {
            shown.field("minimum", &self.minimum);
        }
        shown.finish()
    }
}

impl Count {
    /// The smallest answer taken.
    #[must_use]
    pub fn least(&self) -> u32 {
        self.minimum.unwrap_or(0)
    }

    /// The largest answer taken.
    #[must_use]
    pub fn maximum(&self) -> u32 {
        self.maximum.unwrap_or(1000)
    }
}

impl Definition for Count {
    fn problems(&self) -> Vec<Problem> {
        if self.maximum() == 0 {
            return vec![Problem::new("maximum", "0 is the only possible answer", "let `maximum` be at least 1")];
        }
        if self.least() >= self.maximum() {
            let message = format!("only numbers up to {} are accepted", self.maximum());
            return vec![Problem::new("minimum", message, "let `minimum` be less than `maximum`")];
        }
        Vec::new()
    }

    fn read(&self, form: &Form, _shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        let count = form
            .whole_number("value", self.least().into(), self.maximum().into())
            .map_err(|complaint| vec![complaint])?;
        Ok(Answer::Count(count as u32))
    }

    fn columns(&self, _outputs: usize) -> Vec<Column> {
        let what = self.what.as_deref().unwrap_or("were counted");
        vec![Column::new(
            "value",
            Contents::Whole,
            format!("how many {what}, from {} to {}", self.least(), self.maximum()),
        )]
    }

    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>> {
        let Answer::Count(count) = answer else { return None };
        Some(vec![Cell::Whole(i64::from(*count))])
    }

    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        Answer::Count(view.how_many(3.0, rng).clamp(self.least(), self.maximum()))
    }

    fn expects(&self, text: &str, _outputs: usize) -> Result<Expectation, BadExpectation> {
        super::expectation::whole_numbers(text, self.least().into(), self.maximum().into())
    }
}
