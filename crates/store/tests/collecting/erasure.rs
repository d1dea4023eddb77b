//! Whoever withdraws leaves nothing in the files of the database.

use std::path::{Path, PathBuf};
use std::time::Duration;

use session::Command;
use session::testing::Sample;
use store::testing::Postgres;
use store::{Collector, Identity};

use crate::place::{Place, minute, person, start, walk};

const SAID: &str = "a-remark-nobody-else-makes";
const KNOWN_AS: &str = "an-id-nobody-else-has";
const SUBMISSION: &str = "a-submission-nobody-else-has";

/// All files in a folder and below.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().filter_map(Result::ok) {
        let path = entry.path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// Whether a file has it anywhere in its bytes.
fn holds(file: &Path, text: &str) -> bool {
    // A file may go away while one looks.
    std::fs::read(file).is_ok_and(|bytes| bytes.windows(text.len()).any(|window| window == text.as_bytes()))
}

/// What of it stands in any file of the folder.
fn remains(folder: &Path) -> Vec<(PathBuf, &'static str)> {
    let mut found = Vec::new();
    files(folder, &mut found);
    let pairs = found.iter().flat_map(|file| [SAID, KNOWN_AS, SUBMISSION].map(|text| (file.clone(), text)));
    pairs.filter(|(file, text)| holds(file, text)).collect()
}

/// Someone takes part among others, says something at the end, and withdraws.
async fn take_part(at: &Collector, sample: &Sample) -> session::SessionId {
    let identity = Identity { id: KNOWN_AS.to_owned(), submission: Some(SUBMISSION.to_owned()), ..person(1) };
    for number in 10..12 {
        let other = at.arrive(&person(number), start()).await.unwrap().id;
        walk(at, sample, other, |_| false).await;
    }
    let id = at.arrive(&identity, start()).await.unwrap().id;
    walk(at, sample, id, |_| false).await;
    at.handle(id, Command::Comment(SAID.to_owned()), minute(1)).await.unwrap();
    id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_person_said_and_who_they_are_is_gone_from_the_bytes_of_an_sqlite_file() {
    let (place, sample) = (Place::sqlite(), Sample::as_written());
    let at = place.collector(&sample).await;
    let id = take_part(&at, &sample).await;
    assert!(remains(place.folder()).len() >= 3, "it was there");
    at.handle(id, Command::Withdraw, minute(2)).await.unwrap();
    assert_eq!(remains(place.folder()), []);
    assert_eq!(at.store().people(at.slug()).await.unwrap().len(), 2, "the others are known still");
    nobody_knows_them_again(&at, place.folder(), id).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_person_said_and_who_they_are_is_gone_from_the_tables_of_postgres() {
    // Of its own, so that no transaction of another test keeps what was erased alive.
    let server = Postgres::start();
    let (place, sample) = (Place::postgres_on(&server), Sample::as_written());
    let at = place.collector(&sample).await;
    let id = take_part(&at, &sample).await;
    assert!(remains(&server.data_on_disk().join("base")).len() >= 3, "it was there");
    at.handle(id, Command::Withdraw, minute(2)).await.unwrap();
    for _ in 0..100 {
        if remains(&server.data_on_disk().join("base")).is_empty() {
            return nobody_knows_them_again(&at, &server.data_on_disk(), id).await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{:?}", remains(&server.data_on_disk().join("base")));
}

/// Whoever has the database and the platform's list of ids tries what the key in it gives, and finds nothing; not even the
/// program knows the person again.
async fn nobody_knows_them_again(at: &Collector, folder: &Path, withdrawn: session::SessionId) {
    let participant = at.session(withdrawn).await.unwrap().unwrap().participant.unwrap();
    let mut found = Vec::new();
    files(folder, &mut found);
    let pseudonym = participant.to_string();
    assert!(found.iter().any(|file| holds(file, &pseudonym)), "that somebody took part stays");
    for purpose in [at.slug(), "people", "participant", "pseudonym", ""] {
        let recomputed = session::ParticipantId(at.store().keyed_digest(purpose, KNOWN_AS)).to_string();
        assert!(!found.iter().any(|file| holds(file, &recomputed)), "{purpose}");
    }
    assert_eq!(at.store().participant(at.slug(), KNOWN_AS).await.unwrap(), None);
    let again = Identity { id: KNOWN_AS.to_owned(), submission: Some(SUBMISSION.to_owned()), ..person(1) };
    let again = at.arrive(&again, minute(3)).await.unwrap();
    assert!(again.id != withdrawn && again.session.participant != Some(participant), "they come as somebody else");
}
