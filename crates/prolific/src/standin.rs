//! A stand-in for Prolific on this machine. It checks what it is sent as Prolific does, refuses what Prolific would refuse, and
//! pays twice when asked twice. What people do there is done by calling it.

mod checks;
mod routes;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::net::TcpListener;

use crate::{Status, webhook};

/// The token that the stand-in accepts.
pub const TOKEN: &str = "good";

/// A stand-in for Prolific.
#[derive(Clone)]
pub struct StandIn {
    /// Where it answers.
    pub address: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    studies: Vec<StudyRow>,
    submissions: Vec<SubmissionRow>,
    payments: Vec<PaymentRow>,
    messages: Vec<(String, String)>,
    /// Every request: method, path, status of the reply.
    asked: Vec<String>,
    /// How many requests to pay are done but answered by nothing, as when the line breaks.
    break_off: u32,
    /// How the next requests are refused whose paths end so, without being carried out.
    refuse: Vec<(&'static str, u16)>,
}

struct StudyRow {
    id: String,
    status: &'static str,
    body: Value,
}

struct SubmissionRow {
    id: String,
    study: String,
    participant: String,
    status: Status,
    code: String,
    paid: u64,
    bonuses: Vec<u64>,
}

struct PaymentRow {
    id: String,
    study: String,
    lines: Vec<(String, u64)>,
}

/// What the researcher is charged for, in the smallest coin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statement {
    /// Rewards, whole and for being screened out.
    pub rewards: u64,
    /// Bonuses.
    pub bonuses: u64,
}

