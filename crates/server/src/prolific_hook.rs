//! `POST /hooks/prolific/{study}`: Prolific says that a submission stands otherwise.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use live::Studies;
use prolific::webhook::{self, SIGNATURE, TIMESTAMP};
use web::Fault;

/// What is not signed is answered as if nothing were there. What is signed and says nothing of use is taken in silence: else it
/// would be sent again for two days.
pub(crate) async fn take(
    State(studies): State<Arc<Studies>>,
    Path(study): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Fault> {
    let study = studies.find(&study)?;
    let secret = study.hook_secret().ok_or(Fault::NotFound)?;
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !webhook::is_signed(secret, header(TIMESTAMP), &body, header(SIGNATURE)) {
        return Err(Fault::NotFound);
    }
    if webhook::is_stale(header(TIMESTAMP), studies.now().as_second()) {
        tracing::warn!(
            study = study.name,
            "a delivery of Prolific was signed days ago, or days ahead, and is not believed"
        );
        return Ok(StatusCode::NO_CONTENT);
    }
    if let Some(change) = webhook::status_change(&body) {
        study.follow(&change.submission, change.status, studies.now()).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
