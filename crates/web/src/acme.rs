//! A certificate from an authority that speaks ACME (RFC 8555), such as Let's Encrypt: asked for, kept in a folder and renewed.
//! The authority makes sure that the name is ours by asking for a word at port 80 (`http-01`).

mod authority;
mod certificate_folder;
mod refusal;
mod validity;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use instant_acme::LetsEncrypt;
use jiff::Timestamp;
use thiserror::Error;

use crate::{Clock, TlsFiles};
use authority::Authority;
use certificate_folder::CertificateFolder;
pub use refusal::Refusal;

/// How long after a failure the authority is asked again. Let's Encrypt allows five failures an hour.
const PAUSE: Duration = Duration::from_secs(15 * 60);
/// The same when it was asked too often already.
const LONG_PAUSE: Duration = Duration::from_secs(3 * 60 * 60);
/// How often it is looked at least whether the certificate is due.
const LOOK: Duration = Duration::from_secs(6 * 60 * 60);

/// Whom a certificate is asked of, for which name, and where it is kept.
#[derive(Debug, Clone)]
pub struct Acme {
    /// The name that people type, such as `study.example.org`.
    pub domain: String,
    /// The authority's directory.
    pub directory: String,
    /// A certificate (PEM) by which the authority itself is trusted, where browsers do not know it.
    pub root: Option<PathBuf>,
    /// Where account and certificate are kept, readable by their owner alone.
    pub folder: PathBuf,
}

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum AcmeError {
    /// A file cannot be read or written.
    #[error("`{path}` cannot be used: {source}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A file is not what it should be.
    #[error("`{path}` is not {what}; move it away to have it made anew")]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// What it should be.
        what: &'static str,
    },
    /// The authority did not answer, or not as RFC 8555 says.
    #[error("no certificate for `{domain}`: {directory} cannot be used as a certificate authority: {why}")]
    Unreachable {
        /// For which name.
        domain: String,
        /// Where it was asked.
        directory: String,
        /// What happened.
        why: String,
    },
    /// It refused.
    #[error("no certificate for `{domain}`: {refusal}")]
    Refused {
        /// For which name.
        domain: String,
        /// Why.
        refusal: Refusal,
    },
}

impl AcmeError {
    /// How long to wait before it is tried again; nothing when trying again cannot help.
    #[must_use]
    pub fn pause(&self) -> Option<Duration> {
        match self {
            AcmeError::File { .. } | AcmeError::Unreadable { .. } => None,
            AcmeError::Unreachable { .. } => Some(PAUSE),
            AcmeError::Refused { refusal, .. } => match refusal {
                Refusal::TooOften(_) => Some(LONG_PAUSE),
                Refusal::Name(_) => None,
                Refusal::NoAddress(_) | Refusal::NotReached(_) | Refusal::OtherServer(_) | Refusal::Caa(_) => {
                    Some(PAUSE)
                }
                Refusal::NoAccount(_) | Refusal::Other(_) => Some(PAUSE),
            },
        }
    }
}

/// How a kept certificate stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// There is none, or its time is over.
    Missing,
    /// It can be used, and two thirds of its time are over.
    Due,
    /// It can be used and is not due before.
    Good(Timestamp),
}

/// What the authority asks for at port 80, and what it is to be told.
#[derive(Debug, Clone, Default)]
pub struct Challenges(Arc<RwLock<HashMap<String, String>>>);

impl Challenges {
    /// The answer to a question, while there is one.
    #[must_use]
    pub fn answer(&self, token: &str) -> Option<String> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(token).cloned()
    }

    fn expect(&self, token: &str, answer: &str) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(token.to_owned(), answer.to_owned());
    }

    fn clear(&self) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Acme {
    /// The directory of Let's Encrypt.
    #[must_use]
    pub fn lets_encrypt() -> &'static str {
        LetsEncrypt::Production.url()
    }

    /// Where Let's Encrypt can be tried out; browsers refuse its certificates.
    #[must_use]
    pub fn lets_encrypt_staging() -> &'static str {
        LetsEncrypt::Staging.url()
    }

    /// Where certificate and key are: one file, so that both are replaced at once.
    #[must_use]
    pub fn files(&self) -> TlsFiles {
        let file = self.certificate_folder().certificate();
        TlsFiles { certificate: file.clone(), key: file }
    }

    /// How the kept certificate stands.
    ///
    /// # Errors
    /// When the file cannot be read, or is no certificate.
    pub fn standing(&self, now: Timestamp) -> Result<Standing, AcmeError> {
        let Some([from, until]) = self.certificate_folder().validity()? else { return Ok(Standing::Missing) };
        let (from, until) = (from.as_second(), until.as_second());
        let due = until - (until - from) / 3;
        let now = now.as_second();
        Ok(if now >= until {
            Standing::Missing
        } else if now >= due {
            Standing::Due
        } else {
            Standing::Good(Timestamp::from_second(due).unwrap_or(Timestamp::MAX))
        })
    }

    /// Asks for a certificate and keeps it. `challenges` must be answered at port 80 of the domain meanwhile.
    ///
    /// # Errors
    /// As [`AcmeError`] says. What was kept before stays.
    pub async fn renew(&self, challenges: &Challenges) -> Result<(), AcmeError> {
        let kept = self.certificate_folder();
        let authority = Authority::new(self)?;
        let got = match authority.certificate(&kept, challenges).await {
            // The authority has forgotten the account, as test servers do when they start anew.
            Err(AcmeError::Refused { refusal: Refusal::NoAccount(_), .. }) => {
                kept.forget_account()?;
                authority.certificate(&kept, challenges).await
            }
            got => got,
        };
        challenges.clear();
        kept.keep_certificate(&got?)
    }

    /// Renews the certificate whenever it is due, for as long as the server runs. What fails is in the log, and tried again.
    pub async fn keep_current(self, challenges: Challenges, clock: Clock) {
        loop {
            let pause = match self.standing(clock()) {
                Ok(Standing::Good(due)) => {
                    let wait = Duration::try_from(due.duration_since(clock())).unwrap_or_default();
                    wait.min(LOOK)
                }
                Ok(Standing::Due | Standing::Missing) => match self.renew(&challenges).await {
                    Ok(()) => {
                        tracing::info!(domain = self.domain, "the certificate was renewed");
                        continue;
                    }
                    Err(error) => {
                        tracing::error!(%error, "the certificate could not be renewed; the one before stays in use");
                        error.pause().unwrap_or(LONG_PAUSE)
                    }
                },
                Err(error) => {
                    tracing::error!(%error, "how long the certificate is good cannot be told");
                    LONG_PAUSE
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    fn certificate_folder(&self) -> CertificateFolder {
        CertificateFolder::new(&self.folder, &self.directory, &self.domain)
    }
}
