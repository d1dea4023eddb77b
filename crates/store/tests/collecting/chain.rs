//! Whatever is done to the database by hand shows, and nothing else does.

use session::testing::Sample;
use session::{Author, Command, SessionId, SessionState, StudyCommand};
use sha2::{Digest as _, Sha256};
use store::testing::Postgres;
use store::{AuditEntry, Collector, Damage, OpenError, Store, Verification};

use crate::place::{Place, minute, on_both, person, start, walk, whole_log};

/// Somebody at the database, with SQL.
enum Hand {
    Sqlite(rusqlite::Connection),
    Postgres(tokio_postgres::Client),
}

impl Hand {
    async fn open(address: &str) -> Hand {
        if !address.starts_with("postgres") {
            return Hand::Sqlite(rusqlite::Connection::open(address).unwrap());
        }
        let (client, connection) = tokio_postgres::connect(address, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        Hand::Postgres(client)
    }

    async fn run(&self, sql: &str) {
        match self {
            Hand::Sqlite(connection) => connection.execute_batch(sql).unwrap(),
            Hand::Postgres(client) => client.batch_execute(sql).await.unwrap(),
        }
    }

    /// Bytes as the database writes them.
    fn bytes(&self, bytes: &[u8]) -> String {
        match self {
            Hand::Sqlite(_) => format!("x'{}'", hex::encode(bytes)),
            Hand::Postgres(_) => format!("'\\x{}'::bytea", hex::encode(bytes)),
        }
    }

    /// How a row is read after all others.
    fn move_to_the_end(&self, id: i64) -> String {
        let last = match self {
            Hand::Sqlite(_) => "id = 100000",
            Hand::Postgres(_) => "id = 100000, tx = (SELECT tx FROM saved_events ORDER BY tx DESC LIMIT 1)",
        };
        format!("UPDATE events SET {last} WHERE id = {id}")
    }

    /// Everything in `events`: id, log, number, body, salt.
    async fn events(&self) -> Vec<(i64, String, i64, String, Option<Vec<u8>>)> {
        let select = "SELECT id, session, seq, body, salt FROM events ORDER BY id";
        match self {
            Hand::Sqlite(connection) => {
                let mut statement = connection.prepare(select).unwrap();
                let row =
                    |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?));
                statement.query_map([], row).unwrap().map(Result::unwrap).collect()
            }
            Hand::Postgres(client) => {
                let rows = client.query(select, &[]).await.unwrap();
                rows.iter().map(|row| (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4))).collect()
            }
        }
    }
}

struct CollectedStudy {
    at: Collector,
    hand: Hand,
    finished: SessionId,
    withdrawn: SessionId,
}

/// One finished, one withdrew, one is in the middle, the study was paused and resumed, and a researcher did something.
async fn collect_study(place: &Place) -> CollectedStudy {
    let sample = Sample::as_written();
    let at = place.collector(&sample).await;
    let mut ids = Vec::new();
    for number in 1..4 {
        ids.push(at.arrive(&person(number), minute(i64::from(number))).await.unwrap().id);
    }
    let middle = |state| matches!(state, SessionState::Step(2..));
    walk(&at, &sample, ids[0], |_| false).await;
    walk(&at, &sample, ids[1], |_| false).await;
    walk(&at, &sample, ids[2], middle).await;
    at.handle(ids[1], Command::Comment("A remark.".to_owned()), minute(1)).await.unwrap();
    at.handle(ids[1], Command::Withdraw, minute(2)).await.unwrap();
    let by = || Author::Researcher("ada".to_owned());
    at.command(StudyCommand::Pause { by: by() }, minute(2)).await.unwrap();
    at.command(StudyCommand::Resume { by: by() }, minute(3)).await.unwrap();
    for action in ["looked", "paused", "resumed"] {
        let (name, action, detail) = ("ada".to_owned(), action.to_owned(), String::new());
        at.store()
            .note(&AuditEntry { at: minute(3), study: Some("fluency".to_owned()), name, action, detail })
            .await
            .unwrap();
    }
    checkpoint_of_all(&at, 4).await;
    CollectedStudy { hand: Hand::open(place.address()).await, at, finished: ids[0], withdrawn: ids[1] }
}

/// Writes down how far every log has come, once nothing of another test holds back the last of it.
async fn checkpoint_of_all(at: &Collector, number: i64) {
    whole_log(at).await;
    at.checkpoint(minute(number)).await.unwrap();
}

