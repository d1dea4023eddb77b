//! More time, where the study gives it: once, for whoever asks.

use axum::response::Response;
use jiff::{SignedDuration, Timestamp};
use session::{Author, Command, Reply, Session};
use web::Fault;

use super::list::Body;
use crate::visit::Visit;

/// `POST …/more-time`: holds the slot longer, and shows the page again.
pub(super) async fn more_time(visit: Visit, _: Body) -> Result<Response, Fault> {
    let session = visit.session().await?;
    let Some((until, _)) = visit.more_time(&session) else { return Ok(visit.go_to("")) };
    match visit.run(Command::Extend { until: Some(until), by: Author::Rule }).await?.reply {
        Reply::Show(stage) => Ok(visit.go_on(stage)),
        Reply::Refused(refusal) => visit.refuse(&refusal),
    }
}

impl Visit {
    /// Until when someone would have time who asked for more, and how many minutes that adds; nothing where they may not, have
    /// already, or it is too late.
    pub(super) fn more_time(&self, session: &Session) -> Option<(Timestamp, u64)> {
        let participants = &self.study.study.participants;
        let (limit, more) = (participants.time_limit_secs?, participants.more_time_secs?);
        let seconds = |seconds: u64| SignedDuration::from_secs(i64::try_from(seconds).unwrap_or(i64::MAX));
        let until = session.time_left_until().filter(|until| *until > self.now)?;
        let first = session.assignment.as_ref()?.since.checked_add(seconds(limit)).ok()?;
        (until == first).then_some((first.checked_add(seconds(more)).ok()?, more.div_ceil(60)))
    }
}
