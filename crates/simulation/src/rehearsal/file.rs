//! `rehearsal.json`.

use serde_json::{Value, json};
use study::claim::Rule;

use super::{ClaimPower, Rehearsal};

/// Version of the rehearsal file.
pub const FORMAT: u32 = 2;

impl Rehearsal {
    /// `rehearsal.json`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "format": FORMAT,
            "title": self.title,
            "study": self.study,
            "program": concat!("rejudge ", env!("CARGO_PKG_VERSION")),
            "seed": self.options.runs.seed,
            "runs": self.options.runs.runs,
            "power": self.options.power,
            "raters": self.raters.source,
            "items": self.design.items,
            "completions": self.design.completions,
            "claims": self.claims.iter().map(claim).collect::<Vec<Value>>(),
            "estimates": self.estimates.iter().map(analysis::NamedEstimate::to_json).collect::<Vec<Value>>(),
            "notes": self.notes,
        })
    }
}

fn claim(claim: &ClaimPower) -> Value {
    let decided = match claim.rule {
        Rule::Direction => "direction",
        Rule::Significant { .. } => "test",
        Rule::OutOfScope => "out of scope",
    };
    json!({
        "id": claim.id,
        "text": claim.text,
        "decided_by": decided,
        "true_scenario": claim.true_scenario,
        "false_scenario": claim.false_scenario,
    })
}
