//! What can be asked of a store.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::Timestamp;
use session::{Outcome, ParticipantId, SessionEvent, SessionId, Slot, StudyEvent, Use};

use crate::chain::ChainLink;
use crate::checkpoint::Head;
use crate::error::{DatabaseError, StoreError};
use crate::event_cells::{self, EventCells};
use crate::log_id::LogId;
use crate::people::Person;
use crate::sql::{Row, Value};
use crate::sqlite;
use crate::store::Store;

/// An event of a session with its position in the log.
#[derive(Debug, Clone, PartialEq)]
pub struct LoggedSessionEvent {
    /// In whose session.
    pub session: SessionId,
    /// Its number in the session, from 0.
    pub seq: u32,
    /// When.
    pub at: Timestamp,
    /// What.
    pub event: SessionEvent,
}

/// An event of the study as a whole with its position in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedStudyEvent {
    /// Its number in the study's own log, from 0.
    pub seq: u32,
    /// When.
    pub at: Timestamp,
    /// What.
    pub event: StudyEvent,
}

/// An event of either kind.
#[derive(Debug, Clone, PartialEq)]
pub enum LoggedEvent {
    /// Of a session.
    Session(LoggedSessionEvent),
    /// Of the study as a whole.
    Study(LoggedStudyEvent),
}

impl LoggedEvent {
    /// The event if it is one of a session.
    #[must_use]
    pub fn into_session(self) -> Option<LoggedSessionEvent> {
        match self {
            LoggedEvent::Session(logged) => Some(logged),
            LoggedEvent::Study(_) => None,
        }
    }

    /// The event if it is one of the study as a whole.
    #[must_use]
    pub fn into_study(self) -> Option<LoggedStudyEvent> {
        match self {
            LoggedEvent::Study(logged) => Some(logged),
            LoggedEvent::Session(_) => None,
        }
    }
}

/// How far someone has read the log of a study. The default is its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Cursor {
    tx: i64,
    id: i64,
}

/// Rows that are followed at a time.
const PAGE: u32 = 10_000;

/// How long whoever must see everything waits for those who are writing.
const PATIENCE_WITH_WRITERS: Duration = Duration::from_secs(60);

/// These columns of a study's log behind a position, in order.
fn log_on_sqlite(columns: &str) -> String {
    format!("SELECT 0, id, {columns} FROM events WHERE study = $1 AND $2 = 0 AND id > $3 ORDER BY id LIMIT $4")
}

/// The same on PostgreSQL. The order names the columns of the table, since `tx` alone would be the text that is given back,
/// for which there is no index.
fn log_on_postgres(columns: &str) -> String {
    format!(
        "SELECT tx::text::bigint, id, {columns} FROM events \
         WHERE study = $1 AND (tx, id) > ($2::text::xid8, $3::bigint) \
         AND tx < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY events.tx, events.id LIMIT $4"
    )
}

/// A session, as far as can be told without reading its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// Which.
    pub session: SessionId,
    /// Whose.
    pub participant: ParticipantId,
    /// Which session of this person, from 0.
    pub turn: u32,
    /// Since when.
    pub arrived_at: Timestamp,
    /// The slot given to them last.
    pub slot: Option<Slot>,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// How a slot stands, and since which change.
pub(crate) struct SlotRow {
    pub(crate) slot: Slot,
    pub(crate) used: Option<Use>,
    pub(crate) version: i64,
}

impl Store {
    /// The events of a session from number `from` on, in order.
    pub async fn events_of(
        &self,
        study: &str,
        session: SessionId,
        from: u32,
    ) -> Result<Vec<LoggedSessionEvent>, StoreError> {
        Ok(self.session_log_since(study, session, from).await?.0)
    }

    /// The same, with the link of the last of them.
    pub(crate) async fn session_log_since(
        &self,
        study: &str,
        session: SessionId,
        from: u32,
    ) -> Result<(Vec<LoggedSessionEvent>, Option<ChainLink>), StoreError> {
        let rows = self.log_rows(study, LogId::Session(session), from).await?;
        let events = rows.iter().map(|row| session_event(row, 0, session)).collect::<Result<_, _>>()?;
        Ok((events, last_link(&rows)?))
    }

