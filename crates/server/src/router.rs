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
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;
use web::Fault;

use crate::{App, assets, health, observe, prolific_hook};

/// More than the answers to the longest list, all on one page.
const BODY_BYTES: usize = 512 * 1024;
/// More than a platform's export of ten thousand submissions.
const RESEARCHERS_BODY_BYTES: usize = 4 * 1024 * 1024;
/// Longer than anyone waits.
const TIMEOUT: Duration = Duration::from_secs(20);

pub(super) fn routes(app: &App) -> Router {
    // Sounds and videos are compressed already, as pictures are.
    let compressible =
        DefaultPredicate::new().and(NotForContentType::const_new("audio/")).and(NotForContentType::const_new("video/"));
    let around = ServiceBuilder::new()
        .layer(middleware::from_fn_with_state(Arc::clone(&app.shell), observe::observe))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(compressible))
        .layer(CatchPanicLayer::custom(respond_to_panic))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, TIMEOUT));
    let participants =
        participant::routes().layer(RequestBodyLimitLayer::new(BODY_BYTES)).with_state(Arc::clone(&app.participants));
    let researchers = dashboard::routes()
        .layer(DefaultBodyLimit::disable())
        .layer(RequestBodyLimitLayer::new(RESEARCHERS_BODY_BYTES))
        .with_state(Arc::clone(&app.researchers));
    let hooks = Router::new()
        .route("/hooks/prolific/{study}", post(prolific_hook::take))
        .layer(RequestBodyLimitLayer::new(BODY_BYTES))
        .with_state(Arc::clone(&app.studies));
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/metrics", get(health::numbers))
        .with_state(Arc::clone(&app.health))
        .route("/assets/{folder}/{*name}", get(assets::asset))
        .merge(participants)
        .merge(researchers)
        .merge(hooks)
        .fallback(async || Fault::NotFound)
        .layer(around)
}

/// A bug of ours costs one person one request, not everyone the server.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
fn respond_to_panic(panic: Box<dyn Any + Send>) -> Response {
    let words = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    tracing::error!(panic = words.unwrap_or("without words"), "a handler panicked");
    Fault::Broken.into_response()
}