impl StandIn {
    /// Starts it.
    ///
    /// # Panics
    /// When no port can be had.
    #[expect(clippy::expect_used, reason = "for tests")]
    pub async fn start() -> StandIn {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let standin = StandIn { address, state: Arc::default() };
        let router = routes::routes(standin.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        standin
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a researcher does on Prolific's own page: `UNPUBLISHED` becomes `ACTIVE`.
    pub fn publish(&self, study: &str) {
        self.set_status(study, "ACTIVE");
    }

    /// The same for pausing: nobody is offered a place until it is published again.
    pub fn pause(&self, study: &str) {
        self.set_status(study, "PAUSED");
    }

    fn set_status(&self, study: &str, status: &'static str) {
        if let Some(row) = self.state().studies.iter_mut().find(|row| row.id == study) {
            row.status = status;
        }
    }

    /// Someone takes a place: the submission's id, or nothing when there is no place for them.
    #[must_use]
    pub fn take_place(&self, study: &str, participant: &str) -> Option<String> {
        let mut state = self.state();
        let row = state.studies.iter().find(|row| row.id == study && row.status == "ACTIVE")?;
        let places = row.body["total_available_places"].as_u64()? as usize;
        let of_study = || state.submissions.iter().filter(|row| row.study == study);
        let taken = of_study().filter(|row| row.status.takes_place()).count();
        if taken >= places || of_study().any(|row| row.participant == participant) {
            return None;
        }
        let id = format!("5{:023x}", state.submissions.len() + 1);
        state.submissions.push(SubmissionRow {
            id: id.clone(),
            study: study.to_owned(),
            participant: participant.to_owned(),
            status: Status::Active,
            code: String::new(),
            paid: 0,
            bonuses: Vec::new(),
        });
        Some(id)
    }

    /// The link that the person of a submission follows.
    #[must_use]
    pub fn link(&self, submission: &str) -> Option<String> {
        let state = self.state();
        let row = state.submissions.iter().find(|row| row.id == submission)?;
        let study = state.studies.iter().find(|study| study.id == row.study)?;
        let link = study.body["external_study_url"].as_str()?;
        let filled = [("PROLIFIC_PID", &row.participant), ("STUDY_ID", &row.study), ("SESSION_ID", &row.id)];
        Some(filled.iter().fold(link.to_owned(), |link, (name, id)| link.replace(&format!("{{{{%{name}%}}}}"), id)))
    }

    /// Someone comes back with a code, which may be none of the study's; says what becomes of the submission.
    pub fn enter_code(&self, submission: &str, code: &str) -> Option<Status> {
        let mut state = self.state();
        let row = state.submissions.iter().position(|row| row.id == submission && row.status == Status::Active)?;
        let study = state.studies.iter().find(|study| study.id == state.submissions[row].study)?;
        let reward = study.body["reward"].as_u64()?;
        let codes = study.body["completion_codes"].as_array()?;
        let known = codes.iter().find(|known| known["code"].as_str().is_some_and(|it| it.eq_ignore_ascii_case(code)));
        let action = known.map_or(&Value::Null, |known| &known["actions"][0]);
        let paid_out = state.submissions.iter().filter(|row| row.status == Status::ScreenedOut).count() as u64;
        let (status, paid) = match action["action"].as_str() {
            Some("AUTOMATICALLY_APPROVE") => (Status::Approved, reward),
            // People do as they are asked.
            Some("REQUEST_RETURN") => (Status::Returned, 0),
            Some("FIXED_SCREEN_OUT_PAYMENT") if paid_out < action["slots"].as_u64()? => {
                (Status::ScreenedOut, action["fixed_screen_out_reward"].as_u64()?)
            }
            _ => (Status::AwaitingReview, 0),
        };
        let row = &mut state.submissions[row];
        (row.status, row.paid, row.code) = (status, paid, code.to_owned());
        Some(status)
    }

    /// Someone gives their place back, or lets the time go by.
    pub fn leave(&self, submission: &str, status: Status) {
        let mut state = self.state();
        let row = state.submissions.iter_mut().find(|row| row.id == submission && row.status == Status::Active);
        if let Some(row) = row {
            row.status = status;
        }
    }

    /// How a submission stands.
    #[must_use]
    pub fn status(&self, submission: &str) -> Option<Status> {
        self.state().submissions.iter().find(|row| row.id == submission).map(|row| row.status)
    }

    /// What the researcher is charged for.
    #[must_use]
    pub fn statement(&self) -> Statement {
        let state = self.state();
        let sum = |of: fn(&SubmissionRow) -> u64| state.submissions.iter().map(of).sum();
        Statement { rewards: sum(|row| row.paid), bonuses: sum(|row| row.bonuses.iter().sum()) }
    }

    /// What one person was paid in bonuses, one by one.
    #[must_use]
    pub fn bonuses_of(&self, participant: &str) -> Vec<u64> {
        let state = self.state();
        state
            .submissions
            .iter()
            .filter(|row| row.participant == participant)
            .flat_map(|row| row.bonuses.clone())
            .collect()
    }

    /// The messages sent, with whom to.
    #[must_use]
    pub fn messages(&self) -> Vec<(String, String)> {
        self.state().messages.clone()
    }

    /// Every request so far: method, path and the status of the reply.
    #[must_use]
    pub fn requests(&self) -> Vec<String> {
        self.state().asked.clone()
    }

    /// The next request to pay is carried out, but the line breaks before the answer.
    pub fn break_off_next_payment(&self) {
        self.state().break_off += 1;
    }

    /// The next request whose path ends so is not carried out, and answered with this status.
    pub fn refuse_next(&self, path: &'static str, status: u16) {
        self.state().refuse.push((path, status));
    }

    /// Its export of submissions, as a researcher downloads it.
    #[must_use]
    pub fn export(&self, study: &str) -> String {
        let head = "Submission id,Participant id,Status,Completion code\n".to_owned();
        let state = self.state();
        state.submissions.iter().filter(|row| row.study == study).fold(head, |text, row| {
            let code = if row.code.is_empty() { "NOCODE" } else { &row.code };
            format!("{text}{},{},{},{code}\n", row.id, row.participant, row.status.word())
        })
    }

    /// The delivery of a submission's status, at a time in seconds: time, body and signature.
    #[must_use]
    pub fn delivery(&self, submission: &str, secret: &str, at: i64) -> (String, String, String) {
        let state = self.state();
        let row = state.submissions.iter().find(|row| row.id == submission);
        let (participant, status) = row.map_or(("", ""), |row| (row.participant.as_str(), row.status.word()));
        let body = serde_json::json!({
            "event_type": "submission.status.change", "resource_id": submission, "participant_id": participant, "status": status,
        })
        .to_string();
        let time = at.to_string();
        let signature = webhook::sign(secret, &time, body.as_bytes());
        (time, body, signature)
    }
}