    /// The events of the study as a whole from number `from` on, in order.
    pub async fn study_events(&self, study: &str, from: u32) -> Result<Vec<LoggedStudyEvent>, StoreError> {
        Ok(self.study_log_since(study, from).await?.0)
    }

    /// The same, with the link of the last of them.
    pub(crate) async fn study_log_since(
        &self,
        study: &str,
        from: u32,
    ) -> Result<(Vec<LoggedStudyEvent>, Option<ChainLink>), StoreError> {
        let rows = self.log_rows(study, LogId::Study, from).await?;
        let events = rows.iter().map(|row| study_event(row, 0)).collect::<Result<_, _>>()?;
        Ok((events, last_link(&rows)?))
    }

    async fn log_rows(&self, study: &str, log: LogId, from: u32) -> Result<Vec<Row>, StoreError> {
        let log = log.to_string();
        let select = "SELECT seq, at, body, link FROM events \
                      WHERE study = $1 AND session = $2 AND seq >= $3 ORDER BY seq";
        self.rows(select, &[Value::Text(study), Value::Text(&log), Value::Int(from.into())]).await
    }

    /// Up to `most` events of a study behind a cursor, in the order they were kept, and the cursor behind them.
    /// Nothing kept before the cursor appears later; in PostgreSQL, what is kept while an older transaction
    /// is still open appears when that has ended.
    pub async fn events_since(
        &self,
        study: &str,
        cursor: Cursor,
        most: u32,
    ) -> Result<(Vec<LoggedEvent>, Cursor), StoreError> {
        let (rows, cursor) = self.rows_since(study, "session, seq, at, body", cursor, most).await?;
        let events = rows.iter().map(|row| logged_event(row, 2)).collect::<Result<_, _>>()?;
        Ok((events, cursor))
    }

    /// How far the logs had come with each of these events.
    pub(crate) async fn heads_since(
        &self,
        study: &str,
        cursor: Cursor,
        most: u32,
    ) -> Result<(Vec<(LogId, Head)>, Cursor), StoreError> {
        let (rows, cursor) = self.rows_since(study, "session, seq, link", cursor, most).await?;
        let head = |row: &Row| {
            let log = row.str(2)?.parse().map_err(|_| unexpected_error("something else", "the id of a log"))?;
            let link = row.maybe_bytes(4)?.and_then(ChainLink::from_bytes);
            let link = link.ok_or_else(|| unexpected_error("none", "the link of an event"))?;
            Ok((log, Head { length: u64::from(number(row.int(3)?)?) + 1, link }))
        };
        Ok((rows.iter().map(head).collect::<Result<_, StoreError>>()?, cursor))
    }

    /// Columns of up to `most` events of a study behind a cursor, from the third on, and the cursor behind them.
    pub(crate) async fn rows_since(
        &self,
        study: &str,
        columns: &str,
        cursor: Cursor,
        most: u32,
    ) -> Result<(Vec<Row>, Cursor), StoreError> {
        let (select, tx) = if self.postgres().is_some() {
            (log_on_postgres(columns), Value::Int(cursor.tx))
        } else {
            (log_on_sqlite(columns), Value::Int(0))
        };
        let values = [Value::Text(study), tx, Value::Int(cursor.id), Value::Int(most.into())];
        let rows = self.many_rows(select, &values).await?;
        let cursor = match rows.last() {
            Some(last) => Cursor { tx: last.int(0)?, id: last.int(1)? },
            None => cursor,
        };
        Ok((rows, cursor))
    }

