//! What is known about a code, apart from any file: the text of `rejudge explain`.

use diag::{Code, Diagnostic, Place, Severity};

use crate::{rules, structure};

/// What is known about a code, apart from any file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Explanation {
    /// The stable code.
    pub code: Code,
    /// The problem in a few words joined by hyphens.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One line.
    pub summary: &'static str,
    /// Markdown in four parts: what it checks, why it matters for a study, an example, what to do instead.
    pub doc: &'static str,
}

impl Explanation {
    /// A finding of this code at a place.
    #[must_use]
    pub fn diagnose(&self, place: Place, message: impl Into<String>) -> Diagnostic {
        match self.severity {
            Severity::Error => Diagnostic::error(self.code, place, message),
            Severity::Warning => Diagnostic::warning(self.code, place, message),
            Severity::Advice => Diagnostic::advice(self.code, place, message),
        }
    }
}

/// Every code there is, in order.
#[must_use]
pub fn explanations() -> Vec<Explanation> {
    let mut all: Vec<Explanation> = structure::ALL.to_vec();
    all.extend(rules::all().iter().map(rules::Rule::explanation));
    all.sort_by_key(|explanation| explanation.code);
    all
}

/// What is known about one code, written in any case.
#[must_use]
pub fn explain(code: &str) -> Option<Explanation> {
    explanations().into_iter().find(|explanation| {
        explanation.code.0.eq_ignore_ascii_case(code) || explanation.name.eq_ignore_ascii_case(code)
    })
}
