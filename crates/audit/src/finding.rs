//! What an audit says.

use diag::Place;
use schemars::JsonSchema;
use serde::Deserialize;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// It cannot be, whatever was rounded away.
    Wrong,
    /// It is not what the printed numbers give; unprinted digits, or cutting off instead of rounding, could
    /// explain it.
    Mismatch,
    /// It follows, but by a procedure that makes it say something else than it seems to.
    Misleading,
    /// It follows, by a convention or from inputs that a reader should know of. Not a problem.
    Note,
}

impl Severity {
    /// From the worst.
    pub const ALL: [Severity; 4] = [Severity::Wrong, Severity::Mismatch, Severity::Misleading, Severity::Note];

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Wrong => "wrong",
            Severity::Mismatch => "mismatch",
            Severity::Misleading => "misleading",
            Severity::Note => "note",
        }
    }

    /// Whether it is a problem.
    #[must_use]
    pub fn is_problem(self) -> bool {
        match self {
            Severity::Wrong | Severity::Mismatch | Severity::Misleading => true,
            Severity::Note => false,
        }
    }
}

/// One thing that a reader of the paper should know.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What is printed.
    pub printed: String,
    /// What it should be; empty when that cannot be said.
    pub expected: String,
    /// Why.
    pub why: String,
}

/// How a check came out well.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// What reproduces the number, or what was seen.
    pub how: String,
}

/// One check with what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The number, or the check's own id.
    pub id: String,
    /// Where in the paper.
    pub place: String,
    /// What was checked, with the names filled in.
    pub check: String,
    /// Where in the audit file.
    pub at: Place,
    /// What came of it.
    pub outcome: Result<Agreement, Finding>,
}

/// All checks of a paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Audit {
    /// The paper.
    pub paper: String,
    /// A link to it.
    pub url: Option<String>,
    /// The printed numbers by id, in the order of the file.
    pub numbers: Vec<(String, String)>,
    /// Every check, in the order of the file.
    pub verdicts: Vec<Verdict>,
}

impl Audit {
    /// The findings with their verdicts, the worst first.
    #[must_use]
    pub fn findings(&self) -> Vec<(&Verdict, &Finding)> {
        let found = |verdict: &&Verdict| verdict.outcome.is_err();
        let mut findings: Vec<(&Verdict, &Finding)> =
            self.verdicts.iter().filter(found).filter_map(|v| v.outcome.as_ref().err().map(|f| (v, f))).collect();
        findings.sort_by_key(|(_, finding)| finding.severity);
        findings
    }

    /// Whether there is a finding that is more than a note.
    #[must_use]
    pub fn has_problems(&self) -> bool {
        self.findings().iter().any(|(_, finding)| finding.severity.is_problem())
    }
}
