//! What can happen to an SQLite file under a running server.

#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use session::Command;
use session::testing::Sample;
use store::{AuditEntry, Collector, StoreError};

use crate::place::{Place, person, start};

fn is_private(file: &Path) -> bool {
    std::fs::metadata(file).unwrap().permissions().mode() & 0o077 == 0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn database_and_copy_are_for_their_owner_alone() {
    let place = Place::sqlite();
    let at = place.collector(&Sample::only_list(&[])).await;
    at.arrive(&person(1), start()).await.unwrap();
    let copy = place.folder().join("copy");
    at.store().backup(&copy).await.unwrap();
    for name in ["events.sqlite", "events.sqlite-wal", "events.sqlite-shm", "copy"] {
        assert!(is_private(&place.folder().join(name)), "{name}");
    }
}

/// Nobody is told that their answer was kept, and `/healthz` says so.
async fn refuses(at: &Collector) {
    let refused = at.arrive(&person(2), start()).await;
    assert!(matches!(refused, Err(StoreError::NotKept(_) | StoreError::Database(_))), "{refused:?}");
    assert!(at.store().health().await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_acknowledged_once_the_file_was_deleted_or_replaced() {
    for lost in ["events.sqlite", "events.sqlite-wal"] {
        let place = Place::sqlite();
        let at = place.collector(&Sample::only_list(&[])).await;
        let id = at.arrive(&person(1), start()).await.unwrap().id;
        let (file, elsewhere) = (place.folder().join(lost), place.folder().join("elsewhere"));
        std::fs::rename(&file, &elsewhere).unwrap();
        assert!(at.store().health().await.is_err(), "{lost} is gone, though nobody has written since");
        refuses(&at).await;
        std::fs::write(&file, "another file").unwrap();
        refuses(&at).await;
        std::fs::rename(&elsewhere, &file).unwrap();
        at.handle(id, Command::Consent, start()).await.unwrap();
        at.store().health().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_that_fail_show_in_the_health_until_they_work_again() {
    let place = Place::sqlite();
    let at = place.collector(&Sample::only_list(&[])).await;
    at.store().health().await.unwrap();
    let other = rusqlite::Connection::open(place.folder().join("events.sqlite")).unwrap();
    let full = "CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'full'); END; \
                CREATE TRIGGER full_too BEFORE UPDATE ON meta BEGIN SELECT RAISE(ABORT, 'full'); END;";
    other.execute_batch(full).unwrap();
    refuses(&at).await;
    assert!(at.store().health().await.is_err(), "and goes on saying so");
    other.execute_batch("DROP TRIGGER full; DROP TRIGGER full_too;").unwrap();
    at.store().health().await.unwrap();
    at.arrive(&person(2), start()).await.unwrap();
}

/// Reads without a pause, so that SQLite by itself never finds a moment to begin its write-ahead log again.
fn read_until(file: &Path, stop: &AtomicBool) {
    let connection = rusqlite::Connection::open(file).unwrap();
    while !stop.load(Ordering::Relaxed) {
        connection.execute_batch("BEGIN; SELECT count(*) FROM meta;").unwrap();
        std::thread::sleep(Duration::from_millis(3));
        connection.execute_batch("COMMIT").unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_write_ahead_log_is_cut_back_while_others_read_all_the_time() {
    let place = Place::sqlite_in_memory();
    let store = place.store().await;
    let (file, stop) = (place.folder().join("events.sqlite"), Arc::new(AtomicBool::new(false)));
    let readers: Vec<_> = (0..4)
        .map(|_| {
            let (file, stop) = (file.clone(), Arc::clone(&stop));
            std::thread::spawn(move || read_until(&file, &stop))
        })
        .collect();
    let detail = "x".repeat(1 << 20);
    let mut longest = 0;
    for _ in 0..160 {
        let (name, action) = (String::new(), String::new());
        store.note(&AuditEntry { at: start(), study: None, name, action, detail: detail.clone() }).await.unwrap();
        longest = longest.max(std::fs::metadata(place.folder().join("events.sqlite-wal")).unwrap().len());
    }
    stop.store(true, Ordering::Relaxed);
    readers.into_iter().for_each(|reader| reader.join().unwrap());
    assert!(longest < 96 << 20, "{longest} bytes");
}
