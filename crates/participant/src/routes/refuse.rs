//! The legitimate noes: each with its own page.

use axum::http::StatusCode;
use axum::response::Response;
use pages::{Ending, EndingDetails, Place, ReturnLink};
use session::{Outcome, Refusal};
use web::Fault;
use web::html;

use crate::visit::Visit;

impl Visit {
    /// The page for a no.
    pub(super) fn refuse(&self, refusal: &Refusal) -> Result<Response, Fault> {
        let page = match refusal {
            Refusal::TurnedAway(why) => self.turned_away(*why),
            Refusal::TooLate => self.render_ending(Outcome::TooLate),
            Refusal::Ended(outcome) => self.render_ending(*outcome),
            Refusal::OutOfOrder { .. }
            | Refusal::Superseded
            | Refusal::TooSoon { .. }
            | Refusal::Incomplete(_)
            | Refusal::SlotGone
            | Refusal::NotApplicable => self.stale(Ending::Stale),
            Refusal::Unfit { .. } => self.stale(Ending::BadRequest),
            Refusal::NotYours => return Err(Fault::NotFound),
        };
        html(status(refusal), page)
    }

    /// The page sent is not the one the session is at; here is the one it is at.
    fn stale(&self, ending: Ending) -> Result<String, pages::RenderError> {
        let back = Some(ReturnLink::Again { url: self.address("") });
        self.study.pages.ending(&Place::default(), ending, &EndingDetails { back, ..EndingDetails::default() })
    }
}

/// For programs: a no is no fault of the server, and sending the same again does not help.
fn status(refusal: &Refusal) -> StatusCode {
    match refusal {
        Refusal::TurnedAway(_) | Refusal::SlotGone | Refusal::NotApplicable => StatusCode::OK,
        Refusal::TooLate | Refusal::Ended(_) => StatusCode::GONE,
        Refusal::OutOfOrder { .. } | Refusal::Superseded => StatusCode::CONFLICT,
        Refusal::Incomplete(_) | Refusal::TooSoon { .. } | Refusal::Unfit { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        Refusal::NotYours => StatusCode::NOT_FOUND,
    }
}
