//! Adding events: the one place that writes while people take part.
//!
//! Everything else that changes with an event (who holds which slot, how a session ended, what withdrawal
//! erases) is written in the same transaction, and follows from the events alone.

use std::sync::Arc;

use jiff::Timestamp;
use session::{
    Outcome, ParticipantId, ParticipantKind, Session, SessionEvent, SessionId, Slot, SlotEffect, StudyEvent,
};

use crate::chain::{ChainLink, ContentHash, Salt, SealedEvent};
use crate::error::{DatabaseError, StoreError};
use crate::event_rows::{EventRow, insert};
use crate::log_id::LogId;
use crate::people::Person;
use crate::sql::{Connection, Value};

/// Events to add to one log.
#[derive(Debug, Clone)]
pub(crate) struct Append {
    /// The study's name.
    pub(crate) study: Arc<str>,
    /// The number of the first event in its log.
    pub(crate) seq: u32,
    /// When they happened.
    pub(crate) at: Timestamp,
    /// What happened.
    pub(crate) events: NewEvents,
    /// The same as it is written.
    sealed: Vec<SealedEvent>,
}

/// What happened, and to which log it belongs.
#[derive(Debug, Clone)]
pub(crate) enum NewEvents {
    /// To a session's.
    Session(SessionEvents),
    /// To the study's own.
    Study(StudyEvent),
}

/// Events of one session.
#[derive(Debug, Clone)]
pub(crate) struct SessionEvents {
    pub(crate) session: SessionId,
    pub(crate) events: Vec<SessionEvent>,
    /// For a new session: whose.
    pub(crate) beginning: Option<Beginning>,
}

/// A new session.
#[derive(Debug, Clone)]
pub(crate) struct Beginning {
    pub(crate) participant: ParticipantId,
    /// How many sessions the person had before.
    pub(crate) turn: u32,
    pub(crate) kind: ParticipantKind,
    pub(crate) person: Option<Person>,
}

/// Why events were not added.
#[derive(Debug)]
pub(crate) enum AppendError {
    /// The log is longer than thought, or the slot is someone else's.
    Conflict,
    /// A fault.
    Fault(StoreError),
}

impl<E: Into<DatabaseError>> From<E> for AppendError {
    fn from(error: E) -> Self {
        let error = error.into();
        if error.is_conflict() { AppendError::Conflict } else { AppendError::Fault(error.into()) }
    }
}

impl Append {
    /// Events to add to a log behind its last link.
    pub(crate) fn new(
        study: &Arc<str>,
        (seq, previous): (u32, ChainLink),
        at: Timestamp,
        events: NewEvents,
    ) -> Result<Append, StoreError> {
        let sealed = match &events {
            NewEvents::Session(SessionEvents { events, .. }) => {
                SealedEvent::seal_all(previous, seq, at, events.iter().map(SessionEvent::to_json))?
            }
            NewEvents::Study(event) => SealedEvent::seal_all(previous, seq, at, std::iter::once(event.to_json()))?,
        };
        Ok(Append { study: Arc::clone(study), seq, at, events, sealed })
    }

    /// The last link of the log with it; nothing when it adds nothing.
    pub(crate) fn last_link(&self) -> Option<ChainLink> {
        self.sealed.last().map(|event| event.link)
    }

    /// Whether nothing else changes with its events: then it is one statement, which the database does wholly or not at all
    /// by itself.
    pub(crate) fn only_adds_events(&self) -> bool {
        match &self.events {
            NewEvents::Study(_) => true,
            NewEvents::Session(SessionEvents { beginning, events, .. }) => {
                beginning.is_none() && !self.changes_slots() && events.iter().all(|event| outcome(event).is_none())
            }
        }
    }

    fn slot_effects(&self) -> impl Iterator<Item = SlotEffect> {
        let events = match &self.events {
            NewEvents::Session(events) => events.events.as_slice(),
            NewEvents::Study(_) => &[],
        };
        events.iter().filter_map(SessionEvent::slot_effect)
    }

    /// Whether slots change with its events.
    pub(crate) fn changes_slots(&self) -> bool {
        self.slot_effects().next().is_some()
    }

    /// The slot that its events take.
    pub(crate) fn wanted_slot(&self) -> Option<Slot> {
        self.slot_effects().find_map(|effect| match effect {
            SlotEffect::Hold { slot, .. } | SlotEffect::Fill { slot } => Some(slot),
            SlotEffect::Move { .. } | SlotEffect::Finish | SlotEffect::Free => None,
        })
    }

    /// The log it is added to.
    pub(crate) fn log(&self) -> LogId {
        match &self.events {
            NewEvents::Session(events) => LogId::Session(events.session),
            NewEvents::Study(_) => LogId::Study,
        }
    }

    /// How many events it has.
    pub(crate) fn len(&self) -> usize {
        self.sealed.len()
    }