    /// Gives every event of a study to someone who follows them, in the order they were kept; the cursor behind the last. In
    /// PostgreSQL the next rows are read while these are followed.
    pub(crate) async fn follow_events<T: Send + 'static>(
        &self,
        study: &str,
        mut follower: T,
        follow: fn(&mut T, &EventCells<'_>),
    ) -> Result<(T, Cursor), StoreError> {
        let columns = EventCells::COLUMNS;
        if let Some(readers) = self.readers()? {
            let (study, select) =
                (study.to_owned(), format!("SELECT id, {columns} FROM events WHERE study = $1 ORDER BY id"));
            let read = move |connection: &rusqlite::Connection| {
                let mut cursor = Cursor::default();
                sqlite::each_row(connection, &select, &[Value::Text(&study)], |row| {
                    cursor.id = event_cells::int(row, 0)?;
                    follow(&mut follower, &EventCells::of_sqlite(row, 1)?);
                    Ok(())
                })?;
                Ok((follower, cursor))
            };
            return readers.read(read).await;
        }
        let read = |cursor: Cursor| self.rows_since(study, columns, cursor, PAGE);
        let (mut rows, mut cursor) = read(Cursor::default()).await?;
        while !rows.is_empty() {
            let follow_all = async {
                for row in &rows {
                    follow(&mut follower, &EventCells::from_row(row, 2)?);
                }
                Ok::<(), StoreError>(())
            };
            let (next, followed) = tokio::join!(read(cursor), follow_all);
            followed?;
            (rows, cursor) = next?;
        }
        Ok((follower, cursor))
    }

    /// The events of every session of a study, session by session.
    pub async fn session_logs(
        &self,
        study: &str,
    ) -> Result<BTreeMap<SessionId, Vec<(Timestamp, SessionEvent)>>, StoreError> {
        const AT_ONCE: u32 = 10_000;
        self.wait_for_writers().await?;
        let mut logs: BTreeMap<SessionId, Vec<(Timestamp, SessionEvent)>> = BTreeMap::new();
        let mut cursor = Cursor::default();
        loop {
            let (events, next) = self.events_since(study, cursor, AT_ONCE).await?;
            if events.is_empty() {
                return Ok(logs);
            }
            cursor = next;
            for happened in events.into_iter().filter_map(LoggedEvent::into_session) {
                logs.entry(happened.session).or_default().push((happened.at, happened.event));
            }
        }
    }

    /// Waits until every transaction that writes at this moment has ended: until then PostgreSQL's log has a gap that
    /// [`Store::events_since`] takes for its end. Of SQLite there is nothing to wait for.
    ///
    /// # Errors
    /// When one of them does not end for a minute, or the database fails.
    pub async fn wait_for_writers(&self) -> Result<(), StoreError> {
        const PAUSE: Duration = Duration::from_millis(50);
        if self.postgres().is_none() {
            return Ok(());
        }
        let number = async |sql: &'static str| match self.rows(sql, &[]).await?.first() {
            Some(row) => Ok::<i64, StoreError>(row.int(0)?),
            None => Ok(0),
        };
        let begun = number("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint").await?;
        let mut waited = Duration::ZERO;
        while number("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint").await? < begun {
            if waited >= PATIENCE_WITH_WRITERS {
                return Err(DatabaseError::OpenTransaction { patience: PATIENCE_WITH_WRITERS }.into());
            }
            tokio::time::sleep(PAUSE).await;
            waited += PAUSE;
        }
        Ok(())
    }

    /// The sessions of a participant in a study, first to last.
    pub async fn sessions_of(&self, study: &str, participant: ParticipantId) -> Result<Vec<SessionRow>, StoreError> {
        let participant = participant.to_string();
        let select = "SELECT session, participant, turn, arrived_at, list, number, outcome FROM sessions \
                      WHERE study = $1 AND participant = $2 ORDER BY turn";
        self.rows(select, &[Value::Text(study), Value::Text(&participant)]).await?.iter().map(session_row).collect()
    }

    /// Every session of a study, in the order of arrival.
    pub async fn sessions(&self, study: &str) -> Result<Vec<SessionRow>, StoreError> {
        let select = "SELECT session, participant, turn, arrived_at, list, number, outcome FROM sessions \
                      WHERE study = $1 ORDER BY arrived_at, session";
        self.rows(select, &[Value::Text(study)]).await?.iter().map(session_row).collect()
    }

    /// How the slots stand that changed after `version`.
    pub(crate) async fn slots_since(&self, study: &str, version: i64) -> Result<Vec<SlotRow>, StoreError> {
        let select = "SELECT list, number, state, version FROM slots WHERE study = $1 AND version > $2";
        let rows = self.rows(select, &[Value::Text(study), Value::Int(version)]).await?;
        rows.iter().map(slot_row).collect()
    }

    /// How one slot stands; nothing when it was never taken.
    pub(crate) async fn slot(&self, study: &str, slot: Slot) -> Result<Option<SlotRow>, StoreError> {
        let select = "SELECT list, number, state, version FROM slots WHERE study = $1 AND list = $2 AND number = $3";
        let (list, number) = (Value::Int(slot.list.into()), Value::Int(slot.number.into()));
        self.rows(select, &[Value::Text(study), list, number]).await?.first().map(slot_row).transpose()
    }

    /// Up to `most` sessions whose time is over but which hold their slot still.
    pub(crate) async fn due(&self, study: &str, now: Timestamp, most: u32) -> Result<Vec<SessionId>, StoreError> {
        let select = "SELECT session FROM slots \
                      WHERE study = $1 AND state = 'held' AND until <= $2 ORDER BY until LIMIT $3";
        let values = [Value::Text(study), Value::Int(now.as_millisecond()), Value::Int(most.into())];
        self.rows(select, &values).await?.iter().map(|row| session_id(row, 0)).collect()
    }

    /// The pseudonym of whom the platform calls so; nothing for someone who never came, or was forgotten since.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn participant(&self, study: &str, platform_id: &str) -> Result<Option<ParticipantId>, StoreError> {
        let select = "SELECT participant FROM people WHERE study = $1 AND platform_id = $2";
        let rows = self.rows(select, &[Value::Text(study), Value::Text(platform_id)]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let text = row.text(0)?;
        text.parse().map(Some).map_err(|_| unexpected_error(&text, "a pseudonym"))
    }

    /// What the platform calls a participant; nothing when it was deleted.
    pub async fn person(&self, study: &str, participant: ParticipantId) -> Result<Option<Person>, StoreError> {
        let participant = participant.to_string();
        let select = "SELECT how, platform_id, submission FROM people WHERE study = $1 AND participant = $2";
        let rows = self.rows(select, &[Value::Text(study), Value::Text(&participant)]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let how = Person::how_from(&row.text(0)?);
        Ok(Some(Person { how, platform_id: row.text(1)?, submission: row.maybe_text(2)? }))
    }
}

