use expect_test::expect;
use plan::{RecordedPresentation, RecordedStep};
use study::CriterionId;
use study::response::{Answer, Preference};

use crate::{
    ArrivalChannel, Author, Content, EventFileError, Failure, ParticipantId, Remark, Screening, SessionEvent, Slot,
    StudyEvent, Timing, TurnAwayReason, WrittenKind,
};

fn recorded_presentation() -> RecordedPresentation {
    let item =
        RecordedStep::Item { part: None, item: "17".to_owned(), systems: vec!["svm".to_owned(), "ppl".to_owned()] };
    RecordedPresentation::Ids(vec![item, RecordedStep::Check { check: "c1".to_owned(), outputs: vec![1, 0] }])
}

fn all_of_a_session() -> Vec<SessionEvent> {
    let by = || Author::Researcher("ada".to_owned());
    let until = Some("2026-11-16T02:00:00Z".parse().unwrap());
    let slot = Slot { list: 3, number: 1 };
    let timing = Timing { shown_ms: Some(8120), active_ms: Some(7000), changes: Some(1), ..Timing::default() };
    vec![
        SessionEvent::Arrived { participant: ParticipantId([7; 16]), how: ArrivalChannel::Prolific },
        SessionEvent::TurnedAway { why: TurnAwayReason::AlreadyTookPart },
        SessionEvent::Consented,
        SessionEvent::Declined,
        SessionEvent::Screened {
            answers: vec![Screening { id: "en".to_owned(), option: "Yes".to_owned() }],
            passed: true,
        },
        SessionEvent::ScreenedOut,
        SessionEvent::Held { slot, until, presentation: recorded_presentation() },
        SessionEvent::Held { slot, until, presentation: RecordedPresentation::Numbers("p1:1.0 c0:0.1".to_owned()) },
        SessionEvent::InstructionsRead,
        SessionEvent::TrainingAnswered { attempt: 1, question: 0, answer: Answer::Rating(3), passed: false },
        SessionEvent::Answered {
            step: 4,
            criterion: CriterionId("meaning".to_owned()),
            answer: Answer::Pairwise(Preference::Second),
            confidence: Some(2),
            timing,
        },
        SessionEvent::Answered {
            step: 4,
            criterion: CriterionId("score".to_owned()),
            answer: Answer::Slider(0.1 + 0.2),
            confidence: None,
            timing: Timing::default(),
        },
        SessionEvent::Rested { step: 4 },
        SessionEvent::Dropped { step: 4, criterion: CriterionId("why".to_owned()) },
        SessionEvent::Remarked { step: 4, remark: Remark { problem: true, text: "Cut off.".to_owned() } },
        SessionEvent::Submitted { step: 4, timing },
        SessionEvent::CheckPassed { step: 4, check: 0 },
        SessionEvent::CheckFailed { step: 4, check: 0 },
        SessionEvent::ClosingAnswered { answers: vec![("age".to_owned(), Answer::Count(40))] },
        SessionEvent::Commented { text: "Thanks!\n".to_owned() },
        SessionEvent::Finished,
        SessionEvent::Failed { why: Failure::Checks },
        SessionEvent::Lapsed,
        SessionEvent::Returned,
        SessionEvent::Withdrawn,
        SessionEvent::Reopened { slot, until: None, by: by() },
        SessionEvent::AcceptedLate { slot, by: by() },
        SessionEvent::Extended { until, by: by() },
        SessionEvent::Reissued { by: by() },
        SessionEvent::Excluded { by: Author::Rule, rule: "failed-checks".to_owned(), reason: "2 of 2".to_owned() },
        SessionEvent::Included { by: by(), reason: "looked at".to_owned() },
        SessionEvent::Flagged { by: Author::Rule, reason: "failed checks".to_owned() },
        SessionEvent::Erased { what: Content::Answered },
    ]
}

fn all_of_the_study() -> Vec<StudyEvent> {
    let by = || Author::Researcher("ada".to_owned());
    vec![
        StudyEvent::SlotsAdded { list: None, count: 2, by: by() },
        StudyEvent::Paused { by: by() },
        StudyEvent::Resumed { by: by() },
        StudyEvent::Closed { by: by() },
        StudyEvent::Unblinded { by: by(), reason: "analysis".to_owned() },
    ]
}

