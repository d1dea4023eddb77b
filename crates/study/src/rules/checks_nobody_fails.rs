//! R053: failing every check has no consequence.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R053"),
    name: "checks-nobody-fails",
    severity: Severity::Warning,
    summary: "someone can fail every check and still pass",
    doc: r#"## What it checks
`lists.checks.allowed_failures` is smaller than `per_list`.

## Why it matters for a study
Checks that cannot be failed cost participants' time and prove nothing, while the paper will say that
attention was checked.

## Example
```toml
checks = { file = "checks.csv", per_list = 2, allowed_failures = 2 }
```

## Instead
```toml
checks = { file = "checks.csv", per_list = 2, allowed_failures = 1 }
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(checks) = &context.file.lists.checks else { return };
    if checks.per_list > 0 && checks.allowed_failures >= checks.per_list {
        found.push(
            RULE.diagnose(
                context.places.find("lists.checks.allowed_failures"),
                format!(
                    "participants may fail {} of {} checks, so nobody can fail",
                    checks.allowed_failures, checks.per_list
                ),
            )
            .with_reason("checks that cannot be failed prove nothing")
            .help(format!("set `allowed_failures` to {} or less", checks.per_list - 1)),
        );
    }
}
