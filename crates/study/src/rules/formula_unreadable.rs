//! R121: a formula cannot be set.

use diag::{Code, Diagnostic, Severity};

use super::cells::texts;
use super::tally::{Tally, counted};
use super::{Context, Rule};
use crate::file::Content;
use crate::formula::formulas;

pub(super) const RULE: Rule = Rule {
    code: Code("R121"),
    name: "formula-unreadable",
    severity: Severity::Warning,
    summary: "a LaTeX formula cannot be set and is shown as it is written",
    doc: r#"## What it checks
With `items.maths = true`, every formula in the texts can be read: braces close, commands are known.

## Why it matters for a study
A formula that cannot be set is shown as LaTeX. Participants would judge commands instead of mathematics, and a system whose
formulas are sound would be compared with one whose formulas nobody can see.

## Example
```toml
[items]
maths = true
```
```csv
item,one
1,The mean is $\frac{1}{n \sum x_i$.
```

## Instead
```csv
item,one
1,The mean is $\frac{1}{n} \sum x_i$.
```
If a system wrote it that way and this is to be judged, accept the warning.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study.filter(|study| study.rendering.maths) else { return };
    let mut unreadable = Tally::default();
    for cell in texts(study).filter(|cell| matches!(cell.content, Content::Text | Content::Markdown)) {
        for formula in formulas(cell.text) {
            if let Some(why) = formula.problem() {
                unreadable.see(|| (context.cell_place(cell), format!("`{}`: {why}", formula.latex)));
            }
        }
    }
    let message = |count| format!("{} cannot be set", counted(count, "formula"));
    found.extend(unreadable.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .why("participants would see LaTeX commands instead of a formula")
            .help("put the LaTeX right, or accept this where a system wrote it so")
    }));
}
