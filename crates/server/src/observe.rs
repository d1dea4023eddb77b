//! Around every request: its name, its share of the limit, its line in the log, its headers, and the
//! page that is shown when something went wrong.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use live::{LiveStudy, Studies};
use tracing::Instrument as _;
use web::{Endpoint, Fault, Framing, HEADER, Limit, RequestId, secure, subscriber};

use crate::request_metrics::REQUESTS;

/// What stands around every request.
pub(super) struct Shell {
    pub(super) studies: Arc<Studies>,
    /// What one address may send.
    pub(super) addresses: Limit,
    pub(super) endpoint: Endpoint,
}

impl Shell {
    /// The study that a participant's address belongs to.
    fn study_at(&self, path: &str) -> Option<Arc<LiveStudy>> {
        let name = path.strip_prefix("/s/")?.split('/').next()?;
        self.studies.find(name).ok()
    }
}

/// Lets the request through and looks after it. Neither log nor metrics see an address, a query or
/// the path itself: only the pattern of the path, which names nobody.
pub(super) async fn observe(
    State(shell): State<Arc<Shell>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let id = RequestId::from_headers(request.headers(), shell.endpoint.peers);
    let client = shell.endpoint.peers.client(peer, request.headers());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = request.method().clone();
    let study = shell.study_at(request.uri().path());
    let researchers = dashboard::is_at(request.uri().path());

    let span = tracing::info_span!("request", id = %id);
    let response = match shell.addresses.admit(subscriber(client)) {
        Ok(()) => next.run(request).instrument(span.clone()).await,
        Err(refused) => Fault::TooMany { wait: refused.wait }.into_response(),
    };
    let mut response = with_page(response, |fault| {
        if researchers {
            dashboard::fault_page(fault, &method, &id)
        } else {
            participant::fault_page(fault, study.as_deref(), &id)
        }
    });
    let alone = if researchers { Framing::Dashboard } else { Framing::Alone };
    let framing = study.as_deref().map_or(alone, participant::framing);
    secure(response.headers_mut(), framing, shell.endpoint.encrypted);
    if let Some(name) = id.header() {
        response.headers_mut().insert(HEADER, name);
    }

    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    let (status, took) = (response.status().as_u16(), began.elapsed());
    span.in_scope(|| tracing::info!(%method, route, status, ms = took.as_secs_f64() * 1e3, "answered"));
    REQUESTS.record(route, status, took);
    response
}

/// The reply, with a page for the person where it says that something went wrong and is no page itself.
fn with_page(response: Response, page: impl FnOnce(Fault) -> Response) -> Response {
    let is_page = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let said = response.extensions().get::<Fault>().copied();
    let fault = said.or_else(|| Fault::from_status(response.status()).filter(|_| !is_page));
    let Some(fault) = fault else { return response };
    let mut page = page(fault);
    *page.status_mut() = fault.status();
    for (name, value) in response.headers() {
        if *name == RETRY_AFTER || *name == ALLOW {
            page.headers_mut().insert(name, value.clone());
        }
    }
    page
}
