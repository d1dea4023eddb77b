//! R047: the questions do not fill the lists.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::Study;
use crate::amount::{Amount, PartAmount};

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
    let Amount { parts, lists } = Amount::from_study(study);
    let [PartAmount { pages, questions_per_page, .. }] = parts[..] else {
        return in_parts(context, study, &parts, lists, found);
    };
    let pages_per_list = (u64::from(study.lists.questions) / questions_per_page).max(1);
    // Longer than the whole study is R042.
    if pages < pages_per_list || pages.is_multiple_of(pages_per_list) {
        return;
    }
    let (shortest, longest) = (pages / lists, pages.div_ceil(lists));
    let lengths = if shortest == longest { format!("{longest}") } else { format!("{shortest} or {longest}") };
    let divides = (1..=pages_per_list.saturating_mul(2).min(pages)).filter(|length| pages.is_multiple_of(*length));
    let near = divides.min_by_key(|length| length.abs_diff(pages_per_list)).unwrap_or(1);
    found.push(
        RULE.diagnose(
            context.places.find("lists.questions"),
            format!("{pages} pages make {lists} lists of {lengths} pages, not of {pages_per_list}"),
        )
        .with_reason("people get less work than stated, and nothing can be balanced over the lists exactly")
        .help(format!("`questions = {}` divides evenly; or add or drop items", near * questions_per_page)),
    );
}

/// The pages of each part are dealt out by themselves.
fn in_parts(context: &Context<'_>, study: &Study, parts: &[PartAmount], lists: u64, found: &mut Vec<Diagnostic>) {
    for (part, PartAmount { pages, .. }) in study.parts.iter().zip(parts) {
        if *pages >= lists && !pages.is_multiple_of(lists) {
            found.push(
                RULE.diagnose(
                    context.places.find("lists.questions"),
                    format!("the {pages} pages of part `{}` cannot be shared out evenly over {lists} lists", part.id),
                )
                .with_reason(
                    "some people get a page more than others, and nothing can be balanced over the lists exactly",
                )
                .help(format!("add or drop items until the pages are a multiple of {lists}, or change `questions`")),
            );
        }
    }
}
