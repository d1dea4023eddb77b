//! R045: somebody would have to see an item twice.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::amount::{Amount, PartAmount};

pub(super) const RULE: Rule = Rule {
    code: Code("R045"),
    name: "items-must-repeat",
    severity: Severity::Error,
    summary: "someone would have to see an item twice, but items may not repeat",
    doc: r#"## What it checks
Unless `design.repeat_items = true`, there are at least as many lists as an item has pages, and as many
times that as one person may do lists.

## Why it matters for a study
Someone someone who has judged one output of an item judges the next one by comparison. Therefore nobody sees
an item twice unless the study says so: each of its pages must stand in another list.

## Example
12 items with 3 systems, each output rated, are 36 pages; lists of 20 make two, so that one of them
would hold two of an item's three pages:
```toml
[lists]
questions = 20
```

## Instead
Shorter lists, such as `questions = 12`; or, if the original study showed everything to everyone:
```toml
[design]
repeat_items = true
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let amount = Amount::from_study(study);
    let lists = amount.lists;
    let once = amount.parts.iter().zip(&study.parts).filter(|(_, part)| !part.design.repeat_items);
    // The part that has most pages of one item.
    let Some((most, _)) = once.max_by_key(|(part, _)| part.shown_most).filter(|(part, _)| part.pages > 0) else {
        return;
    };
    let PartAmount { pages, shown_most, questions_per_page } = *most;
    let why = "someone who has judged one output of an item judges the next one by comparison";
    let allow = if study.in_parts() {
        "`repeat_items = true` in the part's `design`"
    } else {
        "`repeat_items = true` in `[design]`"
    };
    if shown_most > lists {
        let there =
            if lists == 1 { "there is only one list".to_owned() } else { format!("there are only {lists} lists") };
        // The longest list with which there are as many lists as an item has pages.
        let longest = (pages.saturating_sub(1) / shown_most.saturating_sub(1).max(1)).max(1) * questions_per_page;
        found.push(
            RULE.diagnose(
                context.places.find("lists.questions"),
                format!("an item is on {shown_most} pages, but {there}, and nobody may see it twice"),
            )
            .with_reason(why)
            .help(if study.in_parts() {
                format!("set `questions` lower, so that there are {shown_most} lists or more, or {allow}")
            } else {
                format!("set `questions` to {longest} or less, or {allow}")
            }),
        );
        return;
    }
    let wanted = u64::from(study.participants.lists_each).min(lists);
    let possible = (lists / shown_most.max(1)).max(1);
    if wanted > possible {
        found.push(
            RULE.diagnose(
                context.places.find("participants.lists_each"),
                format!("one person may do {wanted} lists, but only {possible} of the {lists} share no item"),
            )
            .with_reason(why)
            .help(format!("set `lists_each = {possible}`, or {allow}")),
        );
    }
}
