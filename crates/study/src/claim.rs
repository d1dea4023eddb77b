//! Claims: sentences of the paper with the test that decides them.

use crate::file::{Correction, TestName};

/// A sentence of the paper, with the test that decides it.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// Its id.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// When it holds; `None` for a claim out of scope.
    pub holds_if: Option<Condition>,
    /// What decides it.
    pub rule: Rule,
}

/// What decides a claim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rule {
    /// The order of the point estimates alone.
    Direction,
    /// A significance test.
    Significant {
        /// Which test.
        test: TestName,
        /// Over the family of comparisons in the claim's criterion.
        correction: Correction,
        /// Level.
        alpha: f64,
    },
    /// Not decided here.
    OutOfScope,
}

/// When a claim holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// All of these.
    All(Vec<Condition>),
    /// At least one of these.
    Any(Vec<Condition>),
    /// One system above others: `vae > all others on meaning by 0.1`.
    Above {
        /// Index of the system said to be above.
        system: usize,
        /// Indexes of the systems it is above.
        others: Vec<usize>,
        /// Index of the criterion.
        criterion: usize,
        /// By at least this much, on the criterion's scale.
        by: Option<f64>,
    },
    /// Two systems the same within a margin: `a = b on fluency within 0.05`.
    Same {
        /// Indexes of the systems.
        systems: (usize, usize),
        /// Index of the criterion.
        criterion: usize,
        /// The margin.
        within: f64,
    },
    /// Agreement between participants: `alpha on meaning >= 0.4`.
    Agreement {
        /// Which coefficient.
        coefficient: Coefficient,
        /// Index of the criterion.
        criterion: usize,
        /// At least, or at most.
        bound: Bound,
        /// The threshold.
        threshold: f64,
    },
}

/// An agreement coefficient a claim can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coefficient {
    /// Krippendorff's alpha at the level of the criterion's response kind.
    Alpha,
    /// Fleiss' kappa.
    Kappa,
    /// Share of agreeing pairs.
    Percent,
}

/// The side of a threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The value is at least the threshold.
    AtLeast,
    /// The value is at most the threshold.
    AtMost,
}
