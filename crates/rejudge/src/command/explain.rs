//! `rejudge explain CODE`: the long text of one finding.

use clap::Args;
use serde_json::{Value, json};
use study::Explanation;

use crate::outcome::{BadUsage, Outcome};

/// Explain one finding of `rejudge check` or `rejudge audit`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  rejudge explain R001\n  rejudge explain --list")]
pub(crate) struct Arguments {
    /// The code, such as R001, or its name
    #[arg(required_unless_present = "list")]
    code: Option<String>,
    /// List every code with a one-line description
    #[arg(long)]
    list: bool,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Prints the text.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.code.as_deref().filter(|_| !self.list) {
            Some(code) => {
                let explanation = find_explanation(code).ok_or_else(|| unknown(code))?;
                if self.json {
                    println!("{}", to_json(&explanation));
                } else {
                    println!("{}", text(&explanation));
                }
            }
            None if self.json => {
                let all: Vec<Value> = all().iter().map(to_json).collect();
                println!("{}", json!({ "format": 1, "codes": all }));
            }
            None => {
                for explanation in all() {
                    println!("{}  {:<8}{}", explanation.code, explanation.severity.word(), explanation.summary);
                }
            }
        }
        Ok(Outcome::Done)
    }
}

/// Every code of a study and of an audit file, in order.
fn all() -> Vec<Explanation> {
    let mut all = study::explanations();
    all.extend(audit::EXPLANATIONS);
    all.sort_by_key(|explanation| explanation.code);
    all
}

/// Every code, and every name of one.
pub(crate) fn codes() -> Vec<&'static str> {
    all().iter().flat_map(|explanation| [explanation.code.0, explanation.name]).collect()
}

fn find_explanation(code: &str) -> Option<Explanation> {
    all().into_iter().find(|explanation| {
        explanation.code.0.eq_ignore_ascii_case(code) || explanation.name.eq_ignore_ascii_case(code)
    })
}

fn text(explanation: &Explanation) -> String {
    let Explanation { code, name, severity, summary, doc } = explanation;
    format!("{code} {name} ({})\n{summary}\n\n{}", severity.word(), doc.trim_end())
}

fn to_json(explanation: &Explanation) -> Value {
    json!({
        "code": explanation.code.0,
        "name": explanation.name,
        "severity": explanation.severity.word(),
        "summary": explanation.summary,
        "doc": explanation.doc,
    })
}

fn unknown(code: &str) -> BadUsage {
    match diag::nearest(code, codes()) {
        Some(nearest) => BadUsage(format!("there is no code `{code}`; did you mean `{nearest}`?")),
        None => BadUsage(format!("there is no code `{code}`; `rejudge explain --list` shows all")),
    }
}
