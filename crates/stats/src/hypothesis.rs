//! Tests of hypotheses on plain numbers: what is asked ([`TestOptions`]), and what a test gives ([`Test`]).
//!
//! One file per test. P-values are kept as logarithms; whether a p-value is exact or a large-sample
//! one is said by a note next to it.

pub mod anova;
pub mod binomial;
pub mod chi_square;
mod contingency;
pub mod dunnett;
pub mod fisher;
pub mod friedman;
pub mod friedman_pairs;
pub mod kruskal;
pub mod levene;
pub mod mann_whitney;
pub mod mcnemar;
pub mod permutation;
mod rank;
pub mod repeated_measures;
mod sample;
mod shift;
pub mod sign;
pub mod t;
pub mod tukey;
pub mod wilcoxon;

pub use contingency::Contingency;
pub use rank::RankP;
pub use sample::{Blocks, Summary};

use crate::{Estimate, PValue, Result, StatError};

/// Which departures from the null hypothesis count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Alternative {
    /// Either direction.
    #[default]
    TwoSided,
    /// The first is smaller than the second, or than the value tested.
    Less,
    /// The first is larger.
    Greater,
}

impl Alternative {
    /// The p-value from the logarithms of both tails, each holding the observed value; a two-sided
    /// one is twice the smaller tail.
    fn p(self, ln_lower: f64, ln_upper: f64) -> PValue {
        PValue::from_ln(match self {
            Alternative::TwoSided => ln_lower.min(ln_upper) + std::f64::consts::LN_2,
            Alternative::Less => ln_lower,
            Alternative::Greater => ln_upper,
        })
    }

    /// The probability left outside at each end of an interval of this level.
    fn tail_probability(self, level: f64) -> f64 {
        match self {
            Alternative::TwoSided => (1.0 - level) / 2.0,
            Alternative::Less | Alternative::Greater => 1.0 - level,
        }
    }

    /// The interval of the same direction: a one-sided test leaves one end at its bound.
    fn interval_ends(self, low: f64, high: f64, bounds: (f64, f64)) -> (f64, f64) {
        match self {
            Alternative::TwoSided => (low, high),
            Alternative::Less => (bounds.0, high),
            Alternative::Greater => (low, bounds.1),
        }
    }
}

/// What is asked of a test besides its data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TestOptions {
    /// Which departures count.
    pub alternative: Alternative,
    /// Coverage of intervals, such as 0.95.
    pub level: f64,
}

impl Default for TestOptions {
    fn default() -> Self {
        TestOptions { alternative: Alternative::TwoSided, level: 0.95 }
    }
}

impl TestOptions {
    fn check(self) -> Result<Self> {
        if self.level > 0.0 && self.level < 1.0 {
            Ok(self)
        } else {
            Err(StatError::Domain { what: "the level of an interval", must: "between 0 and 1", found: self.level })
        }
    }
}

/// What a test gives: its statistic with the p-value, and what it estimates besides.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// The statistic, with degrees of freedom, p-value and notes.
    pub statistic: Estimate,
    /// Differences, shares of variance and the like.
    pub also: Vec<Estimate>,
}

impl Test {
    fn new(statistic: Estimate) -> Self {
        Test { statistic, also: Vec::new() }
    }

    fn with_estimate(mut self, estimate: Estimate) -> Self {
        self.also.push(estimate);
        self
    }

    /// The p-value; every test has one.
    #[must_use]
    pub fn p(&self) -> PValue {
        self.statistic.p.unwrap_or(PValue::new(1.0))
    }

    /// One of the other estimates, by its name.
    #[must_use]
    pub fn find_estimate(&self, name: &str) -> Option<&Estimate> {
        self.also.iter().find(|estimate| estimate.name == name)
    }

    /// The same test, with what it is about written on every number.
    #[must_use]
    pub fn with_labels(mut self, labels: &[&str]) -> Self {
        for estimate in std::iter::once(&mut self.statistic).chain(&mut self.also) {
            estimate.of = labels.iter().map(|label| (*label).to_owned()).collect();
        }
        self
    }

    /// All its numbers, the statistic first.
    #[must_use]
    pub fn estimates(self) -> Vec<Estimate> {
        std::iter::once(self.statistic).chain(self.also).collect()
    }
}
