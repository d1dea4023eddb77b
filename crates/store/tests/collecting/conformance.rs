//! What both databases must do alike.

use std::sync::Arc;

use session::testing::Sample;
use session::{
    Author, Command, Outcome, ParticipantKind, Refusal, Reply, Session, SessionEvent, SessionId, SessionState, Slot,
    StudyCommand, TurnAwayReason, Use,
};
use store::{Collector, Cursor, Identity, LoggedEvent, LoggedSessionEvent, OpenError, Opening};

use crate::place::{Place, finished_reply, minute, on_both, person, start, walk, whole_log};

on_both![
    someone_goes_from_arrival_to_code,
    whoever_comes_again_goes_on_where_they_were,
    a_command_sent_twice_happens_once,
    two_tabs_at_once_lose_nothing,
    slots_lapse_and_are_given_out_again,
    whoever_looks_for_a_slot_may_be_the_one_whose_time_is_over,
    a_copy_made_while_people_take_part_is_complete,
    late_work_is_kept_and_can_be_accepted,
    another_list_is_given_where_the_study_allows_it,
    withdrawal_erases_what_was_said_and_nothing_else,
    platform_ids_are_in_one_place_and_can_be_deleted,
    a_clock_that_goes_back_loses_nothing,
    the_study_is_paused_resumed_closed_and_extended,
    an_edited_study_is_refused_unless_the_change_is_harmless,
    the_plan_that_was_kept_counts,
    people_and_simulated_participants_are_never_mixed,
    the_log_is_read_on_from_where_one_was,
    sessions_of_nobody_are_nobodys,
    several_programs_share_one_database,
];

async fn log(at: &Collector, id: SessionId) -> Vec<LoggedSessionEvent> {
    at.store().events_of(at.slug(), id, 0).await.unwrap()
}

fn fold_events(log: &[LoggedSessionEvent]) -> Session {
    Session::from_events(log.iter().map(|happened| (happened.at, &happened.event)))
}

async fn someone_goes_from_arrival_to_code(place: Place) {
    let sample = Sample::as_written();
    let at = place.collector(&sample).await;
    let arrived = at.arrive(&person(1), start()).await.unwrap();
    assert_eq!(arrived.reply, Reply::Show(SessionState::Information));
    let done = walk(&at, &sample, arrived.id, |_| false).await;
    assert_eq!(done.reply, finished_reply());
    assert_eq!(done.session.outcome.unwrap().code(sample.study.participants.codes.as_ref().unwrap()), Some("DONE"));
    let log = log(&at, arrived.id).await;
    assert_eq!(fold_events(&log), *done.session);
    assert!(log.iter().enumerate().all(|(seq, happened)| happened.seq == seq as u32));
    let board = at.slot_board().await.unwrap();
    assert_eq!(board.get(done.session.assignment.as_ref().unwrap().slot), Some(Use::Finished));
    let rows = at.store().sessions(at.slug()).await.unwrap();
    assert_eq!((rows.len(), rows[0].outcome), (1, Some(Outcome::Finished)));
    at.store().health().await.unwrap();
}

async fn whoever_comes_again_goes_on_where_they_were(place: Place) {
    let sample = Sample::as_written();
    let at = place.collector(&sample).await;
    let first = at.arrive(&person(1), start()).await.unwrap();
    walk(&at, &sample, first.id, |stage| stage == SessionState::Step(2)).await;
    // Another process: after a crash, or another server.
    let other = place.collector(&sample).await;
    let again = other.arrive(&person(1), minute(5)).await.unwrap();
    assert_eq!((again.id, again.reply.clone()), (first.id, Reply::Show(SessionState::Step(2))));
    let done = walk(&other, &sample, first.id, |_| false).await;
    assert_eq!(done.reply, finished_reply());
    // What the first remembers of the session is old, and it finds out.
    let seen = at.handle(first.id, Command::Consent, minute(6)).await.unwrap();
    assert_eq!(seen.reply, Reply::Refused(Refusal::Ended(Outcome::Finished)));
    assert_eq!(at.arrive(&person(1), minute(7)).await.unwrap().reply, finished_reply());
}