impl CollectedStudy {
    async fn verify(&self) -> Verification {
        self.at.store().verify("fluency").await.unwrap().unwrap()
    }

    async fn assert_sound(&self) {
        let found = self.verify().await;
        assert!(found.faults.is_empty(), "{:?}", found.faults);
    }

    /// Does something by hand, sees that it shows, and puts everything back.
    async fn must_show(&self, what: &str, sql: &str) {
        self.hand.run(sql).await;
        let found = self.verify().await;
        assert!(!found.faults.is_empty() && found.broken > 0, "not noticed: {what}: {sql}");
        for table in ["events", "checkpoints", "audit_log", "sessions", "studies"] {
            self.hand.run(&format!("DELETE FROM {table}; INSERT INTO {table} SELECT * FROM saved_{table}")).await;
        }
    }

    async fn save(&self) {
        for table in ["events", "checkpoints", "audit_log", "sessions", "studies"] {
            self.hand.run(&format!("CREATE TABLE saved_{table} AS SELECT * FROM {table}")).await;
        }
    }
}

/// Every change to every row of the events, one at a time.
async fn a_row_that_is_changed_removed_added_or_swapped_shows(place: Place) {
    let collected = collect_study(&place).await;
    collected.assert_sound().await;
    collected.save().await;
    let rows = collected.hand.events().await;
    assert!(rows.len() > 40, "{}", rows.len());
    for (at, (id, log, seq, body, salt)) in rows.iter().enumerate() {
        let other = &rows[(at + 7) % rows.len()];
        let edited = body.replacen(['1', '2', '3', 'a', 'e'], "7", 1);
        let zero = collected.hand.bytes(&[0; 16]);
        let mut edits = vec![
            ("another content", format!("UPDATE events SET body = '{edited}' WHERE id = {id}")),
            ("a space more", format!("UPDATE events SET body = body || ' ' WHERE id = {id}")),
            ("another time", format!("UPDATE events SET at = at + 1 WHERE id = {id}")),
            ("another number", format!("UPDATE events SET seq = seq + 1000 WHERE id = {id}")),
            ("below all numbers", format!("UPDATE events SET seq = -1 WHERE id = {id}")),
            ("another log", format!("UPDATE events SET session = '{}' WHERE id = {id}", "ab".repeat(16))),
            ("another salt", format!("UPDATE events SET salt = {zero} WHERE id = {id}")),
            (
                "no salt",
                format!("UPDATE events SET salt = NULL, digest = {} WHERE id = {id}", collected.hand.bytes(&[1; 32])),
            ),
            ("another link", format!("UPDATE events SET link = {} WHERE id = {id}", collected.hand.bytes(&[0; 32]))),
            ("no link", format!("UPDATE events SET link = NULL WHERE id = {id}")),
            ("removed", format!("DELETE FROM events WHERE id = {id}")),
            (
                "once more at the end",
                format!(
                    "INSERT INTO events (id, study, session, seq, at, body, salt, digest, link) \
                     SELECT 100000, study, session, (SELECT MAX(seq) + 1 FROM events WHERE session = '{log}'), at, body, \
                     salt, digest, link FROM events WHERE id = {id}"
                ),
            ),
            ("moved to the end of the table", collected.hand.move_to_the_end(*id)),
            (
                "swapped contents",
                format!(
                    "UPDATE events SET body = (SELECT body FROM saved_events WHERE id = {0} + {1} - events.id), \
                     salt = (SELECT salt FROM saved_events WHERE id = {0} + {1} - events.id), \
                     digest = (SELECT digest FROM saved_events WHERE id = {0} + {1} - events.id) WHERE id IN ({0}, {1})",
                    id, other.0
                ),
            ),
        ];
        if seq + 1 == rows.iter().filter(|row| row.1 == *log).count() as i64 {
            // The last row of a log may stand anywhere behind the others.
            edits.retain(|(what, _)| *what != "moved to the end of the table");
        }
        if let Some(salt) = salt {
            let kind = body.split('"').nth(5).unwrap();
            let digest = Sha256::new().chain_update(salt).chain_update(body).finalize();
            edits.push((
                "erased as if somebody had withdrawn",
                format!(
                    "UPDATE events SET body = '{{\"v\":1,\"kind\":\"erased\",\"what\":\"{kind}\"}}', salt = NULL, digest = {} \
                     WHERE id = {id}",
                    collected.hand.bytes(&digest)
                ),
            ));
            if *log == collected.withdrawn.to_string() {
                // What a person who withdrew has left says nothing of them, and is erased in vain.
                edits.pop();
            }
        }
        for (what, sql) in edits {
            collected.must_show(&format!("{what}, event {seq} of {log}: {body}"), &sql).await;
        }
    }
    collected.assert_sound().await;
}

