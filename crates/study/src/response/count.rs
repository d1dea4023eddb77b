//! `count`: how many of something.

use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Answer, BadExpectation, Cell, Column, Complaint, Contents, Definition, Expectation, Form, Problem, View};

/// How many of something.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// The largest answer taken; 1000 when absent.
    pub maximum: Option<u32>,
    /// What is counted, shown behind the number: "supported facts".
    pub what: Option<String>,
}

impl Count {
    /// The largest answer taken.
    #[must_use]
    pub fn most(&self) -> u32 {
        self.maximum.unwrap_or(1000)
    }
}

impl Definition for Count {
    fn problems(&self) -> Vec<Problem> {
        if self.most() == 0 {
            return vec![Problem::new("maximum", "0 is the only possible answer", "let `maximum` be at least 1")];
        }
        Vec::new()
    }

    fn read(&self, form: &Form, _shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        let count = form.whole("value", 0, i64::from(self.most())).map_err(|complaint| vec![complaint])?;
        Ok(Answer::Count(count as u32))
    }

    fn columns(&self, _outputs: usize) -> Vec<Column> {
        let what = self.what.as_deref().unwrap_or("were counted");
        vec![Column::new("value", Contents::Whole, format!("how many {what}, from 0 to {}", self.most()))]
    }

    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>> {
        let Answer::Count(count) = answer else { return None };
        Some(vec![Cell::Whole(i64::from(*count))])
    }

    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        Answer::Count(view.how_many(3.0, rng).min(self.most()))
    }

    fn expects(&self, text: &str, _outputs: usize) -> Result<Expectation, BadExpectation> {
        super::expectation::whole_numbers(text, 0, i64::from(self.most()))
    }
}
