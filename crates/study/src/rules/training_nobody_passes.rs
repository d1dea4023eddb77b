//! R057: a training that cannot be passed.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R057"),
    name: "training-nobody-passes",
    severity: Severity::Error,
    summary: "more right answers are asked for than there are training questions",
    doc: r#"## What it checks
`training.pass` is not larger than the number of training questions, and `training.attempts` is at
least one.

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
    let why = "nobody would reach the first question";
    if training.attempts == 0 {
        found.push(
            RULE.at(context.places.of("training.attempts"), "the training may be tried zero times")
                .why(why)
                .help("set `attempts` to 1 or more"),
        );
    }
    let there = study.training.len();
    if let Some(pass) = training.pass
        && there > 0
        && pass as usize > there
    {
        found.push(
            RULE.at(
                context.places.of("training.pass"),
                format!("{pass} right answers are needed, but there are {there} questions"),
            )
            .why(why)
            .help(format!("set `pass` to {there} or less, or leave it out")),
        );
    }
}
