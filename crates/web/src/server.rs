//! The server: participants' pages and the dashboard over HTTP.
//!
//! `router` is the list of what it does. A request is: read the state, decide, append in one
//! transaction, show the reply. Nothing is kept here between requests that a restart would lose.

pub(crate) mod address;
pub(crate) mod app;
mod arrival;
mod assets;
pub(crate) mod fault;
pub(crate) mod headers;
mod health;
mod invitation;
mod limit;
pub(crate) mod media;
mod observe;
pub(crate) mod request_id;
mod router;
pub(crate) mod running;
mod secret;
mod stop;
mod tls;
pub(crate) mod visit;
mod way;

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum_server::Handle;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use jiff::Timestamp;
use store::Store;
use thiserror::Error;

pub use address::Peers;
pub use invitation::Invitations;
pub use limit::Rate;
pub use running::Running;
pub use secret::Secret;
pub use stop::asked_to_stop;
pub use tls::TlsFiles;

use app::App;
use headers::Encrypted;

/// The time, as the server is told it.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// How a server runs.
#[derive(Clone)]
pub struct Settings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The address by which participants reach it, without a slash at the end.
    pub public_url: Option<String>,
    /// Who connects to it.
    pub peers: Peers,
    /// Certificate and key, where it speaks TLS itself.
    pub tls: Option<TlsFiles>,
    /// What one address may send; unlimited without.
    pub address_rate: Option<Rate>,
    /// What one session may send; unlimited without.
    pub session_rate: Option<Rate>,
    /// What `/metrics` asks for, from other machines.
    pub metrics_token: Option<Secret>,
    /// Where researchers' accounts are kept; without them there is no dashboard.
    pub accounts: Option<Store>,
    /// What time it is.
    pub clock: Clock,
}

impl Settings {
    /// For this machine alone, at a free port: nobody is held back, and there is no dashboard.
    #[must_use]
    pub fn local(clock: Clock) -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            public_url: None,
            peers: Peers::Direct,
            tls: None,
            address_rate: None,
            session_rate: None,
            metrics_token: None,
            accounts: None,
            clock,
        }
    }

    pub(crate) fn encrypted(&self) -> Encrypted {
        let public = self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"));
        if self.tls.is_some() || public { Encrypted::Yes } else { Encrypted::No }
    }
}

/// Why a server does not start or had to end.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The address is taken, or not ours.
    #[error("cannot listen at {address}: {source}; choose another address with `--listen`")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        source: std::io::Error,
    },
    /// The certificate or the key cannot be used.
    #[error("the certificate `{certificate}` and its key cannot be used: {source}")]
    Certificate {
        /// The certificate's file.
        certificate: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// Listening broke off.
    #[error("the server broke off: {0}")]
    BrokeOff(#[from] std::io::Error),
}

/// How long requests under way may take once the server was asked to stop.
const GRACE: Duration = Duration::from_secs(10);

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
}

impl Server {
    /// Listens.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub fn bind(settings: Settings, studies: Vec<Running>) -> Result<Self, ServerError> {
        let failed = |source| ServerError::Listen { address: settings.listen, source };
        let listener = TcpListener::bind(settings.listen).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { listener, address, app: Arc::new(App::new(settings, studies)) })
    }

    /// The address it listens at.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` comes, then finishes those under way.
    ///
    /// # Errors
    /// When the certificate cannot be used, or the operating system takes the address away.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServerError> {
        health::recorder();
        let handle = Handle::new();
        let stopping = handle.clone();
        let waiting = tokio::spawn(async move {
            stop.await;
            tracing::info!("stopping");
            stopping.graceful_shutdown(Some(GRACE));
        });
        let sweeping = tokio::spawn(sweep(self.app.clone()));
        let routes = router::routes(&self.app).into_make_service_with_connect_info::<SocketAddr>();
        tracing::info!(address = %self.address, "listening");
        let ended = match &self.app.settings.tls {
            None => {
                let mut server = axum_server::from_tcp(self.listener)?.handle(handle);
                be_impatient(server.http_builder());
                server.serve(routes).await
            }
            Some(files) => {
                let config = tls::config(files).await?;
                let mut server = axum_server::from_tcp_rustls(self.listener, config)?.handle(handle);
                be_impatient(server.http_builder());
                server.serve(routes).await
            }
        };
        waiting.abort();
        sweeping.abort();
        for study in self.app.studies() {
            study.close().await;
        }
        Ok(ended?)
    }
}

/// Everything the server answers, for whoever asks without a connection: tests and fuzzing. Each request is to carry the
/// address of its peer, as `axum` puts it there.
pub fn routes(settings: Settings, studies: Vec<Running>) -> Router {
    router::routes(&Arc::new(App::new(settings, studies)))
}

/// How long the head of a request may take, so that nobody holds connections open by dribbling.
const HEAD: Duration = Duration::from_secs(15);

fn be_impatient(builder: &mut Builder<TokioExecutor>) {
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD);
}

/// How often slots are taken back whose time is over. Whoever arrives at a full study does not wait for
/// it: arriving looks, too.
const SWEEP: Duration = Duration::from_secs(15);

async fn sweep(app: Arc<App>) {
    let mut every = tokio::time::interval(SWEEP);
    loop {
        every.tick().await;
        for study in app.studies() {
            study.sweep((app.settings.clock)()).await;
            study.read_on().await;
        }
    }
}
