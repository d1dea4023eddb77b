//! A server that listens: its settings, what its requests share, and what it does between them.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum_server::Handle;
use live::{LiveStudy, Studies};
use participant::{KeySet, PROLIFIC_KEYS};
use store::Store;
use thiserror::Error;
use tokio::task::JoinSet;
use web::{Clock, Encryption, Endpoint, Limit, Peers, Rate, Secret, TlsFiles};

use crate::first_byte::FirstByte;
use crate::listen::{be_impatient, listen};
use crate::{health, observe, router};

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
    /// How long a connection may stay open without having sent anything.
    pub first_byte: Duration,
    /// What `/metrics` asks for, from other machines.
    pub metrics_token: Option<Secret>,
    /// Where researchers' accounts are kept; without them there is no dashboard.
    pub accounts: Option<Store>,
    /// Where the keys are published by which Prolific signs its links.
    pub prolific_keys: String,
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
            first_byte: FIRST_BYTE,
            metrics_token: None,
            accounts: None,
            prolific_keys: PROLIFIC_KEYS.to_owned(),
            clock,
        }
    }

    fn endpoint(&self) -> Endpoint {
        let public = self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"));
        let encrypted = if self.tls.is_some() || public { Encryption::Yes } else { Encryption::No };
        Endpoint { public_url: self.public_url.clone(), peers: self.peers, encrypted }
    }
}

/// Why a server does not start or had to end.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The address is taken, or not ours.
    #[error("cannot listen at {address}: {why}; {remedy}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        why: std::io::Error,
        /// What to do about it.
        remedy: String,
    },
    /// The certificate or the key cannot be used.
    #[error("the certificate `{certificate}` and its key cannot be used: {why}")]
    Certificate {
        /// The certificate's file.
        certificate: PathBuf,
        /// Why not.
        why: std::io::Error,
    },
    /// Listening broke off.
    #[error("the server broke off: {0}")]
    BrokeOff(#[from] std::io::Error),
}

/// What all requests share, by whose they are.
pub(crate) struct App {
    pub(crate) studies: Arc<Studies>,
    pub(crate) participants: Arc<participant::Context>,
    pub(crate) researchers: Arc<dashboard::Context>,
    pub(crate) shell: Arc<observe::Shell>,
    pub(crate) health: Arc<health::Health>,
}

impl App {
    fn new(settings: Settings, studies: Vec<LiveStudy>) -> Self {
        let endpoint = settings.endpoint();
        let studies = Arc::new(Studies::new(studies, settings.clock));
        App {
            participants: Arc::new(participant::Context {
                studies: Arc::clone(&studies),
                sessions: Limit::new(settings.session_rate),
                prolific_keys: KeySet::new(&settings.prolific_keys),
                endpoint: endpoint.clone(),
            }),
            researchers: Arc::new(dashboard::Context {
                studies: Arc::clone(&studies),
                accounts: settings.accounts,
                endpoint: endpoint.clone(),
            }),
            health: Arc::new(health::Health {
                studies: Arc::clone(&studies),
                peers: endpoint.peers,
                token: settings.metrics_token,
            }),
            shell: Arc::new(observe::Shell {
                studies: Arc::clone(&studies),
                addresses: Limit::new(settings.address_rate),
                endpoint,
            }),
            studies,
        }
    }
}

/// How long requests under way may take once the server was asked to stop.
const GRACE: Duration = Duration::from_secs(10);

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    tls: Option<TlsFiles>,
    first_byte: Duration,
    app: App,
}

