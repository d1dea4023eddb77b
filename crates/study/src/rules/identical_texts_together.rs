//! R013: people are asked to choose between two texts that are the same.

use std::collections::BTreeSet;

use diag::{Code, Diagnostic, Severity};

use super::tally::{Tally, count_noun};
use super::{Context, Rule};
use crate::amount::pairs_shown;

pub(super) const RULE: Rule = Rule {
    code: Code("R013"),
    name: "identical-texts-together",
    severity: Severity::Warning,
    summary: "two systems' outputs for an item are the same text and would be shown side by side",
    doc: r#"## What it checks
For pairs, rankings and best-worst: the outputs of one item that can be shown together differ.

## Why it matters for a study
A choice between two identical texts is a coin toss that looks like a judgement. In one published
study every tenth pair was identical; most of those choices fell on the left-hand side, and all of
them were counted as wins and losses.

## Example
```csv
item,vae,hrq
3,What is the age of the moon?,What is the age of the moon?
```

## Instead
Leave such items out, or accept the finding and report how many there were. Where "equal" is offered
people can at least say so.
```toml
[accept]
R013 = "182 of 1800 pairs, as in the original; reported apart"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let shown = study.parts.iter().flat_map(|part| pairs_shown(study.systems.len(), &part.design));
    let pairs: BTreeSet<(usize, usize)> = shown.collect();
    let mut same = Tally::default();
    let mut shown = 0_usize;
    for (index, item) in study.items.iter().enumerate() {
        for (a, b) in &pairs {
            let (Some(Some(one)), Some(Some(other))) = (item.outputs.get(*a), item.outputs.get(*b)) else { continue };
            shown += 1;
            if one.trim() == other.trim() {
                same.add(|| {
                    let words = format!("the same as the output of `{}`", study.systems[*a].id.0);
                    (context.output_place(index, *b), words)
                });
            }
        }
    }
    let message = |count| format!("identical texts in {count} of {} of outputs", count_noun(shown, "pair"));
    found.extend(same.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("a choice between identical texts is a coin toss that is counted as a judgement")
            .help("leave those items out, or accept this finding and report how many there were")
    }));
}
