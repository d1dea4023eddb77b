//! R080: a level at which nothing, or anything, is significant.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::tested_claims;
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R080"),
    name: "alpha-out-of-range",
    severity: Severity::Error,
    summary: "a significance level is not between 0 and 0.5",
    doc: r#"## What it checks
`analysis.alpha`, and the `alpha` of every claim, is more than 0 and at most 0.5.

## Why it matters for a study
At 0.95 nearly every difference is significant; most likely the confidence level was meant. At 0 no difference ever
is.

## Example
```toml
[analysis]
alpha = 0.95
```

## Instead
```toml
[analysis]
alpha = 0.05
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut levels = vec![("analysis.alpha".to_owned(), context.file.analysis.alpha)];
    for (index, _, test) in tested_claims(context) {
        levels.extend(test.alpha.map(|alpha| (format!("claims.{index}.decided_by.alpha"), alpha)));
    }
    for (path, alpha) in levels {
        if !(alpha > 0.0 && alpha <= 0.5) {
            let meant = if alpha > 0.5 && alpha < 1.0 { 1.0 - alpha } else { 0.05 };
            found.push(
                RULE.diagnose(context.places.find(&path), format!("`alpha = {alpha}` is not a significance level"))
                    .with_reason("a significance level is a probability, greater than 0 and at most 0.5")
                    .help(format!("write `alpha = {meant:.2}`")),
            );
        }
    }
}
