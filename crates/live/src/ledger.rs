//! Everything that has happened in a study, as the dashboard looks at it.

mod session_view;

use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use jiff::Timestamp;
use plan::Plan;
use session::{Outcome, Pseudonyms, SessionId, SlotBoard, StudyEvent};
use store::{Cursor, LoggedEvent, Store, StoreError};
use study::Study;
use tokio::sync::{OwnedRwLockReadGuard, RwLock};
use tokio::time::timeout;

use crate::flags::{
    AllSessions, Flag, ListQuality, Others, Quality, Questions, Work, answers_of_others, flags, qualities_of_lists,
};
pub use session_view::{Comment, PageTime, SessionView, State, outcome_title};

/// Events read at a time.
const EVENTS_AT_ONCE: u32 = 5_000;

/// How long anybody waits for a log that is being read for the first time.
const PATIENCE: Duration = Duration::from_millis(800);

/// The fold of a study's events. Sessions are numbered from 1 in the order of arrival, which is the order of the log
/// and so the same for every server.
#[derive(Debug)]
pub struct Ledger {
    study: Arc<Study>,
    cursor: Cursor,
    sessions: Vec<SessionView>,
    places: HashMap<SessionId, usize>,
    study_events: Vec<(Timestamp, StudyEvent)>,
    /// What was found out about each session; when first asked for, and again after anything happened.
    found: OnceLock<SessionFindings>,
    questions: Questions,
}

/// What was found out about each session, in the order of arrival.
#[derive(Debug)]
struct SessionFindings {
    flags: Vec<Vec<Flag>>,
    qualities: Vec<Quality>,
}

impl Ledger {
    pub fn new(study: &Arc<Study>, plan: &Arc<Plan>) -> Ledger {
        Ledger {
            study: Arc::clone(study),
            cursor: Cursor::default(),
            sessions: Vec::new(),
            places: HashMap::new(),
            study_events: Vec::new(),
            found: OnceLock::new(),
            questions: Questions::new(study, plan),
        }
    }

    /// What may need a look, of each session in the order of arrival.
    pub fn flags(&self) -> &[Vec<Flag>] {
        &self.findings().flags
    }

    /// How well each session went, in the order of arrival.
    pub fn qualities(&self) -> &[Quality] {
        &self.findings().qualities
    }

    fn findings(&self) -> &SessionFindings {
        self.found.get_or_init(|| {
            let works: Vec<&Work> = self.sessions.iter().map(|seen| seen.work(&self.questions)).collect();
            let all = AllSessions::new(&self.questions, works.iter().copied());
            SessionFindings {
                flags: works.iter().map(|work| flags(&self.study, &all, work)).collect(),
                qualities: works.iter().map(|work| Quality::measure(&all, work)).collect(),
            }
        })
    }

    /// How well each list of the plan goes.
    pub fn list_qualities(&self, board: &SlotBoard) -> Vec<ListQuality> {
        let works = self.sessions.iter().map(|seen| seen.work(&self.questions));
        let found: Vec<(Quality, &Work)> = self.qualities().iter().copied().zip(works).collect();
        qualities_of_lists(&self.sessions, &found, board)
    }

    /// What everyone else who is counted answered to the questions of a session, by page and number of the criterion.
    pub fn answers_of_others(&self, seen: &SessionView) -> HashMap<(u32, usize), Others> {
        let counts = |other: &&SessionView| {
            let finished = other.session.outcome == Some(Outcome::Finished);
            finished && other.session.excluded.is_none() && other.number != seen.number
        };
        let rest = self.sessions.iter().filter(counts).map(|other| other.work(&self.questions));
        answers_of_others(&self.questions, &seen.session, rest)
    }

    /// Every session, in the order of arrival.
    pub fn sessions(&self) -> &[SessionView] {
        &self.sessions
    }

    /// The session of this number.
    pub fn session(&self, number: u32) -> Option<&SessionView> {
        self.sessions.get(number.checked_sub(1)? as usize)
    }

