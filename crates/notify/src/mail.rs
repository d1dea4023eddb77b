//! A mail, handed to the mail server that the operator named.

use std::fmt;
use std::time::Duration;

use lettre::message::{Mailbox, header::ContentType};
use lettre::transport::smtp::AsyncSmtpTransportBuilder;
use lettre::transport::smtp::authentication::Credentials;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use serde::Deserialize;

use crate::{BadChannel, Message, NotTold};

/// How long the mail server may take for each step.
const WITHIN: Duration = Duration::from_secs(20);

/// What the operator writes into a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    server: String,
    port: Option<u16>,
    #[serde(default)]
    security: Security,
    user: Option<String>,
    password: Option<String>,
    from: String,
    to: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Security {
    #[default]
    Tls,
    Starttls,
    None,
}

/// A mail server, with who writes to whom.
#[derive(Clone)]
pub struct Mail {
    server: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    to: Vec<Mailbox>,
}

/// It has a password in it.
impl fmt::Debug for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mail").field("to", &self.to).finish_non_exhaustive()
    }
}

/// Whether a host is this machine.
pub(crate) fn is_here(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

impl Mail {
    /// Reads what the operator wrote: `server`, `from`, `to`, and as needed `port`, `security`, `user` and `password`.
    ///
    /// # Errors
    /// When something is missing, cannot be read, or a password would travel unencrypted.
    pub fn read(text: &str) -> Result<Mail, BadChannel> {
        let written: Written = toml::from_str(text).map_err(|error| BadChannel(error.message().to_owned()))?;
        let mailbox = |address: &String| {
            address.parse::<Mailbox>().map_err(|_| BadChannel(format!("`{address}` is not a mail address")))
        };
        let to = written.to.iter().map(mailbox).collect::<Result<Vec<_>, _>>()?;
        if to.is_empty() {
            return Err(BadChannel("`to` names nobody".to_owned()));
        }
        Ok(Mail { from: mailbox(&written.from)?, to, server: transport(written)?.build() })
    }

    pub(crate) async fn send(&self, message: &Message) -> Result<(), NotTold> {
        let mut mail = lettre::Message::builder()
            .from(self.from.clone())
            .subject(format!("{}: {}", message.title, message.kind))
            .header(ContentType::TEXT_PLAIN);
        for someone in &self.to {
            mail = mail.to(someone.clone());
        }
        let link = message.link.as_ref().map(|link| format!("\n\n{link}")).unwrap_or_default();
        let text = format!(
            "{}\n{}\n\nSince {} UTC, study {}.{link}\n",
            message.title,
            message.words,
            message.at.strftime("%Y-%m-%d %H:%M"),
            message.study
        );
        let mail = mail.body(text).map_err(|error| NotTold(error.to_string()))?;
        self.server.send(mail).await.map(drop).map_err(|error| NotTold(with_causes(&error)))
    }

    pub(crate) async fn check(&self) -> Result<(), NotTold> {
        match self.server.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err(NotTold("the mail server takes no mail".to_owned())),
            Err(error) => Err(NotTold(with_causes(&error))),
        }
    }
}

fn transport(written: Written) -> Result<AsyncSmtpTransportBuilder, BadChannel> {
    type Server = AsyncSmtpTransport<Tokio1Executor>;
    let host = written.server.as_str();
    let refused = |error: lettre::transport::smtp::Error| BadChannel(with_causes(&error));
    let mut server = match written.security {
        Security::Tls => Server::relay(host).map_err(refused)?,
        Security::Starttls => Server::starttls_relay(host).map_err(refused)?,
        Security::None if is_here(host) => Server::builder_dangerous(host),
        Security::None => {
            let why = "`security = \"none\"` is only for a mail server on this machine";
            return Err(BadChannel(why.to_owned()));
        }
    };
    if let Some(port) = written.port {
        server = server.port(port);
    }
    match (written.user, written.password) {
        (Some(user), Some(password)) => server = server.credentials(Credentials::new(user, password)),
        (None, None) => {}
        (Some(_), None) | (None, Some(_)) => {
            return Err(BadChannel("`user` and `password` are given together or not at all".to_owned()));
        }
    }
    Ok(server.timeout(Some(WITHIN)))
}

fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string);
    causes.collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use super::Mail;

    const GOOD: &str = "server = \"mail.example.org\"\nuser = \"u\"\npassword = \"p\"\nfrom = \"S <s@example.org>\"\nto = [\"l@example.org\"]\n";

    #[test]
    fn what_is_wrong_with_the_description_of_a_mail_server_is_said() {
        assert!(Mail::read(GOOD).is_ok());
        assert!(!format!("{:?}", Mail::read(GOOD).unwrap()).contains("\"p\""));
        for (old, new, why) in [
            ("to = [\"l@example.org\"]", "to = []", "`to` names nobody"),
            ("l@example.org", "nobody", "`nobody` is not a mail address"),
            ("password = \"p\"\n", "", "given together"),
            ("user", "usr", "unknown field `usr`"),
            ("from", "security = \"none\"\nfrom", "only for a mail server on this machine"),
        ] {
            let found = Mail::read(&GOOD.replace(old, new)).unwrap_err().to_string();
            assert!(found.contains(why), "{found}");
        }
    }
}
