//! `rejudge audit FILE…`: published numbers checked against each other.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use audit::{Audit, FORMAT, Finding, Severity, Verdict};
use clap::Args;
use diag::{Diagnostic, Sources, Style};
use serde_json::{Value, json};

use crate::outcome::{BadInput, Outcome};

/// Check published numbers against each other
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge audit studies/toxicity-pairs/audit.toml
  rejudge audit studies/* --json

The file contains a paper's tables as printed and the relations that must hold between them; see \
docs/reference/audit.md. The exit code is 1 if a number is wrong, mismatched or misleading; notes do not count.")]
pub(crate) struct Arguments {
    /// Audit files, or folders with an audit.toml
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show the checks that passed, too
    #[arg(long)]
    all: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let mut outcome = Outcome::Done;
        let mut shown = Vec::new();
        for path in &self.files {
            let (name, text) = read(path)?;
            let (audit, diagnostics) = audit::audit(&name, &text);
            let mut sources = Sources::default();
            sources.insert(name.clone(), text);
            for found in &diagnostics {
                styled_eprintln!("{}\n", diag::render(found, &sources, Style::Coloured));
            }
            if audit.as_ref().is_none_or(Audit::has_problems) {
                outcome = Outcome::ProblemsFound;
            }
            if self.json {
                shown.push(to_json(&name, audit.as_ref(), &diagnostics, &sources));
            } else if let Some(audit) = &audit {
                print!("{}", self.page(audit));
            }
        }
        if self.json {
            println!("{}", serde_json::to_string_pretty(&json!({ "format": FORMAT, "audits": shown }))?);
        }
        Ok(outcome)
    }

    /// The audit as a person reads it.
    fn page(&self, audit: &Audit) -> String {
        let mut page = format!("{}\n\n", audit.paper);
        for (verdict, finding) in audit.findings() {
            add(&mut page, verdict, finding);
        }
        if self.all {
            for verdict in &audit.verdicts {
                if let Ok(agreement) = &verdict.outcome {
                    let _ = writeln!(
                        page,
                        "agrees      {}, {}\n            {}\n",
                        verdict.id, verdict.place, agreement.how
                    );
                }
            }
        }
        let count = |severity| audit.findings().iter().filter(|(_, finding)| finding.severity == severity).count();
        let counts: Vec<String> = Severity::ALL
            .into_iter()
            .filter(|severity| count(*severity) > 0)
            .map(|severity| format!("{} {}", count(severity), severity.word()))
            .collect();
        let found = if counts.is_empty() { "nothing found".to_owned() } else { counts.join(", ") };
        let _ = writeln!(page, "{} numbers, {} checks: {found}", audit.numbers.len(), audit.verdicts.len());
        page
    }
}

fn read(path: &Path) -> anyhow::Result<(String, String)> {
    let path = if path.is_dir() { path.join("audit.toml") } else { path.to_owned() };
    let name = path.display().to_string();
    let bytes = std::fs::read(&path).map_err(|error| BadInput(format!("`{name}` cannot be read: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| BadInput(format!("`{name}` is not UTF-8 text")))?;
    Ok((name, text))
}

fn add(page: &mut String, verdict: &Verdict, finding: &Finding) {
    let indent = " ".repeat(12);
    let _ = writeln!(page, "{:12}{}, {}", finding.severity.word(), verdict.id, verdict.place);
    let printed = match (finding.expected.as_str(), finding.severity) {
        ("", _) => format!("says: {}", finding.printed),
        (expected, Severity::Note) => format!("printed {}; otherwise {expected}", finding.printed),
        (expected, _) => format!("printed {}, should be {expected}", finding.printed),
    };
    for paragraph in [printed.as_str(), finding.why.as_str()] {
        for line in wrapped(paragraph, 88) {
            let _ = writeln!(page, "{indent}{line}");
        }
    }
    page.push('\n');
}

/// Words in lines of at most so many characters, unless a word is longer.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn to_json(name: &str, audit: Option<&Audit>, diagnostics: &[Diagnostic], sources: &Sources) -> Value {
    let diagnostics: Vec<Value> = diagnostics.iter().map(|found| diag::to_json(found, sources)).collect();
    let checks: Vec<Value> =
        audit.map(|a| a.verdicts.iter().map(|v| verdict_json(v, sources)).collect()).unwrap_or_default();
    json!({
        "file": name,
        "paper": audit.map(|audit| &audit.paper),
        "url": audit.and_then(|audit| audit.url.as_ref()),
        "numbers": audit.map(|audit| audit.numbers.len()),
        "problems": audit.is_none_or(Audit::has_problems),
        "checks": checks,
        "diagnostics": diagnostics,
    })
}

fn verdict_json(verdict: &Verdict, sources: &Sources) -> Value {
    let line = verdict.at.range().and_then(|range| {
        let text = sources.get(verdict.at.file_name())?;
        Some(text.get(..range.start)?.matches('\n').count() + 1)
    });
    let mut value = json!({ "id": verdict.id, "place": verdict.place, "check": verdict.check, "line": line });
    match &verdict.outcome {
        Ok(agreement) => {
            value["verdict"] = json!("agrees");
            value["why"] = json!(agreement.how);
        }
        Err(finding) => {
            value["verdict"] = json!(finding.severity.word());
            value["printed"] = json!(finding.printed);
            value["expected"] = json!(finding.expected);
            value["why"] = json!(finding.why);
        }
    }
    value
}
