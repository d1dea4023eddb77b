//! People who took part before anyone looks: at their own times, with all that can happen to them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use session::{
    ArrivalChannel, Author, Command, CriterionAnswer, PageAnswers, Screening, Session, SessionState, Timing,
};
use store::{Collector, Identity};
use study::response::Answer;

use crate::test_server::{TestServer, small};

/// The small study, with what it pays.
pub(crate) fn paid_study(folder: &Path, completions: u32) -> PathBuf {
    let study = small(folder, "prolific", completions);
    let file = study.join("study.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let payment = "\n[payment]\ncurrency = \"GBP\"\namount = 1.60\nestimated_minutes = 8\nplatform_fee = 0.33\nfloor_per_hour = 12.00\n";
    std::fs::write(file, text + payment).unwrap();
    study
}

/// Lets so many people come, a few an hour, until the server's present.
pub(crate) async fn let_people_come(served: &TestServer, people: u32) {
    let plan = Arc::new(plan::make(&served.study).unwrap());
    let opened = Collector::open(&served.store, &served.name, served.study.clone(), plan, served.now()).await;
    let at = opened.unwrap();
    let begin = served.now() - SignedDuration::from_mins(18 * i64::from(people));
    for number in 0..people {
        let hour = f64::from(number) / 3.0 + f64::from(number % 7) / 2.0;
        let latest = served.now() - SignedDuration::from_mins(9 + i64::from(number % 6));
        let came = (begin + SignedDuration::from_mins((hour * 55.0) as i64)).min(latest);
        play_person(served, &at, number, came).await;
    }
    // The server would do so soon, while the page is looked at.
    at.lapse_due(served.now()).await.unwrap();
}

async fn play_person(served: &TestServer, at: &Collector, number: u32, came: Timestamp) {
    let who = Identity {
        how: ArrivalChannel::Prolific,
        id: format!("PID{number}"),
        submission: Some(format!("SUB{number}")),
    };
    let mut now = came;
    let mut handled = at.arrive(&who, now).await.unwrap();
    // One in five goes away somewhere, one in nine gives it back, one in eleven says something, one is left out.
    let leaves = if number % 5 == 3 { number % 8 } else { u32::MAX };
    for step in 0..20 {
        if step >= leaves || handled.session.outcome.is_some() {
            break;
        }
        now += SignedDuration::from_secs(20 + i64::from(number * 13 % 17) * 9);
        let Some(command) = next(served, &handled.session, number) else { break };
        handled = at.handle(handled.id, command, now).await.unwrap();
    }
    if number % 9 == 4 {
        at.handle(handled.id, Command::Return, now).await.unwrap();
    }
    if number % 11 == 2 {
        at.handle(handled.id, Command::Comment("The third one was cut off.".to_owned()), now).await.unwrap();
    }
    if number == 6 {
        let by = Author::Researcher("ada".to_owned());
        let (rule, reason) = ("by-hand".to_owned(), "the same answer throughout".to_owned());
        at.handle(handled.id, Command::Exclude { by: by.clone(), rule, reason }, now).await.unwrap();
        let reason = "wrote twice about the same page".to_owned();
        at.handle(handled.id, Command::Flag { by, reason }, now).await.unwrap();
    }
}

fn next(served: &TestServer, session: &Session, number: u32) -> Option<Command> {
    match session.state(&served.study) {
        SessionState::Information | SessionState::Consent => Some(Command::Consent),
        SessionState::Screening => {
            Some(Command::Screen(vec![Screening { id: "native".to_owned(), option: "Yes".to_owned() }]))
        }
        SessionState::Instructions => Some(Command::ReadInstructions),
        SessionState::Step(step) => {
            let active_ms = 40_000 + u64::from((number * 7 + step * 11) % 23) * 4_000;
            let timing = Timing { active_ms: Some(active_ms), shown_ms: Some(active_ms + 5_000), ..Timing::default() };
            let answer = Answer::Rating(i64::from((number + step) % 5) + 1);
            let given = CriterionAnswer { criterion: served.study.criteria[0].id.clone(), answer, confidence: None };
            Some(Command::Submit(vec![PageAnswers {
                step,
                loaded_at: None,
                answers: vec![given],
                remark: None,
                timing,
            }]))
        }
        SessionState::Closing => {
            Some(Command::Close { answers: vec![("hard".to_owned(), Answer::Rating(2))], comment: None })
        }
        SessionState::Waiting | SessionState::Training { .. } | SessionState::AllSteps | SessionState::Done(_) => None,
    }
}