    /// How long the log is with it.
    pub(crate) fn length_after(&self) -> u32 {
        self.seq + self.len() as u32
    }

    /// Its events as rows.
    pub(crate) fn rows(&self) -> Vec<EventRow<'_>> {
        let log = self.log().to_string();
        let row =
            |(seq, event)| EventRow { study: &self.study, log: log.clone(), at: self.at, seq, first: self.seq, event };
        (self.seq..).zip(&self.sealed).map(row).collect()
    }

    /// Writes it. The caller sees to it that all of it is kept or none.
    pub(crate) async fn write(&self, connection: &mut Connection<'_>) -> Result<(), AppendError> {
        self.begin_session(connection).await?;
        if insert(connection, &self.rows()).await?.contains(&false) {
            return Err(AppendError::Conflict);
        }
        self.apply_effects(connection).await
    }

    /// Whose session it is, when it is new.
    pub(crate) fn beginning(&self) -> Option<&Beginning> {
        match &self.events {
            NewEvents::Session(events) => events.beginning.as_ref(),
            NewEvents::Study(_) => None,
        }
    }

    /// Writes whose session it is, when it is new.
    async fn begin_session(&self, connection: &mut Connection<'_>) -> Result<(), AppendError> {
        let Some(beginning) = self.beginning() else { return Ok(()) };
        let (session, participant) = (self.log().to_string(), beginning.participant.to_string());
        let (study, at) = (Value::Text(&self.study), Value::Int(self.at.as_millisecond()));
        let insert = "INSERT INTO sessions (session, study, participant, turn, arrived_at, participants) \
                      VALUES ($1, $2, $3, $4, $5, $6)";
        let (turn, kind) = (Value::Int(beginning.turn.into()), Value::Text(beginning.kind.word()));
        connection.run(insert, &[Value::Text(&session), study, Value::Text(&participant), turn, at, kind]).await?;
        if let Some(person) = &beginning.person {
            let insert = "INSERT INTO people (study, participant, how, platform_id, submission, since) \
                          VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (study, participant) \
                          DO UPDATE SET submission = excluded.submission, how = excluded.how";
            let how = Value::Text(person.how_word());
            let (id, submission) = (Value::Text(&person.platform_id), Value::MaybeText(person.submission.as_deref()));
            connection.run(insert, &[study, Value::Text(&participant), how, id, submission, at]).await?;
        }
        Ok(())
    }

    /// Writes what changes with its events.
    pub(crate) async fn apply_effects(&self, connection: &mut Connection<'_>) -> Result<(), AppendError> {
        match &self.events {
            NewEvents::Session(events) => {
                let session = events.session.to_string();
                Effects { append: self, session: &session, connection }.apply_all(&events.events).await
            }
            NewEvents::Study(_) => Ok(()),
        }
    }
}

struct Effects<'a, 'c> {
    append: &'a Append,
    session: &'a str,
    connection: &'a mut Connection<'c>,
}

impl Effects<'_, '_> {
    async fn apply_all(&mut self, events: &[SessionEvent]) -> Result<(), AppendError> {
        let mut version = None;
        for event in events {
            if let Some(effect) = event.slot_effect() {
                let version = match version {
                    Some(version) => version,
                    None => *version.insert(next_slots_version(self.connection, &self.append.study).await?),
                };
                self.change_slot(effect, version).await?;
            }
            if let Some(outcome) = outcome(event) {
                let values = [Value::Text(self.session), Value::MaybeText(outcome.map(Outcome::word))];
                self.connection.run("UPDATE sessions SET outcome = $2 WHERE session = $1", &values).await?;
            }
            if *event == SessionEvent::Withdrawn {
                self.erase().await?;
            }
            if *event == SessionEvent::Declined {
                self.forget_whoever_declined().await?;
            }
        }
        Ok(())
    }

    async fn change_slot(&mut self, effect: SlotEffect, version: i64) -> Result<(), AppendError> {
        let (study, session) = (Value::Text(&self.append.study), Value::Text(self.session));
        let version = Value::Int(version);
        let changed = match effect {
            SlotEffect::Hold { slot, until } => {
                self.take(slot, "held", until, version).await?;
                let note = "UPDATE sessions SET list = $2, number = $3 WHERE session = $1";
                let (list, number) = (Value::Int(slot.list.into()), Value::Int(slot.number.into()));
                self.connection.run(note, &[session, list, number]).await?
            }
            SlotEffect::Fill { slot } => self.take(slot, "finished", None, version).await?,
            SlotEffect::Move { until } => {
                let update = "UPDATE slots SET until = $3 WHERE study = $1 AND session = $2 AND state = 'held'";
                let until = Value::MaybeInt(until.map(Timestamp::as_millisecond));
                self.connection.run(update, &[study, session, until]).await?
            }
            SlotEffect::Finish => {
                let update = "UPDATE slots SET state = 'finished', until = NULL, version = $3 \
                              WHERE study = $1 AND session = $2 AND state = 'held'";
                self.connection.run(update, &[study, session, version]).await?
            }
            SlotEffect::Free => {
                let update = "UPDATE slots SET state = 'free', session = NULL, until = NULL, version = $3 \
                              WHERE study = $1 AND session = $2";
                self.connection.run(update, &[study, session, version]).await?;
                // Whoever had no slot has none to give back.
                1
            }
        };
        if changed == 0 { Err(AppendError::Conflict) } else { Ok(()) }
    }

