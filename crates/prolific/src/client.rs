//! Prolific's interface for programs. Every request is sent once; whoever asks twice decides so.

use std::sync::Arc;
use std::time::Duration;

use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{self, Method};
use serde::Deserialize;
use serde_json::{Value, json};
use thiserror::Error;
use web::{NoReply, ask};

use crate::{Draft, Status};

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
pub enum ProlificError {
    /// It could not be reached, or did not answer in time. Whether it did something is not known.
    #[error("Prolific did not answer: {0}; look there before trying again")]
    Unreachable(String),
    /// The token is not (or no longer) good for this.
    #[error("Prolific does not accept the token; make a new one in its settings and start again with it")]
    Token,
    /// There is no such study for this token.
    #[error("Prolific knows no study `{0}` of yours; its id is in the address of the study there")]
    NoStudy(String),
    /// It said no.
    #[error("Prolific refused: {0}")]
    Refused(String),
    /// It said something else than it is known to say.
    #[error("the reply of Prolific cannot be read: {0}")]
    Unreadable(String),
}

/// A study as it stands on Prolific.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct StudyThere {
    /// Its id.
    pub id: String,
    /// `UNPUBLISHED`, `ACTIVE`, `PAUSED`, …
    pub status: String,
    /// How many people may take part.
    pub total_available_places: u64,
}

/// A submission as it stands on Prolific. The address it came from is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Its id: `SESSION_ID` in the link.
    pub id: String,
    /// Whose: `PROLIFIC_PID` in the link.
    pub participant: String,
    /// How it stands.
    pub status: Status,
    /// The code that was entered; empty for none.
    pub code: String,
    /// The bonuses paid for it, in the smallest coin.
    pub bonuses: Vec<u64>,
}

/// A page of submissions.
#[derive(Deserialize)]
struct SubmissionsPage {
    results: Vec<SubmissionJson>,
}

/// A submission in a list; one asked for alone has other names for some keys.
#[derive(Deserialize)]
struct SubmissionJson {
    id: String,
    #[serde(alias = "participant")]
    participant_id: String,
    status: String,
    #[serde(alias = "entered_code")]
    study_code: Option<String>,
    #[serde(default)]
    bonus_payments: Option<Vec<u64>>,
}

/// Bonuses that were set up but not paid yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetUp {
    /// What paying them needs.
    pub id: String,
}

/// Something to be sent.
enum Request {
    Get,
    Post(Value),
    Patch(Value),
}

impl Prolific {
    /// With the operator's token.
    #[must_use]
    pub fn new(token: &str) -> Prolific {
        Prolific::with_address(ADDRESS, token)
    }

    /// The same at another address, such as a stand-in for it on this machine.
    #[must_use]
    pub fn with_address(address: &str, token: &str) -> Prolific {
        let address = address.trim_end_matches('/').to_owned();
        Prolific { address, token: token.trim().into() }
    }

    /// Makes a draft. Nobody sees it until it is published there.
    ///
    /// # Errors
    /// As [`ProlificError`] says.
    pub async fn create(&self, draft: &Draft) -> Result<StudyThere, ProlificError> {
        read(self.send("studies/", Request::Post(draft.to_json()), "").await?)
    }

    /// A study as it stands there.
    ///
    /// # Errors
    /// As [`ProlificError`] says.
    pub async fn study(&self, study: &str) -> Result<StudyThere, ProlificError> {
        let study = plain_id(study)?;
        read(self.send(&format!("studies/{study}/"), Request::Get, study).await?)
    }

    /// Lets so many people take part in all. Prolific never makes it fewer.
    ///
    /// # Errors
    /// As [`ProlificError`] says.
    pub async fn set_places(&self, study: &str, places: u64) -> Result<StudyThere, ProlificError> {
        let study = plain_id(study)?;
        let body = json!({ "total_available_places": places });
        read(self.send(&format!("studies/{study}/"), Request::Patch(body), study).await?)
    }

    /// Every submission of a study.
    ///
    /// # Errors
    /// As [`ProlificError`] says; also when a status is not known, for nothing may be left out unsaid.
    pub async fn submissions(&self, study: &str) -> Result<Vec<Submission>, ProlificError> {
        let study = plain_id(study)?;
        let mut found = Vec::new();
        for page in 0..PAGES_MOST {
            let path = format!("studies/{study}/submissions/?limit={AT_ONCE}&offset={}", page * AT_ONCE);
            let page: SubmissionsPage = read(self.send(&path, Request::Get, study).await?)?;
            let last = page.results.len() < AT_ONCE;
            found.extend(page.results);
            if last {
                break;
            }
        }
        found.into_iter().map(SubmissionJson::into_submission).collect()
    }

    /// Approves submissions.
    ///
    /// # Errors
    /// As [`ProlificError`] says.
    pub async fn approve(&self, submissions: &[String]) -> Result<(), ProlificError> {
        let body = json!({ "submission_ids": submissions });
        self.send("submissions/bulk-approve/", Request::Post(body), "").await.map(drop)
    }

