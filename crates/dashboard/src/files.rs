//! Pictures, sounds and videos on the pages of items and sessions.

use std::collections::HashMap;

use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use web::Fault;

use super::researcher::Researcher;

/// `GET /dashboard/s/{study}/file/{number}`
pub(super) async fn file(
    researcher: Researcher,
    Path(named): Path<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let study = &researcher.study;
    let name = named.get("number").and_then(|number| study.pages.question_file(number)).ok_or(Fault::NotFound)?;
    study.send_file(name, &headers).await
}

/// What the addresses of a study's files begin with on pages of the dashboard.
pub(super) fn base(study: &str) -> String {
    format!("/dashboard/s/{study}/file")
}
