//! R021: a text that was read in the wrong encoding once.

use std::ops::Range;

use diag::{Code, Diagnostic, Severity};

use super::cells::texts;
use super::tally::{Tally, count_noun};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R021"),
    name: "broken-encoding",
    severity: Severity::Warning,
    summary: "a text was read in the wrong encoding: `Ã©` for `é`",
    doc: r#"## What it checks
No output and no shown text holds the traces of UTF-8 read as Latin-1 (`Ã©` for `é`, `â€™` for `’`) or
the replacement character `�`.

## Why it matters for a study
Participants take the garbled characters for errors made by the system and rate it down. If only one system's
file was read wrongly, the difference between systems is the encoding.

## Example
```csv
item,vae
2,The cafÃ© isnâ€™t open.
```

## Instead
Make the items file again from its source, reading it as UTF-8:
```csv
item,vae
2,The café isn’t open.
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut broken = Tally::default();
    for cell in texts(study).filter(|cell| !cell.text.is_ascii()) {
        if let Some(range) = trace(cell.text) {
            broken.add(|| (context.cell_place(cell), format!("`{}`", &cell.text[range])));
        }
    }
    found.extend(broken.report(&RULE, |count| format!("garbled characters in {}", count_noun(count, "text"))).map(
        |diagnostic| {
            diagnostic
                .with_reason("participants take them for errors made by the system")
                .help("create the file again from its source, reading it as UTF-8")
        },
    ));
}

/// The first pair of characters that only a wrong reading produces. A lead byte of UTF-8 read as
/// Latin-1 is `Â`, `Ã` or `â`; what follows it stands in U+0080..U+00BF, or where Windows puts
/// those bytes, and hardly ever follows these letters in a real word.
fn trace(text: &str) -> Option<Range<usize>> {
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let Some((next_at, next)) = characters.peek().copied() else {
            return (c == '\u{fffd}').then_some(at..text.len());
        };
        let end = next_at + next.len_utf8();
        match c {
            '\u{fffd}' => return Some(at..next_at),
            'Ã' if matches!(next, '\u{80}'..='\u{bf}' | '€' | '‚' | 'ƒ' | '„' | '…' | '†' | '‡' | '™' | 'š' | 'œ') =>
            {
                return Some(at..end);
            }
            'Â' if matches!(next, '\u{80}'..='\u{9f}' | '\u{a0}'..='\u{bf}') => return Some(at..end),
            'â' if matches!(next, '€' | '\u{80}') => return Some(at..end),
            _ => {}
        }
    }
    None
}
