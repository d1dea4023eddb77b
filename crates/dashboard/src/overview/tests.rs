use std::sync::Arc;

use askama::Template as _;
use jiff::Timestamp;
use live::Ledger;
use session::{ArrivalChannel, ParticipantId, SessionEvent, SessionId, Slot, Timing};
use store::{LoggedEvent, LoggedSessionEvent};
use study::{InMemory, Study};

use super::{Summary, build_page};
use crate::frame::Frame;

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

#[test]
fn ten_thousand_sessions_are_counted() {
    let (mut ledger, mut clock) = (Ledger::new(&study(), &plan()), 0);
    for number in 0..10_000_u32 {
        let id = SessionId(u128::from(number + 1).to_be_bytes());
        let timing = Timing { active_ms: Some(30_000), ..Timing::default() };
        let slot = Slot { list: 0, number };
        let came = SessionEvent::Arrived { participant: ParticipantId(id.0), how: ArrivalChannel::Open };
        let presentation = plan::RecordedPresentation::Numbers("0a 1a".to_owned());
        let held = SessionEvent::Held { slot, until: None, presentation };
        let sent = |step| SessionEvent::Submitted { step, timing };
        for event in [came, SessionEvent::Consented, held, sent(0), sent(1), SessionEvent::Finished] {
            clock += 1;
            let logged = LoggedSessionEvent { session: id, seq: 0, at: second(clock), event };
            ledger.apply(&LoggedEvent::Session(logged));
        }
    }
    let study = study();
    let standing = session::SlotBoard::new(&study, &plan::make(&study).unwrap());
    let summary = Summary::new(&study, &ledger, &standing, second(clock));
    let page = build_page(Frame::signed_out("Overview"), summary, second(clock)).render().unwrap();
    assert!(page.contains("10000 so far"));
}
