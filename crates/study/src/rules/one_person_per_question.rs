//! R002: agreement is to be measured, but nobody answers the same question twice.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R002"),
    name: "one-person-per-question",
    severity: Severity::Warning,
    summary: "agreement cannot be measured when one person answers each question",
    doc: r#"## What it checks
`lists.completions` is at least 2 when `analysis.agreement` is on, which it is unless switched off.

## Why it matters for a study
Agreement compares people who answered the same question. With one person per question nothing can
be said about how far another group of people would have answered alike.

## Example
```toml
[lists]
questions = 30
completions = 1
```

## Instead
Ask at least two people, better three or more:
```toml
completions = 3
```
or say that agreement will not be measured: `analysis.agreement = false`.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if context.file.analysis.agreement && context.file.lists.completions == 1 {
        found.push(
            RULE.diagnose(
                context.places.find("lists.completions"),
                "one person answers each question, but agreement should be measured",
            )
            .with_reason("agreement compares people who answered the same question")
            .help("set `completions` to 2 or more, or `agreement = false` in `[analysis]`"),
        );
    }
}
