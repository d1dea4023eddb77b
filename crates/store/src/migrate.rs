//! The layout of the database, version by version. Forward only: what was written stays readable.

use crate::error::OpenError;
use crate::seal::link_all;
use crate::sql::{Connection, Value};
use crate::store::origin;

/// Every step, for SQLite and for PostgreSQL.
const STEPS: &[(&str, &str)] = &[
    (include_str!("../migrations/sqlite/0001_start.sql"), include_str!("../migrations/postgres/0001_start.sql")),
    (include_str!("../migrations/sqlite/0002_accounts.sql"), include_str!("../migrations/postgres/0002_accounts.sql")),
    (include_str!("../migrations/0003_study_log.sql"), include_str!("../migrations/0003_study_log.sql")),
    (include_str!("../migrations/sqlite/0004_order.sql"), include_str!("../migrations/postgres/0004_order.sql")),
    (include_str!("../migrations/sqlite/0005_expiry.sql"), include_str!("../migrations/postgres/0005_expiry.sql")),
    (include_str!("../migrations/0006_kept_study.sql"), include_str!("../migrations/0006_kept_study.sql")),
    (include_str!("../migrations/sqlite/0007_chain.sql"), include_str!("../migrations/postgres/0007_chain.sql")),
    (include_str!("../migrations/0008_people.sql"), include_str!("../migrations/0008_people.sql")),
    (include_str!("../migrations/0009_bonuses.sql"), include_str!("../migrations/0009_bonuses.sql")),
    (include_str!("../migrations/sqlite/0010_managers.sql"), include_str!("../migrations/postgres/0010_managers.sql")),
    (include_str!("../migrations/0011_notices.sql"), include_str!("../migrations/0011_notices.sql")),
];

/// The version from which on events are linked.
const LINKED: i64 = 7;

/// The version that this program writes.
pub(crate) const LATEST: i64 = STEPS.len() as i64;

/// Brings the database to `version`, from wherever it is. All of it happens or none; whoever comes at the same
/// time waits.
pub(crate) async fn up_to(connection: &mut Connection<'_>, version: i64) -> Result<(), OpenError> {
    match connection {
        Connection::Sqlite(_) => connection.script("BEGIN IMMEDIATE").await?,
        // Any number that no other program is likely to use.
        Connection::Postgres(_) => connection.script("BEGIN; SELECT pg_advisory_xact_lock(7125813)").await?,
    }
    match steps(connection, version).await {
        Ok(()) => Ok(connection.script("COMMIT").await?),
        Err(error) => {
            connection.script("ROLLBACK").await?;
            Err(error)
        }
    }
}

