//! R120: spans are to be marked in a source that cannot be marked.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Content;

pub(super) const RULE: Rule = Rule {
    code: Code("R120"),
    name: "source-not-markable",
    severity: Severity::Error,
    summary: "spans should be marked in a source that is not shown as plain text",
    doc: r#"## What it checks
The column that `source` names in a response of kind `spans` is among those of `items.show`, as text.

## Why it matters for a study
Participants mark what they see. A column that is not shown cannot be marked, and in markup, a dialogue or a picture there are
no characters to count.

## Example
```toml
[items]
show = ["topic"]

[[criteria]]
response = { kind = "spans", source = "input", categories = [{ id = "error" }] }
```

## Instead
```toml
[items]
show = ["topic", "input"]
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    for (number, criterion) in study.criteria.iter().enumerate() {
        let Some(column) = criterion.response.source() else { continue };
        let place = context.places.find(&format!("criteria.{number}.response.source"));
        let why = "participants can mark only text that is shown as written";
        let Some(shown) = study.source(criterion) else {
            let message = format!("spans should be marked in `{column}`, which is not shown");
            found.push(RULE.diagnose(place, message).with_reason(why).help(format!("add `{column}` to `items.show`")));
            continue;
        };
        if study.shown[shown].content != Content::Text {
            let message = format!("spans should be marked in `{column}`, which is not plain text");
            found.push(
                RULE.diagnose(place, message).with_reason(why).help("leave `content` out where the column is shown"),
            );
        }
    }
}
