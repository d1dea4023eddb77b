//! R047: the last list is shorter than the others.

use diag::{Code, Diagnostic, Severity};

use super::amount::Amount;
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R047"),
    name: "last-list-short",
    severity: Severity::Advice,
    summary: "the questions do not fill a whole number of lists",
    doc: r#"## What it checks
The pages of the study are a multiple of the pages of a list.

## Why it matters for a study
Some people get fewer questions for the same pay, nothing named in `lists.balance` comes out even, and
scores per list rest on different numbers.

## Example
100 pages in lists of 30 make three lists and a third:
```toml
[lists]
questions = 30
```

## Instead
Choose a length that divides: 20 or 25 here; or add or drop items.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let amount = Amount::of(study);
    let (pages, per_list) = (amount.pages, amount.pages_per_list);
    let rest = pages % per_list;
    if pages < per_list || rest == 0 {
        return;
    }
    let divisors = (1..=per_list * 2).filter(|length| *length <= pages && pages.is_multiple_of(*length));
    let near = divisors.min_by_key(|length| length.abs_diff(per_list)).unwrap_or(1);
    let questions_per_page = u64::from(study.lists.questions) / per_list;
    found.push(
        RULE.at(
            context.places.of("lists.questions"),
            format!("{pages} pages in lists of {per_list} leave a last list of {rest}"),
        )
        .why("lists differ in length, so nothing can be balanced over them exactly")
        .help(format!("`questions = {}` divides evenly; or add or drop items", near * questions_per_page.max(1))),
    );
}