async fn a_command_sent_twice_happens_once(place: Place) {
    let sample = Sample::as_written();
    let at = place.collector(&sample).await;
    let id = at.arrive(&person(1), start()).await.unwrap().id;
    let mut session = at.session(id).await.unwrap().unwrap();
    while let Some(command) = sample.right(&session) {
        let once = at.handle(id, command.clone(), start()).await.unwrap();
        let events = log(&at, id).await;
        // The reply was lost, and the same is sent again; to another server.
        let twice = place.collector(&sample).await.handle(id, command, start()).await.unwrap();
        assert_eq!((&twice.reply, &twice.session), (&once.reply, &once.session));
        assert_eq!(log(&at, id).await, events);
        session = once.session;
    }
}

async fn two_tabs_at_once_lose_nothing(place: Place) {
    let sample = Sample::only_list(&[]);
    let (one, other) = (place.collector(&sample).await, place.collector(&sample).await);
    let id = one.arrive(&person(1), start()).await.unwrap().id;
    let begun = one.handle(id, Command::Consent, start()).await.unwrap();
    let save = |point| Command::Save(vec![sample.page(&begun.session, 0, (point, point))]);
    for point in [1, 2, 3, 4, 5] {
        // Within one process and across two.
        let outcome = tokio::join!(
            one.handle(id, save(point), start()),
            one.handle(id, save(point % 5 + 1), start()),
            other.handle(id, save(point), start()),
        );
        assert_eq!(outcome.0.unwrap().reply, Reply::Show(SessionState::Step(0)));
        assert_eq!(outcome.1.unwrap().reply, Reply::Show(SessionState::Step(0)));
        assert_eq!(outcome.2.unwrap().reply, Reply::Show(SessionState::Step(0)));
    }
    let log = log(&one, id).await;
    let answers: Vec<_> =
        log.iter().filter(|happened| matches!(happened.event, SessionEvent::Answered { .. })).collect();
    assert!(answers.windows(2).all(|two| two[0].event != two[1].event), "kept twice in a row: {answers:?}");
    for point in 1..=5 {
        let given = study::response::Answer::Rating(point);
        assert!(answers.iter().any(|a| matches!(&a.event, SessionEvent::Answered { answer, .. } if *answer == given)));
    }
}

async fn slots_lapse_and_are_given_out_again(place: Place) {
    let sample = Sample::only_list(&[("completions = 3", "completions = 1")]);
    let at = place.collector(&sample).await;
    for number in 0..3 {
        let id = at.arrive(&person(number), start()).await.unwrap().id;
        at.handle(id, Command::Consent, start()).await.unwrap();
    }
    let waiting = at.arrive(&person(4), minute(1)).await.unwrap();
    assert_eq!(waiting.reply, Reply::Refused(Refusal::TurnedAway(TurnAwayReason::Full)));
    // Nobody swept, but whoever comes after the hour gets the slot that lapsed.
    let again = at.handle(waiting.id, Command::Consent, minute(60)).await.unwrap();
    assert_eq!(again.reply, Reply::Show(SessionState::Step(0)));
    let first = at.arrive(&person(0), minute(61)).await.unwrap();
    assert_eq!(first.reply, Reply::Show(SessionState::Done(Outcome::TooLate)));
    assert_eq!(at.lapse_due(minute(62)).await.unwrap(), 0, "all were swept at once");
    let board = at.slot_board().await.unwrap();
    assert_eq!((0..3).map(|list| board.held_count(list)).sum::<u32>(), 1);
}

async fn whoever_looks_for_a_slot_may_be_the_one_whose_time_is_over(place: Place) {
    let sample = Sample::only_list(&[("completions = 3", "completions = 1")]);
    let (one, other) = (place.collector(&sample).await, place.collector(&sample).await);
    let mut people = Vec::new();
    for number in 0..3 {
        // The other server has seen them before they got a slot, and not since.
        let id = other.arrive(&person(number), start()).await.unwrap().id;
        one.handle(id, Command::Consent, start()).await.unwrap();
        people.push(id);
    }
    let consent = |id| other.handle(id, Command::Consent, minute(61));
    let outcome = tokio::time::timeout(std::time::Duration::from_secs(60), async {
        tokio::join!(consent(people[0]), consent(people[1]), consent(people[2]))
    });
    let (a, b, c) = outcome.await.expect("they wait for each other");
    for outcome in [a, b, c] {
        assert_eq!(outcome.unwrap().reply, Reply::Refused(Refusal::TooLate));
    }
}

