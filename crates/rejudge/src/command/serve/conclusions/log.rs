//! Everything that happened in a study, session by session, read on as it grows.

use std::collections::HashMap;
use std::sync::Arc;

use dataset::Log;
use jiff::Timestamp;
use session::{SessionEvent, SessionId};
use store::{Cursor, LoggedEvent, Store, StoreError};

/// Events read at a time.
const AT_ONCE: u32 = 10_000;

/// The log of every session, in the order in which they began.
#[derive(Default)]
pub(super) struct Book {
    cursor: Cursor,
    events: u64,
    /// Shared with whoever computes from them, so that only what goes on meanwhile is copied.
    sessions: Vec<Arc<Log>>,
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
            for happened in events.into_iter().filter_map(LoggedEvent::into_session) {
                self.events += 1;
                let place = *self.places.entry(happened.session).or_insert(self.sessions.len());
                if place == self.sessions.len() {
                    self.sessions.push(Arc::default());
                }
                let log = Arc::make_mut(&mut self.sessions[place]);
                if happened.event == SessionEvent::Withdrawn {
                    erase(log);
                }
                log.push((happened.at, happened.event));
            }
        }
    }

    pub(super) fn events(&self) -> u64 {
        self.events
    }

    pub(super) fn logs(&self) -> Vec<Arc<Log>> {
        self.sessions.clone()
    }

    /// When something happened last.
    pub(super) fn last_event_time(&self) -> Option<Timestamp> {
        self.sessions.iter().filter_map(|log| log.last()).map(|(at, _)| *at).max()
    }
}

/// What a withdrawal erased in the store is erased in memory, too.
fn erase(log: &mut Log) {
    for (_, event) in log.iter_mut() {
        if let Some(what) = event.content() {
            *event = SessionEvent::Erased { what };
        }
    }
}
