//! Doing something: by someone who may, through a form of ours, and noted in the audit log.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts as _, Request};
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use web::Fault;
use web::see_other;

use super::fields::{CSRF_FIELD, Fields};
use super::researcher::{Researcher, SignedIn};
use crate::Context;

/// Someone who has the study, and may do this, sent a form of ours.
pub(crate) struct StudyForm {
    pub(crate) researcher: Researcher,
    pub(crate) fields: Fields,
}

/// Someone who is signed in sent a form of ours about themselves.
pub(crate) struct AccountForm {
    pub(crate) by: SignedIn,
    pub(crate) fields: Fields,
}

impl StudyForm {
    /// Notes what was done.
    pub(crate) async fn note(&self, action: &str, detail: &str) -> Result<(), Fault> {
        self.researcher.by.note(Some(&self.researcher.study.name), action, detail).await
    }

    /// Notes what was done, and leads to one of the study's pages, which says so.
    pub(crate) async fn log_and_redirect(&self, (action, detail): (&str, &str), page: &str) -> Result<Response, Fault> {
        self.note(action, detail).await?;
        Ok(see_other(&self.researcher.address(page)))
    }
}

impl FromRequest<Arc<Context>> for StudyForm {
    type Rejection = Response;

    async fn from_request(request: Request, context: &Arc<Context>) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        let researcher = Researcher::from_request_parts(&mut parts, context).await?;
        let fields = fields(Request::from_parts(parts, body), &researcher.by).await.map_err(Fault::into_response)?;
        Ok(StudyForm { researcher, fields })
    }
}

impl FromRequest<Arc<Context>> for AccountForm {
    type Rejection = Response;

    async fn from_request(request: Request, context: &Arc<Context>) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        let by = SignedIn::from_request_parts(&mut parts, context).await?;
        let fields = fields(Request::from_parts(parts, body), &by).await.map_err(Fault::into_response)?;
        Ok(AccountForm { by, fields })
    }
}

/// The fields of a form that we made for them.
async fn fields(request: Request, by: &SignedIn) -> Result<Fields, Fault> {
    reject_cross_site(request.headers())?;
    let fields = Fields::read(request).await?;
    if by.is_csrf_token(fields.text(CSRF_FIELD)) { Ok(fields) } else { Err(Fault::Forbidden) }
}

/// Refuses what a page of another site sends.
pub(super) fn reject_cross_site(headers: &HeaderMap) -> Result<(), Fault> {
    let elsewhere = headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin");
    if elsewhere { Err(Fault::Forbidden) } else { Ok(()) }
}