async fn a_copy_made_while_people_take_part_is_complete(place: Place) {
    let sample = Sample::as_written();
    let at = place.collector(&sample).await;
    let id = at.arrive(&person(1), start()).await.unwrap().id;
    walk(&at, &sample, id, |stage| stage == SessionState::Step(3)).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy");
    at.store().backup(&file).await.unwrap();
    assert!(at.store().backup(&file).await.is_err(), "what is there is not written over");
    let before = log(&at, id).await;
    walk(&at, &sample, id, |_| false).await;
    // Another database is made from the copy, and the person goes on there.
    let copy = place.restore_copy(&file).await;
    let (study, plan) = (Arc::clone(&sample.study), Arc::clone(&sample.plan));
    let there = Collector::open(&copy, "fluency", study, plan, start()).await.unwrap();
    assert_eq!(log(&there, id).await, before);
    assert_eq!(whole_log(&there).await.len(), before.len());
    let again = there.arrive(&person(1), minute(1)).await.unwrap();
    assert_eq!((again.id, again.reply), (id, Reply::Show(SessionState::Step(3))), "the pseudonyms are the same");
    assert_eq!(walk(&there, &sample, id, |_| false).await.reply, finished_reply());
}

async fn late_work_is_kept_and_can_be_accepted(place: Place) {
    let sample = Sample::only_list(&[("completions = 3", "completions = 1")]);
    let at = place.collector(&sample).await;
    let id = at.arrive(&person(1), start()).await.unwrap().id;
    let begun = walk(&at, &sample, id, |stage| stage == SessionState::Step(4)).await;
    let last = Command::Submit(vec![sample.page(&begun.session, 4, (3, 5))]);
    let late = at.handle(id, last, minute(61)).await.unwrap();
    assert_eq!(late.reply, Reply::Refused(Refusal::TooLate));
    let slot = late.session.assignment.as_ref().unwrap().slot;
    assert_eq!(at.slot_board().await.unwrap().get(slot), None);
    let by = Author::Researcher("ada".to_owned());
    let accepted = at.handle(id, Command::AcceptLate { by: by.clone() }, minute(70)).await.unwrap();
    assert_eq!(accepted.reply, finished_reply());
    assert_eq!(at.slot_board().await.unwrap().get(slot), Some(Use::Finished));
    // Another is late too, and meanwhile someone else has finished in their place.
    let slow = at.arrive(&person(2), minute(70)).await.unwrap().id;
    let held = at.handle(slow, Command::Consent, minute(70)).await.unwrap();
    let taken = held.session.assignment.as_ref().unwrap().slot;
    at.handle(slow, Command::Resume, minute(140)).await.unwrap();
    for number in 3..5 {
        let id = at.arrive(&person(number), minute(140)).await.unwrap().id;
        at.handle(id, Command::Consent, minute(140)).await.unwrap();
    }
    assert_eq!(at.slot_board().await.unwrap().get(taken), Some(Use::Held));
    let reopened = at.handle(slow, Command::Reopen { until: None, by }, minute(141)).await.unwrap();
    assert_eq!(reopened.reply, Reply::Refused(Refusal::SlotGone));
}

async fn another_list_is_given_where_the_study_allows_it(place: Place) {
    let two = [("time_limit", "lists_each = 2\ntime_limit"), ("questions = 4", "questions = 2")];
    let sample = Sample::only_list(&two);
    let at = place.collector(&sample).await;
    let first = at.arrive(&person(1), start()).await.unwrap().id;
    walk(&at, &sample, first, |_| false).await;
    assert_eq!(at.arrive(&person(1), minute(1)).await.unwrap().reply, finished_reply(), "the same submission");
    let submission = Some("SUBMISSION 2".to_owned());
    let second = at.arrive(&Identity { submission, ..person(1) }, minute(2)).await.unwrap();
    assert_ne!(second.id, first);
    let done = walk(&at, &sample, second.id, |_| false).await;
    assert_eq!(done.reply, finished_reply());
    let lists: Vec<u32> = at
        .store()
        .sessions_of(at.slug(), done.session.participant.unwrap())
        .await
        .unwrap()
        .iter()
        .map(|row| row.slot.unwrap().list)
        .collect();
    assert!(sample.plan.compatible(lists[0] as usize, lists[1] as usize), "{lists:?}");
    let third = at.start_another(second.id, minute(3)).await.unwrap();
    assert_eq!(third.reply, Reply::Refused(Refusal::TurnedAway(TurnAwayReason::AlreadyTookPart)));
    // Someone else asks for another by the page itself, twice at once.
    let other = at.arrive(&person(2), start()).await.unwrap().id;
    walk(&at, &sample, other, |_| false).await;
    let (a, b) = tokio::join!(at.start_another(other, minute(4)), at.start_another(other, minute(4)));
    assert_eq!(a.unwrap().id, b.unwrap().id);
}

