//! Every row of the table of transitions, done; and the page that shows it.

use expect_test::expect_file;
use session::testing::Sample;
use session::{
    Author, Command, Outcome, PageAnswers, Refusal, Reply, SessionEvent, SessionId, SessionState, StudyCommand,
    TRANSITIONS, Transition, TurnAwayReason,
};

use crate::world::{World, id};

const ME: u8 = 1;

fn author() -> Author {
    Author::Researcher("ada".to_owned())
}

/// A world in which session 1 is where the words say.
fn scene(at: &str) -> World {
    let sample = match at {
        "information, no screening" => {
            let mut sample = Sample::as_written();
            std::sync::Arc::make_mut(&mut sample.study).screening.clear();
            sample
        }
        "information, study full" => Sample::only_list(&[]),
        "list, at a check that ends it" => {
            Sample::with_changes(&[("on_failure = \"replace\"", "on_failure = \"end\"")])
        }
        "closing, checks failed, flagging" => {
            Sample::with_changes(&[("on_failure = \"replace\"", "on_failure = \"flag\"")])
        }
        "list, last page, no closing questions" => {
            let mut sample = Sample::as_written();
            std::sync::Arc::make_mut(&mut sample.study).closing.clear();
            sample
        }
        _ => Sample::as_written(),
    };
    let mut world = World::new(sample);
    let me = id(ME);
    let stage = |world: &World| world.session(me).state(&world.sample.study);
    match at.split_once(", ").map_or(at, |(place, _)| place) {
        "nowhere" => before_arrival(&mut world, at),
        "information" => {
            world.arrive(me, ME);
            if at.ends_with("full") {
                fill(&mut world);
            }
        }
        place => {
            world.arrive(me, ME);
            let answers = if at.contains("checks failed") { (3, 1) } else { (3, 5) };
            walk(&mut world, answers, |world| is_at_place(world, place, at, stage(world)));
            act_at(&mut world, place, at);
        }
    }
    world
}

fn before_arrival(world: &mut World, at: &str) {
    match at {
        "nowhere, study full" => fill(world),
        "nowhere, study paused" => assert!(world.study(StudyCommand::Pause { by: author() })),
        "nowhere, study closed" => assert!(world.study(StudyCommand::Close { by: author() })),
        "nowhere, lists done" => {
            world.arrive(id(9), ME);
            walk_of(world, id(9), (3, 5), |_| false);
        }
        _ => {}
    }
}

/// Others take every slot.
fn fill(world: &mut World) {
    for other in 100..109 {
        world.arrive(id(other), other);
        world.walk(id(other), |world| world.session(id(other)).assignment.is_some());
    }
    assert_eq!(world.slots.len(), 9);
}

fn walk(world: &mut World, answers: (i64, i64), until: impl Fn(&World) -> bool) {
    walk_of(world, id(ME), answers, until);
}

fn walk_of(world: &mut World, session: SessionId, answers: (i64, i64), until: impl Fn(&World) -> bool) {
    while !until(world) {
        let Some(command) = world.sample.next(world.session(session), answers) else { return };
        world.act(session, command);
    }
}

fn at_check(world: &World) -> bool {
    let session = world.session(id(ME));
    let SessionState::Step(step) = session.state(&world.sample.study) else { return false };
    let shown = session.assignment.as_ref().unwrap().presentation(&world.sample.plan).unwrap();
    matches!(shown.steps[step as usize], plan::Step::Check { .. })
}

fn is_at_place(world: &World, place: &str, at: &str, stage: SessionState) -> bool {
    match place {
        "screening" | "waiting" => stage == SessionState::Screening,
        "instructions" => stage == SessionState::Instructions,
        "training" if at.contains("last question") => stage == SessionState::Training { attempt: 1, question: 1 },
        "training" => stage == SessionState::Training { attempt: 1, question: 0 },
        "list" if at.contains("check") => at_check(world),
        "list" if at.contains("one page on") => stage == SessionState::Step(1),
        "list" if at.contains("last page") => stage == SessionState::Step(4),
        "list" | "too late" => stage == SessionState::Step(0),
        "closing" => stage == SessionState::Closing,
        "finished" => matches!(stage, SessionState::Done(_)),
        "declined" | "withdrawn" => true,
        other => panic!("no scene for `{other}`"),
    }
}

