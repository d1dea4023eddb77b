//! R025: a picture, sound or film is not in the folder.

use std::collections::HashSet;

use diag::{Code, Diagnostic, Severity};

use super::cells::all;
use super::tally::{Tally, count_noun};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R025"),
    name: "missing-media-file",
    severity: Severity::Error,
    summary: "a picture, audio or video file named in the items is not in the study folder",
    doc: r#"## What it checks
Every file named in a column with `content = "image"`, `"audio"` or `"video"` lies in the study folder.

## Why it matters for a study
Participants would see an empty frame and judge it all the same.

## Example
```csv
item,output
1,clips/one.mp3
```
while the folder holds `clips/One.mp3`: upper and lower case count.

## Instead
Put the file there, or correct its name.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut there = HashSet::new();
    let mut missing = Tally::default();
    for cell in all(study).filter(|cell| !cell.content.is_text()) {
        let name = cell.text.trim();
        if name.is_empty() || there.contains(name) {
            continue;
        }
        if context.files.exists(name) {
            there.insert(name);
        } else {
            missing.add(|| (context.cell_place(cell), format!("there is no `{name}`")));
        }
    }
    let verb = |count| if count == 1 { "is" } else { "are" };
    let message = |count| format!("{} {} not in the study folder", count_noun(count, "file"), verb(count));
    found.extend(missing.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("participants would be asked to judge an empty frame")
            .help("put the files into the study folder; upper and lower case matter")
    }));
}