async fn a_session_that_is_removed_copied_or_invented_shows(place: Place) {
    let collected = collect_study(&place).await;
    collected.save().await;
    let id = collected.finished;
    let whole = format!("DELETE FROM events WHERE session = '{id}'; DELETE FROM sessions WHERE session = '{id}'");
    collected.must_show("a whole session", &whole).await;
    collected.must_show("its row alone", &format!("DELETE FROM sessions WHERE session = '{id}'")).await;
    collected.must_show("its last events", &format!("DELETE FROM events WHERE session = '{id}' AND seq > 5")).await;
    let new = "cd".repeat(16);
    let copied = format!(
        "INSERT INTO sessions (session, study, participant, turn, arrived_at, participants) \
         SELECT '{new}', study, '{new}', turn, arrived_at, participants FROM sessions WHERE session = '{id}'; \
         INSERT INTO events (id, study, session, seq, at, body, salt, digest, link) \
         SELECT id + 100000, study, '{new}', seq, at, body, salt, digest, link FROM events WHERE session = '{id}'"
    );
    collected.must_show("a copy of a session", &copied).await;
    for column in ["plan", "snapshot", "design", "fingerprint"] {
        let edited = format!("UPDATE studies SET {column} = {column} || ' '");
        collected.must_show(&format!("the {column} that is kept"), &edited).await;
    }
    collected.must_show("whose answers these are", "UPDATE studies SET participants = 'simulated'").await;
    collected.assert_sound().await;
}

async fn the_audit_log_and_the_checkpoints_are_chained_too(place: Place) {
    let collected = collect_study(&place).await;
    collected.at.arrive(&person(9), minute(5)).await.unwrap();
    checkpoint_of_all(&collected.at, 6).await;
    collected.save().await;
    for id in 1..4 {
        for edit in ["at = at + 1", "study = NULL", "account = 'eve'", "action = 'x'", "detail = 'x'", "link = NULL"] {
            collected.must_show("the audit log", &format!("UPDATE audit_log SET {edit} WHERE id = {id}")).await;
        }
        collected.must_show("the audit log", &format!("DELETE FROM audit_log WHERE id = {id}")).await;
    }
    let added = "INSERT INTO audit_log (id, at, account, action, detail) VALUES (4, 0, 'ada', 'unblinded', '')";
    collected.must_show("the audit log", added).await;
    for edit in ["UPDATE checkpoints SET at = at + 1", "UPDATE checkpoints SET heads = ''", "DELETE FROM checkpoints"] {
        collected.must_show("the checkpoints", &format!("{edit} WHERE seq = 0")).await;
    }
    collected.must_show("the checkpoints", "UPDATE checkpoints SET heads = '' WHERE seq = 1").await;
    collected.assert_sound().await;
}

async fn what_is_wrong_is_named(place: Place) {
    let collected = collect_study(&place).await;
    collected.save().await;
    let id = collected.finished;
    let faults = async |sql: &str| {
        collected.hand.run(sql).await;
        let found = collected.verify().await;
        for table in ["events", "audit_log"] {
            collected.hand.run(&format!("DELETE FROM {table}; INSERT INTO {table} SELECT * FROM saved_{table}")).await;
        }
        found.faults.into_iter().map(|fault| (fault.log, fault.position, fault.damage)).collect::<Vec<_>>()
    };
    let named = |log: &str, position, damage| vec![(log.to_owned(), Some(position), damage)];
    let edited = format!(
        "UPDATE events SET body = replace(body, '\"v\":1', '\"v\":1') || '' , at = at + 1 WHERE session = '{id}' AND seq = 4"
    );
    assert_eq!(faults(&edited).await, named("p0001", 5, Damage::Changed));
    let removed = format!("DELETE FROM events WHERE session = '{id}' AND seq = 3");
    assert_eq!(faults(&removed).await, named("p0001", 4, Damage::Removed));
    let last = format!("DELETE FROM events WHERE session = '{id}' AND seq > 9");
    assert_eq!(faults(&last).await, named("p0001", 11, Damage::Removed));
    let added = format!(
        "INSERT INTO events (id, study, session, seq, at, body) \
         SELECT 100000, study, session, MAX(seq) + 1, 0, '{{\"v\":1,\"kind\":\"finished\"}}' FROM events \
         WHERE session = '{id}' GROUP BY study, session"
    );
    let length = collected.at.session(id).await.unwrap().unwrap().seq;
    assert_eq!(faults(&added).await, named("p0001", u64::from(length) + 1, Damage::Added));
    let noted = faults("DELETE FROM audit_log WHERE id = 2").await;
    assert_eq!(noted, named("the audit log", 2, Damage::Removed));
    let own = faults("UPDATE events SET at = 5 WHERE session = 'study' AND seq = 1").await;
    assert_eq!(own, named("the study's own log", 2, Damage::Changed));
}

