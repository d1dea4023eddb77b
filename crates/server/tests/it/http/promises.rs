//! What a page says is kept, is what is kept; what was promised as payment, is shown. Every ending is reached over HTTP in every
//! language, and then the database is looked at.

use std::path::{Path, PathBuf};

use pages::{Ending, Pays, Retention, Words};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use session::{Content, SessionEvent};
use store::Store;
use store::testing::Postgres;

use super::dashboard::desk::Desk;
use super::signed_links::signed_by;
use crate::issuer::{Issuer, Signer};
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

const LANGUAGES: [&str; 9] = ["en", "de", "es", "fr", "it", "nl", "pl", "zh", "ar"];

/// The study of one rating, with training, a check, and payment, in a language; `verify` is whether links are verified.
fn paying(folder: &Path, language: &str, verify: &str) -> PathBuf {
    let study = small(folder, "prolific", 2);
    let file = std::fs::read_to_string(study.join("study.toml")).unwrap();
    let file = file
        .replace("language = \"en\"", &format!("language = \"{language}\""))
        .replace("order = \"fixed\"", "checks = { file = \"checks.csv\", per_list = 1, on_failure = \"end\" }")
        .replace("late = \"LATE\"", "late = \"LATE\", failed_check = \"FAILED\"")
        .replace("from = \"prolific\"", &format!("from = \"prolific\"\nverify = {verify}"));
    let more = "\n[training]\nfile = \"training.csv\"\n\n[payment]\ncurrency = \"GBP\"\namount = 1.25\nestimated_minutes = 6\n";
    std::fs::write(study.join("study.toml"), file + more).unwrap();
    std::fs::write(study.join("checks.csv"), "check,text,answer\nc,Please choose five.,5\n").unwrap();
    std::fs::write(study.join("training.csv"), "check,text,answer\nt,Five by five.,5\n").unwrap();
    study
}

/// What is in the database.
struct DatabaseContents {
    /// Every cell of every table, with its table.
    cells: Vec<(String, String)>,
    /// Every event, with its number.
    events: Vec<(i64, String)>,
}

impl DatabaseContents {
    fn read(database: &Path) -> DatabaseContents {
        let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let mut tables = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").unwrap();
        let tables: Vec<String> = tables.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        let mut cells = Vec::new();
        for table in tables.iter().filter(|table| !table.starts_with("sqlite")) {
            let mut select = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
            let columns = select.column_count();
            let mut rows = select.query([]).unwrap();
            while let Some(row) = rows.next().unwrap() {
                for column in 0..columns {
                    let cell = match row.get_ref(column).unwrap() {
                        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                        ValueRef::Integer(number) => number.to_string(),
                        ValueRef::Blob(_) | ValueRef::Null | ValueRef::Real(_) => continue,
                    };
                    cells.push((table.clone(), cell));
                }
            }
        }
        let mut select = connection.prepare("SELECT id, body FROM events ORDER BY id").unwrap();
        let events = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
        DatabaseContents { cells, events }
    }

    /// The same of PostgreSQL, from a copy of it.
    async fn from_copy_of(store: &Store) -> DatabaseContents {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copy");
        store.backup(&file).await.unwrap();
        let (mut cells, mut events) = (Vec::new(), Vec::new());
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            let (table, row) = line.split_once('\t').unwrap();
            let row: serde_json::Value = serde_json::from_str(row).unwrap();
            for cell in row.as_object().unwrap().values().filter(|cell| !cell.is_null()) {
                cells.push((table.to_owned(), cell.as_str().map_or_else(|| cell.to_string(), str::to_owned)));
            }
            if table == "events" {
                events.push((row["id"].as_i64().unwrap(), row["body"].as_str().unwrap().to_owned()));
            }
        }
        cells.sort();
        DatabaseContents { cells, events }
    }

    fn mentions(&self, text: &str) -> bool {
        self.cells.iter().any(|(_, cell)| cell.contains(text))
    }

    /// What people have said since an earlier look, as far as it is still there.
    fn content_since(&self, before: &DatabaseContents) -> Vec<Content> {
        let last = before.events.last().map_or(0, |(id, _)| *id);
        let new = self.events.iter().filter(|(id, _)| *id > last);
        // The events of the study as a whole hold nothing that people said.
        new.filter_map(|(_, body)| SessionEvent::from_json(body).ok()?.content()).collect()
    }
}

