//! The page that says what went wrong, in the study's language.

use axum::response::{Html, IntoResponse as _, Response};
use live::LiveStudy;
use pages::{Ending, EndingDetails, Place};
use study::file::Platform;
use web::{Fault, Framing, RequestId};

/// The page that says what went wrong; outside every study in English.
#[must_use]
pub fn fault_page(fault: Fault, study: Option<&LiveStudy>, id: &RequestId) -> Response {
    let ending = match fault {
        Fault::NotFound | Fault::WrongMethod => Ending::NotFound,
        Fault::Malformed | Fault::TooLarge | Fault::SignedOut | Fault::Forbidden => Ending::BadRequest,
        Fault::TooMany { .. } => Ending::TooManyRequests,
        Fault::TooSlow | Fault::Reading { .. } | Fault::Unavailable | Fault::Broken => Ending::Fault,
    };
    let farewell = EndingDetails { reference: id.to_string(), ..EndingDetails::default() };
    let page = match study {
        Some(study) => study.pages.ending(&Place::default(), ending, &farewell),
        None => pages::bare_page(ending, &format!("/assets/{}", pages::assets::folder()), &farewell.reference),
    };
    match page {
        Ok(page) => Html(page).into_response(),
        Err(_) => format!("{}\n\nrequest {id}\n", fault.status()).into_response(),
    }
}

/// Who may frame the pages of a study: Mechanical Turk shows them inside its own.
#[must_use]
pub fn framing(study: &LiveStudy) -> Framing {
    match study.study.participants.from {
        Platform::Mturk => Framing::Mturk,
        Platform::Prolific | Platform::Invited | Platform::Open => Framing::Alone,
    }
}