async fn steps(connection: &mut Connection<'_>, version: i64) -> Result<(), OpenError> {
    connection.script("CREATE TABLE IF NOT EXISTS meta (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)").await?;
    let rows = connection.rows("SELECT value FROM meta WHERE name = 'layout'", &[]).await?;
    let found: i64 = match rows.first() {
        Some(row) => row.text(0)?.parse().unwrap_or(i64::MAX),
        None => 0,
    };
    if found > LATEST {
        return Err(OpenError::Later { found, known: LATEST });
    }
    for (sqlite, postgres) in STEPS.iter().take(version.max(0) as usize).skip(found as usize) {
        let step = match connection {
            Connection::Sqlite(_) => sqlite,
            Connection::Postgres(_) => postgres,
        };
        connection.script(step).await?;
    }
    if found < LINKED && version >= LINKED {
        let origin = origin(connection).await?;
        link_all(connection, origin).await?;
    }
    let layout = found.max(version).to_string();
    let set =
        "INSERT INTO meta (name, value) VALUES ('layout', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    connection.run(set, &[Value::Text(&layout)]).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{LATEST, up_to};
    use crate::error::OpenError;
    use crate::postgres::Pool;
    use crate::sql::Connection;
    use crate::sqlite;
    use crate::store::Store;
    use crate::testing::Postgres;
    use session::{Author, SessionEvent, StudyEvent};

    /// Every version there ever was is brought up to date, also by several programs at once.
    async fn from_every_version(address: impl AsyncFn() -> String) {
        for version in 0..=LATEST {
            let address = address().await;
            at_version(&address, version).await;
            let (one, other) = tokio::join!(Store::open(&address), Store::open(&address));
            one.unwrap().health().await.unwrap();
            other.unwrap().health().await.unwrap();
        }
    }

    async fn at_version(address: &str, version: i64) {
        if address.starts_with("postgres") {
            let mut connection = Pool::new(address, 1).unwrap().connect().await.unwrap();
            up_to(&mut Connection::Postgres(&mut connection), version).await.unwrap();
        } else {
            let mut connection = sqlite::open(address.as_ref()).unwrap();
            up_to(&mut Connection::Sqlite(&mut connection), version).await.unwrap();
        }
    }

    #[tokio::test]
    async fn every_layout_is_brought_up_to_date_on_sqlite() {
        let folder = tempfile::tempdir().unwrap();
        let number = std::sync::atomic::AtomicU32::new(0);
        let next = || number.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        from_every_version(async || folder.path().join(next().to_string()).to_str().unwrap().to_owned()).await;
    }

    #[tokio::test]
    async fn every_layout_is_brought_up_to_date_on_postgres() {
        from_every_version(async || Postgres::shared_server().database()).await;
    }

    #[tokio::test]
    async fn a_studys_own_log_is_found_where_earlier_programs_kept_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("earlier");
        let address = file.to_str().unwrap();
        at_version(address, 2).await;
        let earlier = "INSERT INTO events (study, session, seq, at, body) VALUES \
                       ('fluency', '00000000000000000000000000000000', 0, 1, '{\"v\":1,\"kind\":\"paused\",\"by\":\"rule\"}')";
        sqlite::open(&file).unwrap().execute_batch(earlier).unwrap();
        let store = Store::open(address).await.unwrap();
        let found = store.study_events("fluency", 0).await.unwrap();
        assert_eq!(found.first().map(|logged| &logged.event), Some(&StudyEvent::Paused { by: Author::Rule }));
    }

    #[tokio::test]
    async fn what_an_older_program_wrote_is_read_in_the_same_order() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("older");
        at_version(file.to_str().unwrap(), 2).await;
        let session = session::SessionId([7; 16]);
        let connection = sqlite::open(&file).unwrap();
        for (id, seq) in [(3, 0), (40, 1), (41, 2)] {
            let insert = "INSERT INTO events (id, study, session, seq, at, body) VALUES ($1, 'a', $2, $3, 0, $4)";
            let body = SessionEvent::Commented { text: format!("{id}") }.to_json();
            connection.execute(insert, (id, session.to_string(), seq, body)).unwrap();
        }
        drop(connection);
        let store = Store::open_file(&file).await.unwrap();
        let (events, _) = store.events_since("a", crate::Cursor::default(), 10).await.unwrap();
        let comments = events.into_iter().filter_map(|logged| Some(logged.into_session()?.event));
        let expected = ["3", "40", "41"].map(|id| SessionEvent::Commented { text: id.to_owned() });
        assert_eq!(comments.collect::<Vec<_>>(), expected);
    }

    /// What was collected before events were linked is linked as it is found; from then on nothing can be changed.
    #[tokio::test]
    async fn what_an_older_program_wrote_is_linked_as_it_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let postgres = Postgres::shared_server().database();
        let file = folder.path().join("older").to_str().unwrap().to_owned();
        for address in [file, postgres] {
            at_version(&address, 6).await;
            let session = session::SessionId([7; 16]);
            let bodies = [
                SessionEvent::Commented { text: "older".to_owned() }.to_json(),
                SessionEvent::Erased { what: session::Content::Answered }.to_json(),
                SessionEvent::Withdrawn.to_json(),
            ];
            let mut script = format!(
                "INSERT INTO studies (study, title, fingerprint, design, completions, since) VALUES ('a', '', '', '', 1, 0); \
                 INSERT INTO sessions (session, study, participant, turn, arrived_at) VALUES ('{session}', 'a', '{session}', 0, 0); \
                 INSERT INTO audit_log (at, account, action, detail) VALUES (1, 'ada', 'looked', ''), (2, 'ada', 'left', '');"
            );
            for (seq, body) in bodies.iter().enumerate() {
                script += &format!(
                    "INSERT INTO events (study, session, seq, at, body) VALUES ('a', '{session}', {seq}, 0, '{body}');"
                );
            }
            run_by_hand(&address, &script).await;
            let store = Store::open(&address).await.unwrap();
            let found = store.verify("a").await.unwrap().unwrap();
            assert_eq!(found.faults, []);
            assert!(found.linked_at.is_some());
            assert_eq!((found.sessions.events, found.sessions.erased, found.audit_log.events), (3, 1, 2));
            run_by_hand(&address, "UPDATE events SET at = 1 WHERE seq = 0").await;
            assert_eq!(store.verify("a").await.unwrap().unwrap().broken, 1);
        }
    }

    async fn run_by_hand(address: &str, script: &str) {
        if address.starts_with("postgres") {
            Pool::new(address, 1).unwrap().connect().await.unwrap().script(script).await.unwrap();
        } else {
            sqlite::open(address.as_ref()).unwrap().execute_batch(script).unwrap();
        }
    }

    #[tokio::test]
    async fn a_layout_of_a_later_program_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("later");
        let address = file.to_str().unwrap();
        at_version(address, LATEST).await;
        let later = "UPDATE meta SET value = '99' WHERE name = 'layout'";
        sqlite::open(&file).unwrap().execute_batch(later).unwrap();
        assert!(matches!(Store::open(address).await, Err(OpenError::Later { found: 99, known: LATEST })));
    }
}
