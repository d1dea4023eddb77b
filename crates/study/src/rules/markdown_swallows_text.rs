//! R019: characters that disappear when a text is taken as Markdown.

use std::ops::Range;

use diag::{Code, Diagnostic, Severity};

use super::cells::texts;
use super::markup::unknown_tag;
use super::tally::{Tally, count_noun};
use super::{Context, Rule};
use crate::file::Content;

pub(super) const RULE: Rule = Rule {
    code: Code("R019"),
    name: "markdown-swallows-text",
    severity: Severity::Warning,
    summary: "a text read as Markdown would lose characters",
    doc: r#"## What it checks
No cell with `content = "markdown"` holds words in angle brackets that are no HTML (`<unk>`, `<name>`),
nor a product such as `2*3*4`.

## Why it matters for a study
Markdown removes unknown tags and turns stars into emphasis, so participants judge a text that the
system did not write, and nobody can tell from the answers.

## Example
```toml
[items]
content = "markdown"
```
```csv
item,lbow
9,what is 2*3*4 of the <unk> ?
```

## Instead
Show the text as it is with `content = "text"`, or write `\<unk>` and `2\*3\*4`.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut swallowed = Tally::default();
    for cell in texts(study).filter(|cell| cell.content == Content::Markdown) {
        if let Some(range) = find_unescaped(cell.text).or_else(|| product(cell.text)) {
            swallowed.add(|| (context.cell_place(cell), format!("`{}`", &cell.text[range])));
        }
    }
    let message = |count| format!("Markdown would swallow characters of {}", count_noun(count, "text"));
    found.extend(swallowed.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("participants would judge a text that the system did not write")
            .help("set `content = \"text\"`, or put a backslash before the character")
    }));
}

fn find_unescaped(text: &str) -> Option<Range<usize>> {
    unknown_tag(text).filter(|range| !text[..range.start].ends_with('\\'))
}

/// `2*3*4`: two stars, each between characters that are neither blank nor star, the outer ones digits.
fn product(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let stars: Vec<usize> = text.match_indices('*').map(|(at, _)| at).collect();
    stars
        .windows(2)
        .find(|pair| digit(pair[0].checked_sub(1)) && digit(Some(pair[0] + 1)) && digit(Some(pair[1] + 1)))
        .map(|pair| pair[0] - 1..pair[1] + 2)
}
