//! R020: characters that nobody sees.

use diag::{Code, Diagnostic, Severity};

use super::cells::texts;
use super::tally::{Tally, count_noun};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R020"),
    name: "invisible-character",
    severity: Severity::Warning,
    summary: "a text contains control, zero-width or direction characters",
    doc: r#"## What it checks
No output and no shown text holds control characters (other than line ends and tabs), zero-width
spaces, byte order marks or soft hyphens; nor, in a study whose language is written from left to
right, characters that switch the direction of writing. Joiners used in Arabic script, in Indic
scripts and in emoji are left alone.

## Why it matters for a study
They change what is shown (words break, or run backwards) without being visible in the file. They also
make equal texts unequal, and spans marked by participants shift.

## Example
A zero-width space copied from a web page: `sun<U+200B>flower`.

## Instead
Remove them from the file, for every system alike.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let direction = if right_to_left(&study.about.language) { Direction::Legitimate } else { Direction::Reported };
    let mut invisible = Tally::default();
    for cell in texts(study) {
        // Bytes alone tell for most texts that there is nothing to find.
        if cell.text.bytes().all(|byte| (0x20..0x7f).contains(&byte) || byte == b'\n') {
            continue;
        }
        if let Some((at, c)) = cell.text.char_indices().find(|(_, c)| is_invisible(*c, direction)) {
            invisible.add(|| {
                let words = format!(
                    "U+{:04X} after {}",
                    u32::from(c),
                    count_noun(cell.text[..at].chars().count(), "character")
                );
                (context.cell_place(cell), words)
            });
        }
    }
    found.extend(
        invisible.report(&RULE, |count| format!("invisible characters in {}", count_noun(count, "text"))).map(
            |diagnostic| {
                diagnostic
                    .with_reason("they change what is shown without being visible in the file")
                    .help("remove them, for every system alike")
            },
        ),
    );
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Legitimate,
    Reported,
}

fn is_invisible(c: char, direction: Direction) -> bool {
    match c {
        '\n' | '\r' | '\t' => false,
        '\u{00ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => true,
        '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            direction == Direction::Reported
        }
        _ => c.is_control(),
    }
}

/// Whether the language of a BCP 47 tag is usually written from right to left.
fn right_to_left(tag: &str) -> bool {
    let language = tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "syr", "ug", "ur", "yi"].contains(&language.as_str())
}
