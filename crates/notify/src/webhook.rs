//! A JSON object, posted.

use std::fmt;
use std::time::Duration;

use axum::http::{Method, Request, Uri};
use serde_json::json;
use web::ask;

use crate::{BadChannel, Message, NotifyError};

/// How long the other side may take.
const WITHIN: Duration = Duration::from_secs(15);

/// More is not read of what it says.
const AT_MOST: usize = 64 * 1024;

/// An address that takes JSON. It often is a secret, so it shows itself nowhere.
#[derive(Clone)]
pub struct Webhook(Uri);

impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Webhook(…)")
    }
}

impl Webhook {
    /// Reads the address.
    ///
    /// # Errors
    /// When it is none, or whoever listens on the way could read along.
    pub fn read(address: &str) -> Result<Webhook, BadChannel> {
        let uri: Uri = address.trim().parse().map_err(|_| BadChannel("it is not an address".to_owned()))?;
        match (uri.scheme_str(), uri.host()) {
            (Some("https"), Some(_)) => Ok(Webhook(uri)),
            (Some("http"), Some(host)) if crate::mail::is_here(host) => Ok(Webhook(uri)),
            _ => Err(BadChannel("the address does not begin with `https://`".to_owned())),
        }
    }

    pub(crate) async fn post(&self, message: &Message) -> Result<(), NotifyError> {
        let body = json!({
            "format": 1,
            "study": message.study,
            "title": message.title,
            "kind": message.kind,
            "text": format!("{}: {}", message.title, message.words),
            "url": message.link,
            "at": message.at.to_string(),
        });
        let request = Request::builder()
            .method(Method::POST)
            .uri(self.0.clone())
            .header("content-type", "application/json")
            .body(body.to_string())
            .map_err(|error| NotifyError(error.to_string()))?;
        let (status, _) = ask(request, WITHIN, AT_MOST).await.map_err(|error| NotifyError(error.to_string()))?;
        if (200..300).contains(&status) {
            Ok(())
        } else {
            Err(NotifyError(format!("it was answered with status {status}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Webhook;

    #[test]
    fn an_address_that_others_could_read_along_is_refused() {
        for good in ["https://hooks.example.org/x?y=z", "http://127.0.0.1:9/x", "http://localhost/x\n"] {
            assert!(Webhook::read(good).is_ok(), "{good}");
        }
        for bad in ["http://hooks.example.org/x", "ftp://example.org", "hooks.example.org", "", "https://"] {
            assert!(Webhook::read(bad).is_err(), "{bad}");
        }
        assert!(!format!("{:?}", Webhook::read("https://example.org/secret").unwrap()).contains("secret"));
    }
}