async fn withdrawal_erases_what_was_said_and_nothing_else(place: Place) {
    let sample = Sample::as_written();
    let at = place.collector(&sample).await;
    let (id, other) =
        (at.arrive(&person(1), start()).await.unwrap().id, at.arrive(&person(2), start()).await.unwrap().id);
    walk(&at, &sample, id, |_| false).await;
    walk(&at, &sample, other, |_| false).await;
    at.handle(id, Command::Comment("It was fun.".to_owned()), minute(1)).await.unwrap();
    let (before, others) = (log(&at, id).await, log(&at, other).await);
    let gone = at.handle(id, Command::Withdraw, minute(2)).await.unwrap();
    assert_eq!(gone.reply, Reply::Show(SessionState::Done(Outcome::Withdrawn)));
    let kept = log(&at, id).await;
    assert_eq!(kept.len(), before.len() + 1, "that it happened stays");
    assert!(kept.iter().all(|happened| happened.event.content().is_none()), "{kept:?}");
    assert_eq!(kept.iter().filter(|happened| matches!(happened.event, SessionEvent::Erased { .. })).count(), 10);
    assert_eq!(fold_events(&kept).state(&sample.study), SessionState::Done(Outcome::Withdrawn));
    assert_eq!(log(&at, other).await, others);
    let text = at.handle(id, Command::Comment("More.".to_owned()), minute(3)).await.unwrap();
    assert_eq!(text.reply, Reply::Refused(Refusal::Ended(Outcome::Withdrawn)));
    let board = at.slot_board().await.unwrap();
    assert_eq!((0..3).map(|list| board.finished_count(list)).sum::<u32>(), 1, "the slot is free again");
}

async fn a_clock_that_goes_back_loses_nothing(place: Place) {
    let sample = Sample::as_written();
    let at = place.collector(&sample).await;
    let id = at.arrive(&person(1), minute(120)).await.unwrap().id;
    let mut handled = at.handle(id, Command::Resume, minute(120)).await.unwrap();
    let mut minutes = 120;
    while let Some(command) = sample.right(&handled.session) {
        minutes -= 9;
        handled = at.handle(id, command, minute(minutes)).await.unwrap();
    }
    assert_eq!(handled.reply, finished_reply());
    let again = at.arrive(&person(2), minute(minutes)).await.unwrap();
    assert!(matches!(again.reply, Reply::Show(_)), "others are let in: {:?}", again.reply);
    let kept = log(&at, id).await;
    assert_eq!(fold_events(&kept), *handled.session);
    assert!(kept.first().unwrap().at > kept.last().unwrap().at, "as the clock said");
    let found = at.store().verify(at.slug()).await.unwrap().unwrap();
    assert_eq!(found.faults, []);
}

async fn platform_ids_are_in_one_place_and_can_be_deleted(place: Place) {
    let sample = Sample::as_written();
    let at = place.collector(&sample).await;
    let arrived = at.arrive(&person(1), start()).await.unwrap();
    walk(&at, &sample, arrived.id, |_| false).await;
    let participant = arrived.session.participant.unwrap();
    assert_eq!(at.store().participant(at.slug(), "PID1").await.unwrap(), Some(participant));
    let known = at.store().person(at.slug(), participant).await.unwrap().unwrap();
    assert_eq!(known.platform_id, "PID1");
    for happened in log(&at, arrived.id).await {
        assert!(!happened.event.to_json().contains("PID1"));
    }
    assert!(at.store().forget(at.slug(), participant).await.unwrap());
    assert!(!at.store().forget(at.slug(), participant).await.unwrap());
    assert_eq!(at.store().person(at.slug(), participant).await.unwrap(), None);
    assert_eq!(at.session(arrived.id).await.unwrap().unwrap().outcome, Some(Outcome::Finished), "the answers stay");
}

