//! Claims: sentences of the paper with the test that decides them.
//!
//! `holds_if` is a small language, described in `docs/reference/claims.md`:
//!
//! ```text
//! condition  = all { "or" all }
//! all        = single { "and" single }
//! single     = "(" condition ")" | agreement | comparison
//! comparison = systems { relation systems } "on" criteria [ "by" number | "within" number ]
//! relation   = ">" | "<" | "=" | "better than" | "worse than"
//! systems    = "all others" | name { "," name }
//! agreement  = coefficient "on" criteria ( ">=" | "<=" | "at least" | "at most" ) number
//! ```
//!
//! `>` and `<` compare the score printed in the report, on the criterion's own scale; `better than`
//! and `worse than` ask the criterion which end is better.

use crate::file::{Better, Correction, TestName};
use crate::response::Response;

mod display;
mod parse;
mod words;

#[cfg(test)]
mod tests;

pub use display::ConditionText;
pub use parse::{ClaimError, parse};

/// The names a claim can use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// Ids of the systems, in the order of the study.
    pub systems: Vec<String>,
    /// Ids of the criteria with their better end, in the order of the study.
    pub criteria: Vec<(String, Better)>,
}

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
    /// How the study that is reproduced decided it, where that was otherwise.
    pub as_original: Option<Rule>,
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

impl Condition {
    /// All of these, flat: one condition stays itself.
    fn all(conditions: Vec<Condition>) -> Condition {
        let mut flat = Vec::new();
        for condition in conditions {
            match condition {
                Condition::All(inner) => flat.extend(inner),
                Condition::Any(_) | Condition::Above { .. } | Condition::Same { .. } | Condition::Agreement { .. } => {
                    flat.push(condition);
                }
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Condition::All(flat) }
    }

    /// At least one of these, flat: one condition stays itself.
    fn any(conditions: Vec<Condition>) -> Condition {
        let mut flat = Vec::new();
        for condition in conditions {
            match condition {
                Condition::Any(inner) => flat.extend(inner),
                Condition::All(_) | Condition::Above { .. } | Condition::Same { .. } | Condition::Agreement { .. } => {
                    flat.push(condition);
                }
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Condition::Any(flat) }
    }

    /// The conditions without `and` and `or` that it is made of, in the order written.
    #[must_use]
    pub fn parts(&self) -> Vec<&Condition> {
        match self {
            Condition::All(inner) | Condition::Any(inner) => inner.iter().flat_map(Condition::parts).collect(),
            Condition::Above { .. } | Condition::Same { .. } | Condition::Agreement { .. } => vec![self],
        }
    }

    /// The criteria it speaks about, as indexes, each once.
    #[must_use]
    pub fn criteria(&self) -> Vec<usize> {
        let criterion = |part: &Condition| match part {
            Condition::Above { criterion, .. }
            | Condition::Same { criterion, .. }
            | Condition::Agreement { criterion, .. } => Some(*criterion),
            Condition::All(_) | Condition::Any(_) => None,
        };
        let mut criteria: Vec<usize> = self.parts().into_iter().filter_map(criterion).collect();
        criteria.sort_unstable();
        criteria.dedup();
        criteria
    }

    /// The pairs of systems it compares, as indexes with the smaller first, each once.
    #[must_use]
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for part in self.parts() {
            match part {
                Condition::Above { system, others, .. } => pairs.extend(others.iter().map(|other| (*system, *other))),
                Condition::Same { systems, .. } => pairs.push(*systems),
                Condition::Agreement { .. } | Condition::All(_) | Condition::Any(_) => {}
            }
        }
        let mut pairs: Vec<_> = pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
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

impl Coefficient {
    /// Whether it can be measured on such answers. Kappa and percent agreement count equal answers, which positions on a slider
    /// are only by chance, however well people agree.
    #[must_use]
    pub fn suits(self, response: &Response) -> bool {
        match self {
            Coefficient::Alpha => true,
            Coefficient::Kappa | Coefficient::Percent => !matches!(response, Response::Slider(_)),
        }
    }
}

/// The side of a threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The value is at least the threshold.
    AtLeast,
    /// The value is at most the threshold.
    AtMost,
}
