use expect_test::expect;
use study::CriterionId;
use study::response::{Answer, Preference};

use crate::{Author, Away, Content, Event, Failure, How, ParticipantId, Screening, Slot, Timing};

fn all() -> Vec<Event> {
    let by = || Author::Researcher("ada".to_owned());
    let until = Some("2026-11-16T02:00:00Z".parse().unwrap());
    let slot = Slot { list: 3, number: 1 };
    let timing = Timing { shown_ms: Some(8120), active_ms: Some(7000), changes: Some(1), ..Timing::default() };
    vec![
        Event::Arrived { participant: ParticipantId([7; 16]), how: How::Prolific },
        Event::TurnedAway { why: Away::AlreadyTookPart },
        Event::Consented,
        Event::Declined,
        Event::Screened { answers: vec![Screening { id: "en".to_owned(), option: "Yes".to_owned() }], passed: true },
        Event::ScreenedOut,
        Event::Held { slot, until, presentation: "p1:1.0 c0:0.1".to_owned() },
        Event::InstructionsRead,
        Event::TrainingAnswered { attempt: 1, question: 0, answer: Answer::Rating(3), passed: false },
        Event::Answered {
            step: 4,
            criterion: CriterionId("meaning".to_owned()),
            answer: Answer::Pairwise(Preference::Second),
            timing,
        },
        Event::Answered {
            step: 4,
            criterion: CriterionId("score".to_owned()),
            answer: Answer::Slider(0.1 + 0.2),
            timing: Timing::default(),
        },
        Event::Submitted { step: 4, timing },
        Event::CheckPassed { step: 4, check: 0 },
        Event::CheckFailed { step: 4, check: 0 },
        Event::ClosingAnswered { answers: vec![("age".to_owned(), Answer::Count(40))] },
        Event::Commented { text: "Thanks!\n".to_owned() },
        Event::Finished,
        Event::Failed { why: Failure::Checks },
        Event::Lapsed,
        Event::Returned,
        Event::Withdrawn,
        Event::Reopened { slot, until: None, by: by() },
        Event::AcceptedLate { slot, by: by() },
        Event::Extended { until, by: by() },
        Event::Reissued { by: by() },
        Event::Excluded { by: Author::Rule, rule: "failed-checks".to_owned(), reason: "2 of 2".to_owned() },
        Event::Included { by: by(), reason: "looked at".to_owned() },
        Event::Flagged { by: Author::Rule, reason: "failed checks".to_owned() },
        Event::Erased { what: Content::Answered },
        Event::SlotsAdded { list: None, count: 2, by: by() },
        Event::Paused { by: by() },
        Event::Resumed { by: by() },
        Event::Closed { by: by() },
        Event::Unblinded { by: by(), reason: "analysis".to_owned() },
    ]
}

#[test]
fn events_are_written_like_this_for_ever() {
    let written: String = all().iter().map(|event| event.to_json() + "\n").collect();
    expect![[r#"
        {"v":1,"kind":"arrived","participant":"07070707070707070707070707070707","how":"prolific"}
        {"v":1,"kind":"turned-away","why":"already-took-part"}
        {"v":1,"kind":"consented"}
        {"v":1,"kind":"declined"}
        {"v":1,"kind":"screened","answers":[["en","Yes"]],"passed":true}
        {"v":1,"kind":"screened-out"}
        {"v":1,"kind":"held","slot":{"list":3,"number":1},"until":"2026-11-16T02:00:00Z","presentation":"p1:1.0 c0:0.1"}
        {"v":1,"kind":"instructions-read"}
        {"v":1,"kind":"training-answered","attempt":1,"question":0,"answer":{"rating":3},"passed":false}
        {"v":1,"kind":"answered","step":4,"criterion":"meaning","answer":{"pairwise":"second"},"timing":{"shown_ms":8120,"active_ms":7000,"changes":1}}
        {"v":1,"kind":"answered","step":4,"criterion":"score","answer":{"slider":0.30000000000000004}}
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
    for event in all() {
        assert_eq!(Event::from_json(&event.to_json()).unwrap(), event);
    }
}

#[test]
fn what_is_no_event_is_told_from_one_of_a_later_program() {
    let read = |text: &str| Event::from_json(text).unwrap_err().to_string();
    expect!["an event of format 2, but this program reads format 1; use the program that wrote it"]
        .assert_eq(&read(r#"{"v":2,"kind":"teleported"}"#));
    assert!(read(r#"{"v":1,"kind":"teleported"}"#).starts_with("not an event: unknown variant `teleported`"));
    assert!(read("[]").starts_with("not an event"));
    assert!(read("").starts_with("not an event"));
}
