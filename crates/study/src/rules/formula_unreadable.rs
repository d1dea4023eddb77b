//! R121: a formula cannot be set.

use diag::{Code, Diagnostic, Place, Severity};

use super::cells::texts;
use super::tally::{Tally, count_noun};
use super::{Context, Rule};
use crate::dialogue::turns;
use crate::file::Content;
use crate::formula::{Formula, formulas};

pub(super) const RULE: Rule = Rule {
    code: Code("R121"),
    name: "formula-unreadable",
    severity: Severity::Warning,
    summary: "a LaTeX formula cannot be rendered and is shown as written",
    doc: r#"## What it checks
With `items.maths = true`, every formula in the items, in questions, definitions and the study's own texts can be read: braces
close, commands are known.

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
    let mut look = |text: &str, place: &dyn Fn(&Formula) -> Place| {
        for formula in formulas(text) {
            if let Some(why) = formula.problem() {
                unreadable.add(|| (place(&formula), format!("`{}`: {why}", formula.latex)));
            }
        }
    };
    for cell in texts(study) {
        match cell.content {
            Content::Text | Content::Markdown => look(cell.text, &|_| context.cell_place(cell)),
            Content::Dialogue => turns(cell.text)
                .unwrap_or_default()
                .iter()
                .for_each(|turn| look(&turn.words, &|_| context.cell_place(cell))),
            Content::Code | Content::Image | Content::Audio | Content::Video => {}
        }
    }
    for (number, criterion) in study.criteria.iter().enumerate() {
        let written = |key: &str| context.places.find(&format!("criteria.{number}.{key}"));
        look(&criterion.question, &|_| written("question"));
        look(criterion.definition.as_deref().unwrap_or_default(), &|_| written("definition"));
    }
    for text in context.texts {
        look(&text.text, &|formula| Place::text(text.file.as_str(), formula.range.clone()));
    }
    let message = |count| format!("{} cannot be rendered", count_noun(count, "formula"));
    found.extend(unreadable.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("participants would see LaTeX commands instead of a formula")
            .help("correct the LaTeX, or accept this finding if a system wrote it that way")
    }));
}
