//! What a claim is decided from.

use serde::{Deserialize, Serialize};
use stats::decide::Difference;
use stats::{Estimate, Interval, PValue};
use study::claim::Coefficient;
use study::file::{Better, TestName};
use study::response::Response;

use super::power::OriginalDifference;
use super::sentences::Margin;
use super::thresholds::AgreementLevel;
use crate::Quantity;
use crate::comparisons::Pair;

/// Where the numbers of a claim come from: an analysis, or the tables of a paper.
pub trait Evidence {
    /// The printed name of a system.
    fn system(&self, system: usize) -> &str;
    /// The printed name of a criterion, where there are several.
    fn criterion(&self, criterion: usize) -> Option<&str>;
    /// Which end of the score is better.
    fn better(&self, criterion: usize) -> Better;
    /// The scores of two systems, and how much higher the first is on the scale of claims.
    fn scores(&self, criterion: usize, pair: Pair) -> Option<PairScores>;
    /// What a test says of two systems; none where it says nothing.
    fn test(&self, test: TestName, criterion: usize, pair: Pair) -> Option<TestOutcome>;
    /// The interval of a test that is not the deciding model's; none where the test has none.
    fn own_interval(&self, _test: TestName, _criterion: usize, _pair: Pair) -> Option<OwnInterval> {
        None
    }
    /// Why a test says nothing of two systems, where that is known.
    fn why_untested(&self, _test: TestName, _criterion: usize, _pair: Pair) -> Option<String> {
        None
    }
    /// The pairs that are corrected together, the earlier system first.
    fn family(&self, criterion: usize) -> Vec<Pair>;
    /// What the original found of two systems, where that is known on the scale of the test's difference.
    fn original(&self, _criterion: usize, _pair: Pair) -> Option<OriginalDifference> {
        None
    }
    /// Why agreement cannot be held against an interval, where that is known.
    fn why_no_agreement(&self, _criterion: usize, _coefficient: Coefficient) -> Option<String> {
        None
    }
    /// How far people agree, with the interval of the level asked for where there is one.
    fn agreement(&self, asked: AgreementLevel) -> Option<Agreement>;
}

/// The scores of two systems.
#[derive(Debug, Clone, PartialEq)]
pub struct PairScores {
    /// What the scores are, in words: `mean`, `mean rank`.
    pub measure: String,
    /// The two scores, as they are printed.
    pub scores: [String; 2],
    /// First minus second, on the scale of claims; none where only ranks are known.
    pub difference: Option<f64>,
    /// Above zero when the first is higher.
    pub direction: f64,
    /// The numbers.
    pub numbers: Vec<Quantity>,
}

/// What a test says of two systems.
#[derive(Debug, Clone, PartialEq)]
pub struct TestOutcome {
    /// The two-sided p-value, before correction. One that could not be computed counts as 1.
    pub p: Option<PValue>,
    /// First minus second with its standard error.
    pub difference: Option<Difference>,
    /// What these differences are of.
    pub effect: Effect,
    /// The same for tests against a margin, where these need another standard error.
    pub at_margin: Option<Difference>,
    /// The number.
    pub number: Option<Quantity>,
}

/// What a test other than the deciding model's finds of two systems, on a scale of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OwnInterval {
    /// What it is, in words: `difference of log strengths`.
    pub what: &'static str,
    /// First minus second.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
}

impl OwnInterval {
    /// The estimate of a test, where it has an interval.
    #[must_use]
    pub fn new(what: &'static str, estimate: &Estimate) -> Option<OwnInterval> {
        Some(OwnInterval { what, value: estimate.value, interval: estimate.interval? })
    }

    /// The same, second minus first.
    #[must_use]
    pub fn reversed(self) -> OwnInterval {
        let interval = Interval { low: -self.interval.high, high: -self.interval.low, ..self.interval };
        OwnInterval { value: -self.value, interval, ..self }
    }
}

/// The p-value by which a part of a claim was decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DecidingTest {
    /// Which number was tested.
    pub number: Quantity,
    /// The p-value, as corrected.
    pub p: f64,
    /// Of what it is: `linear mixed model against a difference of 0.3, Holm's correction over 6 comparisons`.
    pub of: String,
}

/// What the difference of a test is: not always that of the two scores printed beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The difference of the two scores.
    OfScores,
    /// The model's difference of scores, which allows for who judged what.
    OfModel,
    /// The model's difference when both are on one ballot; the scores are over all ballots.
    OnBallot,
    /// The share that prefers the first minus the share that prefers the second, of printed counts.
    NetPreference,
    /// The same by the model, from all choices.
    ModelPreference,
    /// The same, each choice counting by its degree.
    GradedPreference,
}

impl Effect {
    /// What the deciding model's differences are, for a response kind.
    #[must_use]
    pub fn of_model(response: &Response) -> Effect {
        match response {
            Response::Rating(_)
            | Response::Slider(_)
            | Response::Count(_)
            | Response::Spans(_)
            | Response::Choice(_)
            | Response::Text(_) => Effect::OfModel,
            Response::Ranking(_) | Response::BestWorst(_) => Effect::OnBallot,
            Response::Pairwise(pairwise) if pairwise.is_graded() => Effect::GradedPreference,
            Response::Pairwise(_) => Effect::ModelPreference,
        }
    }
}

impl TestOutcome {
    pub(super) fn against_margin(&self) -> Option<Difference> {
        self.at_margin.or(self.difference)
    }

    pub(super) fn difference_beyond(&self, margin: Margin) -> Option<Difference> {
        match margin {
            Margin::None => self.difference,
            Margin::AtLeast(_) | Margin::Within(_) => self.against_margin(),
        }
    }
}

/// How far people agree.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// The coefficient.
    pub value: f64,
    /// Its interval.
    pub interval: Option<(f64, f64)>,
    /// The number.
    pub number: Option<Quantity>,
}
