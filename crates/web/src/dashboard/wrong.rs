//! The page that says what went wrong.

use askama::Template;
use axum::response::{Html, IntoResponse as _, Response};

use super::frame::Frame;
use crate::server::fault::Fault;
use crate::server::request_id::RequestId;

#[derive(Template)]
#[template(path = "dashboard/wrong.html")]
struct Page {
    frame: Frame,
    lead: &'static str,
    reference: String,
}

/// The page that says what went wrong, for whoever is or is not signed in.
pub(crate) fn fault_page(fault: Fault, id: &RequestId) -> Response {
    let (heading, lead) = match fault {
        Fault::NotFound | Fault::WrongMethod => (
            "There is nothing here",
            "The address is wrong, or it belongs to a study that your account does not have. Its owner can let you in.",
        ),
        Fault::SignedOut => ("You are signed out", "Nothing was done. Sign in, and do it again."),
        Fault::Forbidden => (
            "This may not be done",
            "Viewers can look at everything and change nothing. If you are an owner, the page was too old: go back, reload it, and do it again. Nothing was done.",
        ),
        Fault::Malformed | Fault::TooLarge => {
            ("This could not be read", "What was sent is not what the page sends. Nothing was done.")
        }
        Fault::TooMany { .. } => ("Too many requests", "Wait a moment, and try again."),
        Fault::TooSlow | Fault::Unavailable | Fault::Broken => (
            "Something is wrong with the server",
            "It is not your doing. Try again in a moment; the server's log says more about it under the name below.",
        ),
    };
    match (Page { frame: Frame::outside(heading), lead, reference: id.to_string() }).render() {
        Ok(page) => Html(page).into_response(),
        Err(_) => format!("{}\n\nrequest {id}\n", fault.status()).into_response(),
    }
}