    /// Sets bonuses up: `id,amount` lines. Nothing is paid yet.
    ///
    /// # Errors
    /// As [`ProlificError`] says.
    pub async fn set_up(&self, study: &str, lines: &str) -> Result<SetUp, ProlificError> {
        let body = json!({ "study_id": plain_id(study)?, "csv_bonuses": lines.trim_end() });
        let answer = self.send("submissions/bonus-payments/", Request::Post(body), study).await?;
        let id = answer["id"].as_str().map(str::to_owned);
        id.map(|id| SetUp { id }).ok_or_else(|| ProlificError::Unreadable("it named no payment".to_owned()))
    }

    /// Pays bonuses that were set up. Asked twice, Prolific pays twice: so this is never tried again by itself.
    ///
    /// # Errors
    /// As [`ProlificError`] says. After [`ProlificError::Unreachable`] they may have been paid.
    pub async fn pay(&self, bonuses: &SetUp) -> Result<(), ProlificError> {
        let path = format!("bulk-bonus-payments/{}/pay/", plain_id(&bonuses.id)?);
        self.send(&path, Request::Post(json!({})), "").await.map(drop)
    }

    /// Sends one message to several people of a study.
    ///
    /// # Errors
    /// As [`ProlificError`] says.
    pub async fn message(&self, study: &str, people: &[String], body: &str) -> Result<(), ProlificError> {
        let body = json!({ "ids": people, "body": body, "study_id": plain_id(study)? });
        self.send("messages/bulk/", Request::Post(body), study).await.map(drop)
    }

    async fn send(&self, path: &str, request: Request, study: &str) -> Result<Value, ProlificError> {
        let (status, text) = self.exchange(path, request).await?;
        match status {
            200..=299 => Ok(serde_json::from_str(&text).unwrap_or_default()),
            401 | 403 => Err(ProlificError::Token),
            404 => Err(ProlificError::NoStudy(study.to_owned())),
            // What a server says that failed, or that a gateway says for one that took too long, does not tell whether it had
            // done its work by then.
            408 | 500..=599 => Err(ProlificError::Unreachable(format!("it failed with {status}"))),
            _ => Err(ProlificError::Refused(refusal(status, &text))),
        }
    }

    /// Sends a request once, and gives the status and the text of the reply. Redirections are not followed.
    async fn exchange(&self, path: &str, request: Request) -> Result<(u16, String), ProlificError> {
        let (method, body) = match request {
            Request::Get => (Method::GET, String::new()),
            Request::Post(body) => (Method::POST, body.to_string()),
            Request::Patch(body) => (Method::PATCH, body.to_string()),
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

impl SubmissionJson {
    fn into_submission(self) -> Result<Submission, ProlificError> {
        let status = Status::read(&self.status).ok_or_else(|| {
            ProlificError::Unreadable(format!(
                "submission {} has the status `{}`, which is not known",
                self.id, self.status
            ))
        })?;
        Ok(Submission {
            id: self.id,
            participant: self.participant_id,
            status,
            code: self.study_code.unwrap_or_default(),
            bonuses: self.bonus_payments.unwrap_or_default(),
        })
    }
}

impl From<NoReply> for ProlificError {
    fn from(NoReply(why): NoReply) -> Self {
        ProlificError::Unreachable(why)
    }
}

fn read<T: for<'de> Deserialize<'de>>(reply: Value) -> Result<T, ProlificError> {
    serde_json::from_value(reply).map_err(|error| ProlificError::Unreadable(error.to_string()))
}

/// What a refusal says, in either of the two shapes that Prolific uses; as much of anything else as fits on a line.
fn refusal(status: u16, text: &str) -> String {
    let body: Value = serde_json::from_str(text).unwrap_or_default();
    let inner = body.get("error").unwrap_or(&body);
    let words = |key: &str| {
        let said = inner.get(key).filter(|said| !said.is_null())?;
        Some(said.as_str().map_or_else(|| said.to_string(), str::to_owned))
    };
    let said: Vec<String> = ["title", "message", "detail"].into_iter().filter_map(words).collect();
    let said = if said.is_empty() { text.to_owned() } else { said.join(": ") };
    format!("{status} {}", said.chars().take(300).collect::<String>())
}

/// An id as it may stand in an address: nothing that leads elsewhere.
fn plain_id(id: &str) -> Result<&str, ProlificError> {
    let id = id.trim();
    let plain = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    plain.then_some(id).ok_or_else(|| ProlificError::NoStudy(id.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::refusal;

    #[test]
    fn both_shapes_of_refusals_are_read() {
        for (body, said) in [
            (r#"{"error":{"status":400,"title":"Bad","error_code":1,"detail":"no places"}}"#, "400 Bad: no places"),
            (r#"{"error":{"title":"Bad","detail":{"reward":["too low"]}}}"#, r#"400 Bad: {"reward":["too low"]}"#),
            (r#"{"message":"No","detail":["a","b"]}"#, r#"400 No: ["a","b"]"#),
            ("<html>", "400 <html>"),
        ] {
            assert_eq!(refusal(400, body), said);
        }
    }
}
