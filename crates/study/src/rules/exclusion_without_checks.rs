//! R075: sessions that failed checks are left out, but there are none.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Exclusion;

pub(super) const RULE: Rule = Rule {
    code: Code("R075"),
    name: "exclusion-without-checks",
    severity: Severity::Warning,
    summary: "an exclusion rule refers to checks, but there are none",
    doc: r#"## What it checks
`analysis.exclude` has `failed-checks` only when the study has `lists.checks`.

## Why it matters for a study
The rule excludes nobody, while the report says that people who failed checks were excluded.

## Example
```toml
[analysis]
exclude = [{ rule = "failed-checks" }]
```
and no `lists.checks`.

## Instead
Add checks, or leave the rule out.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let rule = context.file.analysis.exclude.iter().position(|exclusion| *exclusion == Exclusion::FailedChecks);
    if let Some(index) = rule
        && context.file.lists.checks.is_none()
    {
        found.push(
            RULE.diagnose(
                context.places.find(&format!("analysis.exclude.{index}")),
                "sessions that failed checks should be excluded, but there are no checks",
            )
            .with_reason("the report would say that such sessions were excluded")
            .help("add `checks` to `[lists]`, or leave the rule out"),
        );
    }
}