/// What happens once they are there.
fn act_at(world: &mut World, place: &str, at: &str) {
    let me = id(ME);
    let wrong = |attempt, question| {
        let answer = study::response::Answer::Rating(3);
        Command::Train { attempt, question, answer }
    };
    match (place, at) {
        ("waiting", _) => {
            fill(world);
            let fitting = command("screen, fitting", world);
            assert_eq!(words(&world.act(me, fitting)), "refused: full");
            world.act(id(100), Command::Return);
        }
        ("training", "training, last question of the last attempt") => {
            world.act(me, wrong(1, 1));
            world.act(me, wrong(2, 0));
        }
        (_, "list, time over" | "closing, time over") => world.wait_minutes(60),
        ("too late", _) => {
            world.wait_minutes(60);
            world.act(me, Command::Lapse);
            if at.ends_with("slot gone") {
                fill(world);
            }
            if at.ends_with("all pages sent") {
                for step in 0..5 {
                    let page = world.sample.page(world.session(me), step, (3, 5));
                    assert_eq!(words(&world.act(me, Command::Submit(vec![page]))), "refused: too late");
                }
            }
        }
        ("finished", "finished, excluded" | "finished, excluded, reissued") => {
            world.act(me, command("exclude", world));
            if at.ends_with("reissued") {
                world.act(me, command("reissue", world));
            }
        }
        ("declined", _) => drop(world.act(me, Command::Decline)),
        ("withdrawn", _) => drop(world.act(me, Command::Withdraw)),
        _ => {}
    }
}

fn command(words: &str, world: &World) -> Command {
    let nobody = session::Session::default();
    let session = world.sessions.get(&id(ME)).unwrap_or(&nobody);
    let sample = &world.sample;
    let stage = session.state(&sample.study);
    let step = if let SessionState::Step(step) = stage { step } else { 0 };
    let page =
        |step, answers| if session.assignment.is_some() { vec![sample.page(session, step, answers)] } else { vec![] };
    let train = |right: bool| {
        let SessionState::Training { attempt, question } = stage else { panic!("not in training") };
        let point = if !right {
            3
        } else if question == 0 {
            5
        } else {
            1
        };
        Command::Train { attempt, question, answer: study::response::Answer::Rating(point) }
    };
    let screen = |option: &str| {
        Command::Screen(vec![session::Screening { id: "language".to_owned(), option: option.to_owned() }])
    };
    match words {
        "resume" => Command::Resume,
        "consent" => Command::Consent,
        "decline" => Command::Decline,
        "screen, fitting" => screen("Yes"),
        "screen, not fitting" => screen("No"),
        "screen, nothing" => Command::Screen(vec![]),
        "read instructions" => Command::ReadInstructions,
        "train, rightly" => train(true),
        "train, wrongly" => train(false),
        "save" => Command::Save(page(step, (3, 5))),
        "submit" | "submit, check passed" => Command::Submit(page(step, (3, 5))),
        "submit, check failed" => Command::Submit(page(step, (3, 1))),
        "submit, nothing" => {
            let mut pages = page(step, (3, 5));
            pages[0].answers.clear();
            Command::Submit(pages)
        }
        "submit, off the scale" => Command::Submit(page(step, (99, 99))),
        "submit a later page" => Command::Submit(page(step + 2, (3, 5))),
        "submit the page before, changed" => Command::Submit(page(step.saturating_sub(1), (2, 5))),
        "submit the page before, again" => Command::Submit(loaded_before(page(step.saturating_sub(1), (3, 5)))),
        "save the page before, loaded before it was sent" => {
            Command::Save(loaded_before(page(step.saturating_sub(1), (2, 5))))
        }
        "close" => sample.right(session).unwrap(),
        "comment" => Command::Comment("Thank you.".to_owned()),
        "return" => Command::Return,
        "withdraw" => Command::Withdraw,
        "lapse" => Command::Lapse,
        "extend" => Command::Extend { until: None, by: author() },
        "reissue" => Command::Reissue { by: author() },
        "reopen" => Command::Reopen { until: None, by: author() },
        "accept late" => Command::AcceptLate { by: author() },
        "exclude" => Command::Exclude { by: author(), rule: "hand".to_owned(), reason: "a test".to_owned() },
        other => panic!("no command for `{other}`"),
    }
}

