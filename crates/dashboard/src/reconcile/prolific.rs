//! Prolific's interface for programs: list the submissions of a study, approve, pay bonuses. Used only where the
//! operator gave a token, and only when a researcher asks for it.

use std::sync::Arc;
use std::time::Duration;

use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{self, Method};
use serde::Deserialize;
use serde_json::{Value, json};
use thiserror::Error;
use web::{NoReply, ask};

use super::{State, Submission};

/// Where Prolific answers programs.
const ADDRESS: &str = "https://api.prolific.com";
/// A researcher waits for it.
const PATIENCE: Duration = Duration::from_secs(15);
/// Submissions asked for at once, and how many times at most: more than any study has.
const AT_ONCE: usize = 500;
const PAGES_MOST: usize = 200;
/// The longest reply that is read, in bytes.
const REPLY_MOST: usize = 10 << 20;

/// Prolific, as the owner of a token may use it.
#[derive(Clone)]
pub struct Prolific {
    address: String,
    token: Arc<str>,
}

/// Why Prolific did not do as asked.
#[derive(Debug, Error)]
pub(crate) enum ProlificError {
    /// It could not be reached, or did not answer in time. Whether it did something is not known.
    #[error("Prolific did not answer: {0}; look there before trying again")]
    Unreachable(String),
    /// The token is not (or no longer) good for this.
    #[error("Prolific does not accept the token; make a new one in its settings and start the server with it")]
    Token,
    /// There is no such study for this token.
    #[error("Prolific knows no study `{0}` of yours; its id is in the address of the study there")]
    NoStudy(String),
    /// It said no.
    #[error("Prolific refused: {0}")]
    Refused(String),
}

/// A page of submissions.
#[derive(Deserialize)]
struct SubmissionsPage {
    results: Vec<SubmissionJson>,
}

#[derive(Deserialize)]
struct SubmissionJson {
    id: String,
    participant_id: String,
    status: String,
    study_code: Option<String>,
}

/// Bonuses that were set up but not paid yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SetUp {
    /// What paying them needs.
    pub(crate) id: String,
}

/// Something to be sent.
enum Request {
    Get,
    Post(Value),
}

impl Prolific {
    /// With the operator's token.
    #[must_use]
    pub fn new(token: &str) -> Prolific {
        Prolific::at(ADDRESS, token)
    }

    /// The same at another address, such as a double of it on this machine.
    #[must_use]
    pub fn at(address: &str, token: &str) -> Prolific {
        let address = address.trim_end_matches('/').to_owned();
        Prolific { address, token: token.trim().into() }
    }

    /// Every submission of a study.
    pub(crate) async fn submissions(&self, study: &str) -> Result<Vec<Submission>, ProlificError> {
        let study = plain_id(study)?;
        let mut found = Vec::new();
        for page in 0..PAGES_MOST {
            let path = format!("studies/{study}/submissions/?limit={AT_ONCE}&offset={}", page * AT_ONCE);
            let answer = self.send(path, Request::Get, study).await?;
            let page: SubmissionsPage =
                serde_json::from_value(answer).map_err(|error| ProlificError::Refused(error.to_string()))?;
            let last = page.results.len() < AT_ONCE;
            found.extend(page.results);
            if last {
                break;
            }
        }
        let there = |(index, submission): (usize, SubmissionJson)| {
            let state = State::read(&submission.status)?;
            let code = submission.study_code.unwrap_or_default();
            Some(Submission {
                row: index + 1,
                person: submission.participant_id,
                submission: submission.id,
                state,
                code,
            })
        };
        Ok(found.into_iter().enumerate().filter_map(there).collect())
    }

    /// Approves submissions.
    pub(crate) async fn approve(&self, submissions: &[String]) -> Result<(), ProlificError> {
        let body = json!({ "submission_ids": submissions });
        self.send("submissions/bulk-approve/".to_owned(), Request::Post(body), "").await.map(drop)
    }

    /// Sets bonuses up: `id,amount` lines. Nothing is paid yet.
    pub(crate) async fn set_up(&self, study: &str, lines: &str) -> Result<SetUp, ProlificError> {
        let body = json!({ "study_id": plain_id(study)?, "csv_bonuses": lines.trim_end() });
        let answer = self.send("submissions/bonus-payments/".to_owned(), Request::Post(body), study).await?;
        let id = answer["id"].as_str().map(str::to_owned);
        id.map(|id| SetUp { id }).ok_or_else(|| ProlificError::Refused("it named no payment".to_owned()))
    }

    /// Pays bonuses that were set up. Asked twice, Prolific pays twice: so this is never tried again by itself.
    pub(crate) async fn pay(&self, bonuses: &SetUp) -> Result<(), ProlificError> {
        let path = format!("bulk-bonus-payments/{}/pay/", plain_id(&bonuses.id)?);
        self.send(path, Request::Post(json!({})), "").await.map(drop)
    }

    async fn send(&self, path: String, request: Request, study: &str) -> Result<Value, ProlificError> {
        let (status, text) = self.exchange(&path, request).await?;
        match status {
            200..=299 => Ok(serde_json::from_str(&text).unwrap_or_default()),
            401 | 403 => Err(ProlificError::Token),
            404 => Err(ProlificError::NoStudy(study.to_owned())),
            _ => Err(ProlificError::Refused(format!("{status} {}", text.chars().take(300).collect::<String>()))),
        }
    }

    /// Sends a request once, and gives the status and the text of the reply. Redirections are not followed.
    async fn exchange(&self, path: &str, request: Request) -> Result<(u16, String), ProlificError> {
        let (method, body) = match request {
            Request::Get => (Method::GET, String::new()),
            Request::Post(body) => (Method::POST, body.to_string()),
        };
        let request = http::Request::builder()
            .method(method)
            .uri(format!("{}/api/v1/{path}", self.address))
            .header(AUTHORIZATION, format!("Token {}", self.token))
            .header(CONTENT_TYPE, "application/json")
            .body(body)
            .map_err(|error| ProlificError::Unreachable(error.to_string()))?;
        let (status, bytes) = ask(request, PATIENCE, REPLY_MOST).await?;
        Ok((status, String::from_utf8_lossy(&bytes).into_owned()))
    }
}

impl From<NoReply> for ProlificError {
    fn from(NoReply(why): NoReply) -> Self {
        ProlificError::Unreachable(why)
    }
}

/// An id as it may stand in an address: nothing that leads elsewhere.
fn plain_id(id: &str) -> Result<&str, ProlificError> {
    let id = id.trim();
    let plain = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    plain.then_some(id).ok_or_else(|| ProlificError::NoStudy(id.to_owned()))
}
