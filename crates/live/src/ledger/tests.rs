use std::sync::Arc;
use std::sync::atomic::Ordering;

use jiff::Timestamp;
use plan::RecordedPresentation;
use session::{ArrivalChannel, Outcome, ParticipantId, SessionEvent, SessionId, Slot, Timing};
use store::testing::Postgres;
use store::{Collector, Identity, LoggedEvent, LoggedSessionEvent, Store};
use study::response::Answer;
use study::{InMemory, Study};

use super::{EVENTS_AT_ONCE, Ledger, LedgerHandle, SessionView, State};

fn study() -> Arc<Study> {
    let text = "[study]\ntitle = \"T\"\nlanguage = \"en\"\nseed = 1\n[systems]\none = \"One\"\n[items]\nfile = \"items.csv\"\n\
        id = \"item\"\n[[criteria]]\nid = \"f\"\nquestion = \"Q?\"\ndefinition = \"D\"\n\
        response = { kind = \"rating\", points = 5, minimum = 1 }\n[lists]\nquestions = 2\ncompletions = 1\n\
        [participants]\nfrom = \"open\"\n";
    let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    let files = InMemory(
        [file("study.toml", text), file("items.csv", "item,one\n1,a\n2,b\n"), file("consent.md", "Yes?")]
            .into_iter()
            .collect(),
    );
    let checked = study::check(&files);
    Arc::new(checked.study.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)))
}

fn plan() -> Arc<plan::Plan> {
    Arc::new(plan::make(&study()).unwrap())
}

fn second(seconds: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + seconds).unwrap()
}

struct EventScript {
    ledger: Ledger,
    clock: i64,
    /// Seconds between one event and the next.
    pace: i64,
}

fn two_pages() -> RecordedPresentation {
    RecordedPresentation::Numbers("0a 1a".to_owned())
}

fn logged_event(session: SessionId, at: Timestamp, event: SessionEvent) -> LoggedEvent {
    LoggedEvent::Session(LoggedSessionEvent { session, seq: 0, at, event })
}

impl EventScript {
    fn new() -> EventScript {
        EventScript { ledger: Ledger::new(&study(), &plan()), clock: 0, pace: 1 }
    }

    fn tell(&mut self, session: u8, event: SessionEvent) {
        self.clock += self.pace;
        self.ledger.apply(&logged_event(SessionId([session; 16]), second(self.clock), event));
    }

    fn arrive(&mut self, session: u8) {
        self.tell(
            session,
            SessionEvent::Arrived { participant: ParticipantId([session; 16]), how: ArrivalChannel::Open },
        );
    }

    fn hold(&mut self, session: u8) {
        let slot = Slot { list: 0, number: 0 };
        self.tell(session, SessionEvent::Held { slot, until: None, presentation: two_pages() });
    }

    fn state(&self, number: u32) -> State {
        self.ledger.session(number).unwrap().state()
    }
}