/// A way to an ending.
struct Way {
    ending: Ending,
    /// Whether there is something that they said on it.
    says: bool,
    /// Whether they have worked, and must be told what they get.
    works: bool,
}

struct Stage<'a> {
    served: &'a TestServer,
    /// The SQLite file; none where it is PostgreSQL.
    database: Option<PathBuf>,
    language: &'a str,
}

impl Stage<'_> {
    async fn read_database(&self) -> DatabaseContents {
        match &self.database {
            Some(file) => DatabaseContents::read(file),
            None => DatabaseContents::from_copy_of(&self.served.store).await,
        }
    }

    fn link(&self, person: &str) -> String {
        format!("{}?PROLIFIC_PID={person}&STUDY_ID=t1&SESSION_ID=sub-{person}", self.served.entrance())
    }

    async fn arrive(&self, person: &str) -> Participant<'_> {
        Participant::follow(self.served, &self.link(person)).await
    }

    async fn come_to(&self, person: &str, page: &str) -> Participant<'_> {
        let mut someone = self.arrive(person).await;
        while someone.step_address().as_deref() != Some(page) {
            assert!(someone.step_address().is_some(), "{page} is not reached: {}", someone.page);
            someone.go_on().await;
        }
        someone
    }

    /// The page of an ending says what `found` holds of this person, in its language, and what they get.
    fn check(&self, way: &Way, person: &str, page: &str, (before, found): (&DatabaseContents, &DatabaseContents)) {
        let (ending, words) = (way.ending, Words::for_language(self.language));
        let at = format!("{} in {}", ending.key(), self.language);
        assert!(page.contains(&format!("ending {}\"", ending.key())), "{at}: {page}");
        let says = escaped(&words.say(ending.retention().key()));
        assert!(page.contains(&says), "{at}: {says} is not on\n{page}");
        for other in Retention::ALL.into_iter().filter(|kept| *kept != ending.retention()) {
            assert!(!page.contains(&escaped(&words.say(other.key()))), "{at}: also says {}", other.key());
        }

        let has_id = found.mentions(person);
        let new = found.content_since(before);
        let visited = found.cells.iter().filter(|(table, _)| table == "sessions").count()
            > before.cells.iter().filter(|(table, _)| table == "sessions").count();
        match ending.retention() {
            Retention::Answers => assert!(has_id && visited && !new.is_empty(), "{at}: {has_id} {visited} {new:?}"),
            Retention::Attempt => {
                assert!(has_id && visited && new.is_empty() != way.says, "{at}: {has_id} {visited} {new:?}")
            }
            Retention::Refusal | Retention::Withdrawal => {
                assert!(!has_id && visited && new.is_empty(), "{at}: {has_id} {visited} {new:?}");
            }
            Retention::Nothing => assert!(!has_id && !visited && new.is_empty(), "{at}: {has_id} {visited} {new:?}"),
            Retention::AsBefore => assert_eq!(found.cells, before.cells, "{at}"),
        }

        let paid = page.contains("<p class=\"payment\">");
        match ending.pays() {
            Pays::AsPromised | Pays::AsResearchersDecide => {
                assert!(paid && (page.contains("1.25") || page.contains("1,25")), "{at}: {page}");
            }
            Pays::Nothing => assert!(!paid && !way.works, "{at}: {page}"),
        }
    }

    /// Someone goes a way to its end; what is kept is what its page says, and stays so.
    async fn play(&self, way: Way, person: &str, go: impl AsyncFnOnce(&Self, &str) -> String) {
        let before = self.read_database().await;
        let page = go(self, person).await;
        self.check(&way, person, &page, (&before, &self.read_database().await));
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&#38;").replace('<', "&#60;").replace('>', "&#62;").replace('"', "&#34;").replace('\'', "&#39;")
}

fn field(name: &str, value: &str) -> Vec<(String, String)> {
    vec![(name.to_owned(), value.to_owned())]
}

fn works(ending: Ending) -> Way {
    Way { ending, says: true, works: true }
}

