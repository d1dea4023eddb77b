//! R050: nobody says what passing a check shows.

use diag::{Code, Diagnostic, Severity};

use super::tally::{Tally, count_noun};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R050"),
    name: "check-without-purpose",
    severity: Severity::Advice,
    summary: "a check does not say what passing it shows",
    doc: r#"## What it checks
Every row of the checks file says in column `tests` what passing it shows.

## Why it matters for a study
Checks are kept and copied from study to study. In one study of meaning, one of the two checks in every
list had been made for another criterion, dissimilarity, and could not be used. A sentence per check
makes such a thing visible, and goes into the report.

## Example
```csv
check,a,b,answer
c1,The moon is old.,Green the of.,a
```

## Instead
```csv
check,a,b,answer,tests
c1,The moon is old.,Green the of.,a,"whether the sentence was read: b has no meaning to keep"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut silent = Tally::default();
    for check in &study.checks {
        if check.tests.as_deref().is_none_or(|tests| tests.trim().is_empty()) {
            silent.add(|| (context.check_place(check, "check"), String::new()));
        }
    }
    let verb = |count| if count == 1 { "does" } else { "do" };
    let message = |count| format!("{} {} not say what passing shows", count_noun(count, "check"), verb(count));
    found.extend(silent.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("a check that does not test the criterion it asks about lets careless answers through")
            .help("say in column `tests` what passing shows")
    }));
}
