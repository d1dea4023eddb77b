//! R058: who failed the checks is marked, and nothing says what becomes of them.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::{Exclusion, OnFailure};

pub(super) const RULE: Rule = Rule {
    code: Code("R058"),
    name: "flagged-but-not-decided",
    severity: Severity::Warning,
    summary: "failed checks are only marked, and no rule says whether they count",
    doc: r#"## What it checks
With `on_failure = "flag"`, `analysis.exclude` says whether sessions that failed checks are left out.

## Why it matters for a study
Deciding after seeing the answers whose answers count is among the flaws found in published evaluations,
even when it is done with the best intentions.

## Example
```toml
checks = { file = "checks.csv", per_list = 2, on_failure = "flag" }
```

## Instead
Fix it beforehand:
```toml
[analysis]
exclude = [{ rule = "failed-checks" }]
```
or let failing have its consequence at once: `on_failure = "replace"`.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(checks) = &context.file.lists.checks else { return };
    if checks.on_failure == OnFailure::Flag && !context.file.analysis.exclude.contains(&Exclusion::FailedChecks) {
        found.push(
            RULE.diagnose(
                context.places.find("lists.checks.on_failure"),
                "failed checks are marked, but no rule says whether they count",
            )
            .with_reason("deciding afterwards whose answers count is choosing the result")
            .help("add `exclude = [{ rule = \"failed-checks\" }]` to `[analysis]`, or set `on_failure = \"replace\"`"),
        );
    }
}
