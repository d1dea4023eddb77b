//! How the study stands.

use askama::Template;
use axum::response::Response;

use super::frame::{Frame, Tab, show};
use super::researcher::Researcher;
use crate::server::fault::Fault;

#[derive(Template)]
#[template(path = "dashboard/overview.html")]
struct Page {
    frame: Frame,
    arrived: usize,
}

/// `GET /dashboard/s/{study}/`
pub(super) async fn page(researcher: Researcher) -> Result<Response, Fault> {
    let ledger = researcher.study.ledger().await?;
    let frame = Frame::of("Overview", &researcher, Tab::Overview).live();
    show(&Page { frame, arrived: ledger.sessions().len() })
}
