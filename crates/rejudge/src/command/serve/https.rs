//! `--domain`: a certificate that the server gets and renews by itself.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use jiff::Timestamp;
use server::PlainHttp;
use web::{Acme, AcmeError, Challenges, Standing};

use crate::outcome::BadInput;

/// How certificates are got.
#[derive(Debug, Args, Default)]
pub(super) struct Https {
    /// Domain name of the server, such as `study.example.org`: obtain and renew a certificate for it (from
    /// Let's Encrypt, whose terms you thereby accept), and serve HTTPS on port 443 and HTTP on port 80
    #[arg(long, value_name = "NAME", conflicts_with_all = ["tls_cert", "behind_proxy"])]
    pub(super) domain: Option<String>,
    /// With `--domain`, the address for HTTP, which the certificate authority contacts on port 80 [default: port 80]
    #[arg(long, value_name = "ADDRESS", requires = "domain")]
    listen_http: Option<SocketAddr>,
    /// With `--domain`, the folder for account and certificate [default: certificates]
    #[arg(long, value_name = "FOLDER", requires = "domain")]
    certificates: Option<PathBuf>,
    /// With `--domain`, for testing: use Let's Encrypt's staging environment, whose certificates browsers reject
    #[arg(long, requires = "domain", conflicts_with = "acme_directory")]
    acme_staging: bool,
    /// With `--domain`, the ACME directory of another certificate authority
    #[arg(long, value_name = "URL", requires = "domain")]
    acme_directory: Option<String>,
    /// Root certificate (PEM) of that authority, if it is not publicly trusted
    #[arg(long, value_name = "FILE", requires = "acme_directory")]
    acme_root: Option<PathBuf>,
}

impl Https {
    /// Where HTTPS is answered when nothing else is said: everywhere.
    pub(super) fn listen(&self) -> Option<SocketAddr> {
        self.domain.as_ref().map(|_| all_addresses(443))
    }

    /// What is asked of the authority.
    pub(super) fn acme(&self) -> anyhow::Result<Option<Acme>> {
        let Some(domain) = &self.domain else { return Ok(None) };
        let domain = domain.trim_end_matches('.').to_ascii_lowercase();
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        let part = |part: &str| !part.is_empty() && part.chars().all(plain);
        if !domain.split('.').all(part) || domain.parse::<Ipv4Addr>().is_ok() {
            return Err(
                BadInput(format!("`{domain}` is not the name of a server: write it as in study.example.org")).into()
            );
        }
        if !domain.contains('.') && self.acme_directory.is_none() {
            return Err(BadInput(format!(
                "nobody on the Internet reaches `{domain}`, so no public authority certifies it: give the server's whole name, as in \
                 study.example.org, or serve this network without `--domain`"
            ))
            .into());
        }
        let directory = match &self.acme_directory {
            Some(directory) => directory.clone(),
            None if self.acme_staging => Acme::lets_encrypt_staging().to_owned(),
            None => Acme::lets_encrypt().to_owned(),
        };
        let folder = self.certificates.clone().unwrap_or_else(|| "certificates".into());
        Ok(Some(Acme { domain, directory, root: self.acme_root.clone(), folder }))
    }

    /// Answers HTTP from now on, and comes back when there is a certificate. It is renewed from then on.
    pub(super) async fn begin(&self, acme: Acme, home: &str) -> anyhow::Result<()> {
        let challenges = Challenges::default();
        let http = PlainHttp::bind(self.listen_http.unwrap_or_else(|| all_addresses(80)))?;
        let answering = http.run(challenges.clone(), home.to_owned());
        tokio::spawn(async move {
            if let Err(error) = answering.await {
                tracing::error!(%error, "HTTP is no longer served: the certificate cannot be renewed");
            }
        });
        while acme.standing(Timestamp::now()).map_err(|error| bad_input(&error))? == Standing::Missing {
            tracing::info!(domain = acme.domain, directory = acme.directory, "asking for a certificate");
            let Err(error) = acme.renew(&challenges).await else { continue };
            let Some(pause) = error.pause() else { return Err(bad_input(&error).into()) };
            eprintln!("error: {error}\nTrying again in {} minutes; stop with Ctrl-C.", pause.as_secs() / 60);
            tokio::time::sleep(pause).await;
        }
        tokio::spawn(acme.keep_current(challenges, Arc::new(Timestamp::now)));
        Ok(())
    }
}

fn bad_input(error: &AcmeError) -> BadInput {
    BadInput(error.to_string())
}

/// All addresses of this machine: those of IPv6, which on most systems are those of IPv4, too, where it has any.
fn all_addresses(port: u16) -> SocketAddr {
    let six = SocketAddr::from((Ipv6Addr::UNSPECIFIED, 0));
    match TcpListener::bind(six) {
        Ok(_) => SocketAddr::from((Ipv6Addr::UNSPECIFIED, port)),
        Err(_) => SocketAddr::from((Ipv4Addr::UNSPECIFIED, port)),
    }
}

#[cfg(test)]
mod tests {
    use super::Https;

    #[test]
    fn a_name_that_no_public_authority_certifies_is_refused_before_anybody_is_asked() {
        let of = |domain: &str, directory: Option<&str>| {
            let (domain, acme_directory) = (Some(domain.to_owned()), directory.map(str::to_owned));
            Https { domain, acme_directory, ..Https::default() }.acme().map_err(|error| error.to_string())
        };
        assert_eq!(of("Study.Example.org.", None).unwrap().unwrap().domain, "study.example.org");
        for (domain, why) in [
            ("localhost", "nobody on the Internet reaches `localhost`"),
            ("127.0.0.1", "is not the name of a server"),
            ("https://study.example.org", "is not the name of a server"),
            ("*.example.org", "is not the name of a server"),
        ] {
            let said = of(domain, None).unwrap_err();
            assert!(said.contains(why), "{said}");
        }
        assert!(of("study", Some("https://ca.intern/acme")).is_ok(), "an authority of one's own may certify it");
    }
}
