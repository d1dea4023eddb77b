//! The page that says what went wrong, and the one that asks for patience.

use askama::Template;
use axum::http::Method;
use axum::response::{Html, IntoResponse as _, Response};
use web::Fault;
use web::RequestId;

use super::frame::Frame;
use crate::assets;

#[derive(Template)]
#[template(path = "fault.html")]
struct FaultPage {
    frame: Frame,
    lead: &'static str,
    reference: String,
}

/// The log of the study is still being read.
#[derive(Template)]
#[template(path = "reading.html")]
struct Reading {
    frame: Frame,
    events: usize,
    /// Whether a page was asked for, and not something done.
    asked: bool,
}

impl Reading {
    fn new(events: usize, method: &Method) -> Reading {
        let (mut frame, asked) = (Frame::signed_out("One moment"), method == Method::GET);
        if asked {
            frame.scripts.push(assets::address("reading.js"));
        }
        Reading { frame, events, asked }
    }
}

/// The page that says what went wrong, for whoever is or is not signed in.
#[must_use]
pub fn fault_page(fault: Fault, method: &Method, id: &RequestId) -> Response {
    let (heading, lead) = match fault {
        Fault::Reading { events } => return reply(Reading::new(events, method).render(), fault, id),
        Fault::NotFound | Fault::WrongMethod => (
            "Page not found",
            "The address is wrong, or it belongs to a study that your account has no access to. Its owner can invite you.",
        ),
        Fault::SignedOut => ("You are signed out", "Nothing was done. Sign in and try again."),
        Fault::Forbidden => (
            "Not allowed",
            "Nothing was done. Either your role in this study does not allow it (an owner can give you another role), or the page was out of date: go back, reload it and try again.",
        ),
        Fault::Malformed | Fault::TooLarge => {
            ("Invalid request", "The request does not match the form. Nothing was done.")
        }
        Fault::TooMany { .. } => ("Too many requests", "Wait a moment, and try again."),
        Fault::TooSlow | Fault::Unavailable | Fault::Broken => (
            "Something is wrong with the server",
            "It is not your fault. Try again in a moment; the server's log has details under the name below.",
        ),
    };
    reply(FaultPage { frame: Frame::signed_out(heading), lead, reference: id.to_string() }.render(), fault, id)
}

fn reply(page: askama::Result<String>, fault: Fault, id: &RequestId) -> Response {
    match page {
        Ok(page) => Html(page).into_response(),
        Err(_) => format!("{}\n\nrequest {id}\n", fault.status()).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_asks_for_a_page_gets_it_when_the_log_is_read_and_whoever_acts_is_told_that_nothing_was_done() {
        let asked = Reading::new(120_000, &Method::GET).render().unwrap();
        assert!(asked.contains("120000 events") && asked.contains("reading.js") && asked.contains("look again"));
        let acted = Reading::new(0, &Method::POST).render().unwrap();
        assert!(acted.contains("Nothing was done") && !acted.contains("reading.js"));
    }
}
