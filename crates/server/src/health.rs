//! What watches over the server asks: does it live, and how does it do?

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use live::Studies;
use web::{Fault, Peers, Secret};

use crate::request_metrics::REQUESTS;

/// What is asked about.
pub(super) struct Health {
    pub(super) studies: Arc<Studies>,
    pub(super) peers: Peers,
    /// What `/metrics` asks for, from other machines.
    pub(super) token: Option<Secret>,
}

/// `GET /healthz`: whether the store answers.
pub(super) async fn healthz(State(health): State<Arc<Health>>) -> Result<&'static str, Fault> {
    health.studies.check_databases().await.map(|()| "ok\n")
}

/// `GET /metrics`: counts and times, for someone on this machine or with the token.
pub(super) async fn numbers(
    State(health): State<Arc<Health>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Fault> {
    let on_this_machine = match health.peers {
        Peers::Direct => peer.ip().to_canonical().is_loopback(),
        // Everyone comes from the proxy, which may well be on this machine.
        Peers::Proxy => false,
    };
    let token = health.token.as_ref();
    if !on_this_machine && !token.is_some_and(|token| token.is_brought_by(&headers)) {
        return Err(Fault::NotFound);
    }
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], REQUESTS.render()))
}
