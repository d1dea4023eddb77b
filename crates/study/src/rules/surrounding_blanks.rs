//! R022: outputs that begin or end with blanks.

use diag::{Code, Diagnostic, Severity};

use super::cells::{Column, texts};
use super::tally::{Tally, count_noun};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R022"),
    name: "surrounding-blanks",
    severity: Severity::Advice,
    summary: "outputs begin or end with whitespace",
    doc: r#"## What it checks
No output begins or ends with blanks or line ends.

## Why it matters for a study
Blanks indent a text or leave a gap below it. When only one system has them, attentive participants
can tell it apart, and equal texts count as different.

## Example
```csv
item,gpt2
1," the moon is old"
```

## Instead
Trim the outputs of every system alike.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut blanks = Tally::default();
    for cell in texts(study) {
        let Column::Output(system) = cell.column else { continue };
        let trimmed = cell.text.trim();
        if !trimmed.is_empty() && trimmed.len() < cell.text.len() {
            blanks.add(|| (context.cell_place(cell), format!("`{}`", study.systems[system].id.0)));
        }
    }
    let verb = |count| if count == 1 { "begins or ends" } else { "begin or end" };
    let message = |count| format!("{} {} with whitespace", count_noun(count, "output"), verb(count));
    found.extend(blanks.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("if only some systems have it, participants can recognise them")
            .help("trim the outputs of every system alike")
    }));
}
