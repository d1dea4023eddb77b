//! `rejudge serve STUDY…`: participants' pages and the researcher's dashboard.

mod conclusions;
mod https;
mod log;
mod recruiting;
mod studies;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use jiff::Timestamp;
use live::link;
use serde_json::json;
use server::{PROLIFIC_KEYS, Server, Settings};
use store::Store;
use study::file::Platform;
use tokio::sync::Semaphore;
use web::{Peers, Rate, Secret, TlsFiles, survive_limits_of_file_size, wait_for_stop_request};

use crate::collected_study::DATABASE;
use crate::outcome::{BadInput, Outcome};

use https::Https;
use log::Log;
pub(super) use recruiting::token;
pub(super) use studies::{NamedStudy, read_studies};
pub(crate) use studies::{conclude, explain_load_error, explain_open_error};

/// Where it listens when nothing is said: for this machine alone.
const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// What one session may send in a second: no person is faster.
const SESSION_RATE: NonZeroU32 = NonZeroU32::new(20).unwrap();

/// How many studies are opened side by side: no more than connections read.
const OPENED_AT_ONCE: usize = 4;

/// Serve studies to participants and store their answers
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge serve studies/fluency
  rejudge serve studies/fluency studies/best-worst --database answers.sqlite
  rejudge serve studies/fluency --domain study.example.org
  rejudge serve studies/fluency --database postgres://rejudge@localhost/rejudge --behind-proxy --public-url https://study.example.org

Every answer is on disk before it is acknowledged. Stop with Ctrl-C and start again at any time: everyone \
continues where they left off.")]
pub(crate) struct Arguments {
    /// Study folders, or folders of study folders
    #[arg(required = true, value_name = "STUDY")]
    studies: Vec<PathBuf>,
    /// Where answers are stored: a file, or postgres://user@host/database
    #[arg(long, value_name = "PLACE", default_value = DATABASE)]
    database: String,
    /// Address and port to listen on; port 0 picks a free one [default: 127.0.0.1:8080; with `--domain`, port 443 on all addresses]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    https: Https,
    /// The URL at which participants reach the server, such as `https://study.example.org`; not needed with `--domain`
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// The server is behind a proxy that adds each participant's address to X-Forwarded-For
    #[arg(long)]
    behind_proxy: bool,
    /// TLS certificate chain (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// TLS private key (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Maximum requests per second from one address; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 100)]
    per_address: u32,
    /// File with the token that other machines need for /metrics
    #[arg(long, value_name = "FILE")]
    metrics_token: Option<PathBuf>,
    /// File with a Prolific token, readable only by you: for all studies, or for the one named before `=`; may be given several times
    #[arg(long = "prolific-token", value_name = "[STUDY=]FILE")]
    prolific_tokens: Vec<String>,
    /// File with the secret with which Prolific signs its deliveries to /hooks/prolific/STUDY; same syntax as for tokens
    #[arg(long = "prolific-hook-secret", value_name = "[STUDY=]FILE")]
    prolific_hook_secrets: Vec<String>,
    /// File with an https address to which notifications are posted as JSON; same syntax as for tokens
    #[arg(long = "notify-webhook", value_name = "[STUDY=]FILE")]
    notify_webhooks: Vec<String>,
    /// File with the mail server and recipients for notifications; same syntax as for tokens
    #[arg(long = "notify-mail", value_name = "[STUDY=]FILE")]
    notify_mails: Vec<String>,
    /// URL of Prolific's API
    #[arg(long, value_name = "URL", default_value = "https://api.prolific.com")]
    prolific_api: String,
    /// Where Prolific publishes the keys for studies with `verify = true`
    #[arg(long, value_name = "URL", default_value = PROLIFIC_KEYS)]
    prolific_keys: String,
    /// What to log, on standard error
    #[arg(long, value_name = "WHAT", default_value = "text")]
    log: Log,
    /// Print one JSON object with the links instead of text
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// One study with a database of its own, everything else as usual.
    pub(crate) fn of_folder(
        study: PathBuf,
        database: &Path,
        listen: SocketAddr,
        public_url: Option<String>,
    ) -> Arguments {
        Arguments {
            studies: vec![study],
            database: database.display().to_string(),
            listen: Some(listen),
            https: Https::default(),
            public_url,
            behind_proxy: false,
            tls_cert: None,
            tls_key: None,
            per_address: 100,
            metrics_token: None,
            prolific_tokens: Vec::new(),
            prolific_hook_secrets: Vec::new(),
            notify_webhooks: Vec::new(),
            notify_mails: Vec::new(),
            prolific_api: "https://api.prolific.com".to_owned(),
            prolific_keys: PROLIFIC_KEYS.to_owned(),
            log: Log::Text,
            json: false,
        }
    }

