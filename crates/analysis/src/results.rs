//! What an analysis gives.

use serde_json::{Value, json};
use stats::{Estimate, PValue};

/// Version of the results file.
pub const FORMAT: u32 = 1;

/// Every number of one analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    /// Fingerprint of the study.
    pub study: String,
    /// How many judgements entered, checks not counted.
    pub judgements: usize,
    /// How many people gave them.
    pub participants: usize,
    /// How many checks were answered, and how many were passed.
    pub checks: (usize, usize),
    /// The seed of the intervals.
    pub seed: u64,
    /// The numbers.
    pub estimates: Vec<Named>,
    /// What could not be computed, and why.
    pub missing: Vec<String>,
}

/// An estimate with the criterion it is about.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// Number of the criterion in the study.
    pub criterion: usize,
    /// Id of the criterion.
    pub criterion_id: String,
    /// The estimate.
    pub estimate: Estimate,
    /// How many judgements it rests on.
    pub n: usize,
}

impl Named {
    /// Its id: `mean[fluency, svm]`.
    #[must_use]
    pub fn id(&self) -> String {
        let about: Vec<&str> =
            std::iter::once(&self.criterion_id).chain(&self.estimate.of).map(String::as_str).collect();
        format!("{}[{}]", self.estimate.name, about.join(", "))
    }
}

impl Results {
    /// `results.json`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let estimates: Vec<Value> = self.estimates.iter().map(named_json).collect();
        json!({
            "format": FORMAT,
            "program": concat!("rejudge ", env!("CARGO_PKG_VERSION")),
            "study": self.study,
            "judgements": self.judgements,
            "participants": self.participants,
            "checks": { "answered": self.checks.0, "passed": self.checks.1 },
            "seed": self.seed,
            "estimates": estimates,
            "missing": self.missing,
        })
    }
}

fn named_json(named: &Named) -> Value {
    let estimate = &named.estimate;
    json!({
        "id": named.id(),
        "name": estimate.name,
        "criterion": named.criterion_id,
        "of": estimate.of,
        "value": estimate.value,
        "se": estimate.se,
        "n": named.n,
        "interval": estimate.interval.map(|interval| json!({
            "low": interval.low, "high": interval.high, "level": interval.level, "kind": interval.kind,
        })),
        "p": estimate.p.map(PValue::value),
        "notes": estimate.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}
