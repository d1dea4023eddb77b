//! What someone looks at pages with.

mod chromium;
mod plain;

use std::time::Duration;

use thiserror::Error;

use super::page::{Page, Sheet};
pub(crate) use chromium::{Chromium, Tab};
pub(crate) use plain::Plain;

/// Why a page did not come.
#[derive(Debug, Error)]
pub(crate) enum Lost {
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

/// A client for HTTP. As others of this program may have to speak TLS, it wants to know how that is done even
/// where it is not.
fn client() -> reqwest::ClientBuilder {
    // Whoever came first has chosen the same.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
}

/// What someone looks at pages with.
pub(crate) enum Window {
    /// Plain HTTP, the forms sent as a browser without script sends them.
    Plain(Plain),
    /// A real browser.
    Real(Tab),
}

impl Window {
    /// Opens an address of the server and follows where it leads.
    pub(crate) async fn open(&self, address: &str) -> Result<Came, Lost> {
        match self {
            Window::Plain(plain) => plain.open(address).await,
            Window::Real(tab) => tab.open(address).await,
        }
    }

    /// Sends a form and follows where that leads.
    pub(crate) async fn send(&self, sheet: &Sheet, fields: &Fields) -> Result<Came, Lost> {
        match self {
            Window::Plain(plain) => plain.send(sheet, fields).await,
            Window::Real(tab) => tab.send(sheet, fields).await,
        }
    }

    /// Presses the button twice. What the first reply was is given beside the page that came of the second.
    pub(crate) async fn send_twice(&self, sheet: &Sheet, fields: &Fields) -> Result<(Came, Came), Lost> {
        match self {
            Window::Plain(plain) => {
                let (first, second) = tokio::join!(plain.send(sheet, fields), plain.send(sheet, fields));
                Ok((first?, second?))
            }
            Window::Real(tab) => {
                // The page is gone by the second time, as it is for anyone who clicks that slowly.
                let came = tab.send(sheet, fields).await?;
                Ok((Came { page: Page::default(), ..came }, came))
            }
        }
    }

    /// Sends fields as a script of the page does, and stays on the page.
    pub(crate) async fn save(&self, address: &str, fields: &Fields) -> Result<u16, Lost> {
        match self {
            Window::Plain(plain) => plain.save(address, fields).await,
            // The page's own script saves what is filled in.
            Window::Real(_) => Ok(204),
        }
    }
}