impl Store {
    /// Everyone who took part in a study as the platform knows them, apart from those who were forgotten.
    pub async fn people(&self, study: &str) -> Result<Vec<(ParticipantId, Person)>, StoreError> {
        let select = "SELECT participant, how, platform_id, submission FROM people WHERE study = $1 ORDER BY since";
        let rows = self.rows(select, &[Value::Text(study)]).await?;
        rows.iter()
            .map(|row| {
                let text = row.text(0)?;
                let participant = text.parse().map_err(|_| unexpected_error(&text, "a pseudonym"))?;
                let how = Person::how_from(&row.text(1)?);
                Ok((participant, Person { how, platform_id: row.text(2)?, submission: row.maybe_text(3)? }))
            })
            .collect()
    }
}

fn last_link(rows: &[Row]) -> Result<Option<ChainLink>, StoreError> {
    let Some(row) = rows.last() else { return Ok(None) };
    let link = row.maybe_bytes(3)?.and_then(ChainLink::from_bytes);
    link.map(Some).ok_or_else(|| unexpected_error("none", "the link of an event"))
}

fn number(value: i64) -> Result<u32, StoreError> {
    u32::try_from(value).map_err(|_| unexpected_error(&value.to_string(), "a small number"))
}

fn unexpected_error(what: &str, expected: &'static str) -> StoreError {
    StoreError::Unexpected { what: format!("`{what}`"), expected }
}

fn time(milliseconds: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_millisecond(milliseconds).map_err(|_| unexpected_error(&milliseconds.to_string(), "a time"))
}

fn session_id(row: &Row, column: usize) -> Result<SessionId, StoreError> {
    let text = row.text(column)?;
    text.parse().map_err(|_| unexpected_error(&text, "the id of a session"))
}

fn logged_event(row: &Row, first: usize) -> Result<LoggedEvent, StoreError> {
    let text = row.text(first)?;
    match text.parse().map_err(|_| unexpected_error(&text, "the id of a log"))? {
        LogId::Session(session) => session_event(row, first + 1, session).map(LoggedEvent::Session),
        LogId::Study => study_event(row, first + 1).map(LoggedEvent::Study),
    }
}

