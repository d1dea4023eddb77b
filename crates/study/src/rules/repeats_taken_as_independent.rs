//! R104: a test that takes repeated judgements as independent decides a claim.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::tested_claims;
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R104"),
    name: "repeats-taken-as-independent",
    severity: Severity::Warning,
    summary: "a claim's test ignores that judgements by one person, or of one output, are related",
    doc: r#"## What it checks
No claim of a new study is decided by a test that treats judgements or items as independent (t-tests, one-way analysis of
variance, the tests by ranks, the sign test), nor by the ordinal model, which accounts for people and items but not for single
outputs and people's tastes. A study that reproduces another may repeat its test.

## Why it matters for a study
Judgements of one output share its quality, and judgements by one person that person's taste. In simulated studies
without any difference between systems, such tests found one in 6 to 38 of 100 comparisons at a level of 0.05; with
the mixed model it is 5. How often decisions are wrong, in the methods, has the numbers.

## Example
```toml
decided_by = { test = "student-t" }
```

## Instead
```toml
decided_by = { test = "mixed-model" }
```
The t-test is computed as well.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if context.file.reproduces.is_some() {
        return;
    }
    for (index, claim, test) in tested_claims(context) {
        let method = test.test.method();
        if method.assumes.ignores_tastes() {
            let place = context.places.find(&format!("claims.{index}.decided_by.test"));
            let message =
                format!("claim `{}` is decided by the {}, which {}", claim.id, method.words, method.assumes.words());
            found.push(
                RULE.diagnose(place, message)
                    .with_reason(
                        "judgements of one output, or by one person, are correlated, so the test finds differences that do not exist",
                    )
                    .help("use `test = \"mixed-model\"`; the other test is computed as well"),
            );
        }
    }
}
