//! The audit trail of a study.

use askama::Template;
use axum::extract::Query;
use axum::response::Response;
use serde::Deserialize;
use store::Deed;
use web::Fault;

use super::frame::{Frame, Tab, show};
use super::researcher::Researcher;
use super::rights::Right;
use super::words;

/// Deeds on one page.
const ON_A_PAGE: u32 = 50;

/// What the name of a deed contains whose particulars are an amount.
const PAYMENT: &str = "bonuses";

#[derive(Template)]
#[template(path = "trail.html")]
struct TrailPage {
    frame: Frame,
    deeds: Vec<Deed>,
    newer: Option<u32>,
    older: Option<u32>,
}

#[derive(Deserialize)]
pub(super) struct TrailQuery {
    page: Option<u32>,
}

/// `GET /dashboard/s/{study}/trail`
pub(super) async fn page(researcher: Researcher, Query(asked): Query<TrailQuery>) -> Result<Response, Fault> {
    let page = asked.page.unwrap_or(0).min(1_000_000);
    let skip = page * ON_A_PAGE;
    let read = researcher.by.store.trail(&researcher.study.name, skip, ON_A_PAGE + 1).await;
    let mut deeds = read?;
    if !Right::Spend.is_of(researcher.role) {
        for deed in deeds.iter_mut().filter(|deed| deed.deed.contains(PAYMENT)) {
            deed.detail.clear();
        }
    }
    let older = (deeds.len() > ON_A_PAGE as usize).then_some(page + 1);
    deeds.truncate(ON_A_PAGE as usize);
    show(&TrailPage { frame: Frame::of("Trail", &researcher, Tab::Trail), deeds, newer: page.checked_sub(1), older })
}
