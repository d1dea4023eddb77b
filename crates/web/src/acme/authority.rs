//! What is said to the authority: account, order, answer, request, certificate.

use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use bytes::Bytes;
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use instant_acme::{
    Account, AccountCredentials, AuthorizationStatus, BodyWrapper, BytesResponse, ChallengeType, Error, HttpClient,
    Identifier, NewAccount, NewOrder, Order, OrderStatus, RetryPolicy,
};
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;

use super::certificate_folder::CertificateFolder;
use super::refusal::Refusal;
use super::{Acme, AcmeError, Challenges};
use crate::ask::{browser_roots, client, no_reply};

/// How long one reply may take, and how long it may be.
const PATIENCE: Duration = Duration::from_secs(30);
const REPLY_MOST: usize = 1 << 20;
/// How long the authority may take to make up its mind.
const DECISION: Duration = Duration::from_secs(120);

pub(super) struct Authority<'a> {
    acme: &'a Acme,
    roots: RootCertStore,
}

impl<'a> Authority<'a> {
    pub(super) fn new(acme: &'a Acme) -> Result<Self, AcmeError> {
        let mut roots = browser_roots();
        if let Some(path) = &acme.root {
            let pem = std::fs::read(path).map_err(|source| AcmeError::File { path: path.clone(), source })?;
            let unreadable = || AcmeError::Unreadable { path: path.clone(), what: "a certificate (PEM)" };
            let root = CertificateDer::from_pem_slice(&pem).map_err(|_| unreadable())?;
            roots.add(root).map_err(|_| unreadable())?;
        }
        Ok(Authority { acme, roots })
    }

    /// A new key and its certificate with those that vouch for it, as PEM.
    pub(super) async fn certificate(
        &self,
        kept: &CertificateFolder,
        challenges: &Challenges,
    ) -> Result<String, AcmeError> {
        let account = self.account(kept).await?;
        let name = [Identifier::Dns(self.acme.domain.clone())];
        let mut order = self.explain_error(account.new_order(&NewOrder::new(&name)).await)?;
        self.explain_error(answer(&mut order, challenges).await)?;
        let patience = RetryPolicy::new().timeout(DECISION);
        match self.explain_error(order.poll_ready(&patience).await)? {
            OrderStatus::Invalid => return Err(self.refusal_error(why_invalid(&mut order).await)),
            OrderStatus::Pending | OrderStatus::Ready | OrderStatus::Processing | OrderStatus::Valid => {}
        }
        let key = self.explain_error(order.finalize().await)?;
        let chain = self.explain_error(order.poll_certificate(&patience).await)?;
        Ok(format!("{}\n{chain}", key.trim_end()))
    }

    /// The kept account, or a new one. Whoever asks for a certificate agrees to the authority's terms.
    async fn account(&self, kept: &CertificateFolder) -> Result<Account, AcmeError> {
        let builder = || Ok::<_, AcmeError>(Account::builder_with_http(Box::new(self.http()?)));
        if let Some(credentials) = kept.account::<AccountCredentials>()? {
            return self.explain_error(builder()?.from_credentials(credentials).await);
        }
        let new = NewAccount { contact: &[], terms_of_service_agreed: true, only_return_existing: false };
        let (account, credentials) =
            self.explain_error(builder()?.create(&new, self.acme.directory.clone(), None).await)?;
        kept.keep_account(&credentials)?;
        Ok(account)
    }

    fn http(&self) -> Result<Http, AcmeError> {
        let client = client(self.roots.clone()).map_err(|error| self.unreachable(error.to_string()))?;
        Ok(Http(client))
    }

    fn explain_error<T>(&self, reply: Result<T, Error>) -> Result<T, AcmeError> {
        reply.map_err(|error| match error {
            Error::Api(ref problem) => self.refusal_error(Refusal::from_problem(problem)),
            Error::Timeout(_) => self.unreachable(format!("it did not decide within {} seconds", DECISION.as_secs())),
            Error::Crypto
            | Error::KeyRejected
            | Error::Http(_)
            | Error::InvalidUri(_)
            | Error::Json(_)
            | Error::Unsupported(_)
            | Error::Other(_)
            | Error::Str(_)
            | _ => self.unreachable(no_reply(&error).to_string()),
        })
    }

    fn refusal_error(&self, refusal: Refusal) -> AcmeError {
        AcmeError::Refused { domain: self.acme.domain.clone(), refusal }
    }

    fn unreachable(&self, why: String) -> AcmeError {
        let Acme { domain, directory, .. } = self.acme;
        AcmeError::Unreachable { domain: domain.clone(), directory: directory.clone(), why }
    }
}

/// Puts the answers where the authority will look for them, and tells it to look. A name that it still believes us needs none.
async fn answer(order: &mut Order, challenges: &Challenges) -> Result<(), Error> {
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        let mut authorization = authorization?;
        if authorization.status == AuthorizationStatus::Valid {
            continue;
        }
        let challenge = authorization.challenge(ChallengeType::Http01);
        let mut challenge = challenge.ok_or(Error::Str("the authority does not check names over HTTP (http-01)"))?;
        challenges.expect(&challenge.token, challenge.key_authorization().as_str());
        challenge.set_ready().await?;
    }
    Ok(())
}

/// What the authority saw when it looked.
async fn why_invalid(order: &mut Order) -> Refusal {
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        let Ok(mut authorization) = authorization else { continue };
        let Ok(state) = authorization.refresh().await else { continue };
        if let Some(problem) = state.challenges.iter().find_map(|challenge| challenge.error.as_ref()) {
            return Refusal::from_problem(problem);
        }
    }
    Refusal::Other("it does not say why".to_owned())
}

/// Our own client, as the ACME crate wants it.
struct Http(Client<HttpsConnector<HttpConnector>, BodyWrapper<Bytes>>);

impl HttpClient for Http {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let exchange = self.0.request(request);
        Box::pin(async move {
            let exchange = async {
                let (parts, body) = exchange.await.map_err(|error| no_reply(&error))?.into_parts();
                let bytes = to_bytes(Body::new(body), REPLY_MOST).await.map_err(|error| no_reply(&error))?;
                Ok::<_, crate::NoReply>(BytesResponse { parts, body: Box::new(bytes) })
            };
            let late = |_| Error::Str("nothing came in time");
            let reply = tokio::time::timeout(PATIENCE, exchange).await.map_err(late)?;
            reply.map_err(|error| Error::Other(Box::new(error)))
        })
    }
}