#[test]
fn events_are_written_like_this_for_ever() {
    let sessions = all_of_a_session().into_iter().map(|event| event.to_json());
    let studys = all_of_the_study().into_iter().map(|event| event.to_json());
    let written: String = sessions.chain(studys).map(|line| line + "\n").collect();
    expect![[r#"
        {"v":1,"kind":"arrived","participant":"07070707070707070707070707070707","how":"prolific"}
        {"v":1,"kind":"turned-away","why":"already-took-part"}
        {"v":1,"kind":"consented"}
        {"v":1,"kind":"declined"}
        {"v":1,"kind":"screened","answers":[["en","Yes"]],"passed":true}
        {"v":1,"kind":"screened-out"}
        {"v":1,"kind":"held","slot":{"list":3,"number":1},"until":"2026-11-16T02:00:00Z","presentation":[{"item":"17","systems":["svm","ppl"]},{"check":"c1","outputs":[1,0]}]}
        {"v":1,"kind":"held","slot":{"list":3,"number":1},"until":"2026-11-16T02:00:00Z","presentation":"p1:1.0 c0:0.1"}
        {"v":1,"kind":"instructions-read"}
        {"v":1,"kind":"training-answered","attempt":1,"question":0,"answer":{"rating":3},"passed":false}
        {"v":1,"kind":"answered","step":4,"criterion":"meaning","answer":{"pairwise":"second"},"confidence":2,"timing":{"shown_ms":8120,"active_ms":7000,"changes":1}}
        {"v":1,"kind":"answered","step":4,"criterion":"score","answer":{"slider":0.30000000000000004}}
        {"v":1,"kind":"rested","step":4}
        {"v":1,"kind":"dropped","step":4,"criterion":"why"}
        {"v":1,"kind":"remarked","step":4,"remark":{"problem":true,"text":"Cut off."}}
        {"v":1,"kind":"submitted","step":4,"timing":{"shown_ms":8120,"active_ms":7000,"changes":1}}
        {"v":1,"kind":"check-passed","step":4,"check":0}
        {"v":1,"kind":"check-failed","step":4,"check":0}
        {"v":1,"kind":"closing-answered","answers":[["age",{"count":40}]]}
        {"v":1,"kind":"commented","text":"Thanks!\n"}
        {"v":1,"kind":"finished"}
        {"v":1,"kind":"failed","why":"checks"}
        {"v":1,"kind":"lapsed"}
        {"v":1,"kind":"returned"}
        {"v":1,"kind":"withdrawn"}
        {"v":1,"kind":"reopened","slot":{"list":3,"number":1},"until":null,"by":{"researcher":"ada"}}
        {"v":1,"kind":"accepted-late","slot":{"list":3,"number":1},"by":{"researcher":"ada"}}
        {"v":1,"kind":"extended","until":"2026-11-16T02:00:00Z","by":{"researcher":"ada"}}
        {"v":1,"kind":"reissued","by":{"researcher":"ada"}}
        {"v":1,"kind":"excluded","by":"rule","rule":"failed-checks","reason":"2 of 2"}
        {"v":1,"kind":"included","by":{"researcher":"ada"},"reason":"looked at"}
        {"v":1,"kind":"flagged","by":"rule","reason":"failed checks"}
        {"v":1,"kind":"erased","what":"answered"}
        {"v":1,"kind":"slots-added","list":null,"count":2,"by":{"researcher":"ada"}}
        {"v":1,"kind":"paused","by":{"researcher":"ada"}}
        {"v":1,"kind":"resumed","by":{"researcher":"ada"}}
        {"v":1,"kind":"closed","by":{"researcher":"ada"}}
        {"v":1,"kind":"unblinded","by":{"researcher":"ada"},"reason":"analysis"}
    "#]].assert_eq(&written);
}

#[test]
fn what_is_written_is_read_back() {
    for event in all_of_a_session() {
        assert_eq!(SessionEvent::from_json(&event.to_json()).unwrap(), event);
    }
    for event in all_of_the_study() {
        assert_eq!(StudyEvent::from_json(&event.to_json()).unwrap(), event);
    }
}

#[test]
fn the_kind_of_an_event_is_found_without_reading_it() {
    let sessions = all_of_a_session().into_iter().map(|event| event.to_json());
    let studys = all_of_the_study().into_iter().map(|event| event.to_json());
    for line in sessions.chain(studys) {
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        let erased = read["kind"] == "erased";
        let word = read[if erased { "what" } else { "kind" }].as_str().unwrap();
        assert_eq!(WrittenKind::peek(&line), Some(WrittenKind { word, erased }));
    }
    let withdrawn = SessionEvent::Withdrawn.to_json();
    assert_eq!(WrittenKind::peek(&withdrawn).map(|kind| kind.word), Some(WrittenKind::WITHDRAWN));
    for other in ["", "[]", r#"{"v":1,"kind":"erased"}"#, r#"{"v":1, "kind":"finished"}"#] {
        assert_eq!(WrittenKind::peek(other), None);
    }
}

#[test]
fn an_event_of_the_study_is_none_of_a_session() {
    for event in all_of_the_study() {
        assert!(matches!(SessionEvent::from_json(&event.to_json()), Err(EventFileError::Json(_))));
    }
}

#[test]
fn what_is_no_event_is_told_from_one_of_a_later_program() {
    let read = |text: &str| SessionEvent::from_json(text).unwrap_err().to_string();
    expect!["an event of format 2, but this program reads format 1; use the program that wrote it"]
        .assert_eq(&read(r#"{"v":2,"kind":"teleported"}"#));
    expect!["an event of format 3, but this program reads format 1; use the program that wrote it"]
        .assert_eq(&read(r#"{"v":3,"kind":"finished"}"#));
    assert!(read(r#"{"v":1,"kind":"teleported"}"#).starts_with("not an event: unknown variant `teleported`"));
    assert!(read("[]").starts_with("not an event"));
    assert!(read("").starts_with("not an event"));
}
