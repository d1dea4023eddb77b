//! What participants wrote to the researcher, with the page they were on.

use askama::Template;
use axum::extract::Query;
use axum::response::Response;
use live::LiveStudy;
use live::ledger::outcome_title;
use live::ledger::{Comment, SessionView};
use serde::Deserialize;
use session::SessionState;
use web::Fault;

use super::frame::{Frame, Tab, show};
use super::person::page_subject;
use super::researcher::Researcher;
use super::words;

/// Comments on one page.
const ROWS: usize = 100;

#[derive(Template)]
#[template(path = "comments.html")]
struct CommentsPage<'a> {
    frame: Frame,
    /// Each with what the page is about on which it was written.
    comments: Vec<(&'a SessionView, &'a Comment, String)>,
    all: usize,
    /// How many say that something is wrong with an item.
    problems: usize,
    page: usize,
    pages: usize,
}

#[derive(Debug, Deserialize)]
pub(super) struct CommentsQuery {
    #[serde(default)]
    page: String,
}

/// `GET /dashboard/s/{study}/comments`
pub(super) async fn page(researcher: Researcher, Query(asked): Query<CommentsQuery>) -> Result<Response, Fault> {
    let ledger = researcher.study.ledger().await?;
    let mut comments: Vec<(&SessionView, &Comment)> =
        ledger.sessions().iter().flat_map(|seen| seen.comments.iter().map(move |comment| (seen, comment))).collect();
    comments.sort_by_key(|(seen, comment)| (std::cmp::Reverse(comment.at), seen.number));
    let (all, pages) = (comments.len(), comments.len().div_ceil(ROWS).max(1));
    let page = asked.page.parse().unwrap_or(1).clamp(1, pages);
    let problems = comments.iter().filter(|(_, comment)| comment.problem).count();
    let comments = comments.into_iter().skip((page - 1) * ROWS).take(ROWS);
    let comments = comments.map(|(seen, comment)| (seen, comment, comment_subject(&researcher.study, seen, comment)));
    show(&CommentsPage {
        frame: Frame::for_study("Comments", &researcher, Tab::Comments),
        comments: comments.collect(),
        all,
        problems,
        page,
        pages,
    })
}

/// What the page is about on which a comment was written; empty where it was no page of the list.
pub(super) fn comment_subject(study: &LiveStudy, seen: &SessionView, comment: &Comment) -> String {
    match (&seen.session.assignment, comment.stage) {
        (Some(assignment), SessionState::Step(step)) => page_subject(study, assignment, step),
        (Some(_) | None, _) => String::new(),
    }
}

/// Where someone was, in words; with the number of the page where there is one.
fn describe_position(stage: &SessionState) -> (String, Option<u32>) {
    let words = match stage {
        SessionState::Information | SessionState::Consent => "before agreeing to take part",
        SessionState::Screening => "at the screening questions",
        SessionState::Waiting => "waiting for a slot",
        SessionState::Instructions => "at the instructions",
        SessionState::Training { question, .. } => return (format!("at training question {}", question + 1), None),
        SessionState::Step(step) => return (format!("on page {}", step + 1), Some(step + 1)),
        SessionState::AllSteps => "on the page with the list",
        SessionState::Closing => "at the closing questions",
        SessionState::Done(outcome) => return (format!("at the end ({})", outcome_title(outcome)), None),
    };
    (words.to_owned(), None)
}
