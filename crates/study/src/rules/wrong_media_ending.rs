//! R026: a file name that does not fit its column's content.

use diag::{Code, Diagnostic, Severity};

use super::cells::all;
use super::tally::{Tally, count_noun};
use super::{Context, Rule};
use crate::file::Content;

pub(super) const RULE: Rule = Rule {
    code: Code("R026"),
    name: "wrong-media-ending",
    severity: Severity::Error,
    summary: "a file's extension does not match the content declared for its column",
    doc: r#"## What it checks
Pictures end in `.png`, `.jpg`, `.jpeg`, `.gif`, `.webp`, `.avif` or `.svg`; audio files in `.mp3`, `.ogg`,
`.oga`, `.opus`, `.wav`, `.m4a`, `.aac` or `.flac`; videos in `.mp4`, `.webm`, `.ogv`, `.m4v` or `.mov`.

## Why it matters for a study
A browser given an audio file where it expects a picture shows nothing, or an error that differs from browser to
browser.

## Example
```toml
[items]
content = "image"
```
```csv
item,output
1,clip.mp3
```

## Instead
Correct `content`, or convert the file to a format that browsers show.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut wrong = Tally::default();
    for cell in all(study) {
        let endings = endings(cell.content);
        let name = cell.text.trim();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        if !endings.is_empty() && !name.is_empty() && !endings.iter().any(|known| known.eq_ignore_ascii_case(ending)) {
            let words = || format!("`{name}` where {} is expected", media_noun(cell.content));
            wrong.add(|| (context.cell_place(cell), words()));
        }
    }
    let verb = |count| if count == 1 { "does" } else { "do" };
    let message = |count| {
        format!("{} {} not have the extension of the declared content", count_noun(count, "file name"), verb(count))
    };
    found.extend(wrong.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("browsers would show nothing, and participants would be asked to judge it")
            .help("correct `content` in `[items]`, or convert the file")
    }));
}

/// Endings that browsers show; none for texts.
fn endings(content: Content) -> &'static [&'static str] {
    match content {
        Content::Text | Content::Markdown | Content::Code | Content::Dialogue => &[],
        Content::Image => &["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"],
        Content::Audio => &["mp3", "ogg", "oga", "opus", "wav", "m4a", "aac", "flac"],
        Content::Video => &["mp4", "webm", "ogv", "m4v", "mov"],
    }
}

fn media_noun(content: Content) -> &'static str {
    match content {
        Content::Text | Content::Markdown | Content::Code | Content::Dialogue => "a text",
        Content::Image => "a picture",
        Content::Audio => "a sound",
        Content::Video => "a film",
    }
}
