//! Slots taken and finished by many at once, each with their events, in one statement: it is all the others wait for.

use std::collections::HashSet;

use session::{Outcome, SessionEvent, Slot, SlotEffect};
use tokio_postgres::types::{ToSql, Type};

use super::Connection;
use crate::append::{Append, AppendError, NewEvents, outcome};
use crate::error::StoreError;

/// An append that takes a slot, or finishes the one it has, and changes nothing else: nobody begins, withdraws or declines.
pub(super) struct SlotChange<'a> {
    append: &'a Append,
    session: String,
    effect: Effect,
}

enum Effect {
    Take { slot: Slot, until: Option<i64> },
    Finish(Option<Outcome>),
}

impl SlotChange<'_> {
    /// What an append changes, if it is that.
    pub(super) fn from_append(append: &Append) -> Option<SlotChange<'_>> {
        let NewEvents::Session(of_session) = &append.events else { return None };
        let (mut effect, mut ended) = (None, None);
        for event in &of_session.events {
            match event.slot_effect() {
                None => {}
                Some(SlotEffect::Hold { slot, until }) if effect.is_none() => {
                    effect = Some(Effect::Take { slot, until: until.map(|until| until.as_millisecond()) });
                }
                Some(SlotEffect::Finish) if effect.is_none() => effect = Some(Effect::Finish(None)),
                Some(_) => return None,
            }
            if matches!(event, SessionEvent::Withdrawn | SessionEvent::Declined) {
                return None;
            }
            ended = outcome(event).or(ended);
        }
        let effect = match (effect?, ended) {
            (Effect::Finish(_), Some(Some(outcome))) => Effect::Finish(Some(outcome)),
            (effect, None) => effect,
            (_, Some(_)) => return None,
        };
        let session = append.log().to_string();
        of_session.beginning.is_none().then_some(SlotChange { append, session, effect })
    }
}

