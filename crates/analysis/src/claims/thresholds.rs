//! The intervals by which claims about agreement are decided: each at the level that its claim leaves to it.

use std::cell::RefCell;

use study::Study;
use study::claim::Coefficient;
use study::file::{Better, TestName};

use super::engine::decide_claim;
use super::evidence::{Agreement, Evidence, PairScores, TestOutcome};
use crate::comparisons::Pair;

/// An interval that a claim asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AgreementLevel {
    /// Index of the criterion.
    pub criterion: usize,
    /// What is claimed about.
    pub coefficient: Coefficient,
    /// Coverage.
    pub level: f64,
}

impl AgreementLevel {
    /// In ids: `alpha 0.975`.
    pub(crate) fn label(self) -> String {
        let word = match self.coefficient {
            Coefficient::Alpha => "alpha",
            Coefficient::Kappa => "kappa",
            Coefficient::Percent => "percent agreement",
        };
        format!("{word} {}", self.level)
    }
}

/// The level of an interval that leaves out this much, rounded up to four decimals.
pub(super) fn level(left_out: f64) -> f64 {
    ((1.0 - left_out) * 1e4 - 1e-6).ceil() / 1e4
}

/// What the claims of a study will ask for: the engine itself is asked, with evidence that knows nothing.
pub(crate) fn agreement_levels(study: &Study) -> Vec<AgreementLevel> {
    let asked = AskedLevels::default();
    for claim in &study.claims {
        let _ = decide_claim(claim, &asked);
    }
    let mut all: Vec<AgreementLevel> = Vec::new();
    for level in asked.0.into_inner() {
        if !all.contains(&level) {
            all.push(level);
        }
    }
    all
}

/// Evidence that only keeps what it is asked.
#[derive(Default)]
struct AskedLevels(RefCell<Vec<AgreementLevel>>);

impl Evidence for AskedLevels {
    fn system(&self, _: usize) -> &'static str {
        ""
    }

    fn criterion(&self, _: usize) -> Option<&str> {
        None
    }

    fn better(&self, _: usize) -> Better {
        Better::Neither
    }

    fn scores(&self, _: usize, _: Pair) -> Option<PairScores> {
        None
    }

    fn test(&self, _: TestName, _: usize, _: Pair) -> Option<TestOutcome> {
        None
    }

    fn family(&self, _: usize) -> Vec<Pair> {
        Vec::new()
    }

    fn agreement(&self, asked: AgreementLevel) -> Option<Agreement> {
        self.0.borrow_mut().push(asked);
        None
    }
}
