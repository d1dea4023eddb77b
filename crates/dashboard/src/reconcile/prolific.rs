//! Prolific's interface for programs: list the submissions of a study, approve, pay bonuses. Used only where the
//! operator gave a token, and only when a researcher asks for it.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use thiserror::Error;
use ureq::Agent;

use super::{State, Submission};

/// Where Prolific answers programs.
const ADDRESS: &str = "https://api.prolific.com";
/// A researcher waits for it.
const PATIENCE: Duration = Duration::from_secs(15);
/// Submissions asked for at once, and how many times at most: more than any study has.
const AT_ONCE: usize = 500;
const PAGES_MOST: usize = 200;

/// Prolific, as the owner of a token may use it.
#[derive(Clone)]
pub struct Prolific {
    agent: Agent,
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
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .build();
        let address = address.trim_end_matches('/').to_owned();
        Prolific { agent: config.into(), address, token: token.trim().into() }
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

    /// Sends a request on a thread where it keeps nobody waiting.
    async fn send(&self, path: String, request: Request, study: &str) -> Result<Value, ProlificError> {
        let asked = self.clone();
        let answer = tokio::task::spawn_blocking(move || asked.send_now(&path, request)).await;
        let (status, text) = answer.map_err(|error| ProlificError::Unreachable(error.to_string()))??;
        match status {
            200..=299 => Ok(serde_json::from_str(&text).unwrap_or_default()),
            401 | 403 => Err(ProlificError::Token),
            404 => Err(ProlificError::NoStudy(study.to_owned())),
            _ => Err(ProlificError::Refused(format!("{status} {}", text.chars().take(300).collect::<String>()))),
        }
    }

    fn send_now(&self, path: &str, request: Request) -> Result<(u16, String), ProlificError> {
        let address = format!("{}/api/v1/{path}", self.address);
        let token = format!("Token {}", self.token);
        let sent = match request {
            Request::Get => self.agent.get(&address).header("Authorization", token).call(),
            Request::Post(body) => {
                let post = self.agent.post(&address).header("Authorization", token);
                post.header("Content-Type", "application/json").send(body.to_string())
            }
        };
        let unreachable = |error: ureq::Error| ProlificError::Unreachable(error.to_string());
        let mut answer = sent.map_err(unreachable)?;
        let text = answer.body_mut().read_to_string().map_err(unreachable)?;
        Ok((answer.status().as_u16(), text))
    }
}

/// An id as it may stand in an address: nothing that leads elsewhere.
fn plain_id(id: &str) -> Result<&str, ProlificError> {
    let id = id.trim();
    let plain = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    plain.then_some(id).ok_or_else(|| ProlificError::NoStudy(id.to_owned()))
}
