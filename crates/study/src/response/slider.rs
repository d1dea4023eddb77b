//! `slider`: a position on a continuous scale.

use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Answer, BadExpectation, Cell, Column, Complaint, Contents, Definition, Expectation, Form, Problem, Reason, View,
};

/// A position on a continuous scale. It has no answer until it is touched.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slider {
    /// Value of the left end.
    pub minimum: f64,
    /// Value of the right end.
    pub maximum: f64,
    /// Smallest difference between two answers; one hundredth of the range when absent.
    pub step: Option<f64>,
    /// Words at the left end.
    pub low: Option<String>,
    /// Words at the right end.
    pub high: Option<String>,
}

impl Slider {
    /// Smallest difference between two answers.
    #[must_use]
    pub fn step(&self) -> f64 {
        self.step.unwrap_or((self.maximum - self.minimum) / 100.0)
    }

    /// How many steps lie between the left end and `value`, and by what share of a step it misses.
    fn steps(&self, value: f64) -> (f64, f64) {
        let exact = (value - self.minimum) / self.step();
        (exact.round(), (exact - exact.round()).abs())
    }
}

/// Browsers write decimals: a position may miss its step by rounding, not by more.
const ROUNDING: f64 = 1e-6;

impl Definition for Slider {
    fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let whole_scale = self.minimum.is_finite() && self.maximum.is_finite() && self.minimum < self.maximum;
        if !whole_scale {
            problems.push(Problem::new(
                "minimum",
                format!("a scale from {} to {} is invalid", self.minimum, self.maximum),
                "let `minimum` be less than `maximum`",
            ));
        }
        let Some(step) = self.step else { return problems };
        if !step.is_finite() || step <= 0.0 {
            problems.push(Problem::new("step", format!("a step of {step} is invalid"), "use a step above 0"));
        } else if whole_scale && step > self.maximum - self.minimum {
            problems.push(Problem::new(
                "step",
                format!("a step of {step} is longer than the scale"),
                "use a smaller step, or leave it out",
            ));
        } else if whole_scale && self.steps(self.maximum).1 > ROUNDING {
            problems.push(Problem::new(
                "step",
                format!("steps of {step} from {} never reach {}", self.minimum, self.maximum),
                "use a step that divides the scale evenly",
            ));
        }
        problems
    }

    fn read(&self, form: &Form, _shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        let value = form.number("value", self.minimum, self.maximum).map_err(|complaint| vec![complaint])?;
        if self.steps(value).1 > ROUNDING {
            let given = value.to_string();
            return Err(vec![Complaint::new("value", Reason::OffStep { given, step: self.step() })]);
        }
        Ok(Answer::Slider(value))
    }

    fn columns(&self, _outputs: usize) -> Vec<Column> {
        let description =
            format!("the position chosen, from {} to {} in steps of {}", self.minimum, self.maximum, self.step());
        let ends = [(self.minimum, &self.low), (self.maximum, &self.high)];
        let words = ends.into_iter().filter_map(|(end, words)| Some((end.to_string(), words.clone()?)));
        vec![Column::new("value", Contents::Number, description).values(words)]
    }

    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>> {
        let Answer::Slider(value) = answer else { return None };
        Some(vec![Cell::Number(*value)])
    }

    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        let steps = (view.on_scale(rng) * self.steps(self.maximum).0).round();
        Answer::Slider((self.minimum + steps * self.step()).min(self.maximum))
    }

    fn expects(&self, text: &str, _outputs: usize) -> Result<Expectation, BadExpectation> {
        super::expectation::numbers(text, self.minimum, self.maximum)
    }
}
