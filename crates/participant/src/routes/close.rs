//! The end of the way: closing questions, a comment, another list.

use axum::http::StatusCode;
use axum::response::Response;
use pages::{COMMENT_CHARACTERS, FormState, PostedPage};
use session::{Command, Outcome, Reply, Session, SessionState};
use web::Fault;
use web::html;

use super::list::{Body, Fields, read_posted_page};
use crate::visit::Visit;

impl Visit {
    /// Whether there was no room for a comment on the way, and the study wants one.
    pub(super) fn wants_comment(&self, session: &Session) -> bool {
        let study = &self.study.study;
        study.participants.comment && !study.closes() && session.comment.is_none()
    }
}

/// `POST …/review`: on from the look through the answers; to the end where nothing more is asked.
pub(super) async fn leave_review(visit: Visit, _: Body) -> Result<Response, Fault> {
    let study = &visit.study.study;
    if study.closing.is_empty() && !study.participants.comment {
        return visit.run_and_continue(Command::Close { answers: Vec::new(), comment: None }).await;
    }
    Ok(visit.go_to("closing"))
}

/// `GET …/closing`: the closing questions, for whoever has looked through the answers.
pub(super) async fn closing_page(visit: Visit) -> Result<Response, Fault> {
    let session = visit.session().await?;
    if session.state(&visit.study.study) != SessionState::Closing {
        return Ok(visit.go_to(""));
    }
    html(StatusCode::OK, visit.closing(&session, &FormState::default(), session.comment.as_deref()))
}

/// `POST …/closing`: the closing questions, and a comment.
pub(super) async fn close(visit: Visit, fields: Fields) -> Result<Response, Fault> {
    let posted = read_posted_page(fields)?;
    let comment = comment_in(&posted)?;
    let (answers, filled) = visit.read_closing(&posted);
    if filled.has_complaints() {
        let session = visit.session().await?;
        return html(StatusCode::UNPROCESSABLE_ENTITY, visit.closing(&session, &filled, comment.as_deref()));
    }
    visit.run_and_continue(Command::Close { answers, comment }).await
}

/// `GET …/comment`: room for a comment after the list, where no closing questions gave it.
pub(super) async fn comment_page(visit: Visit) -> Result<Response, Fault> {
    let session = visit.session().await?;
    if session.outcome != Some(Outcome::Finished) || !visit.wants_comment(&session) {
        return Ok(visit.go_to(""));
    }
    let place = visit.place(&session, "comment");
    html(StatusCode::OK, visit.study.pages.closing(&place, &[], &FormState::default(), Some("")))
}

/// `POST …/comment`
pub(super) async fn comment(visit: Visit, fields: Fields) -> Result<Response, Fault> {
    let comment = comment_in(&read_posted_page(fields)?)?.unwrap_or_default();
    // One is enough: whoever writes more wants to fill the disk.
    if visit.session().await?.comment.is_some() {
        return Ok(visit.go_to(""));
    }
    visit.run_and_continue(Command::Comment(comment)).await
}

/// The comment among the fields. Its box takes no more than this in a browser.
fn comment_in(posted: &PostedPage) -> Result<Option<String>, Fault> {
    match posted.extra_field("comment") {
        Some(comment) if comment.chars().count() > COMMENT_CHARACTERS => Err(Fault::TooLarge),
        comment => Ok(comment.map(str::to_owned)),
    }
}

/// `POST …/another`: another list, for whoever has finished this one.
pub(super) async fn take_another_list(visit: Visit, _: Body) -> Result<Response, Fault> {
    let session = visit.session().await?;
    if session.outcome != Some(Outcome::Finished) {
        return Ok(visit.go_to(""));
    }
    let begun = visit.study.start_another(visit.id, visit.now).await?;
    let visit = Visit { id: begun.id, ..visit };
    match begun.reply {
        Reply::Show(stage) => visit.skip_what_was_read(&session, stage).await,
        Reply::Refused(refusal) => visit.refuse(&refusal),
    }
}

impl Visit {
    /// Whoever does another list has agreed, was asked what is required, has read the instructions and passed the practice:
    /// what they said then counts for this list too.
    async fn skip_what_was_read(&self, before: &Session, mut stage: SessionState) -> Result<Response, Fault> {
        loop {
            let command = match stage {
                SessionState::Information | SessionState::Consent => Command::Consent,
                SessionState::Screening => Command::Screen(before.screening.clone()),
                SessionState::Instructions => Command::ReadInstructions,
                SessionState::Training { attempt: 1, question } => match before.training.answers.get(question as usize)
                {
                    Some((answer, _)) => Command::Train { attempt: 1, question, answer: answer.clone() },
                    None => return Ok(self.go_on(stage)),
                },
                SessionState::Training { .. }
                | SessionState::Waiting
                | SessionState::Step(_)
                | SessionState::AllSteps
                | SessionState::Closing
                | SessionState::Done(_) => return Ok(self.go_on(stage)),
            };
            match self.run(command).await?.reply {
                Reply::Show(next) if next != stage => stage = next,
                Reply::Show(_) => return Ok(self.go_to("")),
                Reply::Refused(refusal) => return self.refuse(&refusal),
            }
        }
    }
}

impl Visit {
    /// Does it, then shows what comes next.
    pub(super) async fn run_and_continue(&self, command: Command) -> Result<Response, Fault> {
        match self.run(command).await?.reply {
            Reply::Show(stage) => Ok(self.go_on(stage)),
            Reply::Refused(refusal) => self.refuse(&refusal),
        }
    }
}