fn says_nothing(ending: Ending) -> Way {
    Way { ending, says: false, works: false }
}

/// Posts to an address of someone's session and looks at where they are then.
async fn post_and_follow(served: &TestServer, mut someone: Participant<'_>, way: &str) -> String {
    served.client.post(format!("{}{way}", someone.session())).send().await.unwrap();
    someone.open(&someone.session()).await;
    someone.page
}

/// Nobody who turns away or is turned away before the list.
async fn check_before_the_list(stage: &Stage<'_>) {
    stage
        .play(says_nothing(Ending::Declined), "pid-declines", async |stage, person| {
            let mut someone = stage.come_to(person, "consent").await;
            let refusal = escaped(&Words::for_language(stage.language).say(Retention::Refusal.key()));
            assert!(someone.page.contains(&refusal), "said before it is done: {}", someone.page);
            someone.send(&field("consent", "no")).await;
            someone.page
        })
        .await;
    stage
        .play(Way { ending: Ending::ScreenedOut, says: true, works: false }, "pid-unfit", async |stage, person| {
            let mut someone = stage.come_to(person, "screening").await;
            someone.send(&field("screening.native", "No")).await;
            someone.page
        })
        .await;
    stage
        .play(works(Ending::FailedTraining), "pid-untrained", async |stage, person| {
            let mut someone = stage.come_to(person, "training/1/0").await;
            someone.send(&field("q0.0.value", "1")).await;
            someone.page
        })
        .await;
}

/// Those who began the list, and ended in any way.
async fn check_in_the_list(stage: &Stage<'_>) {
    stage
        .play(works(Ending::FailedCheck), "pid-careless", async |stage, person| {
            let mut someone = stage.come_to(person, "step/0").await;
            while let Some(step) =
                someone.step_address().and_then(|asked| asked.strip_prefix("step/").map(str::to_owned))
            {
                someone.send(&field(&format!("q{step}.0.value"), "2")).await;
            }
            if someone.step_address().is_some() {
                someone.go_on().await;
            }
            someone.page
        })
        .await;
    stage
        .play(works(Ending::TooLate), "pid-slow", async |stage, person| {
            let mut someone = stage.come_to(person, "step/2").await;
            stage.served.wait_minutes(31);
            someone.open(&someone.session()).await;
            someone.page
        })
        .await;
    stage
        .play(works(Ending::Returned), "pid-returns", async |stage, person| {
            let someone = stage.come_to(person, "step/2").await;
            post_and_follow(stage.served, someone, "return").await
        })
        .await;
    stage
        .play(works(Ending::Withdrawn), "pid-withdraws", async |stage, person| {
            let mut someone = stage.come_to(person, "step/2").await;
            someone.open(&format!("{}withdraw", someone.session())).await;
            let withdrawal = escaped(&Words::for_language(stage.language).say(Retention::Withdrawal.key()));
            assert!(someone.page.contains(&withdrawal), "said before it is done: {}", someone.page);
            post_and_follow(stage.served, someone, "withdraw").await
        })
        .await;
}

/// Those for whom there is no place: one finishes, one works, and the two places are taken.
async fn check_full(stage: &Stage<'_>) {
    let mut waits = stage.come_to("pid-waits", "screening").await;
    stage
        .play(works(Ending::Finished), "pid-finishes", async |stage, person| {
            let mut someone = stage.arrive(person).await;
            someone.finish().await;
            someone.page
        })
        .await;
    stage.come_to("pid-works", "step/0").await;
    stage
        .play(says_nothing(Ending::Full), "pid-comes-late", async |stage, person| stage.arrive(person).await.page)
        .await;
    let before = stage.read_database().await;
    waits.go_on().await;
    let after = stage.read_database().await;
    assert!(after.content_since(&before).contains(&Content::Screened), "the screening answers are kept");
    assert!(
        waits.page.contains(&escaped(&Words::for_language(stage.language).say(Retention::Attempt.key()))),
        "{}",
        waits.page
    );
    let ada = Desk::owner(stage.served).await;
    for (ending, act) in [(Ending::Paused, "pause"), (Ending::Closed, "close")] {
        ada.post(&ada.page(&format!("lists/{act}")), &[("sure", "yes")]).await;
        let person = format!("pid-{act}");
        stage.play(says_nothing(ending), &person, async |stage, person| stage.arrive(person).await.page).await;
    }
}