/// Writes changes that are sorted by study; tells of each whether the slot was still to be had. Studies are written one after
/// another, and what one meets is nothing to the others.
pub(super) async fn change(connection: &mut Connection, changes: &[SlotChange<'_>]) -> Vec<Result<(), AppendError>> {
    let mut results = Vec::with_capacity(changes.len());
    for of_study in changes.chunk_by(|one, next| one.append.study == next.append.study) {
        let together = change_in_study(connection, of_study).await;
        if matches!(together, Err(AppendError::Conflict)) && of_study.len() > 1 {
            for one in of_study.chunks(1) {
                let alone = change_in_study(connection, one).await;
                results.extend(results_of(one, alone));
            }
        } else {
            results.extend(results_of(of_study, together));
        }
    }
    results
}

fn results_of(
    changes: &[SlotChange<'_>],
    changed: Result<HashSet<String>, AppendError>,
) -> impl Iterator<Item = Result<(), AppendError>> {
    changes.iter().map(move |change| match &changed {
        Ok(changed) if changed.contains(&change.session) => Ok(()),
        Ok(_) | Err(AppendError::Conflict) => Err(AppendError::Conflict),
        Err(AppendError::Fault(fault)) => Err(AppendError::Fault(StoreError::NotKept(fault.to_string()))),
    })
}

/// The changes of one study, and whose were made. Events follow where the slot was changed; when a number of theirs is taken,
/// the statement fails as a whole.
async fn change_in_study(
    connection: &mut Connection,
    changes: &[SlotChange<'_>],
) -> Result<HashSet<String>, AppendError> {
    const CHANGE: &str = "WITH turn AS (UPDATE studies SET slots_version = slots_version + 1 WHERE study = $1 \
                                        RETURNING slots_version), \
        taken AS (INSERT INTO slots (study, list, number, session, state, until, version) \
                  SELECT $1, new.list, new.number, new.session, 'held', new.until, turn.slots_version \
                  FROM turn, unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[]) AS new (list, number, session, until) \
                  ON CONFLICT (study, list, number) DO UPDATE \
                  SET session = excluded.session, state = excluded.state, until = excluded.until, version = excluded.version \
                  WHERE slots.session IS NULL OR slots.session = excluded.session \
                  RETURNING session, list, number), \
        finished AS (UPDATE slots SET state = 'finished', until = NULL, version = turn.slots_version FROM turn \
                     WHERE study = $1 AND session = ANY($6::text[]) AND state = 'held' RETURNING session), \
        placed AS (UPDATE sessions SET list = taken.list, number = taken.number FROM taken \
                   WHERE sessions.session = taken.session), \
        ended AS (UPDATE sessions SET outcome = new.outcome \
                  FROM finished JOIN unnest($6::text[], $7::text[]) AS new (session, outcome) USING (session) \
                  WHERE sessions.session = finished.session AND new.outcome IS NOT NULL), \
        changed AS (SELECT session FROM taken UNION ALL SELECT session FROM finished), \
        added AS (INSERT INTO events (study, session, at, seq, body, salt, link) \
                  SELECT $1, new.session, new.at, new.seq, new.body, new.salt, new.link FROM changed \
                  JOIN unnest($8::text[], $9::bigint[], $10::bigint[], $11::text[], $12::bytea[], $13::bytea[]) \
                  AS new (session, at, seq, body, salt, link) USING (session) ORDER BY session, seq) \
        SELECT session FROM changed";
    let takes: Vec<_> = changes.iter().filter_map(SlotChange::taken_slot).collect();
    // One row cannot be changed twice by one statement.
    let different: HashSet<_> = takes.iter().map(|(_, slot, _)| (slot.list, slot.number)).collect();
    if different.len() < takes.len() {
        return Err(AppendError::Conflict);
    }
    let lists: Vec<i64> = takes.iter().map(|(_, slot, _)| slot.list.into()).collect();
    let numbers: Vec<i64> = takes.iter().map(|(_, slot, _)| slot.number.into()).collect();
    let takers: Vec<&str> = takes.iter().map(|(session, ..)| *session).collect();
    let times: Vec<Option<i64>> = takes.iter().map(|(.., until)| *until).collect();
    let (finishers, outcomes): (Vec<&str>, Vec<Option<&str>>) =
        changes.iter().filter_map(SlotChange::finished_outcome).unzip();
    let rows: Vec<_> = changes.iter().flat_map(|change| change.append.rows()).collect();
    let sessions: Vec<&str> = rows.iter().map(|row| row.log.as_str()).collect();
    let moments: Vec<i64> = rows.iter().map(|row| row.at.as_millisecond()).collect();
    let places: Vec<i64> = rows.iter().map(|row| row.seq.into()).collect();
    let bodies: Vec<&str> = rows.iter().map(|row| row.event.body.as_str()).collect();
    let salts: Vec<&[u8]> = rows.iter().map(|row| row.event.salt.bytes()).collect();
    let links: Vec<&[u8]> = rows.iter().map(|row| row.event.link.bytes()).collect();
    let study = changes.first().map_or("", |change| &*change.append.study);
    let columns: [(&(dyn ToSql + Sync), Type); 13] = [
        (&study, Type::TEXT),
        (&lists, Type::INT8_ARRAY),
        (&numbers, Type::INT8_ARRAY),
        (&takers, Type::TEXT_ARRAY),
        (&times, Type::INT8_ARRAY),
        (&finishers, Type::TEXT_ARRAY),
        (&outcomes, Type::TEXT_ARRAY),
        (&sessions, Type::TEXT_ARRAY),
        (&moments, Type::INT8_ARRAY),
        (&places, Type::INT8_ARRAY),
        (&bodies, Type::TEXT_ARRAY),
        (&salts, Type::BYTEA_ARRAY),
        (&links, Type::BYTEA_ARRAY),
    ];
    let changed = connection.rows_of_transaction(CHANGE, &columns).await?;
    Ok(changed.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
}

impl SlotChange<'_> {
    fn taken_slot(&self) -> Option<(&str, Slot, Option<i64>)> {
        match self.effect {
            Effect::Take { slot, until } => Some((&self.session, slot, until)),
            Effect::Finish(_) => None,
        }
    }

    fn finished_outcome(&self) -> Option<(&str, Option<&'static str>)> {
        match self.effect {
            Effect::Take { .. } => None,
            Effect::Finish(outcome) => Some((&self.session, outcome.map(Outcome::word))),
        }
    }
}
