//! What many appends change beside adding events, in a few statements for all: new sessions, slots, how sessions ended. One
//! after another they would take several round trips each, while all who want a slot of the study wait.

use std::collections::{BTreeMap, BTreeSet};

use session::{Outcome, SessionEvent, Slot, SlotEffect};
use tokio_postgres::types::{ToSql, Type};

use super::Connection;
use crate::append::{Append, AppendError, NewEvents, next_slots_version, outcome};
use crate::sql;

type Column<'a> = (&'a (dyn ToSql + Sync), Type);

/// Runs a statement that has to change so many rows; fewer are a conflict.
async fn change(
    connection: &mut Connection,
    statement: &'static str,
    columns: &[Column<'_>],
    rows: usize,
) -> Result<(), AppendError> {
    let changed = connection.rows_of_columns(statement, columns).await?.len();
    if changed == rows { Ok(()) } else { Err(AppendError::Conflict) }
}

/// Takes the turn of those who change slots, study by study, until the end of the transaction; tells of each append whether a
/// slot it wants is somebody else's by now.
pub(super) async fn find_taken(connection: &mut Connection, appends: &[Append]) -> Result<Vec<bool>, AppendError> {
    const TURN: &str = "SELECT 1 FROM studies WHERE study = ANY($1::text[]) ORDER BY study FOR UPDATE";
    const TAKEN: &str = "SELECT new.place FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[]) \
                         AS new (study, list, number, session, place) JOIN slots \
                         ON slots.study = new.study AND slots.list = new.list AND slots.number = new.number \
                         WHERE slots.session <> new.session";
    let mut taken = vec![false; appends.len()];
    let numbered = (0_i64..).zip(appends);
    let wanted: Vec<_> = numbered.filter_map(|(place, append)| Some((place, append, append.wanted_slot()?))).collect();
    let mut studies: Vec<&str> =
        appends.iter().filter(|append| append.changes_slots()).map(|append| &*append.study).collect();
    studies.dedup();
    if !studies.is_empty() {
        connection.rows_of_columns(TURN, &[(&studies, Type::TEXT_ARRAY)]).await?;
    }
    if wanted.is_empty() {
        return Ok(taken);
    }
    let studies: Vec<&str> = wanted.iter().map(|(_, append, _)| &*append.study).collect();
    let lists: Vec<i64> = wanted.iter().map(|(.., slot)| slot.list.into()).collect();
    let numbers: Vec<i64> = wanted.iter().map(|(.., slot)| slot.number.into()).collect();
    let sessions: Vec<String> = wanted.iter().map(|(_, append, _)| append.log().to_string()).collect();
    let places: Vec<i64> = wanted.iter().map(|(place, ..)| *place).collect();
    let columns: [Column<'_>; 5] = [
        (&studies, Type::TEXT_ARRAY),
        (&lists, Type::INT8_ARRAY),
        (&numbers, Type::INT8_ARRAY),
        (&sessions, Type::TEXT_ARRAY),
        (&places, Type::INT8_ARRAY),
    ];
    for row in connection.rows_of_columns(TAKEN, &columns).await? {
        let place = usize::try_from(row.try_get::<_, i64>(0)?).unwrap_or_default();
        taken[place] = true;
    }
    Ok(taken)
}

/// Writes whose sessions they are, of those that begin one.
pub(super) async fn begin_sessions(connection: &mut Connection, appends: &[Append]) -> Result<(), AppendError> {
    const SESSIONS: &str = "INSERT INTO sessions (session, study, participant, turn, arrived_at, participants) \
                            SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[]) \
                            RETURNING 1";
    const PEOPLE: &str = "INSERT INTO people (study, participant, how, platform_id, submission, since) \
                          SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[]) \
                          ON CONFLICT (study, participant) DO UPDATE SET submission = excluded.submission, how = excluded.how \
                          RETURNING 1";
    let new: Vec<_> = appends.iter().filter_map(|append| Some((append, append.beginning()?))).collect();
    if new.is_empty() {
        return Ok(());
    }
    let sessions: Vec<String> = new.iter().map(|(append, _)| append.log().to_string()).collect();
    let studies: Vec<&str> = new.iter().map(|(append, _)| &*append.study).collect();
    let participants: Vec<String> = new.iter().map(|(_, beginning)| beginning.participant.to_string()).collect();
    let turns: Vec<i64> = new.iter().map(|(_, beginning)| beginning.turn.into()).collect();
    let times: Vec<i64> = new.iter().map(|(append, _)| append.at.as_millisecond()).collect();
    let kinds: Vec<&str> = new.iter().map(|(_, beginning)| beginning.kind.word()).collect();
    let columns: [Column<'_>; 6] = [
        (&sessions, Type::TEXT_ARRAY),
        (&studies, Type::TEXT_ARRAY),
        (&participants, Type::TEXT_ARRAY),
        (&turns, Type::INT8_ARRAY),
        (&times, Type::INT8_ARRAY),
        (&kinds, Type::TEXT_ARRAY),
    ];
    change(connection, SESSIONS, &columns, new.len()).await?;
    let mut people = BTreeMap::new();
    for ((append, beginning), participant) in new.iter().zip(&participants) {
        let Some(person) = &beginning.person else { continue };
        // The statement cannot change one row twice.
        if people.insert((&*append.study, participant.as_str()), (person, append.at.as_millisecond())).is_some() {
            return Err(AppendError::Conflict);
        }
    }
    let (studies, participants): (Vec<&str>, Vec<&str>) = people.keys().copied().unzip();
    let channels: Vec<&str> = people.values().map(|(person, _)| person.how_word()).collect();
    let ids: Vec<&str> = people.values().map(|(person, _)| person.platform_id.as_str()).collect();
    let submissions: Vec<Option<&str>> = people.values().map(|(person, _)| person.submission.as_deref()).collect();
    let times: Vec<i64> = people.values().map(|(_, at)| *at).collect();
    let columns: [Column<'_>; 6] = [
        (&studies, Type::TEXT_ARRAY),
        (&participants, Type::TEXT_ARRAY),
        (&channels, Type::TEXT_ARRAY),
        (&ids, Type::TEXT_ARRAY),
        (&submissions, Type::TEXT_ARRAY),
        (&times, Type::INT8_ARRAY),
    ];
    change(connection, PEOPLE, &columns, people.len()).await
}

/// Writes what changes with the events of appends that are sorted by study. The usual is written together; whoever
/// withdraws, declines or gives a slot back is rare and has statements of their own.
pub(super) async fn apply_effects(connection: &mut Connection, appends: &[Append]) -> Result<(), AppendError> {
    // Whoever changes slots has the row of their study until the end: one study after another, as everybody does.
    for of_study in appends.chunk_by(|one, next| one.study == next.study) {
        let mut usual = UsualEffects::default();
        let rest: Vec<&Append> = of_study.iter().filter(|append| !usual.add(append)).collect();
        usual.write(connection, &of_study[0].study).await?;
        for append in rest {
            append.apply_effects(&mut sql::Connection::Postgres(connection)).await?;
        }
    }
    Ok(())
}

/// The effects that most appends have: a slot taken by somebody who begins, a session that ended.
#[derive(Default)]
struct UsualEffects {
    holds: Vec<(Slot, String, Option<i64>)>,
    outcomes: Vec<(String, Option<&'static str>)>,
}

impl UsualEffects {
    /// Takes in what an append changes; `false`, and nothing is taken in, when it is not the usual.
    fn add(&mut self, append: &Append) -> bool {
        let NewEvents::Session(of_session) = &append.events else { return true };
        let (mut hold, mut ended) = (None, None);
        for event in &of_session.events {
            match event.slot_effect() {
                None => {}
                Some(SlotEffect::Hold { slot, until }) if hold.is_none() => hold = Some((slot, until)),
                Some(_) => return false,
            }
            if matches!(event, SessionEvent::Withdrawn | SessionEvent::Declined) {
                return false;
            }
            ended = outcome(event).or(ended);
        }
        let session = append.log().to_string();
        if let Some((slot, until)) = hold {
            self.holds.push((slot, session.clone(), until.map(|until| until.as_millisecond())));
        }
        if let Some(ended) = ended {
            self.outcomes.push((session, ended.map(Outcome::word)));
        }
        true
    }

    async fn write(&self, connection: &mut Connection, study: &str) -> Result<(), AppendError> {
        if !self.holds.is_empty() {
            let version = next_slots_version(&mut sql::Connection::Postgres(connection), study).await?;
            self.write_holds(connection, study, version).await?;
        }
        self.write_outcomes(connection).await
    }

    async fn write_holds(&self, connection: &mut Connection, study: &str, version: i64) -> Result<(), AppendError> {
        const SLOTS: &str = "INSERT INTO slots (study, list, number, session, state, until, version) \
                             SELECT $1, list, number, session, 'held', until, $2 \
                             FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::bigint[]) AS new (list, number, session, until) \
                             ON CONFLICT (study, list, number) DO UPDATE \
                             SET session = excluded.session, state = excluded.state, until = excluded.until, \
                                 version = excluded.version \
                             WHERE slots.session IS NULL OR slots.session = excluded.session RETURNING 1";
        const SESSIONS: &str = "UPDATE sessions SET list = new.list, number = new.number \
                                FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS new (list, number, session) \
                                WHERE sessions.session = new.session RETURNING 1";
        let different: BTreeSet<(u32, u32)> = self.holds.iter().map(|(slot, ..)| (slot.list, slot.number)).collect();
        if different.len() < self.holds.len() {
            return Err(AppendError::Conflict);
        }
        let lists: Vec<i64> = self.holds.iter().map(|(slot, ..)| slot.list.into()).collect();
        let numbers: Vec<i64> = self.holds.iter().map(|(slot, ..)| slot.number.into()).collect();
        let sessions: Vec<&str> = self.holds.iter().map(|(_, session, _)| session.as_str()).collect();
        let times: Vec<Option<i64>> = self.holds.iter().map(|(.., until)| *until).collect();
        let [lists, numbers, sessions, times]: [Column<'_>; 4] = [
            (&lists, Type::INT8_ARRAY),
            (&numbers, Type::INT8_ARRAY),
            (&sessions, Type::TEXT_ARRAY),
            (&times, Type::INT8_ARRAY),
        ];
        let columns = [
            (&study as _, Type::TEXT),
            (&version as _, Type::INT8),
            lists.clone(),
            numbers.clone(),
            sessions.clone(),
            times,
        ];
        change(connection, SLOTS, &columns, self.holds.len()).await?;
        change(connection, SESSIONS, &[lists, numbers, sessions], self.holds.len()).await
    }

    async fn write_outcomes(&self, connection: &mut Connection) -> Result<(), AppendError> {
        const SESSIONS: &str = "UPDATE sessions SET outcome = new.outcome \
                                FROM unnest($1::text[], $2::text[]) AS new (session, outcome) \
                                WHERE sessions.session = new.session RETURNING 1";
        if self.outcomes.is_empty() {
            return Ok(());
        }
        let (sessions, words): (Vec<&str>, Vec<Option<&str>>) =
            self.outcomes.iter().map(|(session, word)| (session.as_str(), *word)).unzip();
        let columns: [Column<'_>; 2] = [(&sessions, Type::TEXT_ARRAY), (&words, Type::TEXT_ARRAY)];
        change(connection, SESSIONS, &columns, self.outcomes.len()).await
    }
}
