//! The study's pictures, sounds and videos: those of its texts for everyone, those of its questions for whoever is in a
//! session. Both have numbers instead of names, for files are often called by the system they are from.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use web::Fault;

use crate::Context;
use crate::visit::Visit;

/// `GET /s/{study}/files/{number}`
pub(crate) async fn text_file(
    State(context): State<Arc<Context>>,
    Path((study, number)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let study = context.study(&study)?;
    study.send_file(study.pages.text_file(&number).ok_or(Fault::NotFound)?, &headers).await
}

/// `GET /s/{study}/look.css`: the study's own stylesheet.
pub(crate) async fn look(
    State(context): State<Arc<Context>>,
    Path(study): Path<String>,
) -> Result<impl IntoResponse, Fault> {
    let style = context.study(&study)?.pages.look().to_owned();
    let headers = [(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "private, max-age=300")];
    if style.is_empty() { Err(Fault::NotFound) } else { Ok((headers, style)) }
}

/// `GET /s/{study}/{session}/file/{number}`
pub(crate) async fn question_file(
    visit: Visit,
    Path((_, _, number)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    visit.session_as_last_seen().await?;
    let name = visit.study.pages.question_file(&number).ok_or(Fault::NotFound)?;
    visit.study.send_file(name, &headers).await
}
