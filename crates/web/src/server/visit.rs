//! Someone on the way: the study and the session that the address names.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Query};
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse as _, Response};
use jiff::Timestamp;
use session::{Command, Session, SessionId, SessionState};
use store::Handled;

use super::arrival::Mturk;
use super::fault::Fault;
use super::{App, Running};
use crate::page::RenderError;

/// Someone on the way. Only what the address names can be reached through it.
pub(super) struct Visit {
    pub(super) study: Arc<Running>,
    pub(super) id: SessionId,
    /// What Mechanical Turk said when it framed the page. It travels in the address, because the same
    /// session may be framed by another assignment tomorrow, and cookies do not reach into frames.
    pub(super) mturk: Option<Mturk>,
    pub(super) now: Timestamp,
}

impl FromRequestParts<Arc<App>> for Visit {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Fault> {
        let read = Path::<HashMap<String, String>>::from_request_parts(parts, app).await;
        let Path(named) = read.map_err(|_| Fault::NotFound)?;
        let name = |part: &str| named.get(part).map(String::as_str).ok_or(Fault::NotFound);
        let study = app.study(name("study")?)?;
        let id: SessionId = name("session")?.parse().map_err(|_| Fault::NotFound)?;
        app.sessions.admit(id).map_err(|refused| Fault::TooMany { wait: refused.wait })?;
        let query = Query::<Vec<(String, String)>>::from_request_parts(parts, app).await;
        let mturk = query.ok().and_then(|Query(query)| Mturk::carried(&query));
        Ok(Visit { study, id, mturk, now: (app.settings.clock)() })
    }
}

impl Visit {
    /// The address of a page of this session; the empty name is the page that comes next.
    pub(super) fn address(&self, page: &str) -> String {
        let carried = self.mturk.as_ref().map(Mturk::carry).unwrap_or_default();
        format!("/s/{}/{}/{page}{carried}", self.study.name, self.id)
    }

    /// What has happened in the session so far; nothing is there for whoever made the address up.
    pub(super) async fn session(&self) -> Result<Arc<Session>, Fault> {
        self.study.session(self.id).await?.ok_or(Fault::NotFound)
    }

    /// The session as it was last seen here: enough to read what was answered to a page of it.
    pub(super) async fn session_as_last_seen(&self) -> Result<Arc<Session>, Fault> {
        self.study.session_as_last_seen(self.id).await?.ok_or(Fault::NotFound)
    }

    /// Does what the person wants, if it may be done.
    pub(super) async fn tell(&self, command: Command) -> Result<Handled, Fault> {
        self.study.handle(self.id, command, self.now).await
    }

    /// After something was done: to the page that comes next. Every page of the training and of the list has an address
    /// of its own, so that the browser's back button leads to the page before.
    pub(super) fn go_on(&self, stage: SessionState) -> Response {
        match stage {
            SessionState::Step(step) => self.go_to(&format!("step/{step}")),
            SessionState::Training { attempt, question } => self.go_to(&format!("training/{attempt}/{question}")),
            SessionState::Information
            | SessionState::Consent
            | SessionState::Screening
            | SessionState::Waiting
            | SessionState::Instructions
            | SessionState::AllSteps
            | SessionState::Closing
            | SessionState::Done(_) => self.go_to(""),
        }
    }

    /// After something was done: to a page that can be reloaded without doing it again.
    pub(super) fn go_to(&self, page: &str) -> Response {
        see_other(&self.address(page))
    }
}

/// Leads a browser on with a plain request.
pub(crate) fn see_other(address: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response()
}

/// A page, or the fault that kept it from being written.
pub(crate) fn html(status: StatusCode, page: Result<String, RenderError>) -> Result<Response, Fault> {
    match page {
        Ok(page) => Ok((status, Html(page)).into_response()),
        Err(error) => {
            tracing::error!(%error, "a page could not be written");
            Err(Fault::Broken)
        }
    }
}
