//! R047: the questions do not fill the lists.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::amount::Amount;

pub(super) const RULE: Rule = Rule {
    code: Code("R047"),
    name: "lists-shorter-than-stated",
    severity: Severity::Advice,
    summary: "the questions do not fill a whole number of lists",
    doc: r#"## What it checks
The pages of the study are a multiple of the pages of a list.

## Why it matters for a study
Pages are dealt out evenly, so lists come out shorter than stated, some of them by a page more than
others. People get different amounts of work for the same pay, and nothing named in `lists.balance`
comes out exactly even.

## Example
100 pages in lists of 30 make four lists of 25:
```toml
[lists]
questions = 30
```

## Instead
State a length that divides, 20 or 25 here; or add or drop items.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let Amount { pages, pages_per_list, lists, questions_per_page, .. } = Amount::of(study);
    // Longer than the whole study is R042.
    if pages < pages_per_list || pages.is_multiple_of(pages_per_list) {
        return;
    }
    let (shortest, longest) = (pages / lists, pages.div_ceil(lists));
    let lengths = if shortest == longest { format!("{longest}") } else { format!("{shortest} or {longest}") };
    let divides = (1..=pages_per_list.saturating_mul(2).min(pages)).filter(|length| pages.is_multiple_of(*length));
    let near = divides.min_by_key(|length| length.abs_diff(pages_per_list)).unwrap_or(1);
    found.push(
        RULE.at(
            context.places.of("lists.questions"),
            format!("{pages} pages make {lists} lists of {lengths} pages, not of {pages_per_list}"),
        )
        .why("people get less work than stated, and nothing can be balanced over the lists exactly")
        .help(format!("`questions = {}` divides evenly; or add or drop items", near * questions_per_page)),
    );
}
