//! The list: pages with questions, saved as they are answered.

use std::collections::BTreeSet;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FormRejection};
use axum::extract::{Form, Path};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use pages::PostedPage;
use session::{Command, Refusal, Reply, SessionState};
use study::file::Pages;
use web::Fault;

use crate::visit::Visit;

/// A body as its fields.
pub(super) type Fields = Result<Form<Vec<(String, String)>>, FormRejection>;

/// A body of which nothing is used. It is read nonetheless: a connection whose body nobody reads is closed, and the next
/// page of the same browser would fail.
pub(super) type Body = Result<Bytes, BytesRejection>;

/// Takes a body apart.
pub(super) fn read_posted_page(fields: Fields) -> Result<PostedPage, Fault> {
    match fields {
        Ok(Form(fields)) => Ok(PostedPage::read(fields)),
        Err(rejected) => Err(Fault::from_status(rejected.status()).unwrap_or(Fault::Malformed)),
    }
}

/// The step that an address names.
type AtStep = Path<(String, String, u32)>;

/// `GET …/step/{step}`: a page of the list, the present one or one gone on from.
pub(super) async fn step(visit: Visit, Path((_, _, step)): AtStep) -> Result<Response, Fault> {
    let session = visit.session().await?;
    if session.break_due(&visit.study.study) == Some(step) {
        return Ok(visit.go_to(""));
    }
    let reached = match session.state(&visit.study.study) {
        SessionState::Step(present) => step <= present,
        // From the closing questions back to the list.
        SessionState::Closing => visit.study.study.lists.pages == Pages::One,
        SessionState::Information
        | SessionState::Consent
        | SessionState::Screening
        | SessionState::Waiting
        | SessionState::Instructions
        | SessionState::Training { .. }
        | SessionState::AllSteps
        | SessionState::Done(_) => false,
    };
    if reached { visit.questions(&session, Some(step), &visit.answers_so_far(&session)) } else { Ok(visit.go_to("")) }
}

/// `POST …/step/{step}`: answers to one page, to go on from it.
pub(super) async fn submit(visit: Visit, Path((_, _, step)): AtStep, fields: Fields) -> Result<Response, Fault> {
    submit_page(visit, Some(step), &read_posted_page(fields)?).await
}

/// `POST …/all`: answers to the whole list.
pub(super) async fn submit_all(visit: Visit, fields: Fields) -> Result<Response, Fault> {
    submit_page(visit, None, &read_posted_page(fields)?).await
}

async fn submit_page(visit: Visit, step: Option<u32>, posted: &PostedPage) -> Result<Response, Fault> {
    let session = visit.session_as_last_seen().await?;
    if session.assignment.is_none() {
        return Ok(visit.go_to(""));
    }
    let read = visit.read(&visit.screens(&session, step)?, posted)?;
    if read.filled.has_complaints() {
        // What can be kept is kept, whatever has to be done again.
        return match visit.run(Command::Save(read.pages)).await?.reply {
            Reply::Refused(refusal @ (Refusal::Ended(_) | Refusal::TooLate | Refusal::NotYours)) => {
                visit.refuse(&refusal)
            }
            Reply::Refused(_) | Reply::Show(_) => visit.questions(&session, step, &read.filled),
        };
    }
    match visit.run(Command::Submit(read.pages)).await?.reply {
        Reply::Show(SessionState::Done(session::Outcome::Finished)) if visit.wants_comment(&session) => {
            Ok(visit.go_to("comment"))
        }
        Reply::Show(stage) => Ok(visit.go_on(stage)),
        Reply::Refused(Refusal::TooSoon { seconds }) => {
            let mut filled = read.filled;
            filled.too_soon(seconds);
            visit.questions(&session, step, &filled)
        }
        Reply::Refused(refusal) => visit.refuse(&refusal),
    }
}

/// `POST …/break/{step}`: on after a break.
pub(super) async fn end_break(visit: Visit, Path((_, _, step)): AtStep, _: Body) -> Result<Response, Fault> {
    visit.run_and_continue(Command::EndBreak(step)).await
}

/// `POST …/save`: answers as they are given. Whatever is an answer is kept; the rest will be asked for
/// when the page is submitted.
pub(super) async fn save(visit: Visit, fields: Fields) -> Result<Response, Fault> {
    let posted = read_posted_page(fields)?;
    let session = visit.session_as_last_seen().await?;
    let steps: BTreeSet<u32> = posted.forms.keys().map(|key| key.step).chain(posted.remarks.keys().copied()).collect();
    let Some(first) = steps.first() else { return Ok(StatusCode::NO_CONTENT.into_response()) };
    let step = match visit.study.study.lists.pages {
        Pages::One if steps.len() > 1 => return Err(Fault::Malformed),
        Pages::One => Some(*first),
        Pages::All => None,
    };
    let mut read = visit.read(&visit.screens(&session, step)?, &posted)?;
    read.pages.retain(|page| !page.answers.is_empty() || page.remark.is_some());
    match visit.run(Command::Save(read.pages)).await?.reply {
        Reply::Show(_) => Ok(StatusCode::NO_CONTENT.into_response()),
        Reply::Refused(refusal) => visit.refuse(&refusal),
    }
}
