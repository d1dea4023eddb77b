//! What single rows of the table do not show.

use expect_test::expect;
use session::testing::Sample;
use session::{Command, Outcome, SessionState};

use crate::table::words;
use crate::world::{World, id};

#[test]
fn the_whole_way_from_arrival_to_code() {
    let mut world = World::new(Sample::as_written());
    world.arrive(id(1), 1);
    world.walk(id(1), |_| false);
    expect![[r#"
        {"v":1,"kind":"arrived","participant":"01010101010101010101010101010101","how":"prolific"}
        {"v":1,"kind":"consented"}
        {"v":1,"kind":"screened","answers":[["language","Yes"]],"passed":true}
        {"v":1,"kind":"held","slot":{"list":0,"number":0},"until":"2026-11-16T10:00:00Z","presentation":[{"item":"3","systems":["two"]},{"item":"1","systems":["one"]},{"check":"c1","outputs":[0]},{"item":"4","systems":["one"]},{"item":"2","systems":["two"]}]}
        {"v":1,"kind":"instructions-read"}
        {"v":1,"kind":"training-answered","attempt":1,"question":0,"answer":{"rating":5},"passed":true}
        {"v":1,"kind":"training-answered","attempt":1,"question":1,"answer":{"rating":1},"passed":true}
        {"v":1,"kind":"answered","step":0,"criterion":"fluency","answer":{"rating":3},"timing":{"shown_ms":1000}}
        {"v":1,"kind":"submitted","step":0,"timing":{"shown_ms":1000}}
        {"v":1,"kind":"answered","step":1,"criterion":"fluency","answer":{"rating":3},"timing":{"shown_ms":1000}}
        {"v":1,"kind":"submitted","step":1,"timing":{"shown_ms":1000}}
        {"v":1,"kind":"answered","step":2,"criterion":"fluency","answer":{"rating":5},"timing":{"shown_ms":1000}}
        {"v":1,"kind":"submitted","step":2,"timing":{"shown_ms":1000}}
        {"v":1,"kind":"check-passed","step":2,"check":0}
        {"v":1,"kind":"answered","step":3,"criterion":"fluency","answer":{"rating":3},"timing":{"shown_ms":1000}}
        {"v":1,"kind":"submitted","step":3,"timing":{"shown_ms":1000}}
        {"v":1,"kind":"answered","step":4,"criterion":"fluency","answer":{"rating":3},"timing":{"shown_ms":1000}}
        {"v":1,"kind":"submitted","step":4,"timing":{"shown_ms":1000}}
        {"v":1,"kind":"closing-answered","answers":[["clear",{"choice":["Yes"]}]]}
        {"v":1,"kind":"finished"}
    "#]].assert_eq(&world.log(id(1)));
    assert_eq!(world.session(id(1)).outcome, Some(Outcome::Finished));
}

#[test]
fn the_whole_list_may_be_on_one_page() {
    let mut world = World::new(Sample::only_list(&[("completions = 3", "completions = 3\npages = \"all\"")]));
    world.arrive(id(1), 1);
    world.act(id(1), Command::Consent);
    let session = world.session(id(1)).clone();
    assert_eq!(session.state(&world.sample.study), SessionState::AllSteps);
    let pages = |points: &[i64]| {
        let page = |(step, point): (usize, &i64)| world.sample.page(&session, step as u32, (*point, 5));
        points.iter().enumerate().map(page).collect::<Vec<_>>()
    };
    let (three, all, off) = (pages(&[1, 2, 3]), pages(&[1, 2, 3, 4, 5]), pages(&[1, 2, 3, 99, 5]));
    assert_eq!(words(&world.act(id(1), Command::Save(three.clone()))), "all pages");
    assert_eq!(world.logs[&id(1)].len(), 3 + 3, "answers are kept as they are given");
    assert_eq!(words(&world.act(id(1), Command::Save(three))), "all pages");
    assert_eq!(world.logs[&id(1)].len(), 3 + 3, "and once");
    let has_page_at_three =
        matches!(world.sample.page(&session, 3, (99, 5)).answers[0].answer, study::response::Answer::Rating(99));
    let reply = words(&world.act(id(1), Command::Submit(off)));
    assert_eq!(reply, if has_page_at_three { "refused: unfit" } else { "done: finished" });
    assert_eq!(words(&world.act(id(1), Command::Submit(all))), "done: finished");
}

#[test]
fn the_first_answer_to_a_training_question_counts_however_often_it_is_sent() {
    let mut world = World::new(Sample::as_written());
    world.arrive(id(1), 1);
    world.walk(id(1), |world| matches!(world.session(id(1)).state(&world.sample.study), SessionState::Training { .. }));
    let train =
        |question, point| Command::Train { attempt: 1, question, answer: study::response::Answer::Rating(point) };
    assert_eq!(words(&world.act(id(1), train(0, 1))), "training 1.1");
    let log = world.log(id(1));
    assert_eq!(words(&world.act(id(1), train(0, 5))), "training 1.1");
    assert_eq!(world.log(id(1)), log);
    assert_eq!(words(&world.act(id(1), train(1, 9))), "refused: unfit");
    assert_eq!(words(&world.act(id(1), train(1, 1))), "training 2.0");
    assert_eq!(words(&world.act(id(1), train(1, 1))), "training 2.0");
}

#[test]
fn whoever_withdraws_is_forgotten() {
    let mut world = World::new(Sample::as_written());
    world.arrive(id(1), 1);
    world.walk(id(1), |_| false);
    world.act(id(1), Command::Withdraw);
    let session = world.session(id(1));
    assert!(session.answers.is_empty() && session.training.answers.is_empty() && session.closing.is_none());
    assert!(world.slots.is_empty());
}
