//! R096: a repetition said to be the same in everything.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R096"),
    name: "deviations-unstated",
    severity: Severity::Warning,
    summary: "a study reproduces another without stating a single difference",
    doc: r#"## What it checks
`reproduces.deviations` is not empty.

## Why it matters for a study
Other people, another year and another page are differences already. When two results disagree, the
list of differences is the first place to look; when it is empty, nobody can tell an oversight from
a true copy.

## Example
```toml
[reproduces]
paper = "Hosking, Tang and Lapata 2022"
```

## Instead
```toml
deviations = [
  { what = "platform", original = "MTurk", here = "Prolific", why = "consistent across labs" },
]
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(reproduces) = &context.file.reproduces else { return };
    if reproduces.deviations.is_empty() {
        found.push(
            RULE.diagnose(
                context.places.find("reproduces"),
                format!("no difference from `{}` is stated", reproduces.paper),
            )
            .with_reason("different people, a different year and a different page are already differences")
            .help("add `deviations = [{ what = \"…\", original = \"…\", here = \"…\" }]`"),
        );
    }
}
