//! What every session of a plan promises, re-derived by counting what was drawn.

use std::collections::BTreeMap;

use plan::{Plan, Presentation, Step};
use study::Study;
use study::file::{Order, Sides};

/// Everything wrong with the sessions of a plan's slots.
pub(crate) fn faults(plan: &Plan, study: &Study) -> Vec<String> {
    let mut faults = Vec::new();
    for list in 0..plan.lists().len() {
        let sessions: Vec<Presentation> = (0..plan.completions).map(|session| plan.draw(list, session)).collect();
        for (number, session) in sessions.iter().enumerate() {
            let mut found = Vec::new();
            drawn_again(plan, list, number as u32, session, &mut found);
            everything_once(plan, list, session, &mut found);
            checks_apart(plan, list, session, &mut found);
            sides_in_list(plan, study, list, session, &mut found);
            right_answers(study, session, &mut found);
            faults.extend(found.into_iter().map(|words| format!("list {list}, session {number}: {words}")));
        }
        let mut found = Vec::new();
        sides_over_sessions(plan, study, list, &sessions, &mut found);
        order_over_sessions(plan, study, &sessions, &mut found);
        faults.extend(found.into_iter().map(|words| format!("list {list}: {words}")));
    }
    faults
}

fn drawn_again(plan: &Plan, list: usize, number: u32, session: &Presentation, faults: &mut Vec<String>) {
    if plan.draw(list, number) != *session {
        faults.push("drawn differently a second time".to_owned());
    }
    let recorded = session.record(plan, list);
    if recorded.read(plan, list).as_ref() != Ok(session) {
        faults.push(format!("recorded as {recorded:?}, read back differently"));
    }
}

/// Every page of the list and every check once, each with all its outputs.
fn everything_once(plan: &Plan, list: usize, session: &Presentation, faults: &mut Vec<String>) {
    let mut pages = vec![0; plan.pages(list).len()];
    let mut checks = Vec::new();
    for step in &session.steps {
        match step {
            Step::Page { page, outputs } => {
                pages[*page as usize] += 1;
                let mut sorted = outputs.clone();
                sorted.sort_unstable();
                if sorted != plan.outputs(plan.pages(list)[*page as usize]) {
                    faults.push(format!("page {page} shows {outputs:?}"));
                }
            }
            Step::Check { check, .. } => checks.push(*check),
        }
    }
    checks.sort_unstable();
    let mut listed = plan.lists()[list].checks.clone();
    listed.sort_unstable();
    if pages.iter().any(|times| *times != 1) || checks != listed {
        faults.push(format!("shows pages {pages:?} times and checks {checks:?}"));
    }
}

/// No check first, no two in a row, one in each equal stretch of the list.
fn checks_apart(plan: &Plan, list: usize, session: &Presentation, faults: &mut Vec<String>) {
    let is_check = |step: &Step| matches!(step, Step::Check { .. });
    let first = session.steps.first().is_some_and(is_check);
    let adjacent = session.steps.windows(2).any(|two| two.iter().all(is_check));
    let mut before = 0usize;
    let mut after = Vec::new();
    for step in &session.steps {
        if is_check(step) { after.push(before) } else { before += 1 }
    }
    let pages = plan.pages(list).len();
    let stretch = pages as f64 / after.len().max(1) as f64;
    let spread = after.iter().enumerate().all(|(i, after)| {
        let at = *after as f64;
        at >= i as f64 * stretch - 1.0 && at <= (i + 1) as f64 * stretch + 1.0
    });
    if first || adjacent || !spread {
        faults.push(format!("checks stand after {after:?} of {pages} pages"));
    }
}

/// When sides are balanced, each system stands in each position equally often within the list, up to one.
fn sides_in_list(plan: &Plan, study: &Study, list: usize, session: &Presentation, faults: &mut Vec<String>) {
    // Per number of outputs shown, system and set (or all sets): how often in each position.
    let mut counts = BTreeMap::<(usize, u16, Option<u32>), Vec<u32>>::new();
    for step in &session.steps {
        let Step::Page { page, outputs } = step else { continue };
        let planned = plan.pages(list)[*page as usize];
        for (position, system) in outputs.iter().enumerate() {
            for set in [None, Some(planned.set)] {
                let size = outputs.len();
                counts.entry((size, *system, set)).or_insert_with(|| vec![0; size])[position] += 1;
            }
        }
        if study.lists.sides == Sides::Fixed && outputs != plan.outputs(planned) {
            faults.push(format!("sides are fixed, but page {page} shows {outputs:?}"));
        }
    }
    if study.lists.sides == Sides::Balanced {
        for (of, counts) in counts {
            if counts.iter().max().unwrap() - counts.iter().min().unwrap() > 1 {
                faults.push(format!("{of:?} stands {counts:?} times in each position"));
            }
        }
    }
}

