//! R111: a cell that is to be a conversation has no turns.

use diag::{Code, Diagnostic, Severity};

use super::cells::texts;
use super::tally::{Tally, count_noun};
use super::{Context, Rule};
use crate::dialogue::turns;
use crate::file::Content;

pub(super) const RULE: Rule = Rule {
    code: Code("R111"),
    name: "dialogue-without-turns",
    severity: Severity::Error,
    summary: "a conversation cannot be split into turns",
    doc: r#"## What it checks
Every cell with `content = "dialogue"` is a JSON list of `{"role": …, "content": …}`, or lines that begin with a name and a
colon.

## Why it matters for a study
Participants see turns, each with its speaker. A text without them would be shown as one block, and who said what would be
anyone's guess.

## Example
```toml
[items]
content = "dialogue"
```
```csv
item,one
1,Hello! How can I help you?
```

## Instead
```csv
item,one
1,"User: Hi.
Assistant: Hello! How can I help you?"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut without = Tally::default();
    for cell in texts(study).filter(|cell| cell.content == Content::Dialogue && !cell.text.trim().is_empty()) {
        if turns(cell.text).is_none() {
            without.add(|| (context.cell_place(cell), "no turns".to_owned()));
        }
    }
    let message = |count| format!("{} without turns", count_noun(count, "conversation"));
    found.extend(without.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("participants could not see who says what")
            .help("write a JSON list of `role` and `content`, or begin each turn with `Name:`")
    }));
}
