//! Someone on the way: the study and the session that the address names.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use axum::response::Response;
use jiff::Timestamp;
use live::LiveStudy;
use pages::Progress;
use session::{Command, Session, SessionId, SessionState};
use store::CommandOutcome;
use web::{Fault, see_other};

use crate::Context;
use crate::arrival::Mturk;

/// Someone on the way. Only what the address names can be reached through it.
pub(crate) struct Visit {
    pub(crate) study: Arc<LiveStudy>,
    pub(crate) id: SessionId,
    /// What Mechanical Turk said when it framed the page. It travels in the address, because the same
    /// session may be framed by another assignment tomorrow, and cookies do not reach into frames.
    pub(crate) mturk: Option<Mturk>,
    pub(crate) now: Timestamp,
    /// Which list this is of those the person may do; nothing where there is only one.
    pub(crate) list: Option<Progress>,
}

impl FromRequestParts<Arc<Context>> for Visit {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, context: &Arc<Context>) -> Result<Self, Fault> {
        let read = Path::<HashMap<String, String>>::from_request_parts(parts, context).await;
        let Path(named) = read.map_err(|_| Fault::NotFound)?;
        let name = |part: &str| named.get(part).map(String::as_str).ok_or(Fault::NotFound);
        let study = context.study(name("study")?)?;
        let id: SessionId = name("session")?.parse().map_err(|_| Fault::NotFound)?;
        context.sessions.admit(id).map_err(|refused| Fault::TooMany { wait: refused.wait })?;
        let query = Query::<Vec<(String, String)>>::from_request_parts(parts, context).await;
        let mturk = query.ok().and_then(|Query(query)| Mturk::from_query(&query));
        let list = list_number(&study, id).await?;
        Ok(Visit { study, id, mturk, now: context.studies.now(), list })
    }
}

/// Which list of theirs a session is, where people may do several.
pub(crate) async fn list_number(study: &LiveStudy, id: SessionId) -> Result<Option<Progress>, Fault> {
    let total = study.study.participants.lists_each;
    if total < 2 {
        return Ok(None);
    }
    let Some(session) = study.session_as_last_seen(id).await? else { return Ok(None) };
    let done = study.turn(&session, id).await?;
    Ok(done.map(|done| Progress { done, total }))
}

impl Visit {
    /// The address of a page of this session; the empty name is the page that comes next.
    pub(crate) fn address(&self, page: &str) -> String {
        let carried = self.mturk.as_ref().map(Mturk::carry).unwrap_or_default();
        format!("/s/{}/{}/{page}{carried}", self.study.name, self.id)
    }

    /// What the addresses of pictures, sounds and videos in the questions of this session begin with.
    pub(crate) fn files(&self) -> String {
        format!("/s/{}/{}/file", self.study.name, self.id)
    }

    /// What has happened in the session so far; nothing is there for whoever made the address up.
    pub(crate) async fn session(&self) -> Result<Arc<Session>, Fault> {
        self.study.session(self.id).await?.ok_or(Fault::NotFound)
    }

    /// The session as it was last seen here: enough to read what was answered to a page of it.
    pub(crate) async fn session_as_last_seen(&self) -> Result<Arc<Session>, Fault> {
        self.study.session_as_last_seen(self.id).await?.ok_or(Fault::NotFound)
    }

    /// Does what the person wants, if it may be done.
    pub(crate) async fn run(&self, command: Command) -> Result<CommandOutcome, Fault> {
        self.study.handle(self.id, command, self.now).await
    }

    /// After something was done: to the page that comes next. Every page of the training and of the list has an address
    /// of its own, so that the browser's back button leads to the page before.
    pub(crate) fn go_on(&self, stage: SessionState) -> Response {
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
    pub(crate) fn go_to(&self, page: &str) -> Response {
        see_other(&self.address(page))
    }
}
