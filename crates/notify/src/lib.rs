//! Tells researchers that something needs a look.
//!
//! **In**: a [`Message`]. **Out**: a JSON object posted to an address, or a mail, or why it could not be sent. Every message is sent
//! once; who remembers what was told is somebody else. **Does not know** studies or what may be wrong with them.

mod mail;
mod webhook;

use jiff::Timestamp;
use thiserror::Error;

pub use mail::Mail;
pub use webhook::Webhook;

/// Something that needs a look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The study's name in addresses.
    pub study: String,
    /// What it is called.
    pub title: String,
    /// What kind of thing, in a word.
    pub kind: String,
    /// What is the matter, in a sentence.
    pub words: String,
    /// Where to look; nothing where the server does not know by which address it is reached.
    pub link: Option<String>,
    /// Since when it is known.
    pub at: Timestamp,
}

/// A way to reach researchers.
#[derive(Debug, Clone)]
pub enum Channel {
    /// An address that takes JSON.
    Webhook(Webhook),
    /// A mail server.
    Mail(Mail),
}

/// Why a channel cannot be used as it is described.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct BadChannel(String);

/// Why a message was not sent.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct NotifyError(String);

impl Channel {
    /// The word for it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Channel::Webhook(_) => "webhook",
            Channel::Mail(_) => "mail",
        }
    }

    /// Sends a message, once.
    ///
    /// # Errors
    /// When nobody took it.
    pub async fn send(&self, message: &Message) -> Result<(), NotifyError> {
        match self {
            Channel::Webhook(webhook) => webhook.post(message).await,
            Channel::Mail(mail) => mail.send(message).await,
        }
    }

    /// Whether it can be reached, as far as that can be seen without telling anybody anything.
    ///
    /// # Errors
    /// When it cannot.
    pub async fn check(&self) -> Result<(), NotifyError> {
        match self {
            // Whatever is posted would be a message.
            Channel::Webhook(_) => Ok(()),
            Channel::Mail(mail) => mail.check().await,
        }
    }
}
