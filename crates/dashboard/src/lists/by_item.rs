//! How often each item is to be judged, and was.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::Query;
use axum::response::Response;
use live::LiveStudy;
use live::ledger::Ledger;
use session::SlotBoard;
use web::Fault;

use super::count_excluded_by_list;
use crate::frame::{Frame, Tab, show};
use crate::paginate::{TablePage, TableQuery};
use crate::researcher::Researcher;

/// One item.
struct ItemRow {
    id: String,
    lists: usize,
    wanted: u64,
    /// In sessions that are finished and not left out.
    had: u64,
}

impl ItemRow {
    fn missing(&self) -> u64 {
        self.wanted.saturating_sub(self.had)
    }
}

/// A showing of an item on a page is one time it is judged, by whatever criteria the list asks.
fn item_rows(study: &LiveStudy, ledger: &Ledger, standing: &SlotBoard) -> Vec<ItemRow> {
    let (plan, left_out) = (&study.plan, count_excluded_by_list(ledger, standing.lists()));
    let mut items: Vec<ItemRow> =
        plan.items.iter().map(|id| ItemRow { id: id.0.clone(), lists: 0, wanted: 0, had: 0 }).collect();
    for list in 0..plan.lists().len() {
        let mut shown: BTreeMap<u32, u64> = BTreeMap::new();
        plan.pages(list).iter().for_each(|page| *shown.entry(page.item).or_default() += 1);
        let number = list as u32;
        let wanted = u64::from(standing.wanted_count(number));
        let out = left_out.get(list).copied().unwrap_or(0);
        let had = u64::from(standing.finished_count(number).saturating_sub(out));
        for (item, times) in shown {
            if let Some(item) = items.get_mut(item as usize) {
                item.lists += 1;
                item.wanted += times * wanted;
                item.had += times * had;
            }
        }
    }
    items
}

#[derive(Template)]
#[template(path = "by-item.html")]
struct ByItemPage {
    frame: Frame,
    sheet: TablePage<ItemRow>,
}

/// `GET /dashboard/s/{study}/lists/by-item`
pub(crate) async fn page(researcher: Researcher, Query(asked): Query<TableQuery>) -> Result<Response, Fault> {
    let study = &researcher.study;
    let standing = study.collector().slot_board().await?;
    let mut items = item_rows(study, &*study.ledger().await?, &standing);
    let find = asked.find().to_lowercase();
    items.retain(|item| item.id.to_lowercase().contains(&find));
    match asked.sort() {
        "had" => items.sort_by_key(|item| std::cmp::Reverse(item.had)),
        "missing" => items.sort_by_key(|item| std::cmp::Reverse(item.missing())),
        _ => {}
    }
    let frame = Frame::for_study("Lists, by item", &researcher, Tab::Lists).live();
    show(&ByItemPage { frame, sheet: TablePage::cut(items, &asked, "item") })
}
