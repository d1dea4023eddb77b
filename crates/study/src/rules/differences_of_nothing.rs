//! R122: differences are to be marked where there is nothing to compare.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::Differences;
use crate::file::Content;

pub(super) const RULE: Rule = Rule {
    code: Code("R122"),
    name: "differences-of-nothing",
    severity: Severity::Error,
    summary: "differences should be marked, but there are no two plain texts to compare",
    doc: r#"## What it checks
`items.differences` is `"outputs"`, where some page shows two outputs, or names a shown column; and what is compared is plain
text, set without formulas.

## Why it matters for a study
Participants would be told to look at marks that never come.

## Example
```toml
[items]
show = ["topic"]
differences = "input"
```

## Instead
```toml
[items]
show = ["topic", "input"]
differences = "input"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(study), Some(name)) = (context.study, &context.file.items.differences) else { return };
    let plain = |content: Content| content == Content::Text && !study.rendering.maths;
    let (message, help) = match study.rendering.differences {
        None => (format!("outputs should be compared with `{name}`, which is not shown"), "add it to `items.show`"),
        Some(Differences::Outputs) if study.parts.iter().all(|part| part.design.set_size != 2) => {
            ("two outputs should be compared, but no page shows two".to_owned(), "name a shown column instead")
        }
        Some(Differences::Shown(column)) if !plain(study.shown[column].content) => {
            (format!("`{name}` is not plain text"), "leave `content` and `maths` out")
        }
        Some(_) if !plain(study.content) => {
            ("outputs are not plain text".to_owned(), "leave `content` and `maths` out")
        }
        Some(_) => return,
    };
    let place = context.places.find("items.differences");
    found.push(
        RULE.diagnose(place, message).with_reason("participants would look for marks that are never shown").help(help),
    );
}