fn session_event(row: &Row, first: usize, session: SessionId) -> Result<LoggedSessionEvent, StoreError> {
    let (seq, at, event) = (row.int(first)?, row.int(first + 1)?, row.text(first + 2)?);
    let event = SessionEvent::from_json(&event)?;
    Ok(LoggedSessionEvent { session, seq: number(seq)?, at: time(at)?, event })
}

fn study_event(row: &Row, first: usize) -> Result<LoggedStudyEvent, StoreError> {
    let (seq, at, event) = (row.int(first)?, row.int(first + 1)?, row.text(first + 2)?);
    Ok(LoggedStudyEvent { seq: number(seq)?, at: time(at)?, event: StudyEvent::from_json(&event)? })
}

fn session_row(row: &Row) -> Result<SessionRow, StoreError> {
    let participant = row.text(1)?;
    let slot = match (row.maybe_int(4)?, row.maybe_int(5)?) {
        (Some(list), Some(at)) => Some(Slot { list: number(list)?, number: number(at)? }),
        (_, None) | (None, _) => None,
    };
    Ok(SessionRow {
        session: session_id(row, 0)?,
        participant: participant.parse().map_err(|_| unexpected_error(&participant, "a pseudonym"))?,
        turn: number(row.int(2)?)?,
        arrived_at: time(row.int(3)?)?,
        slot,
        outcome: row.maybe_text(6)?.as_deref().and_then(Outcome::from_word),
    })
}

fn slot_row(row: &Row) -> Result<SlotRow, StoreError> {
    let state = row.text(2)?;
    let used = match state.as_str() {
        "free" => None,
        "held" => Some(Use::Held),
        "finished" => Some(Use::Finished),
        _ => return Err(unexpected_error(&state, "`free`, `held` or `finished`")),
    };
    let slot = Slot { list: number(row.int(0)?)?, number: number(row.int(1)?)? };
    Ok(SlotRow { slot, used, version: row.int(3)? })
}

#[cfg(test)]
mod tests {
    use super::{log_on_postgres, log_on_sqlite};
    use crate::sql::Value;
    use crate::store::Store;
    use crate::testing::Postgres;

    /// How a database means to read a log, in its own words.
    async fn explain(store: &Store, explain: &str, log: &str, column: usize) -> String {
        let values = [Value::Text("a"), Value::Int(0), Value::Int(0), Value::Int(1000)];
        let rows = store.rows(format!("{explain} {log}"), &values).await.unwrap();
        rows.iter().map(|row| row.text(column).unwrap() + "\n").collect()
    }

    #[tokio::test]
    async fn a_log_is_read_by_its_index_without_sorting_on_sqlite() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("log")).await.unwrap();
        let plan = explain(&store, "EXPLAIN QUERY PLAN", &log_on_sqlite("body"), 3).await;
        assert!(plan.contains("USING INDEX events_of_study (study=? AND rowid>?)"), "{plan}");
        assert!(!plan.contains("TEMP B-TREE"), "{plan}");
    }

    #[tokio::test]
    async fn a_log_is_read_by_its_index_without_sorting_on_postgres() {
        let store = Store::open(&Postgres::shared_server().database()).await.unwrap();
        // In small pieces: a statement has as long as on a server in use, also where tests keep the machine busy.
        for from in (0..50_000).step_by(1_000) {
            let fill = format!(
                "INSERT INTO events (study, session, seq, at, body) \
                 SELECT CASE WHEN n % 2 = 0 THEN 'a' ELSE 'b' END, n::text, 0, 0, '' \
                 FROM generate_series({}, {}) n",
                from + 1,
                from + 1_000
            );
            store.run(fill, &[]).await.unwrap();
        }
        store.run("ANALYZE events", &[]).await.unwrap();
        let plan = explain(&store, "EXPLAIN", &log_on_postgres("body"), 0).await;
        assert!(plan.contains("events_of_study") && !plan.contains("Sort"), "{plan}");
    }
}
