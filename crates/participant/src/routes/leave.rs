//! Leaving before the end, and having answers erased. What cannot be undone is asked about on a page of its own first.

use axum::http::StatusCode;
use axum::response::Response;
use pages::{Departure, LeaveLinks, LeavePoint, Place};
use session::{Command, Session};
use web::Fault;
use web::html;

use super::list::Body;
use super::show::ending;
use crate::visit::Visit;

/// `GET …/leave`: the ways to leave, with what each means.
pub(super) async fn leave_page(visit: Visit) -> Result<Response, Fault> {
    let session = visit.session().await?;
    if visit.is_over(&session) {
        return Ok(visit.go_to(""));
    }
    let place = Place { leave: String::new(), back: visit.address(""), ..visit.place(&session, "") };
    let to = LeaveLinks { give_back: visit.address("return"), withdraw: visit.address("withdraw") };
    html(StatusCode::OK, visit.study.pages.leave(&place, visit.leave_point(&session), &to))
}

/// `GET …/return`: asks whether the place is to be given back.
pub(super) async fn give_back_page(visit: Visit) -> Result<Response, Fault> {
    let session = visit.session().await?;
    if visit.is_over(&session) { Ok(visit.go_to("")) } else { visit.ask(&session, "return", Departure::GiveBack) }
}

/// `POST …/return`: gives the list back.
pub(super) async fn give_back(visit: Visit, _: Body) -> Result<Response, Fault> {
    visit.run_and_continue(Command::Return).await
}

/// `GET …/withdraw`: asks whether the answers are to be erased, also after the end.
pub(super) async fn withdraw_page(visit: Visit) -> Result<Response, Fault> {
    let session = visit.session().await?;
    let nothing_to_erase = match session.outcome {
        Some(outcome) => !ending(outcome).follows_answers(),
        None => visit.leave_point(&session) == LeavePoint::BeforeConsent,
    };
    if nothing_to_erase { Ok(visit.go_to("")) } else { visit.ask(&session, "withdraw", Departure::Withdraw) }
}

/// `POST …/withdraw`: has the answers erased.
pub(super) async fn withdraw(visit: Visit, _: Body) -> Result<Response, Fault> {
    visit.run_and_continue(Command::Withdraw).await
}

impl Visit {
    fn ask(&self, session: &Session, action: &str, departure: Departure) -> Result<Response, Fault> {
        let nowhere = String::new;
        let back = self.address("");
        let place = Place { leave: nowhere(), withdraw: nowhere(), back, ..self.place(session, action) };
        html(StatusCode::OK, self.study.pages.confirm(&place, departure, self.leave_point(session)))
    }

    /// Whether there is nothing to leave any more, or it will be noticed so as soon as the session is looked at.
    fn is_over(&self, session: &Session) -> bool {
        session.outcome.is_some() || session.time_left_until().is_some_and(|until| until <= self.now)
    }

    fn leave_point(&self, session: &Session) -> LeavePoint {
        match session.outcome {
            Some(outcome) if self.code(outcome).is_empty() => LeavePoint::Over,
            Some(_) => LeavePoint::OverWithCode,
            None if session.consented => LeavePoint::UnderWay,
            None => LeavePoint::BeforeConsent,
        }
    }
}
