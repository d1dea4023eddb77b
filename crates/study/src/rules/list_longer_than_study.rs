//! R042: one list asks for more questions than there are.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::amount::Amount;

pub(super) const RULE: Rule = Rule {
    code: Code("R042"),
    name: "list-longer-than-study",
    severity: Severity::Error,
    summary: "a list asks for more questions than the whole study has",
    doc: r#"## What it checks
`lists.questions` is not larger than the number of questions that items, systems and criteria make.

## Why it matters for a study
Lists would be shorter than announced, and the payment worked out for a full list. Mostly the number
was meant for another items file.

## Example
12 items with 3 systems make 36 questions:
```toml
[lists]
questions = 60
```

## Instead
```toml
[lists]
questions = 36
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let amount = Amount::from_study(study);
    // Criteria asked apart have lists of their own, each with every page once.
    let there = amount.questions();
    if there > 0 && u64::from(study.lists.questions) > there {
        found.push(
            RULE.diagnose(
                context.places.find("lists.questions"),
                format!("a list of {} questions, but the study has only {there}", study.lists.questions),
            )
            .with_reason("lists would be shorter than participants are told and paid for")
            .help(format!("set `questions` to {there} or less, or add items")),
        );
    }
}
