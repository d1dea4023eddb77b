//! The audit log of a study.

use askama::Template;
use axum::extract::Query;
use axum::response::Response;
use serde::Deserialize;
use store::AuditEntry;
use web::Fault;

use super::frame::{Frame, Tab, show};
use super::researcher::Researcher;
use super::rights::Right;
use super::words;

/// Entries on one page.
const ON_A_PAGE: u32 = 50;

/// What the name of an action contains whose particulars are an amount.
const PAYMENT: &str = "bonuses";

#[derive(Template)]
#[template(path = "audit_log.html")]
struct AuditLogPage {
    frame: Frame,
    entries: Vec<AuditEntry>,
    newer: Option<u32>,
    older: Option<u32>,
}

#[derive(Deserialize)]
pub(super) struct AuditLogQuery {
    page: Option<u32>,
}

/// `GET /dashboard/s/{study}/audit-log`
pub(super) async fn page(researcher: Researcher, Query(asked): Query<AuditLogQuery>) -> Result<Response, Fault> {
    let page = asked.page.unwrap_or(0).min(1_000_000);
    let skip = page * ON_A_PAGE;
    let read = researcher.by.store.audit_log(&researcher.study.name, skip, ON_A_PAGE + 1).await;
    let mut entries = read?;
    if !Right::Spend.is_of(researcher.role) {
        for entry in entries.iter_mut().filter(|entry| entry.action.contains(PAYMENT)) {
            entry.detail.clear();
        }
    }
    let older = (entries.len() > ON_A_PAGE as usize).then_some(page + 1);
    entries.truncate(ON_A_PAGE as usize);
    show(&AuditLogPage {
        frame: Frame::for_study("Audit log", &researcher, Tab::AuditLog),
        entries,
        newer: page.checked_sub(1),
        older,
    })
}
