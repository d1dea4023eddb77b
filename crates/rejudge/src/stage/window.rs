//! What someone looks at pages with.

use std::time::{Duration, Instant};

use reqwest::{Client, Response, redirect};
use thiserror::Error;

use super::page::{Page, Sheet};

/// Why a page did not come.
#[derive(Debug, Error)]
pub(crate) enum Lost {
    /// There was no reply, or it broke off.
    #[error("no reply: {0}")]
    NoReply(#[from] reqwest::Error),
    /// A reply that leads nowhere.
    #[error("the server led nowhere")]
    Nowhere,
}

/// A page that came, and how long that took.
pub(crate) struct Came {
    pub(crate) page: Page,
    /// The status of the page.
    pub(crate) status: u16,
    /// The status of the reply to what was sent.
    pub(crate) reply: u16,
    /// Until the reply to what was sent.
    pub(crate) sending: Duration,
    /// Until the page was there, from the reply on.
    pub(crate) loading: Duration,
}

/// Fields as they are sent.
pub(crate) type Fields = Vec<(String, String)>;

/// Asks for pages and sends forms, as a browser without script does.
#[derive(Clone)]
pub(crate) struct Window {
    client: Client,
    server: String,
}

/// Longer than a chain of redirections of ours is.
const MOST_STEPS: usize = 5;

impl Window {
    pub(crate) fn new(server: &str) -> Result<Window, Lost> {
        let client = Client::builder().redirect(redirect::Policy::none()).pool_max_idle_per_host(256).build()?;
        Ok(Window { client, server: server.to_owned() })
    }

    /// Opens an address of the server and follows where it leads.
    pub(crate) async fn open(&self, address: &str) -> Result<Came, Lost> {
        let began = Instant::now();
        let reply = self.client.get(self.full(address)).send().await?;
        self.follow(reply, began).await
    }

    /// Sends a form and follows where that leads.
    pub(crate) async fn send(&self, sheet: &Sheet, fields: &Fields) -> Result<Came, Lost> {
        let began = Instant::now();
        let reply = self.client.post(self.full(&sheet.action)).form(fields).send().await?;
        self.follow(reply, began).await
    }

    /// Sends fields as a script of the page does, and stays on the page.
    pub(crate) async fn save(&self, address: &str, fields: &Fields) -> Result<u16, Lost> {
        Ok(self.client.post(self.full(address)).form(fields).send().await?.status().as_u16())
    }

    async fn follow(&self, mut reply: Response, began: Instant) -> Result<Came, Lost> {
        let (first, sending, replied) = (reply.status().as_u16(), began.elapsed(), Instant::now());
        for _ in 0..MOST_STEPS {
            if !reply.status().is_redirection() {
                let status = reply.status().as_u16();
                let page = Page::read(&reply.text().await?);
                return Ok(Came { page, status, reply: first, sending, loading: replied.elapsed() });
            }
            let location =
                reply.headers().get("location").and_then(|value| value.to_str().ok()).ok_or(Lost::Nowhere)?;
            reply = self.client.get(self.full(location)).send().await?;
        }
        Err(Lost::Nowhere)
    }

    fn full(&self, address: &str) -> String {
        if address.starts_with("http") { address.to_owned() } else { format!("{}{address}", self.server) }
    }
}