pub(crate) fn words(reply: &Reply) -> String {
    let stage = |state: &SessionState| match state {
        SessionState::Information => "information".to_owned(),
        SessionState::Consent => "consent".to_owned(),
        SessionState::Screening => "screening".to_owned(),
        SessionState::Waiting => "waiting".to_owned(),
        SessionState::Instructions => "instructions".to_owned(),
        SessionState::Training { attempt, question } => format!("training {attempt}.{question}"),
        SessionState::Step(step) => format!("page {step}"),
        SessionState::AllSteps => "all pages".to_owned(),
        SessionState::Closing => "closing".to_owned(),
        SessionState::Done(outcome) => format!("done: {}", outcome.word()),
    };
    match reply {
        Reply::Show(shown) => stage(shown),
        Reply::Refused(refusal) => match refusal {
            Refusal::TurnedAway(TurnAwayReason::Full) => "refused: full".to_owned(),
            Refusal::TurnedAway(TurnAwayReason::Paused) => "refused: paused".to_owned(),
            Refusal::TurnedAway(TurnAwayReason::Closed) => "refused: closed".to_owned(),
            Refusal::TurnedAway(TurnAwayReason::AlreadyTookPart) => "refused: already took part".to_owned(),
            Refusal::TooLate => "refused: too late".to_owned(),
            Refusal::Ended(outcome) => format!("refused: ended {}", outcome.word()),
            Refusal::OutOfOrder { next } => format!("refused: first {}", stage(next)),
            Refusal::Incomplete(_) => "refused: incomplete".to_owned(),
            Refusal::Unfit { .. } => "refused: unfit".to_owned(),
            Refusal::NotYours => "refused: not yours".to_owned(),
            Refusal::Superseded => "refused: superseded".to_owned(),
            Refusal::TooSoon { .. } => "refused: too soon".to_owned(),
            Refusal::SlotGone => "refused: slot gone".to_owned(),
            Refusal::NotApplicable => "refused: not applicable".to_owned(),
        },
    }
}

/// As a page sends them that was loaded before anything happened.
fn loaded_before(pages: Vec<PageAnswers>) -> Vec<PageAnswers> {
    pages.into_iter().map(|page| PageAnswers { loaded_at: Some(0), ..page }).collect()
}

fn kind(event: &SessionEvent) -> String {
    let json: serde_json::Value = serde_json::from_str(&event.to_json()).unwrap();
    json["kind"].as_str().unwrap().to_owned()
}

fn perform_transition(row: &Transition) -> (Vec<String>, String, &'static str) {
    let mut world = scene(row.at);
    let me = id(ME);
    let before = world.logs.get(&me).map_or(0, Vec::len);
    let reply = match row.command {
        "come" => world.arrive(me, ME),
        words => {
            let command = command(words, &world);
            world.act(me, command)
        }
    };
    let happened = world.logs.get(&me).map_or(&[][..], |log| &log[before..]);
    let happened = happened.iter().map(|(_, event)| kind(event)).collect();
    let slot = world.slots.values().find(|(holder, _)| *holder == me).map(|(_, used)| *used);
    let had = world.sessions.get(&me).is_some_and(|session| session.assignment.is_some());
    let slot = match slot {
        Some(session::Use::Held) => "held",
        Some(session::Use::Finished) => "finished",
        None if had => "free",
        None => "",
    };
    (happened, words(&reply), slot)
}

#[test]
fn every_row_of_the_table_is_what_happens() {
    for row in TRANSITIONS {
        let (happened, then, slot) = perform_transition(row);
        assert_eq!(happened, row.happens, "{row:?}");
        let then = if row.then == "page" && then.starts_with("page") { "page".to_owned() } else { then };
        assert_eq!(then, row.then, "{row:?}");
        let expected = if row.slot.is_empty() && slot == "free" { "" } else { slot };
        assert_eq!(expected, row.slot, "{row:?}");
    }
}

#[test]
fn the_page_of_the_table_is_current() {
    let mut page = String::from(
        "<!-- Generated by crates/session/tests/decide/table.rs; UPDATE_EXPECT=1 writes it anew. -->\n# Sessions\n\n\
         A session is one participant's way through one list, from arrival to code. The tests hold the program to\n\
         the table below.\n\n\
         A slot is held from consent (after screening, if there is any) and is given to someone else when its holder\n\
         runs out of time, gives it back, declines, withdraws or fails. What they answered is kept apart; withdrawal\n\
         alone erases it. The same command given twice gives the same reply and happens once. Until the end, going\n\
         back may change an answer: the last one counts, every one is kept, and a check is decided when its page is\n\
         first submitted.\n\n\
         | at | command | happens | then | slot |\n|---|---|---|---|---|\n",
    );
    for Transition { at, command, happens, then, slot } in TRANSITIONS {
        page.push_str(&format!("| {at} | {command} | {} | {then} | {slot} |\n", happens.join(", ")));
    }
    page.push_str(
        "\nPages and attempts are numbered as the program counts them: pages and training questions from 0, attempts\n\
         from 1.\n\n\
         | outcome | completion code of |\n|---|---|\n",
    );
    let codes = study::file::Codes {
        completed: "`completed`".to_owned(),
        failed_check: Some("`failed_check`".to_owned()),
        declined: Some("`declined`".to_owned()),
        screened_out: Some("`screened_out`".to_owned()),
        late: Some("`late`".to_owned()),
    };
    for outcome in Outcome::ALL {
        page.push_str(&format!("| {} | {} |\n", outcome.word(), outcome.code(&codes).unwrap_or("none")));
    }
    expect_file!["../../../../docs/reference/sessions.md"].assert_eq(&page);
}
