//! R057: a training that cannot be passed.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R057"),
    name: "training-nobody-passes",
    severity: Severity::Error,
    summary: "more right answers are required than there are training questions",
    doc: r#"## What it checks
`training.pass` is not larger than the number of training questions.

## Why it matters for a study
Nobody would reach the first question, and everybody would have to be paid for trying.

## Example
`training.csv` has three rows:
```toml
[training]
file = "training.csv"
pass = 4
```

## Instead
```toml
pass = 3
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(study), Some(training)) = (context.study, &context.file.training) else { return };
    let there = study.training.len();
    if let Some(pass) = training.pass
        && there > 0
        && pass as usize > there
    {
        found.push(
            RULE.diagnose(
                context.places.find("training.pass"),
                format!("{pass} right answers are needed, but there are {there} questions"),
            )
            .with_reason("nobody would reach the first question")
            .help(format!("set `pass` to {there} or less, or leave it out")),
        );
    }
}
