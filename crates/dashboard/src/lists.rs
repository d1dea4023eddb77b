//! Completions wanted and had, by list and by item; and letting people in or not.

mod act;
mod by_item;

pub(super) use act::{add, close, pause, resume};
pub(super) use by_item::page as by_item;

use askama::Template;
use axum::extract::Query;
use axum::response::Response;
use live::LiveStudy;
use live::ledger::Ledger;
use session::{Intake, Outcome, SlotBoard};
use web::Fault;

use super::frame::{Frame, Tab, show};
use super::overview::Slots;
use super::paginate::{TablePage, TableQuery};
use super::researcher::Researcher;

/// One list.
struct ListRow {
    number: u32,
    pages: usize,
    checks: usize,
    slots: Slots,
    /// Finished, but left out of the analysis.
    excluded: u32,
    /// Wanted beyond the plan.
    added: u32,
}

/// How many sessions of each list are finished but left out.
fn count_excluded_by_list(ledger: &Ledger, lists: u32) -> Vec<u32> {
    let mut counts = vec![0; lists as usize];
    for seen in ledger.sessions() {
        let left_out = seen.session.excluded.is_some() && seen.session.outcome == Some(Outcome::Finished);
        let list =
            seen.session.assignment.as_ref().filter(|_| left_out).map(|assignment| assignment.slot.list as usize);
        if let Some(count) = list.and_then(|list| counts.get_mut(list)) {
            *count += 1;
        }
    }
    counts
}

fn list_rows(study: &LiveStudy, ledger: &Ledger, standing: &SlotBoard) -> Vec<ListRow> {
    let excluded = count_excluded_by_list(ledger, standing.lists());
    let plan = &study.plan;
    let row = |(number, list): (usize, &plan::List)| ListRow {
        number: number as u32,
        pages: plan.pages(number).len(),
        checks: list.checks.len(),
        slots: Slots::of_list(standing, number as u32),
        excluded: excluded.get(number).copied().unwrap_or(0),
        added: standing.log().extra(number as u32),
    };
    plan.lists().iter().enumerate().map(row).collect()
}

#[derive(Template)]
#[template(path = "lists.html")]
struct ListsPage {
    frame: Frame,
    intake: Intake,
    total: Slots,
    sheet: TablePage<ListRow>,
}

/// `GET /dashboard/s/{study}/lists`
pub(super) async fn page(researcher: Researcher, Query(asked): Query<TableQuery>) -> Result<Response, Fault> {
    let study = &researcher.study;
    let standing = study.collector().slot_board().await?;
    let mut lists = list_rows(study, &*study.ledger().await?, &standing);
    if asked.show.as_deref() == Some("missing") {
        lists.retain(|list| list.slots.missing() > 0);
    }
    match asked.sort() {
        "finished" => lists.sort_by_key(|list| std::cmp::Reverse(list.slots.finished)),
        "missing" => lists.sort_by_key(|list| std::cmp::Reverse(list.slots.missing())),
        "held" => lists.sort_by_key(|list| std::cmp::Reverse(list.slots.held)),
        _ => {}
    }
    let frame = Frame::for_study("Lists", &researcher, Tab::Lists).live();
    let (intake, total) = (standing.log().intake, Slots::from_board(&standing));
    show(&ListsPage { frame, intake, total, sheet: TablePage::cut(lists, &asked, "list") })
}