async fn the_study_is_paused_resumed_closed_and_extended(place: Place) {
    let sample = Sample::only_list(&[("completions = 3", "completions = 1")]);
    let (at, other) = (place.collector(&sample).await, place.collector(&sample).await);
    let by = || Author::Researcher("ada".to_owned());
    let inside = at.arrive(&person(1), start()).await.unwrap().id;
    at.handle(inside, Command::Consent, start()).await.unwrap();
    assert!(other.command(StudyCommand::Pause { by: by() }, minute(1)).await.unwrap());
    assert!(!at.command(StudyCommand::Pause { by: by() }, minute(1)).await.unwrap(), "it is so already");
    let outside = at.arrive(&person(2), minute(1)).await.unwrap();
    assert_eq!(outside.reply, Reply::Refused(Refusal::TurnedAway(TurnAwayReason::Paused)));
    assert_eq!(walk(&at, &sample, inside, |_| false).await.reply, finished_reply(), "whoever is inside goes on");
    assert!(at.command(StudyCommand::Resume { by: by() }, minute(2)).await.unwrap());
    assert_eq!(other.arrive(&person(2), minute(2)).await.unwrap().reply, Reply::Show(SessionState::Information));
    for number in 3..5 {
        let id = at.arrive(&person(number), minute(2)).await.unwrap().id;
        at.handle(id, Command::Consent, minute(2)).await.unwrap();
    }
    let full = at.handle(outside.id, Command::Consent, minute(2)).await.unwrap();
    assert_eq!(full.reply, Reply::Refused(Refusal::TurnedAway(TurnAwayReason::Full)));
    assert!(other.command(StudyCommand::AddSlots { list: Some(2), count: 1, by: by() }, minute(3)).await.unwrap());
    let held = at.handle(outside.id, Command::Resume, minute(3)).await.unwrap();
    assert_eq!(held.session.assignment.as_ref().unwrap().slot, Slot { list: 2, number: 1 });
    assert!(at.command(StudyCommand::Close { by: by() }, minute(4)).await.unwrap());
    assert_eq!(
        other.arrive(&person(9), minute(4)).await.unwrap().reply,
        Reply::Refused(Refusal::TurnedAway(TurnAwayReason::Closed))
    );
}

async fn an_edited_study_is_refused_unless_the_change_is_harmless(place: Place) {
    let sample = Sample::as_written();
    let open = async |sample: &Sample| {
        let store = place.store().await;
        let (study, plan) = (Arc::clone(&sample.study), Arc::clone(&sample.plan));
        Collector::open(&store, "fluency", study, plan, start()).await
    };
    let edited = Sample::with_changes(&[("How fluent is the text?", "How good is the text?")]);
    drop(open(&sample).await.unwrap());
    drop(open(&edited).await.unwrap());
    let at = open(&sample).await.unwrap();
    at.arrive(&person(1), start()).await.unwrap();
    for (changes, words) in [
        (vec![("How fluent is the text?", "How good is the text?")], "the criteria"),
        (vec![("points = 5", "points = 7")], "the criteria"),
        (vec![("seed = 7", "seed = 8")], "the lists"),
        (vec![("questions = 4", "questions = 2")], "the lists"),
        (vec![("questions = 4", "questions = 4\nreview = true")], "the lists"),
        (vec![("completions = 3", "completions = 2")], "fewer completions"),
        (
            vec![("options = [\"Yes\", \"No\"]\naccept", "options = [\"Yes\", \"Never\"]\naccept")],
            "the screening questions",
        ),
    ] {
        let refused = open(&Sample::with_changes(&changes)).await.err();
        let Some(OpenError::Edited { changed, .. }) = refused else { panic!("{changes:?}: {refused:?}") };
        assert!(changed.contains(&words.to_owned()), "{changes:?}: {changed:?}");
    }
    for change in [
        ("How fluent is it?", "How fluent are they?"),
        ("completions = 3", "completions = 4"),
        ("amount = 2.00", "amount = 2.50"),
        ("60 min", "90 min"),
    ] {
        assert!(open(&Sample::with_changes(&[("completions = 3", "completions = 4")])).await.is_ok());
        let changes = if change.0 == "completions = 3" {
            vec![change]
        } else {
            vec![change, ("completions = 3", "completions = 4")]
        };
        let opened = open(&Sample::with_changes(&changes)).await;
        assert!(opened.is_ok(), "{change:?}: {:?}", opened.err());
    }
}

