use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use jiff::{SignedDuration, Timestamp};
use notify::{Channel, Mail, Webhook};
use serde_json::Value;
use session::{ArrivalChannel, ParticipantId, SessionEvent, SessionId, Slot, SlotBoard, Timing, Use};
use store::{Collector, Identity, LoggedEvent, LoggedSessionEvent, Store};
use study::file::NoticeKind;
use study::{InMemory, Study};

use super::notices;
use crate::{Ledger, LiveStudy, Proof};

fn study(more: &str) -> Arc<Study> {
    let text = "[study]\ntitle = \"How fluent?\"\nlanguage = \"en\"\nseed = 1\n[systems]\none = \"One\"\n[items]\nfile = \"items.csv\"\n\
        id = \"item\"\n[[criteria]]\nid = \"f\"\nquestion = \"Q?\"\ndefinition = \"D\"\n\
        response = { kind = \"rating\", points = 5, minimum = 1 }\n[lists]\nquestions = 2\ncompletions = 10\n\
        [participants]\nfrom = \"open\"\n[payment]\ncurrency = \"GBP\"\namount = 1.0\nestimated_minutes = 5\nfloor_per_hour = 12\n";
    let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    let files = [
        file("study.toml", &format!("{text}{more}")),
        file("items.csv", "item,one\n1,a\n2,b\n"),
        file("consent.md", "Yes?"),
    ];
    let checked = study::check(&InMemory(files.into_iter().collect()));
    Arc::new(checked.study.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)))
}

fn after_minutes(minutes: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap() + SignedDuration::from_mins(minutes)
}

/// So many who came one after the other, each minute one, and ended so after so much time in use.
fn ledger_of(study: &Arc<Study>, ends: &[(SessionEvent, u64)]) -> Ledger {
    let plan = Arc::new(plan::make(study).unwrap());
    let mut ledger = Ledger::new(study, &plan);
    for (number, (end, active_ms)) in ends.iter().enumerate() {
        let id = SessionId((number as u128 + 1).to_be_bytes());
        let timing = Timing { active_ms: Some(*active_ms), ..Timing::default() };
        let came = SessionEvent::Arrived { participant: ParticipantId(id.0), how: ArrivalChannel::Open };
        let slot = Slot { list: 0, number: number as u32 };
        let presentation = plan::RecordedPresentation::Numbers("0a 1a".to_owned());
        let held = SessionEvent::Held { slot, until: None, presentation };
        let begins = number as i64;
        let sent = |step| SessionEvent::Submitted { step, timing };
        let story = [
            (begins, came),
            (begins, SessionEvent::Consented),
            (begins, held),
            (begins + 60, sent(0)),
            (begins + 120, sent(1)),
            (begins + 120, end.clone()),
        ];
        for (minute, event) in story {
            ledger.apply(&LoggedEvent::Session(LoggedSessionEvent {
                session: id,
                seq: 0,
                at: after_minutes(minute),
                event,
            }));
        }
    }
    ledger
}

fn kinds(study: &Arc<Study>, ends: &[(SessionEvent, u64)], free_mb: Option<u64>, minutes: i64) -> Vec<NoticeKind> {
    let board = SlotBoard::new(study, &plan::make(study).unwrap());
    let found = notices(study, &ledger_of(study, ends), &board, free_mb, after_minutes(minutes));
    found.into_iter().map(|notice| notice.kind).collect()
}