/// When sides are balanced, right answers of a session's checks stand on each side equally often, up to one.
fn right_answers(study: &Study, session: &Presentation, faults: &mut Vec<String>) {
    let mut sides = [0i32; 2];
    for step in &session.steps {
        let Step::Check { check, outputs } = step else { continue };
        let right = match study.checks[*check as usize].answer.as_str() {
            "a" => 0,
            "b" => 1,
            _ => continue,
        };
        if outputs.len() == 2 {
            sides[outputs.iter().position(|output| *output == right).unwrap()] += 1;
        }
    }
    if study.lists.sides == Sides::Balanced && (sides[0] - sides[1]).abs() > 1 {
        faults.push(format!("right answers stand {sides:?} times on each side"));
    }
    let turned = |step: &Step| matches!(step, Step::Check { outputs, .. } if !outputs.is_sorted());
    if study.lists.sides == Sides::Fixed && session.steps.iter().any(turned) {
        faults.push("sides are fixed, but a check was turned".to_owned());
    }
}

/// When sides are balanced, each output of a page takes each position in turn over the completions.
fn sides_over_sessions(plan: &Plan, study: &Study, list: usize, sessions: &[Presentation], faults: &mut Vec<String>) {
    if study.lists.sides != Sides::Balanced {
        return;
    }
    let mut counts = BTreeMap::<(u32, u16), Vec<u32>>::new();
    for step in sessions.iter().flat_map(|session| &session.steps) {
        let Step::Page { page, outputs } = step else { continue };
        for (position, system) in outputs.iter().enumerate() {
            counts.entry((*page, *system)).or_insert_with(|| vec![0; outputs.len()])[position] += 1;
        }
    }
    for ((page, system), counts) in counts {
        // Whole rounds are exact; an unfinished round adds at most one.
        let least = sessions.len() / counts.len();
        if counts.iter().any(|n| (*n as usize) < least || *n as usize > least + 1) {
            let item = &plan.items[plan.pages(list)[page as usize].item as usize];
            faults.push(format!("system {system} of {item:?} stands {counts:?} times in each position"));
        }
    }
}

/// Fixed orders are the plan's; with `position` balanced, each page moves through the list in equal steps.
fn order_over_sessions(plan: &Plan, study: &Study, sessions: &[Presentation], faults: &mut Vec<String>) {
    let order = |session: &Presentation| -> Vec<u32> {
        let page = |step: &Step| match step {
            Step::Page { page, .. } => Some(*page),
            Step::Check { .. } => None,
        };
        session.steps.iter().filter_map(page).collect()
    };
    let orders: Vec<Vec<u32>> = sessions.iter().map(order).collect();
    let pages = orders[0].len();
    if study.lists.order == Order::Fixed {
        if orders.iter().any(|order| !order.iter().copied().eq(0..pages as u32)) {
            faults.push("order is fixed, but pages were not shown in it".to_owned());
        }
    } else if study.lists.balance.iter().any(|what| what == "position") {
        for page in 0..pages as u32 {
            let mut places: Vec<usize> =
                orders.iter().map(|order| order.iter().position(|p| *p == page).unwrap()).collect();
            places.sort_unstable();
            let gap = |two: &[usize]| two[1] - two[0];
            let around = pages + places[0] - places[places.len() - 1];
            let gaps: Vec<usize> = places.windows(2).map(gap).chain([around]).collect();
            let completions = plan.completions as usize;
            if gaps.iter().any(|gap| *gap < pages / completions || *gap > pages.div_ceil(completions)) {
                faults.push(format!("page {page} stands in places {places:?} of {pages}"));
            }
        }
    }
}