impl Server {
    /// Listens.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub fn bind(settings: Settings, studies: Vec<LiveStudy>) -> Result<Self, ServerError> {
        let (listener, address) = listen(settings.listen, "--listen")?;
        let (tls, first_byte) = (settings.tls.clone(), settings.first_byte);
        Ok(Server { listener, address, tls, first_byte, app: App::new(settings, studies) })
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
        let handle = Handle::new();
        let stopping = handle.clone();
        let waiting = tokio::spawn(async move {
            stop.await;
            tracing::info!("stopping");
            stopping.graceful_shutdown(Some(GRACE));
        });
        let sweeping = tokio::spawn(sweep(Arc::clone(&self.app.studies)));
        let following = tokio::spawn(follow_prolific(Arc::clone(&self.app.studies)));
        let here = self.app.researchers.endpoint.public_url.clone();
        let telling = tokio::spawn(tell_researchers(Arc::clone(&self.app.studies), here));
        let routes = router::routes(&self.app).into_make_service_with_connect_info::<SocketAddr>();
        tracing::info!(address = %self.address, "listening");
        let ended = match &self.tls {
            None => {
                let server = axum_server::from_tcp(self.listener)?.handle(handle);
                let mut server = server.map(|acceptor| FirstByte::new(self.first_byte, acceptor));
                be_impatient(server.http_builder());
                server.serve(routes).await
            }
            Some(files) => {
                let config = web::config(files)
                    .await
                    .map_err(|why| ServerError::Certificate { certificate: files.certificate.clone(), why })?;
                let renewing = tokio::spawn(web::keep_renewed(files.clone(), config.clone(), LOOK_AT_CERTIFICATE));
                let server = axum_server::from_tcp_rustls(self.listener, config)?.handle(handle);
                let mut server = server.map(|acceptor| FirstByte::new(self.first_byte, acceptor));
                be_impatient(server.http_builder());
                let ended = server.serve(routes).await;
                renewing.abort();
                ended
            }
        };
        waiting.abort();
        sweeping.abort();
        following.abort();
        telling.abort();
        for study in self.app.studies.all() {
            study.checkpoint(self.app.studies.now()).await;
        }
        for study in self.app.studies.all() {
            study.close().await;
        }
        Ok(ended?)
    }
}

/// Everything the server answers, for whoever asks without a connection: tests and fuzzing. Each request is to carry the
/// address of its peer, as `axum` puts it there.
pub fn routes(settings: Settings, studies: Vec<LiveStudy>) -> Router {
    router::routes(&App::new(settings, studies))
}

/// How long a connection may stay open without having sent anything.
pub const FIRST_BYTE: Duration = Duration::from_secs(15);

/// How often it is looked whether the certificate was renewed.
const LOOK_AT_CERTIFICATE: Duration = Duration::from_secs(5);

/// How often slots are taken back whose time is over, and is written down how far everything has come. Whoever arrives at a
/// full study does not wait for it: arriving looks, too.
const SWEEP: Duration = Duration::from_secs(15);

async fn sweep(studies: Arc<Studies>) {
    let mut every = tokio::time::interval(SWEEP);
    loop {
        every.tick().await;
        for study in studies.all() {
            study.sweep(studies.now()).await;
            study.checkpoint(studies.now()).await;
            study.refresh_ledger().await;
        }
    }
}

/// How often Prolific is asked who left there, where a study has a token and names its study there. Deliveries come sooner.
const FOLLOW: Duration = Duration::from_secs(60);

async fn follow_prolific(studies: Arc<Studies>) {
    let followed = studies.all().filter(|study| study.prolific().is_some());
    let each = followed.map(|study| {
        let (study, studies) = (Arc::clone(study), Arc::clone(&studies));
        async move {
            let mut every = tokio::time::interval(FOLLOW);
            loop {
                every.tick().await;
                study.follow_prolific(studies.now()).await;
            }
        }
    });
    // Side by side: a study that is waited for keeps no other waiting.
    let mut side_by_side: JoinSet<()> = each.collect();
    while side_by_side.join_next().await.is_some() {}
}

/// How often it is looked whether researchers are to be told something.
const TELL: Duration = Duration::from_secs(60);

async fn tell_researchers(studies: Arc<Studies>, here: Option<String>) {
    let told = studies.all().filter(|study| !study.channels().is_empty());
    let each = told.map(|study| tell_of(Arc::clone(study), Arc::clone(&studies), here.clone()));
    // Side by side: a mail server that hangs keeps the news of no other study waiting.
    let mut side_by_side: JoinSet<()> = each.collect();
    while side_by_side.join_next().await.is_some() {}
}

async fn tell_of(study: Arc<LiveStudy>, studies: Arc<Studies>, here: Option<String>) {
    for channel in study.channels() {
        if let Err(error) = channel.check().await {
            let (study, way) = (&study.name, channel.word());
            tracing::error!(study, way, %error, "researchers cannot be told anything this way");
        }
    }
    let mut every = tokio::time::interval(TELL);
    loop {
        every.tick().await;
        if let Err(fault) = study.send_notices(here.as_deref(), studies.now()).await {
            tracing::error!(
                study = study.name,
                ?fault,
                "whether researchers are to be told something could not be found out"
            );
        }
    }
}
