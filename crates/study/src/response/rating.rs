//! `rating`: one of a number of points on a scale.

use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Answer, BadExpectation, Cell, Column, Complaint, Contents, Definition, Expectation, Form, Problem, View};

/// One of a number of points on a scale.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// How many points the scale has.
    pub points: u32,
    /// The value of the lowest point. Needed to shift the scale to zero for CV*.
    pub minimum: Option<i32>,
    /// Words for every point from lowest to highest, or for the two ends only; none when absent.
    pub labels: Option<Labels>,
}

/// Words on a scale.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Labels {
    /// One for each point, lowest first.
    Every(Vec<String>),
    /// The two ends.
    Ends {
        /// At the lowest point.
        low: String,
        /// At the highest point.
        high: String,
    },
}

/// More points than anyone tells apart; a slider is meant.
const MOST_POINTS: u32 = 101;

impl Rating {
    /// The value of the lowest point; 1 where the study does not say.
    #[must_use]
    pub fn lowest(&self) -> i64 {
        i64::from(self.minimum.unwrap_or(1))
    }

    /// The value of the highest point.
    #[must_use]
    pub fn highest(&self) -> i64 {
        self.lowest() + i64::from(self.points.max(1)) - 1
    }

    /// The words at a point, where it has any.
    #[must_use]
    pub fn label(&self, value: i64) -> Option<&str> {
        match self.labels.as_ref()? {
            Labels::Every(words) => {
                words.get(usize::try_from(value - self.lowest()).ok()?).map(String::as_str).filter(|w| !w.is_empty())
            }
            Labels::Ends { low, .. } if value == self.lowest() => Some(low),
            Labels::Ends { high, .. } if value == self.highest() => Some(high),
            Labels::Ends { .. } => None,
        }
    }
}

impl Definition for Rating {
    fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if self.points < 2 {
            problems.push(Problem::new(
                "points",
                format!("a scale with {} point(s) leaves no choice", self.points),
                "give it at least 2 points",
            ));
        }
        if self.points > MOST_POINTS {
            problems.push(Problem::new(
                "points",
                format!("a scale with {} points cannot be shown", self.points),
                format!("use at most {MOST_POINTS} points, or `kind = \"slider\"`"),
            ));
        }
        if let Some(Labels::Every(words)) = &self.labels
            && words.len() != self.points as usize
        {
            problems.push(Problem::new(
                "labels",
                format!("{} labels for {} points", words.len(), self.points),
                "give one label for each point, or only the ends: `labels = { low = \"…\", high = \"…\" }`",
            ));
        }
        problems
    }

    fn read(&self, form: &Form, _shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        form.whole_number("value", self.lowest(), self.highest())
            .map(Answer::Rating)
            .map_err(|complaint| vec![complaint])
    }

    fn columns(&self, _outputs: usize) -> Vec<Column> {
        let description = format!("the point chosen, from {} to {}", self.lowest(), self.highest());
        let words = (self.lowest()..=self.highest())
            .filter_map(|value| Some((value.to_string(), self.label(value)?.to_owned())));
        vec![Column::new("value", Contents::Whole, description).values(words)]
    }

    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>> {
        let Answer::Rating(value) = answer else { return None };
        Some(vec![Cell::Whole(*value)])
    }

    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        let above = (view.on_scale(rng) * f64::from(self.points)).floor() as i64;
        Answer::Rating((self.lowest() + above).min(self.highest()))
    }

    fn expects(&self, text: &str, _outputs: usize) -> Result<Expectation, BadExpectation> {
        super::expectation::whole_numbers(text, self.lowest(), self.highest())
    }
}
