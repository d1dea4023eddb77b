//! R036: the best place of a ranking is the lowest number.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Better;
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R036"),
    name: "ranking-read-backwards",
    severity: Severity::Warning,
    summary: "a ranking does not say that a lower rank is better",
    doc: r#"## What it checks
A criterion asked as `ranking` has `better = "lower"`, or `"neither"`.

## Why it matters for a study
The score of a ranking is the average rank, and the best rank is 1. With `better = "higher"`, or if nothing
is said, the system that came last is treated as the best one.

## Example
```toml
[[criteria]]
id = "simplicity"
question = "Which is easiest to read? Put them in order."
response = { kind = "ranking" }
```

## Instead
```toml
better = "lower"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, criterion) in context.file.criteria.iter().enumerate() {
        let backwards = match criterion.better {
            Some(Better::Higher) | None => true,
            Some(Better::Lower | Better::Neither) => false,
        };
        if backwards && matches!(criterion.response, Response::Ranking(_)) {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("criteria.{index}.better")),
                    format!("`{}` is a ranking, but does not say that a lower rank is better", criterion.id),
                )
                .with_reason("the score is the average rank, and the best rank is 1")
                .help("set `better = \"lower\"`"),
            );
        }
    }
}
