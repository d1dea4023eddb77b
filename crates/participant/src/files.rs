//! The study's pictures, sounds and films.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use live::send_file;
use web::Fault;

use crate::Context;

/// `GET /s/{study}/files/{name}`
pub(crate) async fn file(
    State(context): State<Arc<Context>>,
    Path((study, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    send_file(context.study(&study)?, name, &headers).await
}