/// Pages that change nothing.
async fn check_unchanged(stage: &Stage<'_>) {
    let another = async |stage: &Stage<'_>, query: String| {
        Participant::follow(stage.served, &format!("{}{query}", stage.served.entrance())).await.page
    };
    stage
        .play(says_nothing(Ending::AlreadyTookPart), "pid-finishes", async |stage, person| {
            another(stage, format!("?PROLIFIC_PID={person}&SESSION_ID=another")).await
        })
        .await;
    stage
        .play(says_nothing(Ending::AlreadyBegun), "pid-works", async |stage, person| {
            another(stage, format!("?PROLIFIC_PID={person}")).await
        })
        .await;
    stage
        .play(says_nothing(Ending::NotFound), "pid-nowhere", async |stage, _| {
            another(stage, "nowhere/".to_owned()).await
        })
        .await;
    let session = stage.arrive("pid-works").await.session();
    for (ending, page, body) in [(Ending::Stale, "step/3", "q3.0.value=1"), (Ending::BadRequest, "consent", "x=%")] {
        stage
            .play(says_nothing(ending), "pid-works", async |stage, _| {
                let request = stage.served.client.post(format!("{session}{page}")).body(body);
                let request = request.header("content-type", "application/x-www-form-urlencoded");
                request.send().await.unwrap().text().await.unwrap()
            })
            .await;
    }
}

/// Those whose link is not believed.
async fn check_unverified(stage: &Stage<'_>, key: &Signer, issuer: &Issuer) {
    stage
        .play(says_nothing(Ending::UnverifiedLink), "pid-invented", async |stage, person| {
            stage.arrive(person).await.page
        })
        .await;
    issuer.fail();
    let token = key.token(&serde_json::json!({}));
    stage
        .play(says_nothing(Ending::CannotVerify), "pid-unlucky", async |stage, person| {
            let link = format!("{}&prolific_token={token}", stage.link(person));
            Participant::follow(stage.served, &link).await.page
        })
        .await;
    issuer.publish(&[key]);
}

async fn check_all(stage: &Stage<'_>) {
    check_before_the_list(stage).await;
    check_in_the_list(stage).await;
    check_full(stage).await;
    check_unchanged(stage).await;
}

async fn check_language(language: &str, key: &Signer, issuer: &Issuer) {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("answers.sqlite");
    let served =
        TestServer::start_on(&paying(folder.path(), language, "false"), &database.display().to_string(), |_| {}).await;
    check_all(&Stage { served: &served, database: Some(database), language }).await;
    served.stop().await;
    // Nor is anything left over in the files.
    for file in std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()).filter(|file| file.is_file())
    {
        let bytes = std::fs::read(&file).unwrap();
        for person in ["pid-declines", "pid-withdraws"] {
            let found = bytes.windows(person.len()).any(|window| window == person.as_bytes());
            assert!(!found, "{person} is in {}", file.display());
        }
    }

    let database = folder.path().join("verified.sqlite");
    let study = paying(folder.path(), language, "true");
    let served = TestServer::start_on(&study, &database.display().to_string(), signed_by(issuer)).await;
    check_unverified(&Stage { served: &served, database: Some(database), language }, key, issuer).await;
    served.stop().await;
}

#[tokio::test]
async fn what_every_ending_says_is_kept_is_what_the_database_holds_in_nine_languages() {
    let key = Signer::new("k1");
    let issuer = Issuer::start(&[&key]).await;
    for language in LANGUAGES {
        check_language(language, &key, &issuer).await;
    }
}

#[tokio::test]
async fn what_every_ending_says_is_kept_is_what_postgresql_holds() {
    let folder = tempfile::tempdir().unwrap();
    let study = paying(folder.path(), "en", "false");
    let served = TestServer::start_on(&study, &Postgres::shared_server().database(), |_| {}).await;
    check_all(&Stage { served: &served, database: None, language: "en" }).await;
    served.stop().await;
}