    /// Takes a slot that is free or the session's own; nothing changes when it is someone else's.
    async fn take(
        &mut self,
        slot: Slot,
        state: &str,
        until: Option<Timestamp>,
        version: Value<'_>,
    ) -> Result<u64, AppendError> {
        let take = "INSERT INTO slots (study, list, number, session, state, until, version) \
                    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (study, list, number) DO UPDATE \
                    SET session = excluded.session, state = excluded.state, until = excluded.until, \
                        version = excluded.version \
                    WHERE slots.session IS NULL OR slots.session = excluded.session";
        let values = [
            Value::Text(&self.append.study),
            Value::Int(slot.list.into()),
            Value::Int(slot.number.into()),
            Value::Text(self.session),
            Value::Text(state),
            Value::MaybeInt(until.map(Timestamp::as_millisecond)),
            version,
        ];
        match self.connection.run(take, &values).await? {
            0 => Err(AppendError::Conflict),
            changed => Ok(changed),
        }
    }

    /// Whoever declined is told that their id is not kept; unless they took part before, when it belongs to that.
    async fn forget_whoever_declined(&mut self) -> Result<(), AppendError> {
        let delete = "DELETE FROM people WHERE study = $1 \
                      AND participant = (SELECT participant FROM sessions WHERE session = $2) \
                      AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.study = people.study \
                                      AND sessions.participant = people.participant \
                                      AND (outcome IS NULL OR outcome <> 'declined'))";
        self.connection.run(delete, &[Value::Text(&self.append.study), Value::Text(self.session)]).await?;
        Ok(())
    }

    /// The one exception to append-only: what the person said is taken out of every earlier event, with the salt by which it
    /// could be guessed from its hash, and who they are on their platform is deleted.
    async fn erase(&mut self) -> Result<(), AppendError> {
        let delete = "DELETE FROM people WHERE study = $1 \
                      AND participant = (SELECT participant FROM sessions WHERE session = $2)";
        self.connection.run(delete, &[Value::Text(&self.append.study), Value::Text(self.session)]).await?;
        let (study, session) = (Value::Text(&self.append.study), Value::Text(self.session));
        let select = "SELECT seq, body, salt FROM events WHERE study = $1 AND session = $2";
        for row in self.connection.rows(select, &[study, session]).await? {
            let body = row.text(1)?;
            let event = SessionEvent::from_json(&body).map_err(|error| AppendError::Fault(error.into()))?;
            if let Some(what) = event.content() {
                let erased = SessionEvent::Erased { what }.to_json();
                let salt = row.maybe_bytes(2)?.and_then(Salt::from_bytes).ok_or_else(|| {
                    let what = "no salt".to_owned();
                    AppendError::Fault(StoreError::Unexpected { what, expected: "the salt of an answer" })
                })?;
                let digest = ContentHash::compute(&salt, &body);
                let update = "UPDATE events SET body = $4, salt = NULL, digest = $5 \
                              WHERE study = $1 AND session = $2 AND seq = $3";
                let (seq, digest) = (Value::Int(row.int(0)?), Value::Bytes(digest.bytes()));
                let values = [study, session, seq, Value::Text(&erased), digest];
                self.connection.run(update, &values).await?;
            }
        }
        Ok(())
    }
}

/// Changes of slots are numbered one after another. In PostgreSQL the row stays locked until the
/// transaction ends, so that whoever reads changes up to a number has seen all before it.
pub(crate) async fn next_slots_version(connection: &mut Connection<'_>, study: &str) -> Result<i64, AppendError> {
    let update = "UPDATE studies SET slots_version = slots_version + 1 WHERE study = $1 RETURNING slots_version";
    let rows = connection.rows(update, &[Value::Text(study)]).await?;
    let Some(row) = rows.first() else {
        let what = format!("no study `{study}`");
        return Err(AppendError::Fault(StoreError::Unexpected { what, expected: "the study" }));
    };
    Ok(row.int(0)?)
}

/// What an event says about how the session ended: `Some(None)` when it goes on again.
pub(crate) fn outcome(event: &SessionEvent) -> Option<Option<Outcome>> {
    if matches!(event, SessionEvent::Reopened { .. }) {
        return Some(None);
    }
    let mut alone = Session::default();
    alone.apply(Timestamp::UNIX_EPOCH, event);
    alone.outcome.map(Some)
}