#[test]
fn sessions_are_numbered_as_they_come_in_the_log() {
    let mut script = EventScript::new();
    for session in [9, 3, 7] {
        script.arrive(session);
    }
    script.tell(3, SessionEvent::Consented);
    let ids: Vec<SessionId> = script.ledger.sessions().iter().map(SessionView::id).collect();
    assert_eq!(ids, [9, 3, 7].map(|byte| SessionId([byte; 16])));
    let numbers: Vec<u32> = script.ledger.sessions().iter().map(|seen| seen.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert!(script.ledger.session(0).is_none() && script.ledger.session(4).is_none());
}

#[test]
fn a_session_stands_where_its_events_say() {
    let mut script = EventScript::new();
    script.arrive(1);
    assert_eq!(script.state(1), State::Arrived);
    script.tell(1, SessionEvent::Consented);
    script.hold(1);
    assert_eq!(script.state(1), State::AtWork);
    script.tell(1, SessionEvent::Lapsed);
    assert_eq!(script.state(1), State::Ended(Outcome::TooLate));
    assert_eq!(script.ledger.session(1).unwrap().ended_at, Some(second(4)));
    assert_eq!(script.ledger.session(1).unwrap().elapsed_ms(), Some(1000));
    let by = session::Author::Researcher("ada".to_owned());
    script.tell(1, SessionEvent::Reopened { slot: Slot { list: 0, number: 0 }, until: None, by });
    assert_eq!((script.state(1), script.ledger.session(1).unwrap().ended_at), (State::AtWork, None));
}

#[test]
fn the_time_of_a_page_is_that_of_all_visits_and_never_more_than_passed_on_the_server() {
    let mut script = EventScript { pace: 2, ..EventScript::new() };
    script.arrive(1);
    script.hold(1);
    let timing = |active_ms| Timing { active_ms, shown_ms: active_ms, ..Timing::default() };
    assert_eq!(script.ledger.session(1).unwrap().active_ms(), None);
    for (step, ms) in [(0, Some(1500)), (1, None), (0, Some(500))] {
        script.tell(1, SessionEvent::Submitted { step, timing: timing(ms) });
    }
    let seen = script.ledger.session(1).unwrap();
    assert_eq!((seen.active_ms(), seen.surplus_ms()), (Some(2000), 0));
    assert_eq!((seen.pages[&0].sent, seen.pages[&1].active_ms), (2, None));
    // Ten hours in use on a page that the server saw for two seconds.
    script.tell(1, SessionEvent::Submitted { step: 1, timing: timing(Some(36_000_000)) });
    let seen = script.ledger.session(1).unwrap();
    assert_eq!((seen.active_ms(), seen.surplus_ms()), (Some(4000), 35_998_000));
    assert_eq!(seen.pages[&1].shown_ms, Some(2000));
    script.tell(1, SessionEvent::Submitted { step: 1, timing: timing(Some(u64::MAX)) });
    assert_eq!(script.ledger.session(1).unwrap().surplus_ms(), u64::MAX);
    let flags = &script.ledger.flags()[0];
    assert_eq!(flags.iter().map(|flag| flag.kind).collect::<Vec<_>>(), [crate::flags::Kind::MoreTimeThanPassed]);
}

#[test]
fn comments_are_kept_with_where_they_were_written_until_the_person_withdraws() {
    let mut script = EventScript::new();
    script.arrive(1);
    script.tell(1, SessionEvent::Consented);
    script.hold(1);
    script.tell(1, SessionEvent::Commented { text: "Small print".to_owned() });
    let comments = &script.ledger.session(1).unwrap().comments;
    assert_eq!((comments[0].stage, comments[0].text.as_str()), (session::SessionState::Step(0), "Small print"));
    script.tell(1, SessionEvent::Withdrawn);
    assert!(script.ledger.session(1).unwrap().comments.is_empty());
    assert_eq!(script.state(1), State::Ended(Outcome::Withdrawn));
}

/// What one session does changes what the others are held against: flags read on are those found from the beginning.
#[test]
fn flags_read_on_are_those_of_everything_at_once() {
    let mut events: Vec<(u8, SessionEvent)> = Vec::new();
    for session in 1..=12 {
        let slot = Slot { list: 0, number: session.into() };
        events.push((
            session,
            SessionEvent::Arrived { participant: ParticipantId([session; 16]), how: ArrivalChannel::Open },
        ));
        events.push((session, SessionEvent::Held { slot, until: None, presentation: two_pages() }));
        for step in 0..2 {
            let answer = Answer::Rating(if session == 12 { 1 } else { 5 });
            let criterion = study().criteria[0].id.clone();
            let active_ms = Some(if session == 11 { 1_000 } else { 60_000 });
            let timing = Timing { active_ms, ..Timing::default() };
            events.push((session, SessionEvent::Answered { step, criterion, answer, confidence: None, timing }));
            events.push((session, SessionEvent::Submitted { step, timing }));
        }
        events.push((session, SessionEvent::Finished));
    }
    let mut script = EventScript { pace: 60, ..EventScript::new() };
    for (count, (session, event)) in events.iter().enumerate() {
        script.tell(*session, event.clone());
        let mut fresh = EventScript { pace: 60, ..EventScript::new() };
        events[..=count].iter().for_each(|(session, event)| fresh.tell(*session, event.clone()));
        assert_eq!(script.ledger.flags(), fresh.ledger.flags(), "after {event:?} of {session}");
    }
    let flagged = script.ledger.flags().iter().map(Vec::len).collect::<Vec<_>>();
    assert_eq!(flagged, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0], "only one was fast");
}

/// Two servers at one PostgreSQL, while people come to both: whoever looks at either sees the same numbers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_server_numbers_the_sessions_alike() {
    const PEOPLE: usize = 40;
    let (study, address) = (study(), Postgres::shared_server().database());
    let plan = Arc::new(plan::make(&study).unwrap());
    let mut servers = Vec::new();
    for _ in 0..2 {
        let store = Store::open(&address).await.unwrap();
        let at = Collector::open(&store, "t", Arc::clone(&study), Arc::clone(&plan), second(0)).await.unwrap();
        servers.push((Arc::new(at), LedgerHandle::new(&study, &plan)));
    }
    let arrivals = (0..PEOPLE).map(|number| {
        let server = Arc::clone(&servers[number % 2].0);
        let who = Identity { how: ArrivalChannel::Open, id: format!("p{number}"), submission: None };
        // Their clocks disagree; the log decides.
        tokio::spawn(async move { server.arrive(&who, second(90 - number as i64)).await.unwrap() })
    });
    let arrivals: Vec<_> = arrivals.collect();
    let mut seen = [Vec::new(), Vec::new()];
    for _ in 0..1000 {
        for ((server, handle), seen) in servers.iter().zip(&mut seen) {
            let ledger = handle.read(server.store(), "t").await.unwrap();
            let now: Vec<SessionId> = ledger.sessions().iter().map(SessionView::id).collect();
            assert_eq!(now[..seen.len()], seen[..], "a number once given stays");
            *seen = now;
        }
        if seen.iter().all(|seen| seen.len() == PEOPLE) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    for arrival in arrivals {
        arrival.await.unwrap();
    }
    assert_eq!(seen[0].len(), PEOPLE);
    assert_eq!(seen[0], seen[1]);
}

#[tokio::test]
async fn a_log_that_takes_long_to_read_for_the_first_time_keeps_nobody_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("answers.sqlite").display().to_string()).await.unwrap();
    let _opened = Collector::open(&store, "t", study(), plan(), second(0)).await.unwrap();
    let handle = LedgerHandle::new(&study(), &plan());
    let busy = handle.ledger.write().await;
    handle.events.store(EVENTS_AT_ONCE as usize, Ordering::Relaxed);
    assert!(handle.read_soon(&store, "t").await.unwrap().is_none());
    drop(busy);
    assert!(handle.read_soon(&store, "t").await.unwrap().is_some());
    store.close().await;
}
