//! R030: nobody says which number the lowest point is.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R030"),
    name: "scale-without-minimum",
    severity: Severity::Warning,
    summary: "a rating scale does not say which number its lowest point is",
    doc: r#"## What it checks
Every `rating` has a `minimum`.

## Why it matters for a study
Means of a scale from 0 to 3 and of one from 1 to 4 differ by one. The coefficient of variation used
to compare reproductions (CV*) needs the scale shifted to start at zero. If that is forgotten, it comes
out too low: means of 3.71 and 3.12 on a scale from 1 to 4 give 17.2 instead of 24.4, which is 29 % less.

## Example
```toml
response = { kind = "rating", points = 4 }
```

## Instead
```toml
response = { kind = "rating", points = 4, minimum = 1 }
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, criterion) in context.file.criteria.iter().enumerate() {
        if let Response::Rating(rating) = &criterion.response
            && rating.minimum.is_none()
        {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("criteria.{index}.response")),
                    format!(
                        "the {}-point scale of `{}` does not say which number its lowest point is",
                        rating.points, criterion.id
                    ),
                )
                .with_reason("means cannot be compared, nor CV* computed, without knowing where the scale begins")
                .help("add `minimum = 1`, or whatever number the lowest point has"),
            );
        }
    }
}