#[test]
fn each_threshold_is_the_studys() {
    let (usual, own) = (study(""), study("[notify]\nstandstill = \"2 h\"\nfailures = 0.2\ndisk_mb = 50\n"));
    let quick = (SessionEvent::Finished, 60_000);
    let day = 24 * 60;
    assert_eq!(kinds(&usual, &[], Some(5000), 10 * day), [], "nobody has come yet: the study may not be announced");
    assert_eq!(kinds(&usual, std::slice::from_ref(&quick), Some(5000), day - 1), []);
    assert_eq!(kinds(&usual, std::slice::from_ref(&quick), Some(5000), day), [NoticeKind::Standstill]);
    assert_eq!(kinds(&own, std::slice::from_ref(&quick), Some(5000), 120), [NoticeKind::Standstill]);
    assert_eq!(kinds(&usual, &[], Some(999), 0), [NoticeKind::Disk]);
    assert_eq!(kinds(&own, &[], Some(999), 0), []);
    assert_eq!(kinds(&own, &[], None, 0), [], "how full it is is not known");
    let failed = (SessionEvent::Lapsed, 60_000);
    let ends =
        |failures: usize, all: usize| [vec![failed.clone(); failures], vec![quick.clone(); all - failures]].concat();
    assert_eq!(kinds(&usual, &ends(4, 4), None, 200), [], "four say nothing");
    assert_eq!(kinds(&usual, &ends(2, 5), None, 200), []);
    assert_eq!(kinds(&own, &ends(2, 5), None, 121), [NoticeKind::Failures]);
    assert_eq!(kinds(&usual, &ends(3, 5), None, 200), [NoticeKind::Failures]);
    // Those who failed came first: of the last 20, none did.
    assert_eq!(kinds(&usual, &ends(20, 40), None, 200), []);
    // Ten minutes in all for 1 GBP is 6 GBP an hour; the floor is 12.
    let slow = (SessionEvent::Finished, 300_000);
    assert_eq!(kinds(&usual, &vec![slow.clone(); 4], None, 200), []);
    assert_eq!(kinds(&usual, &vec![slow; 5], None, 200), [NoticeKind::Wage]);
}

#[test]
fn a_study_is_full_when_the_last_slot_is_finished() {
    let study = study("");
    let mut board = SlotBoard::new(&study, &plan::make(&study).unwrap());
    let empty = ledger_of(&study, &[]);
    for number in 0..10 {
        assert_eq!(notices(&study, &empty, &board, None, after_minutes(0)), [], "{number} of 10");
        board.set(Slot { list: 0, number }, Some(Use::Finished));
    }
    let found = notices(&study, &empty, &board, None, after_minutes(0));
    let found: Vec<_> = found.iter().map(|notice| (notice.kind, notice.words.as_str())).collect();
    assert_eq!(found, [(NoticeKind::Full, "All 10 slots are finished.")]);
}

/// An address that takes JSON, or refuses it with a status.
async fn webhook(status: &Arc<AtomicU16>) -> (String, Receiver<Value>) {
    let (sender, receiver) = channel();
    let take = |State((status, sender)): State<(Arc<AtomicU16>, Sender<Value>)>, Json(body): Json<Value>| async move {
        let status = StatusCode::from_u16(status.load(Ordering::Relaxed)).unwrap();
        if status.is_success() {
            sender.send(body).unwrap();
        }
        status
    };
    let routes = Router::new().route("/hook", post(take)).with_state((Arc::clone(status), sender));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/hook", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    (address, receiver)
}

/// A mail server that asks for a password, and gives on what it is handed.
fn mail_server() -> (u16, Receiver<String>) {
    let (sender, receiver) = channel();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let (mut signed_in, mut mail) = (false, String::new());
            stream.write_all(b"220 here\r\n").unwrap();
            while let Some(Ok(line)) = lines.next() {
                let reply = match line.split([' ', ':']).next().unwrap_or_default() {
                    "EHLO" => "250-here\r\n250 AUTH PLAIN",
                    // "\0studies\0secret"
                    "AUTH" if line == "AUTH PLAIN AHN0dWRpZXMAc2VjcmV0" => {
                        signed_in = true;
                        "235 in"
                    }
                    "MAIL" | "RCPT" if signed_in => {
                        mail.push_str(&format!("{line}\n"));
                        "250 well"
                    }
                    "DATA" if signed_in => {
                        stream.write_all(b"354 go on\r\n").unwrap();
                        for line in lines.by_ref().map_while(Result::ok).take_while(|line| line != ".") {
                            mail.push_str(&format!("{line}\n"));
                        }
                        sender.send(std::mem::take(&mut mail)).unwrap();
                        "250 taken"
                    }
                    "NOOP" => "250 well",
                    "QUIT" => "221 bye",
                    _ => "530 who are you",
                };
                stream.write_all(format!("{reply}\r\n").as_bytes()).unwrap();
            }
        }
    });
    (port, receiver)
}

