//! Everything the server does, on one page.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use tower::ServiceBuilder;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

use super::App;
use super::fault::Fault;
use super::{assets, health, media, observe, way};
use crate::dashboard;

/// More than the answers to the longest list, all on one page.
const BODY_BYTES: usize = 512 * 1024;
/// More than a platform's export of ten thousand submissions.
const RESEARCHERS_BODY_BYTES: usize = 4 * 1024 * 1024;
/// Longer than anyone waits.
const TIMEOUT: Duration = Duration::from_secs(20);

pub(super) fn routes(app: &Arc<App>) -> Router {
    let around = ServiceBuilder::new()
        .layer(middleware::from_fn_with_state(app.clone(), observe::observe))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(CatchPanicLayer::custom(broken))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, TIMEOUT));
    let researchers = dashboard::routes()
        .layer(DefaultBodyLimit::disable())
        .layer(RequestBodyLimitLayer::new(RESEARCHERS_BODY_BYTES));
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/metrics", get(health::numbers))
        .route("/assets/{folder}/{*name}", get(assets::asset))
        .merge(participants().layer(RequestBodyLimitLayer::new(BODY_BYTES)))
        .merge(researchers)
        .fallback(async || Fault::NotFound)
        .layer(around)
        .with_state(app.clone())
}

/// The way of a participant. Whoever does not know a session's 128 bits reaches none.
fn participants() -> Router<Arc<App>> {
    Router::new()
        .route("/s/{study}", get(way::arrive))
        .route("/s/{study}/", get(way::arrive).post(way::begin))
        .route("/s/{study}/i/{token}", get(way::invited))
        .route("/s/{study}/files/{*name}", get(media::file))
        .route("/s/{study}/{session}/", get(way::now))
        .route("/s/{study}/{session}/information", post(way::information))
        .route("/s/{study}/{session}/consent", get(way::consent_page).post(way::consent))
        .route("/s/{study}/{session}/screening", post(way::screening))
        .route("/s/{study}/{session}/instructions", post(way::instructions))
        .route("/s/{study}/{session}/training/{attempt}/{question}", get(way::feedback).post(way::training))
        .route("/s/{study}/{session}/on", post(way::on))
        .route("/s/{study}/{session}/step/{step}", get(way::step).post(way::submit))
        .route("/s/{study}/{session}/all", post(way::submit_all))
        .route("/s/{study}/{session}/save", post(way::save))
        .route("/s/{study}/{session}/closing", post(way::close))
        .route("/s/{study}/{session}/comment", get(way::comment_page).post(way::comment))
        .route("/s/{study}/{session}/another", post(way::another))
        .route("/s/{study}/{session}/leave", get(way::leave_page))
        .route("/s/{study}/{session}/return", get(way::give_back_page).post(way::give_back))
        .route("/s/{study}/{session}/withdraw", get(way::withdraw_page).post(way::withdraw))
}

/// A bug of ours costs one person one request, not everyone the server.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
fn broken(panic: Box<dyn Any + Send>) -> Response {
    let words = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    tracing::error!(panic = words.unwrap_or("without words"), "a handler panicked");
    Fault::Broken.into_response()
}
