//! `rejudge check STUDY…`: everything wrong or doubtful about a study.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use diag::{Diagnostic, Severity, Style};
use serde_json::{Value, json};
use study::{CheckOutcome, Study};

use crate::folder::Folder;
use crate::outcome::Outcome;

/// Find mistakes and doubtful points in a study, with their place in its files and the remedy
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  rejudge check studies/fluency\n  rejudge check studies/* --deny warnings\n\nThe exit code is 0 when nothing is wrong and 1 otherwise. `rejudge explain R001` explains a finding."
)]
pub(crate) struct Arguments {
    /// Study folders, or the study.toml in them
    #[arg(required = true, value_name = "STUDY")]
    studies: Vec<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Treat these as errors, too
    #[arg(long, value_name = "WHAT")]
    deny: Option<Deny>,
}

/// What else counts as wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Deny {
    /// Warnings
    Warnings,
}

impl Arguments {
    /// Checks each study and shows what was found.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let folders = self.studies.iter().map(|path| Folder::from_path(path)).collect::<anyhow::Result<Vec<_>>>()?;
        let mut outcome = Outcome::Done;
        let mut studies = Vec::new();
        for folder in folders {
            let checked = folder.check();
            if let Err(problem) = folder.served_name() {
                eprintln!("warning: {problem}");
            }
            let counts = Counts::from_outcome(&checked);
            if counts.errors > 0 || (self.deny == Some(Deny::Warnings) && counts.warnings > 0) {
                outcome = Outcome::ProblemsFound;
            }
            if self.json {
                studies.push(to_json(&folder, &checked, &counts));
            } else {
                show(&folder, &checked, &counts);
            }
        }
        if self.json {
            println!("{}", json!({ "format": 1, "studies": studies }));
        }
        Ok(outcome)
    }
}

struct Counts {
    errors: usize,
    warnings: usize,
    advice: usize,
}

impl Counts {
    fn from_outcome(checked: &CheckOutcome) -> Counts {
        let count = |severity| checked.diagnostics.iter().filter(|found| found.severity == severity).count();
        Counts { errors: count(Severity::Error), warnings: count(Severity::Warning), advice: count(Severity::Advice) }
    }

    /// `2 errors, 1 warning`; empty when there is nothing.
    fn words(&self) -> String {
        let one = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        };
        let words = [
            one(self.errors, "error", "errors"),
            one(self.warnings, "warning", "warnings"),
            one(self.advice, "piece of advice", "pieces of advice"),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

fn show(folder: &Folder, checked: &CheckOutcome, counts: &Counts) {
    for found in checked.diagnostics.iter() {
        styled_println!("{}\n", diag::render(found, &checked.sources, Style::Coloured));
    }
    for accepted in &checked.accepted {
        let Diagnostic { code, message, .. } = &accepted.diagnostic;
        styled_println!("accepted[{code}]: {message}\n  because: {}\n", accepted.reason);
    }
    match (&checked.study, counts.words()) {
        (Some(study), words) if words.is_empty() => {
            println!("{}: no problems found; {}", folder.display_path(), size(study));
        }
        (_, words) => println!("{words} in {}", folder.display_path()),
    }
}

fn size(study: &Study) -> String {
    let count = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    [
        count(study.items.len(), "item", "items"),
        count(study.systems.len(), "system", "systems"),
        count(study.criteria.len(), "criterion", "criteria"),
        count(study.claims.len(), "claim", "claims"),
    ]
    .join(", ")
}

fn to_json(folder: &Folder, checked: &CheckOutcome, counts: &Counts) -> Value {
    let found: Vec<Value> = checked.diagnostics.iter().map(|found| diag::to_json(found, &checked.sources)).collect();
    let accepted: Vec<Value> = checked
        .accepted
        .iter()
        .map(|accepted| {
            let mut found = diag::to_json(&accepted.diagnostic, &checked.sources);
            found["reason"] = json!(accepted.reason);
            found
        })
        .collect();
    json!({
        "study": folder.display_path(),
        "errors": counts.errors,
        "warnings": counts.warnings,
        "advice": counts.advice,
        "fingerprint": checked.study.as_ref().map(|study| &study.fingerprint),
        "diagnostics": found,
        "accepted": accepted,
    })
}
