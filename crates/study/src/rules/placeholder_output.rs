//! R012: an output is the word some program writes for "nothing".

use diag::{Code, Diagnostic, Severity};

use super::cells::texts;
use super::tally::{Tally, count_noun};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R012"),
    name: "placeholder-output",
    severity: Severity::Warning,
    summary: "a text is literally `nan`, `None`, `null` or the like",
    doc: r#"## What it checks
No output and no shown text is exactly one of the words that programs write for a missing value:
`nan`, `NaN`, `None`, `null`, `NULL`, `N/A`, `#N/A`, `undefined`, `NaT`, `<NA>`.

## Why it matters for a study
A missing cell that went through a spreadsheet or a data frame comes back as a word. People have been
paid to rate the fluency of "nan".

## Example
```csv
item,vae,hrq
7,nan,What is the age of the moon?
```

## Instead
Put the real output there, or leave the cell empty. If the system really wrote that word, accept the
finding with a reason:
```toml
[accept]
R012 = "item 7: the system's output is the word None"
```
"#,
    check,
};

const WORDS: [&str; 14] =
    ["nan", "NaN", "NAN", "None", "none", "null", "NULL", "Null", "N/A", "n/a", "#N/A", "undefined", "NaT", "<NA>"];

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut placeholders = Tally::default();
    for cell in texts(study) {
        // The longest word has nine letters; a longer cell need not be looked at.
        if cell.text.len() < 32 && WORDS.contains(&cell.text.trim()) {
            placeholders.add(|| (context.cell_place(cell), format!("`{}`", cell.text.trim())));
        }
    }
    let words = |count| if count == 1 { "is a word" } else { "are words" };
    let message =
        |count| format!("{} {} that programs write for a missing value", count_noun(count, "text"), words(count));
    found.extend(placeholders.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("participants would be asked to judge a word that no system wrote")
            .help("put the real text there, or leave the cell empty")
    }));
}