async fn a_broken_study_is_not_collected_further(place: Place) {
    let collected = collect_study(&place).await;
    let sample = Sample::as_written();
    let open = async || {
        let store = place.store().await;
        let (study, plan) = (sample.study.clone(), sample.plan.clone());
        Collector::open(&store, "fluency", study, plan, start()).await.map(drop)
    };
    open().await.unwrap();
    let edit = format!("UPDATE events SET at = at + 1 WHERE session = '{}' AND seq = 2", collected.finished);
    collected.hand.run(&edit).await;
    let refused = open().await.unwrap_err();
    assert!(matches!(refused, OpenError::Broken { .. }), "{refused}");
    let sentence = "event 3 of p0001 was changed";
    assert!(refused.to_string().contains(sentence), "{refused}");
}

async fn a_head_that_was_written_down_stays_among_the_checkpoints(place: Place) {
    let collected = collect_study(&place).await;
    let head = collected.verify().await.head.unwrap();
    let other = place.collector(&Sample::as_written()).await;
    for number in 10..20 {
        // Two servers write checkpoints in turn, and at the same time.
        let (one, two) = (&collected.at, &other);
        one.arrive(&person(100 + number), minute(i64::from(number))).await.unwrap();
        two.arrive(&person(200 + number), minute(i64::from(number))).await.unwrap();
        let now = minute(i64::from(number));
        let (first, second) = tokio::join!(one.checkpoint(now), two.checkpoint(now));
        first.unwrap();
        second.unwrap();
    }
    let found = collected.verify().await;
    assert!(found.faults.is_empty(), "{:?}", found.faults);
    assert!(found.has_head(head) && found.head != Some(head));
    assert_eq!(found.grown, 0, "everything is written down");
    assert_eq!((found.sessions.logs, found.study_log.events, found.audit_log.events), (23, 2, 3));
    assert!(found.sessions.erased >= 10, "{found:?}");
}

async fn a_copy_verifies_and_another_databases_session_does_not(place: Place) {
    let collected = collect_study(&place).await;
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    collected.at.store().backup(&copy).await.unwrap();
    let restored: Store = place.restore_copy(&copy).await;
    let found = restored.verify("fluency").await.unwrap().unwrap();
    assert!(found.faults.is_empty(), "{:?}", found.faults);
    assert_eq!(found.head, collected.verify().await.head);
}

on_both!(
    a_session_that_is_removed_copied_or_invented_shows,
    the_audit_log_and_the_checkpoints_are_chained_too,
    what_is_wrong_is_named,
    a_broken_study_is_not_collected_further,
    a_head_that_was_written_down_stays_among_the_checkpoints,
    a_copy_verifies_and_another_databases_session_does_not,
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_that_is_changed_shows_on_sqlite() {
    a_row_that_is_changed_removed_added_or_swapped_shows(Place::sqlite_in_memory()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_that_is_changed_shows_on_postgres() {
    // Of its own, so that no transaction of another test holds rows back.
    let server = Postgres::start();
    a_row_that_is_changed_removed_added_or_swapped_shows(Place::postgres_on(&server)).await;
}

/// What was collected before events were linked is linked as it is found; from then on it is watched over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_openings_of_a_new_study_agree_on_its_beginning() {
    for place in [Place::sqlite(), Place::postgres()] {
        let sample = Sample::as_written();
        let (one, two) = tokio::join!(place.collector(&sample), place.collector(&sample));
        let (a, b) = (one.arrive(&person(1), start()).await.unwrap(), two.arrive(&person(2), start()).await.unwrap());
        walk(&two, &sample, a.id, |_| false).await;
        walk(&one, &sample, b.id, |_| false).await;
        let found = one.store().verify("fluency").await.unwrap().unwrap();
        assert!(found.faults.is_empty(), "{:?}", found.faults);
    }
}