async fn open_study(database: &Path, channels: &[Channel]) -> LiveStudy {
    let study = study("");
    let plan = Arc::new(plan::make(&study).unwrap());
    let store = Store::open(database.to_str().unwrap()).await.unwrap();
    let collector = Collector::open(&store, "fluency", study, plan, after_minutes(0)).await.unwrap();
    LiveStudy::new(collector, Arc::new(InMemory(std::collections::BTreeMap::new()))).with_channels(channels.to_vec())
}

async fn comes(study: &LiveStudy, who: &str, minutes: i64) {
    let who = Identity { how: ArrivalChannel::Open, id: who.to_owned(), submission: None };
    study.arrive(&who, Proof::Nothing, after_minutes(minutes)).await.unwrap();
}

#[tokio::test]
async fn researchers_are_told_once_by_webhook_and_mail_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("answers.sqlite");
    let status = Arc::new(AtomicU16::new(200));
    let ((address, posted), (port, mailed)) = (webhook(&status).await, mail_server());
    let mail = format!(
        "server = \"127.0.0.1\"\nport = {port}\nsecurity = \"none\"\nuser = \"studies\"\npassword = \"secret\"\n\
         from = \"rejudge <studies@example.org>\"\nto = [\"lab@example.org\"]\n"
    );
    let channels = [Channel::Webhook(Webhook::read(&address).unwrap()), Channel::Mail(Mail::read(&mail).unwrap())];
    let here = Some("https://study.example.org");
    let day = 24 * 60;
    let study = open_study(&database, &channels).await;
    channels[1].check().await.unwrap();
    comes(&study, "one", 0).await;
    assert_eq!(study.send_notices(here, after_minutes(60)).await.unwrap(), []);
    let both = [NoticeKind::Standstill, NoticeKind::Standstill];
    assert_eq!(study.send_notices(here, after_minutes(day)).await.unwrap(), both);
    let body = posted.try_recv().unwrap();
    assert_eq!(body["kind"], "standstill");
    assert_eq!(body["text"], "How fluent?: Nobody came for 24 h, though 10 slots are open.");
    assert_eq!(body["url"], "https://study.example.org/dashboard/s/fluency/");
    let mail = mailed.try_recv().unwrap();
    for part in [
        "RCPT TO:<lab@example.org>",
        "Subject: How fluent?: standstill",
        "Nobody came for 24 h",
        "/dashboard/s/fluency/",
    ] {
        assert!(mail.contains(part), "{part} is not in\n{mail}");
    }
    assert_eq!(study.send_notices(here, after_minutes(2 * day)).await.unwrap(), [], "it was sent already");
    study.close().await;
    let study = open_study(&database, &channels).await;
    assert_eq!(study.send_notices(here, after_minutes(2 * day)).await.unwrap(), [], "also before the restart");
    comes(&study, "two", 2 * day).await;
    assert_eq!(study.send_notices(here, after_minutes(2 * day)).await.unwrap(), []);
    // What does not get there is sent again by that way alone.
    status.store(500, Ordering::Relaxed);
    assert_eq!(study.send_notices(here, after_minutes(3 * day)).await.unwrap(), [NoticeKind::Standstill]);
    assert!(mailed.try_recv().is_ok() && posted.try_recv().is_err());
    assert_eq!(study.failing_ways(after_minutes(3 * day)).await.unwrap(), [] as [&str; 0], "it may be on its way");
    assert_eq!(study.failing_ways(after_minutes(3 * day + 3)).await.unwrap(), ["webhook"]);
    status.store(204, Ordering::Relaxed);
    assert_eq!(study.send_notices(here, after_minutes(3 * day + 9)).await.unwrap(), []);
    assert_eq!(study.send_notices(here, after_minutes(3 * day + 10)).await.unwrap(), [NoticeKind::Standstill]);
    assert!(mailed.try_recv().is_err() && posted.try_recv().is_ok());
    assert_eq!(study.failing_ways(after_minutes(3 * day + 20)).await.unwrap(), [] as [&str; 0]);
    study.close().await;
}
