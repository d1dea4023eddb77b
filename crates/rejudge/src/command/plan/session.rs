//! Exactly what one participant sees of one list.

use std::fmt::Write as _;

use plan::{Plan, Step};
use serde_json::{Value, json};
use study::{Item, Study};

/// One page or check as shown.
struct SessionPage<'a> {
    /// The item's or the check's id.
    id: &'a str,
    /// A check's right answer, as written.
    answer: Option<&'a str>,
    criteria: Vec<&'a str>,
    /// What stands above the outputs.
    shown: &'a [String],
    /// Each output's system, or its letter in the check as written, and its text.
    outputs: Vec<(String, &'a str)>,
}

/// For people.
pub(super) fn to_text(plan: &Plan, study: &Study, list: usize, session: u32) -> String {
    let mut text = format!("list {list}, session {session}, seed {}\n", plan.seed);
    for (number, seen) in steps(plan, study, list, session).iter().enumerate() {
        let what = match seen.answer {
            Some(answer) => format!("check {}, right answer: {answer} as written", seen.id),
            None => format!("item {}", seen.id),
        };
        let _ = writeln!(text, "\n{:>3}. {what}  [{}]", number + 1, seen.criteria.join(", "));
        for (column, cell) in study.shown.iter().zip(seen.shown) {
            let _ = writeln!(text, "     {}: {}", column.column, one_line(cell));
        }
        for (position, (name, output)) in seen.outputs.iter().enumerate() {
            let _ = writeln!(text, "     {}. {name}: {}", position + 1, one_line(output));
        }
    }
    text
}

/// For programs. `recorded` is what is kept with a session.
pub(super) fn to_json(plan: &Plan, study: &Study, list: usize, session: u32) -> Value {
    let steps: Vec<Value> = steps(plan, study, list, session)
        .iter()
        .map(|seen| {
            json!({
                if seen.answer.is_some() { "check" } else { "item" }: seen.id,
                "criteria": seen.criteria,
                "outputs": seen.outputs.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            })
        })
        .collect();
    let recorded = plan.draw(list, session).record(plan, list);
    json!({ "format": 1, "seed": plan.seed, "list": list, "session": session, "steps": steps, "recorded": recorded })
}

fn steps<'a>(plan: &'a Plan, study: &'a Study, list: usize, session: u32) -> Vec<SessionPage<'a>> {
    let name = |criterion: usize| study.criteria.get(criterion).map_or("", |criterion| criterion.id.0.as_str());
    let page = |page: u32, outputs: Vec<u16>| {
        let page = plan.pages(list)[page as usize];
        let item = &plan.items[page.item as usize];
        let found: Option<&Item> = study.items.iter().find(|other| other.id == *item);
        let output = |system: u16| found.and_then(|item| item.outputs[usize::from(system)].as_deref()).unwrap_or("");
        SessionPage {
            id: &item.0,
            answer: None,
            criteria: plan.criteria_on_page(list, page).iter().map(|c| name(usize::from(*c))).collect(),
            shown: found.map_or(&[], |item| &item.shown),
            outputs: outputs.into_iter().map(|s| (plan.systems[usize::from(s)].0.clone(), output(s))).collect(),
        }
    };
    let check = |check: u32, outputs: Vec<u16>| {
        let check = &study.checks[check as usize];
        let letter = |output: u16| char::from_u32(u32::from(b'a') + u32::from(output)).unwrap_or('?').to_string();
        SessionPage {
            id: &check.id,
            answer: Some(&check.answer),
            criteria: vec![name(check.criterion)],
            shown: &check.shown,
            outputs: outputs.into_iter().map(|o| (letter(o), check.outputs[usize::from(o)].as_str())).collect(),
        }
    };
    let steps = plan.draw(list, session).steps.into_iter();
    steps
        .map(|step| match step {
            Step::Page { page: number, outputs } => page(number, outputs),
            Step::Check { check: number, outputs } => check(number, outputs),
        })
        .collect()
}

/// The beginning of a text, on one line.
fn one_line(text: &str) -> String {
    const MOST: usize = 90;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