    /// What people are called in files.
    pub fn pseudonyms(&self) -> Pseudonyms {
        Pseudonyms::from_sessions(self.sessions.iter().map(|seen| &seen.session))
    }

    /// What the study asks about its items.
    pub fn questions(&self) -> &Questions {
        &self.questions
    }

    /// What was done to the study as a whole, in order.
    pub fn study_events(&self) -> &[(Timestamp, StudyEvent)] {
        &self.study_events
    }

    /// Takes in one more event.
    pub fn apply(&mut self, logged: &LoggedEvent) {
        self.found.take();
        let happened = match logged {
            LoggedEvent::Session(happened) => happened,
            LoggedEvent::Study(happened) => return self.study_events.push((happened.at, happened.event.clone())),
        };
        let next = self.sessions.len();
        let place = *self.places.entry(happened.session).or_insert(next);
        if place == next {
            self.sessions.push(SessionView::new(happened.session, next as u32 + 1));
        }
        self.sessions[place].apply(&self.study, happened.at, &happened.event);
    }
}

/// The ledger, to be read while nobody writes to it.
pub type LedgerGuard = OwnedRwLockReadGuard<Ledger>;

/// Finds out what may need a look in each session, on a thread of its own: it takes a while in a long study, and the
/// threads that answer requests are few.
pub(crate) async fn with_flags(ledger: LedgerGuard) -> Option<LedgerGuard> {
    if ledger.found.get().is_some() {
        return Some(ledger);
    }
    let look = move || {
        ledger.flags();
        ledger
    };
    tokio::task::spawn_blocking(look).await.ok()
}

/// The ledger of a study, shared by all requests.
#[derive(Debug)]
pub struct LedgerHandle {
    ledger: Arc<RwLock<Ledger>>,
    /// How many events have been read.
    events: AtomicUsize,
    /// Whether the log has been read to its end once; what comes after that is little.
    opened: AtomicBool,
}

impl LedgerHandle {
    pub fn new(study: &Arc<Study>, plan: &Arc<Plan>) -> LedgerHandle {
        let ledger = Arc::new(RwLock::new(Ledger::new(study, plan)));
        LedgerHandle { ledger, events: AtomicUsize::new(0), opened: AtomicBool::new(false) }
    }

    /// How many events have been read.
    pub fn events(&self) -> usize {
        self.events.load(Ordering::Relaxed)
    }

    /// The ledger as of now; nothing when the log is long and still being read for the first time.
    pub async fn read_soon(&self, store: &Store, study: &str) -> Result<Option<LedgerGuard>, StoreError> {
        let mut reading = pin!(self.read(store, study));
        if self.opened.load(Ordering::Relaxed) {
            return reading.await.map(Some);
        }
        match timeout(PATIENCE, &mut reading).await {
            Ok(read) => read.map(Some),
            // The log may be short and the machine busy.
            Err(_) if self.events() < EVENTS_AT_ONCE as usize => reading.await.map(Some),
            Err(_) => Ok(None),
        }
    }

    /// The ledger as of now.
    pub async fn read(&self, store: &Store, study: &str) -> Result<LedgerGuard, StoreError> {
        loop {
            let cursor = self.ledger.read().await.cursor;
            let (events, next) = store.events_since(study, cursor, EVENTS_AT_ONCE).await?;
            if !events.is_empty() {
                let mut ledger = self.ledger.write().await;
                // Another request may have read the same meanwhile.
                if ledger.cursor == cursor {
                    events.iter().for_each(|happened| ledger.apply(happened));
                    ledger.cursor = next;
                    self.events.fetch_add(events.len(), Ordering::Relaxed);
                }
            }
            if events.len() < EVENTS_AT_ONCE as usize {
                self.opened.store(true, Ordering::Relaxed);
                return Ok(Arc::clone(&self.ledger).read_owned().await);
            }
        }
    }
}

#[cfg(test)]
mod tests;
