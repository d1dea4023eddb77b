//! A mail, handed to the mail server that the operator named.

use std::fmt;
use std::time::Duration;

use lettre::message::{Mailbox, header::ContentType};
use lettre::transport::smtp::AsyncSmtpTransportBuilder;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use serde::Deserialize;

use crate::{BadChannel, Message, NotifyError};

/// How long the mail server may take for each step.
const WITHIN: Duration = Duration::from_secs(20);

/// What the operator writes into a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MailFile {
    server: String,
    port: Option<u16>,
    #[serde(default)]
    security: Security,
    user: Option<String>,
    password: Option<String>,
    /// The certificate of an authority that is not among the public ones, as PEM.
    authority: Option<String>,
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
    /// Reads what the operator wrote: `server`, `from`, `to`, and as needed `port`, `security`, `authority`, `user` and `password`.
    ///
    /// # Errors
    /// When something is missing, cannot be read, or a password would travel unencrypted.
    pub fn read(text: &str) -> Result<Mail, BadChannel> {
        let written: MailFile = toml::from_str(text).map_err(|error| BadChannel(error.message().to_owned()))?;
        let mailbox = |address: &String| {
            address.parse::<Mailbox>().map_err(|_| BadChannel(format!("`{address}` is not a mail address")))
        };
        let to = written.to.iter().map(mailbox).collect::<Result<Vec<_>, _>>()?;
        if to.is_empty() {
            return Err(BadChannel("`to` names nobody".to_owned()));
        }
        Ok(Mail { from: mailbox(&written.from)?, to, server: transport(written)?.build() })
    }

    pub(crate) async fn send(&self, message: &Message) -> Result<(), NotifyError> {
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
        let mail = mail.body(text).map_err(|error| NotifyError(error.to_string()))?;
        self.server.send(mail).await.map(drop).map_err(|error| NotifyError(with_causes(&error)))
    }

    pub(crate) async fn check(&self) -> Result<(), NotifyError> {
        match self.server.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err(NotifyError("the mail server takes no mail".to_owned())),
            Err(error) => Err(NotifyError(with_causes(&error))),
        }
    }
}

fn transport(written: MailFile) -> Result<AsyncSmtpTransportBuilder, BadChannel> {
    type Server = AsyncSmtpTransport<Tokio1Executor>;
    let host = written.server.as_str();
    let refused = |error: lettre::transport::smtp::Error| BadChannel(with_causes(&error));
    let encrypted = || {
        let tls = TlsParameters::builder(host.to_owned());
        let tls = match &written.authority {
            Some(pem) => tls.add_root_certificate(Certificate::from_pem(pem.as_bytes())?),
            None => tls,
        };
        tls.build()
    };
    let mut server = match written.security {
        Security::Tls => Server::relay(host).map_err(refused)?.tls(Tls::Wrapper(encrypted().map_err(refused)?)),
        Security::Starttls => {
            Server::starttls_relay(host).map_err(refused)?.tls(Tls::Required(encrypted().map_err(refused)?))
        }
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
    // Some errors say their causes themselves.
    std::iter::successors(error.source(), |error| error.source())
        .map(ToString::to_string)
        .fold(error.to_string(), |said, cause| if said.contains(&cause) { said } else { format!("{said}: {cause}") })
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader, Read, Write};
    use std::net::TcpListener;
    use std::sync::Arc;
    use std::sync::mpsc::{Sender, channel};

    use jiff::Timestamp;
    use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
    use rustls::{ServerConfig, ServerConnection, StreamOwned};

    use super::Mail;
    use crate::Message;

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

    /// How what is said travels.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Line {
        Plain,
        Encrypted,
    }

    fn reply(lines: &mut BufReader<impl Read + Write>, text: &str) -> std::io::Result<()> {
        lines.get_mut().write_all(format!("{text}\r\n").as_bytes())
    }

    /// Takes mail, line by line; stops when it is asked for encryption, which it offers unless there is some.
    fn talk(stream: &mut (impl Read + Write), line_is: Line, sender: &Sender<String>) -> std::io::Result<bool> {
        let encrypted = line_is == Line::Encrypted;
        let mut lines = BufReader::new(stream);
        let mut line = String::new();
        while lines.read_line(&mut line)? > 0 {
            match line.split([' ', ':', '\r']).next().unwrap_or_default() {
                "EHLO" if encrypted => reply(&mut lines, "250 here")?,
                "EHLO" => reply(&mut lines, "250-here\r\n250 STARTTLS")?,
                "STARTTLS" => {
                    reply(&mut lines, "220 go on")?;
                    return Ok(true);
                }
                "MAIL" | "RCPT" | "NOOP" if encrypted => reply(&mut lines, "250 well")?,
                "DATA" if encrypted => {
                    reply(&mut lines, "354 go on")?;
                    let mut mail = String::new();
                    while !mail.ends_with("\r\n.\r\n") {
                        if lines.read_line(&mut mail)? == 0 {
                            return Ok(false);
                        }
                    }
                    sender.send(mail).unwrap();
                    reply(&mut lines, "250 taken")?;
                }
                "QUIT" => reply(&mut lines, "221 bye")?,
                _ => reply(&mut lines, "530 encrypt first")?,
            }
            line.clear();
        }
        Ok(false)
    }

    #[tokio::test]
    async fn mail_is_handed_over_encrypted_to_a_server_with_a_certificate_of_a_known_authority() {
        let rcgen::CertifiedKey { cert, signing_key } =
            rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(signing_key.serialize_der()));
        let config =
            ServerConfig::builder().with_no_client_auth().with_single_cert(vec![cert.der().clone()], key).unwrap();
        let (config, (sender, received)) = (Arc::new(config), channel());
        let message = Message {
            study: "fluency".to_owned(),
            title: "How fluent?".to_owned(),
            kind: "full".to_owned(),
            words: "All 10 slots are finished.".to_owned(),
            link: None,
            at: Timestamp::UNIX_EPOCH,
        };
        for security in ["tls", "starttls"] {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let port = listener.local_addr().unwrap().port();
            let (config, sender) = (Arc::clone(&config), sender.clone());
            std::thread::spawn(move || {
                for stream in listener.incoming() {
                    let mut stream = stream.unwrap();
                    if security == "starttls" {
                        stream.write_all(b"220 here\r\n").unwrap();
                        if !talk(&mut stream, Line::Plain, &sender).unwrap_or(false) {
                            continue;
                        }
                    }
                    let mut stream = StreamOwned::new(ServerConnection::new(Arc::clone(&config)).unwrap(), stream);
                    let greeted = if security == "tls" { stream.write_all(b"220 here\r\n") } else { Ok(()) };
                    // Whoever does not trust the certificate goes away.
                    let _gone = greeted.and_then(|()| talk(&mut stream, Line::Encrypted, &sender));
                }
            });
            let written = format!(
                "server = \"localhost\"\nport = {port}\nsecurity = \"{security}\"\nfrom = \"S <s@example.org>\"\nto = [\"l@example.org\"]\n"
            );
            let refused = Mail::read(&written).unwrap().send(&message).await.unwrap_err().to_string();
            assert!(refused.contains("certificate"), "{security}: {refused}");
            let mail = Mail::read(&format!("{written}authority = \"\"\"\n{}\"\"\"\n", cert.pem())).unwrap();
            mail.check().await.unwrap();
            mail.send(&message).await.unwrap();
            let mail = received.try_recv().unwrap();
            assert!(mail.contains("Subject: How fluent?: full") && mail.contains("All 10 slots"), "{security}: {mail}");
        }
    }
}
