//! R052: a list should contain more checks than there are.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Criteria;

pub(super) const RULE: Rule = Rule {
    code: Code("R052"),
    name: "too-few-checks",
    severity: Severity::Error,
    summary: "a list should contain more checks than there are",
    doc: r#"## What it checks
`lists.checks.per_list` is not larger than the number of checks; with criteria asked apart, than the
number of checks of each criterion.

## Why it matters for a study
A check shown twice in one list is no check the second time.

## Example
`checks.csv` has two rows:
```toml
checks = { file = "checks.csv", per_list = 3 }
```

## Instead
Write a third check, or set `per_list = 2`.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(study), Some(checks)) = (context.study, &context.file.lists.checks) else { return };
    let most = match study.lists.criteria {
        Criteria::Together => study.checks.len(),
        Criteria::Apart => (0..study.criteria.len())
            .map(|criterion| study.checks.iter().filter(|check| check.criterion == criterion).count())
            .min()
            .unwrap_or(0),
    };
    // Without a single usable row the file itself has been reported.
    if !study.checks.is_empty() && checks.per_list as usize > most {
        found.push(
            RULE.diagnose(
                context.places.find("lists.checks.per_list"),
                format!("each list should contain {} checks, but the file has {most}", checks.per_list),
            )
            .with_reason("a check shown twice in one list is no check the second time")
            .help(format!("add checks to `{}`, or set `per_list = {most}`", checks.file)),
        );
    }
}
