//! R125: a break, a least time or pages that go on by themselves that nobody will meet, or that nobody was promised.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::Amount;
use crate::file::Pages;
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R125"),
    name: "page-setting-without-effect",
    severity: Severity::Warning,
    summary: "a break, a minimum time or automatic advance does not fit the lists",
    doc: r#"## What it checks
`lists.break_after`, `lists.least_time`, `lists.auto_advance` and `lists.review` stand in a study that shows one page at a time; a
list has more pages than come before its first break; the least time of all its pages is not longer than `payment.estimated_minutes`; where pages
are to go on by themselves, some criterion is answered by one press.

## Why it matters for a study
A break after the last page is no break. People who are held on pages for longer than they were told are paid too little.

## Example
```toml
[lists]
questions = 20
break_after = 30
```

## Instead
```toml
[lists]
questions = 20
break_after = 10
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let lists = &study.lists;
    if lists.pages == Pages::All {
        let set = [
            ("break_after", lists.break_after.is_some()),
            ("least_time", study.least_time_secs.is_some()),
            ("auto_advance", lists.auto_advance),
            ("review", lists.review),
        ];
        for (key, _) in set.into_iter().filter(|(_, is_set)| *is_set) {
            let message = format!("`{key}` is about single pages, but the whole list is on one");
            let place = context.places.find(&format!("lists.{key}"));
            let why = "there is no page to which it could apply";
            found.push(
                RULE.diagnose(place, message).with_reason(why).help("leave it out, or leave out `pages = \"all\"`"),
            );
        }
        return;
    }
    if lists.auto_advance && !study.criteria.iter().any(|criterion| is_pressed(&criterion.response)) {
        found.push(
            RULE.diagnose(context.places.find("lists.auto_advance"), "no page advances automatically: no answer is given by a single press")
                .with_reason("what is typed, dragged, marked or ticked may not be finished yet, so only `rating`, `pairwise`, `best-worst` and a single `choice` go on")
                .help("leave it out"),
        );
    }
    let amount = Amount::from_study(study);
    let checks = lists.checks.as_ref().map_or(0, |checks| u64::from(checks.per_list));
    let pages = amount.pages().div_ceil(amount.lists.max(1)) + checks;
    if let Some(after) = lists.break_after.filter(|after| u64::from(*after) >= pages) {
        let message = format!("a break after {after} pages, but a list has only {pages}");
        let help = format!("set `break_after` to {} or less, or leave it out", pages.saturating_sub(1).max(1));
        found.push(
            RULE.diagnose(context.places.find("lists.break_after"), message).with_reason("it never comes").help(help),
        );
    }
    let promised = study.payment.as_ref().map(|payment| payment.estimated_minutes * 60.0);
    if let Some((least, promised)) = study.least_time_secs.zip(promised)
        && (least * pages) as f64 > promised
    {
        let message = format!(
            "{pages} pages of {least} s are {:.0} minutes at least, but a list is expected to take {:.0}",
            (least * pages) as f64 / 60.0,
            promised / 60.0
        );
        found.push(
            RULE.diagnose(context.places.find("lists.least_time"), message)
                .with_place(context.places.find("payment.estimated_minutes"), "the estimate")
                .with_reason("nobody can finish in the time they are paid for")
                .help("shorten `least_time`, or raise the estimate"),
        );
    }
}

/// Whether one press, or two in best and worst, is the whole answer.
fn is_pressed(response: &Response) -> bool {
    match response {
        Response::Rating(_) | Response::Pairwise(_) | Response::BestWorst(_) => true,
        Response::Choice(choice) => !choice.several,
        Response::Slider(_) | Response::Ranking(_) | Response::Spans(_) | Response::Count(_) | Response::Text(_) => {
            false
        }
    }
}