async fn the_log_is_read_on_from_where_one_was(place: Place) {
    let sample = Sample::as_written();
    let at = place.collector(&sample).await;
    let mut all = Vec::new();
    for number in 0..3 {
        let id = at.arrive(&person(number), start()).await.unwrap().id;
        walk(&at, &sample, id, |_| false).await;
        all.extend(log(&at, id).await.into_iter().map(LoggedEvent::Session));
        assert_eq!(whole_log(&at).await, all, "in the order it was kept");
    }
    let behind = at.store().events_since(at.slug(), Cursor::default(), 1000).await.unwrap().1;
    assert_eq!(at.store().events_since(at.slug(), behind, 7).await.unwrap(), (vec![], behind));
    assert_eq!(at.store().events_since("another", Cursor::default(), 7).await.unwrap().0, []);
}

async fn the_plan_that_was_kept_counts(place: Place) {
    let sample = Sample::as_written();
    let first = place.collector(&sample).await;
    let id = first.arrive(&person(1), start()).await.unwrap().id;
    walk(&first, &sample, id, |state| state == SessionState::Step(2)).await;
    // A planner that would make another plan of the same study today.
    let other = Sample::with_changes(&[("seed = 7", "seed = 8")]);
    assert_ne!(sample.plan, other.plan);
    let store = place.store().await;
    let (study, plan) = (Arc::clone(&sample.study), Arc::clone(&other.plan));
    let again = Collector::open(&store, "fluency", study, plan, start()).await.unwrap();
    assert_eq!(again.plan(), &sample.plan);
    assert_eq!(walk(&again, &sample, id, |_| false).await.reply, finished_reply());
    let kept = store.kept_study("fluency").await.unwrap().unwrap();
    assert_eq!((kept.since, &kept.fingerprint), (start(), &sample.study.fingerprint));
}

async fn people_and_simulated_participants_are_never_mixed(place: Place) {
    let sample = Sample::as_written();
    let store = place.store().await;
    let open = async |participants| {
        let (study, plan) = (Arc::clone(&sample.study), Arc::clone(&sample.plan));
        Opening { study, plan, snapshot: sample.snapshot.clone(), participants }.open(&store, "fluency", start()).await
    };
    let (people, simulated) = (ParticipantKind::People, ParticipantKind::Simulated);
    drop(open(people).await.unwrap());
    let at = open(simulated).await.expect("nobody has taken part yet");
    at.arrive(&person(1), start()).await.unwrap();
    let refused = open(people).await.err();
    let Some(OpenError::Mixed { kept, now, .. }) = refused else { panic!("{refused:?}") };
    assert_eq!((kept, now), (simulated, people));
    assert_eq!(open(simulated).await.unwrap().participants(), simulated);
    let kept = store.kept_study("fluency").await.unwrap().unwrap();
    assert_eq!(kept.participants, simulated);
    assert_eq!(kept.snapshot().unwrap(), Some(sample.snapshot.clone()));
}

async fn sessions_of_nobody_are_nobodys(place: Place) {
    let sample = Sample::as_written();
    let at = place.collector(&sample).await;
    for id in [SessionId([7; 16]), SessionId([0; 16])] {
        for command in [Command::Resume, Command::Consent, Command::Withdraw, Command::Save(vec![]), Command::Lapse] {
            let outcome = at.handle(id, command, start()).await.unwrap();
            assert_eq!(outcome.reply, Reply::Refused(Refusal::NotYours));
        }
        assert_eq!(at.session(id).await.unwrap(), None);
    }
    assert_eq!(at.store().events_since(at.slug(), Cursor::default(), 10).await.unwrap().0, []);
}

async fn several_programs_share_one_database(place: Place) {
    let sample = Sample::only_list(&[]);
    let (a, b, c) = (place.collector(&sample).await, place.collector(&sample).await, place.collector(&sample).await);
    let come = async |at: &Collector, number: u32| {
        let id = at.arrive(&person(number), start()).await.unwrap().id;
        at.handle(id, Command::Consent, start()).await.unwrap()
    };
    let mut slots = Vec::new();
    for round in 0..3 {
        let (x, y, z) = tokio::join!(come(&a, round * 3), come(&b, round * 3 + 1), come(&c, round * 3 + 2));
        slots.extend([x, y, z].map(|handled| handled.session.assignment.as_ref().unwrap().slot));
    }
    slots.sort();
    slots.dedup();
    assert_eq!(slots.len(), 9);
    assert_eq!(come(&a, 100).await.reply, Reply::Refused(Refusal::TurnedAway(TurnAwayReason::Full)));
}
