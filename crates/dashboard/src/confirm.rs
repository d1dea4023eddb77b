//! Asking once more before something that hurts. Works without script: the question is a page of its own.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use web::Fault;

use super::forms::StudyForm;
use super::frame::{Frame, Tab, complain, show};

/// What is about to be done, in words.
pub(crate) struct Question<'a> {
    /// The page on which it was asked for.
    pub(crate) tab: Tab,
    pub(crate) heading: &'a str,
    /// What will happen, one sentence each.
    pub(crate) effects: Vec<String>,
    /// What the button says.
    pub(crate) button: &'a str,
    /// Where the form goes, within the study's pages.
    pub(crate) action: &'a str,
    /// What it carries.
    pub(crate) carried: Vec<(&'a str, String)>,
}

#[derive(Template)]
#[template(path = "confirm.html")]
struct ConfirmPage<'a> {
    frame: Frame,
    question: &'a Question<'a>,
}

#[derive(Template)]
#[template(path = "refused.html")]
struct RefusedPage {
    frame: Frame,
    why: String,
    back: String,
}

/// A page that says why it was not done, and leads back to one of the study's pages.
pub(crate) fn refuse(form: &StudyForm, why: String, back: &str) -> Result<Response, Fault> {
    let frame = Frame::for_study("It was not done", &form.researcher, Tab::People);
    complain(StatusCode::UNPROCESSABLE_ENTITY, &RefusedPage { frame, why, back: form.researcher.address(back) })
}

/// Whether the form comes from the page that asks.
pub(crate) fn is_sure(form: &StudyForm) -> bool {
    form.fields.text("sure") == "yes"
}

/// The page that asks.
pub(crate) fn ask(form: &StudyForm, question: &Question<'_>) -> Result<Response, Fault> {
    let frame = Frame::for_study(question.heading, &form.researcher, question.tab);
    show(&ConfirmPage { frame, question })
}
