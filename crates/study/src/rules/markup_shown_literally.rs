//! R017: markup in a text that is shown exactly as written.

use diag::{Code, Diagnostic, Severity};

use super::cells::texts;
use super::markup::{entity, html_tag};
use super::tally::{Tally, count_noun};
use super::{Context, Rule};
use crate::file::Content;

pub(super) const RULE: Rule = Rule {
    code: Code("R017"),
    name: "markup-shown-literally",
    severity: Severity::Warning,
    summary: "a plain text contains tags or entities that participants would see as such",
    doc: r#"## What it checks
No cell with `content = "text"` holds HTML tags (`<b>`, `<br>`) or character entities (`&amp;`,
`&#39;`).

## Why it matters for a study
Plain text is shown exactly as written, so participants read `&#39;` where the author meant an
apostrophe. Other interfaces take the same file as markup: in one study the survey tool swallowed the end
of a text that held something like a tag. Two studies with one file then show different texts.

## Example
```csv
item,vae
5,Isn&#39;t this the <b>third</b> edition?
```

## Instead
Write the characters themselves (`Isn't`), or, if the markup is meant, say that it is:
```toml
[items]
content = "markdown"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut marked = Tally::default();
    for cell in texts(study).filter(|cell| cell.content == Content::Text) {
        if let Some(range) = html_tag(cell.text).or_else(|| entity(cell.text)) {
            marked.add(|| (context.cell_place(cell), format!("`{}`", &cell.text[range])));
        }
    }
    let message = |count| format!("markup in {} would be shown literally", count_noun(count, "plain text"));
    found.extend(marked.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("participants would read the tags and entities instead of what they stand for")
            .help("write the characters themselves, or set `content = \"markdown\"` if the markup is meant")
    }));
}
