//! What a participant looks at pages with.

mod chromium;
mod http;

use std::time::Duration;

use thiserror::Error;

use super::page::{Form, Page};
pub(crate) use chromium::{Chromium, Tab};
pub(crate) use http::HttpClient;

/// Why a page did not come.
#[derive(Debug, Error)]
pub(crate) enum ClientError {
    /// There was no reply, or it broke off.
    #[error("no reply: {0}")]
    NoReply(#[from] reqwest::Error),
    /// A reply that leads nowhere.
    #[error("the server led nowhere")]
    Nowhere,
    /// The browser does not do what it is told.
    #[error("the browser: {0}")]
    Browser(String),
}

/// A page that loaded, and how long that took.
pub(crate) struct LoadedPage {
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

/// FormFields as they are sent.
pub(crate) type FormFields = Vec<(String, String)>;

/// A client for HTTP. As others of this program may have to speak TLS, it wants to know how that is done even
/// where it is not.
fn client() -> reqwest::ClientBuilder {
    // Whoever loaded first has chosen the same.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
}

/// What a participant looks at pages with.
pub(crate) enum PageClient {
    /// Plain HTTP: the forms sent as a browser without script sends them.
    Http(HttpClient),
    /// A real browser.
    Browser(Tab),
}

impl PageClient {
    /// Opens an address of the server and follows where it leads.
    pub(crate) async fn open(&self, address: &str) -> Result<LoadedPage, ClientError> {
        match self {
            PageClient::Http(http) => http.open(address).await,
            PageClient::Browser(tab) => tab.open(address).await,
        }
    }

    /// Sends a form and follows where that leads.
    pub(crate) async fn send(&self, form: &Form, fields: &FormFields) -> Result<LoadedPage, ClientError> {
        match self {
            PageClient::Http(http) => http.send(form, fields).await,
            PageClient::Browser(tab) => tab.send(form, fields).await,
        }
    }

    /// Presses the button twice. What the first reply was is given beside the page that loaded of the second.
    pub(crate) async fn send_twice(
        &self,
        form: &Form,
        fields: &FormFields,
    ) -> Result<(LoadedPage, LoadedPage), ClientError> {
        match self {
            PageClient::Http(http) => {
                let (first, second) = tokio::join!(http.send(form, fields), http.send(form, fields));
                Ok((first?, second?))
            }
            PageClient::Browser(tab) => {
                // The page is gone by the second time, as it is for anyone who clicks that slowly.
                let loaded = tab.send(form, fields).await?;
                Ok((LoadedPage { page: Page::default(), ..loaded }, loaded))
            }
        }
    }

    /// Sends fields as a script of the page does, and stays on the page.
    pub(crate) async fn save(&self, address: &str, fields: &FormFields) -> Result<u16, ClientError> {
        match self {
            PageClient::Http(http) => http.save(address, fields).await,
            // The page's own script saves what is filled in.
            PageClient::Browser(_) => Ok(204),
        }
    }
}
