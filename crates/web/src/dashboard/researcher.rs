//! Who is asking. Every route passes through one of these, and gets from it alone what it may touch.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse as _, Response};
use jiff::Timestamp;
use session::Author;
use sha2::{Digest as _, Sha256};
use store::{Account, Deed, Role, Store};
use subtle::ConstantTimeEq as _;

use super::cookie::brought;
use crate::server::Running;
use crate::server::app::App;
use crate::server::fault::Fault;
use crate::server::running::unavailable;
use crate::server::visit::see_other;

/// Someone who is signed in.
pub(crate) struct SignedIn {
    pub(crate) app: Arc<App>,
    pub(crate) store: Store,
    pub(crate) account: Account,
    /// What their browser keeps.
    pub(crate) secret: String,
    pub(crate) now: Timestamp,
}

/// Someone who is signed in and has the study that the address names.
pub(crate) struct Researcher {
    pub(crate) by: SignedIn,
    pub(crate) study: Arc<Running>,
    pub(crate) role: Role,
}

/// Someone or a script that may read the study that the address names: signed in, or with a token.
pub(crate) struct Reader {
    pub(crate) study: Arc<Running>,
    pub(crate) store: Store,
    pub(crate) account: Account,
    pub(crate) now: Timestamp,
}

impl SignedIn {
    /// What every form of theirs carries: nobody else can make it, and it tells nothing about the cookie.
    pub(crate) fn seal(&self) -> String {
        let digest = Sha256::digest(format!("form\n{}", self.secret).as_bytes());
        digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }

    pub(crate) fn sealed(&self, given: &str) -> bool {
        bool::from(given.as_bytes().ct_eq(self.seal().as_bytes()))
    }

    /// How they are called in events.
    pub(crate) fn author(&self) -> Author {
        Author::Researcher(self.account.name.clone())
    }

    /// Puts on the trail what they did.
    pub(crate) async fn note(&self, study: Option<&str>, deed: &str, detail: &str) -> Result<(), Fault> {
        note(&self.store, &self.account.name, study, (deed, detail), self.now).await
    }
}

/// Puts something on the trail.
pub(crate) async fn note(
    store: &Store,
    name: &str,
    study: Option<&str>,
    (deed, detail): (&str, &str),
    at: Timestamp,
) -> Result<(), Fault> {
    let deed = Deed {
        at,
        study: study.map(str::to_owned),
        name: name.to_owned(),
        deed: deed.to_owned(),
        detail: detail.to_owned(),
    };
    store.note(&deed).await.map_err(|error| unavailable(&error))
}

impl Researcher {
    /// The address of one of the study's pages.
    pub(crate) fn address(&self, page: &str) -> String {
        format!("/dashboard/s/{}/{page}", self.study.name)
    }
}

impl FromRequestParts<Arc<App>> for SignedIn {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Response> {
        match signed_in(app, &parts.headers).await {
            Ok(Some(signed_in)) => Ok(signed_in),
            Ok(None) if parts.method == Method::GET && app.settings.accounts.is_some() => {
                let path = parts.uri.path_and_query().map_or("/dashboard/", |path| path.as_str());
                Err(see_other(&format!("/dashboard/sign-in?to={}", encoded(path))))
            }
            Ok(None) if app.settings.accounts.is_some() => Err(Fault::SignedOut.into_response()),
            Ok(None) => Err(Fault::NotFound.into_response()),
            Err(fault) => Err(fault.into_response()),
        }
    }
}

/// Who is signed in, if anybody.
pub(super) async fn signed_in(app: &Arc<App>, headers: &HeaderMap) -> Result<Option<SignedIn>, Fault> {
    let now = (app.settings.clock)();
    let Some((store, secret)) = app.settings.accounts.clone().zip(brought(app, headers)) else { return Ok(None) };
    let signed_in = store.signed_in(&secret, now).await.map_err(|error| unavailable(&error))?;
    Ok(signed_in.map(|signed_in| SignedIn { app: app.clone(), store, account: signed_in.account, secret, now }))
}

impl FromRequestParts<Arc<App>> for Researcher {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Response> {
        let by = SignedIn::from_request_parts(parts, app).await?;
        let study = named(parts, app).await.map_err(Fault::into_response)?;
        // A study that is not theirs is not there.
        let role = by.store.role(&by.account.id, &study.name).await.map_err(|error| unavailable(&error));
        match role {
            Ok(Some(role)) => Ok(Researcher { by, study, role }),
            Ok(None) => Err(Fault::NotFound.into_response()),
            Err(fault) => Err(fault.into_response()),
        }
    }
}

impl FromRequestParts<Arc<App>> for Reader {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Response> {
        if let Some(token) = bearer(&parts.headers) {
            return with_token(parts, app, &token).await.map_err(Fault::into_response);
        }
        let Researcher { by, study, .. } = Researcher::from_request_parts(parts, app).await?;
        Ok(Reader { study, store: by.store, account: by.account, now: by.now })
    }
}

fn bearer(headers: &HeaderMap) -> Option<String> {
    let brought = headers.get(AUTHORIZATION)?.to_str().ok()?;
    Some(brought.strip_prefix("Bearer ")?.trim().to_owned())
}

/// A token reads, whatever its maker may do, and only while they may.
async fn with_token(parts: &mut Parts, app: &Arc<App>, token: &str) -> Result<Reader, Fault> {
    let store = app.settings.accounts.clone().ok_or(Fault::NotFound)?;
    let (study, now) = (named(parts, app).await?, (app.settings.clock)());
    let account = store.token(token, &study.name, now).await.map_err(|error| unavailable(&error))?;
    let account = account.ok_or(Fault::SignedOut)?;
    let role = store.role(&account.id, &study.name).await.map_err(|error| unavailable(&error))?;
    role.ok_or(Fault::SignedOut)?;
    Ok(Reader { study, store, account, now })
}

/// The study that the address names.
async fn named(parts: &mut Parts, app: &Arc<App>) -> Result<Arc<Running>, Fault> {
    let read = Path::<HashMap<String, String>>::from_request_parts(parts, app).await;
    let Path(named) = read.map_err(|_| Fault::NotFound)?;
    app.study(named.get("study").map(String::as_str).ok_or(Fault::NotFound)?)
}

/// A path as a value in a query.
fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
    path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
