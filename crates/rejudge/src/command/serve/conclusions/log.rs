//! Everything that happened in a study, session by session, read on as it grows.

use std::collections::HashMap;

use dataset::Log;
use jiff::Timestamp;
use session::{Event, ParticipantId, Session, SessionId};
use store::{Cursor, Store, StoreError};

/// Events read at a time.
const AT_ONCE: u32 = 10_000;

/// The log of every session, in the order in which they began.
#[derive(Default)]
pub(super) struct Book {
    cursor: Cursor,
    events: u64,
    sessions: Vec<Log>,
    places: HashMap<SessionId, usize>,
}

impl Book {
    pub(super) async fn read_on(&mut self, store: &Store, study: &str) -> Result<(), StoreError> {
        loop {
            let (events, next) = store.events_since(study, self.cursor, AT_ONCE).await?;
            if events.is_empty() {
                return Ok(());
            }
            self.cursor = next;
            for happened in events.into_iter().filter(|happened| happened.session != SessionId::STUDY) {
                self.events += 1;
                let place = *self.places.entry(happened.session).or_insert(self.sessions.len());
                if place == self.sessions.len() {
                    self.sessions.push(Log::new());
                }
                if happened.event == Event::Withdrawn {
                    erase(&mut self.sessions[place]);
                }
                self.sessions[place].push((happened.at, happened.event));
            }
        }
    }

    pub(super) fn events(&self) -> u64 {
        self.events
    }

    pub(super) fn logs(&self) -> Vec<Log> {
        self.sessions.clone()
    }

    /// When something happened last.
    pub(super) fn until(&self) -> Option<Timestamp> {
        self.sessions.iter().filter_map(|log| log.last()).map(|(at, _)| *at).max()
    }

    /// The name in files of whoever each session belongs to, as [`dataset::from_events`] gives them.
    pub(super) fn pseudonyms(&self) -> Vec<String> {
        let folded = |log: &Log| Session::of(log.iter().map(|(at, event)| (*at, event)));
        let sessions: Vec<Session> = self.sessions.iter().map(folded).collect();
        let mut counted: Vec<&Session> =
            sessions.iter().filter(|session| session.participant.is_some() && session.hold.is_some()).collect();
        counted.sort_by_key(|session| (session.arrived_at, session.participant));
        let mut names: HashMap<ParticipantId, String> = HashMap::new();
        for participant in counted.iter().filter_map(|session| session.participant) {
            let next = names.len() + 1;
            names.entry(participant).or_insert_with(|| format!("p{next:04}"));
        }
        let name = |session: &Session| session.participant.and_then(|participant| names.get(&participant).cloned());
        sessions.iter().map(|session| name(session).unwrap_or_default()).collect()
    }
}

/// What a withdrawal erased in the store is erased in memory, too.
fn erase(log: &mut Log) {
    for (_, event) in log.iter_mut() {
        if let Some(what) = event.content() {
            *event = Event::Erased { what };
        }
    }
}
