//! Replies that every page is sent with.

use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{Html, IntoResponse as _, Response};

use crate::Fault;

/// Leads a browser on with a plain request.
#[must_use]
pub fn see_other(address: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response()
}

/// A page, or the fault that kept it from being written.
///
/// # Errors
/// [`Fault::Broken`] when the page could not be written.
pub fn html(status: StatusCode, page: Result<String, askama::Error>) -> Result<Response, Fault> {
    match page {
        Ok(page) => Ok((status, Html(page)).into_response()),
        Err(error) => {
            tracing::error!(%error, "a page could not be written");
            Err(Fault::Broken)
        }
    }
}
