//! Asking another server over HTTP or HTTPS, within a time and a size.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody, to_bytes};
use axum::http::Request;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rustls::{ClientConfig, RootCertStore};
use thiserror::Error;

/// Why no reply came, with all that was behind it.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct NoReply(pub String);

/// Sends a request once, and gives the status and the bytes of the reply. Redirections are not followed.
///
/// # Errors
/// When nothing came in time, or more than `at_most` bytes. Whether the other side did something is not known then.
pub async fn ask(request: Request<String>, within: Duration, at_most: usize) -> Result<(u16, Vec<u8>), NoReply> {
    let exchange = async {
        let reply = client(browser_roots())?.request(request).await.map_err(|error| no_reply(&error))?;
        let status = reply.status().as_u16();
        let bytes = to_bytes(Body::new(reply.into_body()), at_most).await.map_err(|error| no_reply(&error))?;
        Ok((status, bytes.to_vec()))
    };
    let late = |_| NoReply(format!("nothing came within {} seconds", within.as_secs()));
    tokio::time::timeout(within, exchange).await.map_err(late)?
}

/// Whom browsers trust.
pub(crate) fn browser_roots() -> RootCertStore {
    RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() }
}

/// A client that trusts these roots. Made for each request: they are rare, and none is sent twice.
pub(crate) fn client<B>(roots: RootCertStore) -> Result<Client<HttpsConnector<HttpConnector>, B>, NoReply>
where
    B: HttpBody + Send,
    B::Data: Send,
{
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| no_reply(&error))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let https = HttpsConnectorBuilder::new().with_tls_config(config).https_or_http().enable_http1().build();
    Ok(Client::builder(TokioExecutor::new()).build(https))
}

pub(crate) fn no_reply(error: &dyn std::error::Error) -> NoReply {
    let causes = std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string);
    NoReply(causes.collect::<Vec<_>>().join(": "))
}
