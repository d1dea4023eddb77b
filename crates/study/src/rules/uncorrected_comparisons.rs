//! R085: many comparisons, and no correction for there being many.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::{correction, tested_claims};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R085"),
    name: "uncorrected-comparisons",
    severity: Severity::Warning,
    summary: "more than two systems are tested, but nothing says whether to correct for multiple comparisons",
    doc: r#"## What it checks
With three systems or more, every claim decided by a test has a `correction`, its own or that of
`[analysis]`. Without one, Holm's is used. `correction = "none"` is an answer too. Tests that correct by themselves are left alone.

## Why it matters for a study
Of four equal systems, at least one of the six pairs comes out as significant at 0.05 in about one study of five (20 %;
it would be 26 % if the six tests were independent), unless p-values are corrected. How they are is part of what is
decided before anyone is asked.

## Example
```toml
decided_by = { test = "wilcoxon" }
```

## Instead
```toml
[analysis]
correction = "holm"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let systems = context.file.systems.len();
    if systems < 3 {
        return;
    }
    for (index, claim, test) in tested_claims(context) {
        if !test.test.method().familywise && correction(context, test).is_none() {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("claims.{index}.decided_by")),
                    format!(
                        "claim `{}` is tested among {systems} systems and names no correction, so Holm's is used",
                        claim.id
                    ),
                )
                .with_reason(format!(
                    "{} pairs can be compared, and some differ by chance",
                    systems * (systems - 1) / 2
                ))
                .help("say so with `correction = \"holm\"` in `[analysis]`, or `\"none\"` if none is intended"),
            );
        }
    }
}
