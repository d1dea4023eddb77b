//! Who is asking. Every route passes through one of these, and gets from it alone what it may touch.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse as _, Response};
use jiff::Timestamp;
use live::LiveStudy;
use session::Author;
use sha2::{Digest as _, Sha256};
use store::{Account, AuditEntry, Role, Store};
use subtle::ConstantTimeEq as _;
use web::Fault;
use web::see_other;

use super::cookie::read_secret;
use super::paginate::query_value;
use super::rights::right_needed;
use crate::Context;

/// Someone who is signed in.
pub(crate) struct SignedIn {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Store,
    pub(crate) account: Account,
    /// What their browser keeps.
    pub(crate) secret: String,
    pub(crate) now: Timestamp,
}

/// Someone who is signed in, has the study that the address names, and may ask for this address.
pub(crate) struct Researcher {
    pub(crate) by: SignedIn,
    pub(crate) study: Arc<LiveStudy>,
    pub(crate) role: Role,
}

/// Someone or a script that may read the study that the address names: signed in, or with a token.
pub(crate) struct Reader {
    pub(crate) study: Arc<LiveStudy>,
    pub(crate) store: Store,
    pub(crate) account: Account,
    pub(crate) role: Role,
    pub(crate) now: Timestamp,
}

impl SignedIn {
    /// What every form of theirs carries: nobody else can make it, and it tells nothing about the cookie.
    pub(crate) fn csrf_token(&self) -> String {
        let digest = Sha256::digest(format!("form\n{}", self.secret).as_bytes());
        hex::encode(&digest[..16])
    }

    pub(crate) fn is_csrf_token(&self, given: &str) -> bool {
        bool::from(given.as_bytes().ct_eq(self.csrf_token().as_bytes()))
    }

    /// How they are called in events.
    pub(crate) fn author(&self) -> Author {
        Author::Researcher(self.account.name.clone())
    }

    /// Puts in the audit log what they did.
    pub(crate) async fn note(&self, study: Option<&str>, action: &str, detail: &str) -> Result<(), Fault> {
        note(&self.store, &self.account.name, study, (action, detail), self.now).await
    }
}

/// Puts something in the audit log.
pub(crate) async fn note(
    store: &Store,
    name: &str,
    study: Option<&str>,
    (action, detail): (&str, &str),
    at: Timestamp,
) -> Result<(), Fault> {
    let entry = AuditEntry {
        at,
        study: study.map(str::to_owned),
        name: name.to_owned(),
        action: action.to_owned(),
        detail: detail.to_owned(),
    };
    Ok(store.note(&entry).await?)
}

impl Researcher {
    /// The address of one of the study's pages.
    pub(crate) fn address(&self, page: &str) -> String {
        format!("/dashboard/s/{}/{page}", self.study.name)
    }
}

impl FromRequestParts<Arc<Context>> for SignedIn {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, context: &Arc<Context>) -> Result<Self, Response> {
        match signed_in(context, &parts.headers).await {
            Ok(Some(signed_in)) => Ok(signed_in),
            Ok(None) if parts.method == Method::GET && context.accounts.is_some() => {
                let path = parts.uri.path_and_query().map_or("/dashboard/", |path| path.as_str());
                Err(see_other(&format!("/dashboard/sign-in?to={}", query_value(path))))
            }
            Ok(None) if context.accounts.is_some() => Err(Fault::SignedOut.into_response()),
            Ok(None) => Err(Fault::NotFound.into_response()),
            Err(fault) => Err(fault.into_response()),
        }
    }
}

/// Who is signed in, if anybody.
pub(super) async fn signed_in(context: &Arc<Context>, headers: &HeaderMap) -> Result<Option<SignedIn>, Fault> {
    let now = context.studies.now();
    let Some((store, secret)) = context.accounts.clone().zip(read_secret(context, headers)) else { return Ok(None) };
    let signed_in = store.signed_in(&secret, now).await?;
    Ok(signed_in.map(|signed_in| SignedIn { context: context.clone(), store, account: signed_in.account, secret, now }))
}

impl FromRequestParts<Arc<Context>> for Researcher {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, context: &Arc<Context>) -> Result<Self, Response> {
        let by = SignedIn::from_request_parts(parts, context).await?;
        let study = find_study(parts, context).await.map_err(Fault::into_response)?;
        // A study that is not theirs is not there.
        let role = by.store.role(&by.account.id, &study.name).await;
        match role {
            Ok(Some(role)) if right_needed(parts).is_some_and(|right| right.is_of(role)) => {
                Ok(Researcher { by, study, role })
            }
            Ok(Some(_)) => Err(Fault::Forbidden.into_response()),
            Ok(None) => Err(Fault::NotFound.into_response()),
            Err(error) => Err(Fault::from(error).into_response()),
        }
    }
}

impl FromRequestParts<Arc<Context>> for Reader {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, context: &Arc<Context>) -> Result<Self, Response> {
        if let Some(token) = bearer(&parts.headers) {
            return with_token(parts, context, &token).await.map_err(Fault::into_response);
        }
        let Researcher { by, study, role } = Researcher::from_request_parts(parts, context).await?;
        Ok(Reader { study, store: by.store, account: by.account, role, now: by.now })
    }
}

/// The token that a script shows. One that has lost its token (`Bearer $TOKEN`) has an empty one: led to the page for signing in, it would
/// take that for what it asked for.
fn bearer(headers: &HeaderMap) -> Option<String> {
    let brought = headers.get(AUTHORIZATION)?.to_str().ok()?;
    Some(brought.strip_prefix("Bearer")?.trim().to_owned())
}

/// A token reads what its maker may read, and only while they may.
async fn with_token(parts: &mut Parts, context: &Arc<Context>, token: &str) -> Result<Reader, Fault> {
    let store = context.accounts.clone().ok_or(Fault::NotFound)?;
    let (study, now) = (find_study(parts, context).await?, context.studies.now());
    let account = store.token(token, &study.name, now).await?;
    let account = account.ok_or(Fault::SignedOut)?;
    let role = store.role(&account.id, &study.name).await?.ok_or(Fault::SignedOut)?;
    if !right_needed(parts).is_some_and(|right| right.is_of(role)) {
        return Err(Fault::Forbidden);
    }
    Ok(Reader { study, store, account, role, now })
}

/// The study that the address names.
async fn find_study(parts: &mut Parts, context: &Arc<Context>) -> Result<Arc<LiveStudy>, Fault> {
    let read = Path::<HashMap<String, String>>::from_request_parts(parts, context).await;
    let Path(named) = read.map_err(|_| Fault::NotFound)?;
    context.studies.find(named.get("study").map(String::as_str).ok_or(Fault::NotFound)?)
}