    /// Serves until it is asked to stop.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let Some(studies) = read_studies(&self.studies)? else { return Ok(Outcome::ProblemsFound) };
        self.log.start();
        let runtime = tokio::runtime::Runtime::new().context("the server cannot be started")?;
        let served = runtime.block_on(self.serve(studies));
        // The databases are closed. What was being computed for the dashboard keeps nobody waiting.
        runtime.shutdown_background();
        served
    }

    async fn serve(self, studies: Vec<NamedStudy>) -> anyhow::Result<Outcome> {
        survive_limits_of_file_size();
        let store = Store::open(&self.database).await.map_err(studies::explain_open_error)?;
        recruiting::check_names(&self, &studies)?;
        let settings = self.settings(&store)?;
        let turns = Arc::new(Semaphore::new(OPENED_AT_ONCE));
        let mut opening = Vec::with_capacity(studies.len());
        let mut links = Vec::with_capacity(studies.len());
        for study in studies {
            if study.study.participants.verify && settings.public_url.is_none() {
                let name = &study.name;
                return Err(BadInput(format!(
                    "`{name}` verifies links (`participants.verify`), and Prolific signs them for the server's \
                     address: give it with `--public-url https://…`"
                ))
                .into());
            }
            links.push(Link {
                name: study.name.clone(),
                folder: study.folder.display_path(),
                platform: study.study.participants.from,
                title: study.study.about.title.clone(),
            });
            let recruiting = recruiting::load_recruiting(&self, &study.name)?;
            let channels = recruiting::channels(&self, &study.name)?;
            // Side by side: following what was collected keeps a processor busy.
            let (store, turns) = (store.clone(), Arc::clone(&turns));
            opening.push(tokio::spawn(async move {
                let _turn = turns.acquire().await?;
                let study = study.run(&store, Timestamp::now()).await?;
                anyhow::Ok(study.with_recruiting(recruiting).with_channels(channels))
            }));
        }
        let mut running = Vec::with_capacity(opening.len());
        for study in opening {
            running.push(study.await??);
        }
        let here = settings.public_url.clone();
        let server = Server::bind(settings, running)?;
        let here = here.unwrap_or_else(|| {
            let scheme = if self.tls_cert.is_some() { "https" } else { "http" };
            format!("{scheme}://{}", server.address())
        });
        if let Some(acme) = self.https.acme()? {
            tokio::select! {
                begun = self.https.begin(acme, &here) => begun?,
                () = wait_for_stop_request() => return Ok(Outcome::Done),
            }
        }
        let first = store.first_link(Timestamp::now()).await.context("the database cannot be read")?;
        self.announce(&links, &here, server.address(), first.as_deref());
        server.run(wait_for_stop_request()).await?;
        Ok(Outcome::Done)
    }

    fn settings(&self, store: &Store) -> anyhow::Result<Settings> {
        let metrics_token = self.metrics_token.as_deref().map(recruiting::text).transpose()?.and_then(Secret::new);
        let tls = self.tls_cert.clone().zip(self.tls_key.clone());
        let tls = tls.map(|(certificate, key)| TlsFiles { certificate, key });
        let acme = self.https.acme()?;
        let public_url = self.public_url.as_ref().map(|url| url.trim_end_matches('/').to_owned());
        Ok(Settings {
            listen: self.listen.or(self.https.listen()).unwrap_or(LISTEN),
            public_url: public_url.or(acme.as_ref().map(|acme| format!("https://{}", acme.domain))),
            peers: if self.behind_proxy { Peers::Proxy } else { Peers::Direct },
            tls: acme.map(|acme| acme.files()).or(tls),
            address_rate: NonZeroU32::new(self.per_address).map(Rate::per_second),
            session_rate: NonZeroU32::new(self.per_address).map(|_| Rate::per_second(SESSION_RATE)),
            first_byte: server::FIRST_BYTE,
            metrics_token,
            accounts: Some(store.clone()),
            prolific_keys: self.prolific_keys.clone(),
            clock: Arc::new(Timestamp::now),
        })
    }

    /// Says where participants and researchers go. Without an owner yet, the link that makes one.
    fn announce(&self, studies: &[Link], here: &str, address: SocketAddr, first: Option<&str>) {
        let dashboard = format!("{here}/dashboard/");
        let first = first.map(|secret| format!("{dashboard}welcome/{secret}"));
        if self.json {
            let links: Vec<_> = studies
                .iter()
                .map(|it| json!({ "study": it.name, "title": it.title, "link": link(here, &it.name, it.platform) }))
                .collect();
            let address = address.to_string();
            println!(
                "{}",
                json!({ "format": 1, "address": address, "url": here, "dashboard": dashboard, "owner_link": first, "studies": links })
            );
            return;
        }
        for Link { name, folder, platform, title } in studies {
            println!("{title}\n  {}", link(here, name, *platform));
            match platform {
                Platform::Invited => println!("  Personal links: rejudge invite {folder} --people FILE"),
                Platform::Prolific | Platform::Mturk | Platform::Open => {}
            }
        }
        println!("\nDashboard\n  {dashboard}");
        if let Some(link) = first {
            println!("  It has no owner yet. This link creates the owner, once and within 24 hours:\n  {link}");
        }
        println!("\nAnswers are stored in {}. Stop with Ctrl-C.", database_description(&self.database));
    }
}

/// A study that is served, as it is announced.
struct Link {
    name: String,
    folder: String,
    platform: Platform,
    title: String,
}

/// Where answers are kept, in words that show no password.
fn database_description(database: &str) -> &str {
    if database.starts_with("postgres") { "PostgreSQL" } else { database }
}
