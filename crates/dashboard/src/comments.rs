//! What participants wrote to the researcher, with the page they were on.

use askama::Template;
use axum::extract::Query;
use axum::response::Response;
use live::ledger::outcome_title;
use live::ledger::{Comment, SessionView};
use serde::Deserialize;
use session::SessionState;
use web::Fault;

use super::frame::{Frame, Tab, show};
use super::researcher::Researcher;
use super::words;

/// Comments on one page.
const ROWS: usize = 100;

#[derive(Template)]
#[template(path = "comments.html")]
struct CommentsPage<'a> {
    frame: Frame,
    comments: Vec<(&'a SessionView, &'a Comment)>,
    all: usize,
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
    let comments = comments.into_iter().skip((page - 1) * ROWS).take(ROWS).collect();
    show(&CommentsPage { frame: Frame::of("Comments", &researcher, Tab::Comments), comments, all, page, pages })
}

/// Where someone was, in words; with the number of the page where there is one.
fn whereabouts(stage: &SessionState) -> (String, Option<u32>) {
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
