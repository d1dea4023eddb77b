//! What is asked of any test: which departures count, how wide intervals are, whether p-values are corrected.

use clap::{Args, ValueEnum};
use stats::adjust::{Adjustment, adjust};
use stats::hypothesis::{self, Test};
use stats::{Estimate, Note};

use super::answer::p_text;
use crate::outcome::BadUsage;

/// Options of any test.
#[derive(Debug, Args)]
pub(crate) struct AskedArguments {
    /// Which departures count: is the first smaller or greater than the second
    #[arg(long, value_enum, default_value_t = Direction::TwoSided)]
    pub(crate) alternative: Direction,
    #[command(flatten)]
    pub(crate) confidence: Confidence,
}

/// How wide intervals are.
#[derive(Debug, Args)]
pub(crate) struct Confidence {
    /// Coverage of intervals
    #[arg(long, value_name = "SHARE", default_value_t = 0.95)]
    pub(crate) confidence: f64,
}

/// Orders of the votes, for ratings that depend on them.
#[derive(Debug, Args)]
pub(crate) struct Orders {
    /// How many orders of the votes are drawn
    #[arg(long, default_value_t = 1000)]
    pub(crate) orders: usize,
    /// Seed of the orders
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Which departures count.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Direction {
    TwoSided,
    Less,
    Greater,
}

impl Direction {
    /// The word on the command line.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Direction::TwoSided => "two-sided",
            Direction::Less => "less",
            Direction::Greater => "greater",
        }
    }
}

impl AskedArguments {
    /// The same for the statistics.
    pub(crate) fn to_test_options(&self) -> anyhow::Result<hypothesis::TestOptions> {
        let alternative = match self.alternative {
            Direction::TwoSided => hypothesis::Alternative::TwoSided,
            Direction::Less => hypothesis::Alternative::Less,
            Direction::Greater => hypothesis::Alternative::Greater,
        };
        Ok(hypothesis::TestOptions { alternative, level: self.confidence.level()? })
    }
}

impl Confidence {
    /// The level, refused when it cannot be one.
    pub(crate) fn level(&self) -> anyhow::Result<f64> {
        if self.confidence > 0.0 && self.confidence < 1.0 {
            Ok(self.confidence)
        } else {
            Err(BadUsage(format!("`--confidence {}` must lie between 0 and 1, such as 0.95", self.confidence)).into())
        }
    }
}

/// How several p-values are corrected.
#[derive(Debug, Args)]
pub(crate) struct AdjustArguments {
    /// Correct the p-values of several comparisons
    #[arg(long, value_enum, value_name = "METHOD")]
    pub(crate) adjust: Option<Correction>,
}

/// A correction by its word on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Correction {
    Holm,
    Bonferroni,
    Hochberg,
    /// Benjamini and Hochberg's false discovery rate
    Bh,
    /// Benjamini and Yekutieli's, under any dependence
    By,
}

impl Correction {
    /// The same for the statistics.
    pub(crate) fn adjustment(self) -> Adjustment {
        match self {
            Correction::Holm => Adjustment::Holm,
            Correction::Bonferroni => Adjustment::Bonferroni,
            Correction::Hochberg => Adjustment::Hochberg,
            Correction::Bh => Adjustment::BenjaminiHochberg,
            Correction::By => Adjustment::BenjaminiYekutieli,
        }
    }

    /// The word on the command line.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Correction::Holm => "holm",
            Correction::Bonferroni => "bonferroni",
            Correction::Hochberg => "hochberg",
            Correction::Bh => "bh",
            Correction::By => "by",
        }
    }
}

impl AdjustArguments {
    /// All numbers of the tests, their p-values corrected as one family if that was asked.
    pub(crate) fn apply(&self, tests: Vec<Test>) -> Vec<Estimate> {
        let raw: Vec<stats::PValue> = tests.iter().map(Test::p).collect();
        let Some(correction) = self.adjust else {
            return tests.into_iter().flat_map(Test::estimates).collect();
        };
        let corrected = adjust(&raw, correction.adjustment());
        let family = tests.len();
        let mut estimates = Vec::new();
        for ((test, raw), p) in tests.into_iter().zip(raw).zip(corrected) {
            for mut estimate in test.estimates() {
                if estimate.p == Some(raw) {
                    let words = format!("p by {} over {family}, before: {}", correction.word(), p_text(raw));
                    estimate = estimate.p(p).note(Note::Said(words));
                }
                estimates.push(estimate);
            }
        }
        estimates
    }

    /// What `options` says.
    pub(crate) fn word(&self) -> &'static str {
        self.adjust.map_or("none", Correction::word)
    }
}
