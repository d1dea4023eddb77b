//! R011: an output is nothing but blanks.

use diag::{Code, Diagnostic, Severity};

use super::cells::{Column, texts};
use super::tally::{Tally, count_noun};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R011"),
    name: "blank-output",
    severity: Severity::Error,
    summary: "an output contains only whitespace",
    doc: r#"## What it checks
Every output that is there holds at least one visible character.

## Why it matters for a study
Participants are shown an empty box and asked how good it is. Some take it for a fault of the page,
some for the worst output, some for the best; the answers say nothing about the system.

## Example
```csv
item,vae
1,"   "
```

## Instead
Find out why the system gave nothing. If it really did, leave the cell empty, set
`items.allow_missing = true`, and report how many outputs were empty.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut blank = Tally::default();
    for cell in texts(study) {
        let Column::Output(system) = cell.column else { continue };
        if !cell.text.chars().any(|c| !c.is_whitespace() && !is_invisible(c)) {
            blank.add(|| {
                let words = format!("`{}` for item `{}`", study.systems[system].id.0, study.items[cell.item].id.0);
                (context.cell_place(cell), words)
            });
        }
    }
    found.extend(blank.report(&RULE, |count| format!("{} only whitespace", holds(count))).map(|diagnostic| {
        diagnostic
            .with_reason("participants would be asked to judge an empty box")
            .help("put the output there, or leave the cell empty and set `allow_missing = true` in `[items]`")
    }));
}

fn holds(count: usize) -> String {
    format!("{} {}", count_noun(count, "output"), if count == 1 { "holds" } else { "hold" })
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}') || c.is_control()
}
