//! Pages over plain HTTP, as a browser without script asks for them.

use std::time::{Duration, Instant};

use reqwest::{Client, Response, redirect};

use super::{ClientError, FormFields, LoadedPage, client};
use crate::page::{Form, Page};

/// Asks for pages and sends forms, as a browser without script does.
#[derive(Clone)]
pub(crate) struct HttpClient {
    client: Client,
    server: String,
}

/// Shorter than the server waits for another request on the same connection, so that none is sent as it hangs up.
const IDLE: Duration = Duration::from_secs(10);
/// Longer than a chain of redirections of ours is.
const MOST_STEPS: usize = 5;

impl HttpClient {
    pub(crate) fn new(server: &str) -> Result<HttpClient, ClientError> {
        let client =
            client().redirect(redirect::Policy::none()).pool_max_idle_per_host(256).pool_idle_timeout(IDLE).build()?;
        Ok(HttpClient { client, server: server.to_owned() })
    }

    /// Opens an address of the server and follows where it leads.
    pub(crate) async fn open(&self, address: &str) -> Result<LoadedPage, ClientError> {
        let began = Instant::now();
        let reply = self.client.get(self.full(address)).send().await?;
        self.follow(reply, began).await
    }

    /// Sends a form and follows where that leads.
    pub(crate) async fn send(&self, form: &Form, fields: &FormFields) -> Result<LoadedPage, ClientError> {
        let began = Instant::now();
        let reply = self.client.post(self.full(&form.action)).form(fields).send().await?;
        self.follow(reply, began).await
    }

    /// Sends fields as a script of the page does, and stays on the page.
    pub(crate) async fn save(&self, address: &str, fields: &FormFields) -> Result<u16, ClientError> {
        Ok(self.client.post(self.full(address)).form(fields).send().await?.status().as_u16())
    }

    async fn follow(&self, mut reply: Response, began: Instant) -> Result<LoadedPage, ClientError> {
        let (first, sending, replied) = (reply.status().as_u16(), began.elapsed(), Instant::now());
        for _ in 0..MOST_STEPS {
            if !reply.status().is_redirection() {
                let status = reply.status().as_u16();
                let page = Page::read(&reply.text().await?);
                return Ok(LoadedPage { page, status, reply: first, sending, loading: replied.elapsed() });
            }
            let location =
                reply.headers().get("location").and_then(|value| value.to_str().ok()).ok_or(ClientError::Nowhere)?;
            reply = self.client.get(self.full(location)).send().await?;
        }
        Err(ClientError::Nowhere)
    }

    fn full(&self, address: &str) -> String {
        if address.starts_with("http") { address.to_owned() } else { format!("{}{address}", self.server) }
    }
}
