//! Whatever people do, in whatever order: no slot has two holders, no answer is lost, the same question gets the
//! same decision, and the events alone give the state back.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use proptest::prelude::*;
use session::testing::Sample;
use session::{Author, Command, Reply, Session, SessionEvent, SessionId, SessionState, StudyCommand};
use study::response::Answer;

use crate::world::{World, id};

/// What someone does next.
#[derive(Debug, Clone, Copy)]
enum Move {
    Right,
    Answer(i64, i64),
    Again,
    BackTo(u32, i64),
    Ahead(u32),
    Save(i64),
    Resume,
    Walk(i64),
    Other(u8),
    Research(u8),
    Study(u8),
}

fn moves() -> impl Strategy<Value = Move> {
    prop_oneof![
        8 => Just(Move::Right),
        3 => (0..7_i64, 1..6_i64).prop_map(|(point, check)| Move::Answer(point, check)),
        3 => Just(Move::Again),
        2 => (0..6_u32, 1..6_i64).prop_map(|(step, point)| Move::BackTo(step, point)),
        1 => (0..6_u32).prop_map(Move::Ahead),
        2 => (1..6_i64).prop_map(Move::Save),
        1 => Just(Move::Resume),
        2 => (0..50_i64).prop_map(Move::Walk),
        1 => (0..7_u8).prop_map(Move::Other),
        1 => (0..7_u8).prop_map(Move::Research),
        1 => (0..5_u8).prop_map(Move::Study),
    ]
}

/// Made once: checking and planning take longer than a whole story.
static SAMPLES: LazyLock<[Sample; 4]> = LazyLock::new(|| {
    let one = ("completions = 3", "completions = 1");
    let waves = ("completions = 3", "completions = 2\nwave = 1");
    let together = ("completions = 3", "completions = 1\npages = \"all\"");
    [
        Sample::as_written(),
        Sample::only_list(&[one]),
        Sample::with_changes(&[("on_failure = \"replace\"", "on_failure = \"end\""), waves]),
        Sample::only_list(&[together, ("replace", "flag")]),
    ]
});

/// A crowd in a world, with what each of them was told was kept.
struct Crowd {
    world: World,
    last: BTreeMap<SessionId, Command>,
    acknowledged: BTreeMap<(SessionId, u32), Answer>,
}

impl Crowd {
    fn act(&mut self, session: SessionId, command: Command) -> Result<(), TestCaseError> {
        let decision = self.world.decide(session, command.clone());
        prop_assert_eq!(&decision, &self.world.decide(session, command.clone()), "not the same twice");
        let reply = self.world.act(session, command.clone());
        if let (Reply::Show(_), Command::Save(pages) | Command::Submit(pages)) = (&reply, &command) {
            for page in pages {
                for given in &page.answers {
                    self.acknowledged.insert((session, page.step), given.answer.clone());
                }
            }
        }
        let again = self.world.decide(session, command.clone());
        prop_assert!(again.events.is_empty(), "{command:?} again gives {:?}", again.events);
        if command != Command::Lapse {
            prop_assert_eq!(again.reply, reply, "{:?} again", command);
        }
        self.last.insert(session, command);
        Ok(())
    }

    fn step(&mut self, person: u8, what: Move) -> Result<(), TestCaseError> {
        let session = id(person);
        if !self.world.sessions.contains_key(&session) {
            self.world.arrive(session, person);
            return Ok(());
        }
        let now = self.world.sessions[&session].clone();
        let sample = self.world.sample.clone();
        let stage = now.state(&sample.study);
        let answering = now.assignment.is_some()
            && matches!(stage, SessionState::Step(_) | SessionState::AllSteps | SessionState::Done(_));
        let steps = now.assignment.as_ref().map_or(0, |assignment| assignment.steps);
        let page = |step: u32, answers| vec![sample.page(&now, step.min(steps - 1), answers)];
        let by = || Author::Researcher("ada".to_owned());
        let command = match what {
            Move::Right => sample.right(&now),
            Move::Answer(point, check) => sample.next(&now, (point, check)),
            Move::Again => self.last.get(&session).cloned(),
            Move::BackTo(step, point) if answering => Some(Command::Submit(page(step, (point, point)))),
            Move::Ahead(step) if answering => Some(Command::Submit(page(step, (3, 5)))),
            Move::Save(point) if answering => Some(Command::Save(page(point as u32, (point, point)))),
            Move::BackTo(..) | Move::Ahead(_) | Move::Save(_) | Move::Resume => Some(Command::Resume),
            Move::Walk(minutes) => {
                self.world.wait_minutes(minutes);
                Some(Command::Resume)
            }
            Move::Other(which) => Some(match which {
                0 => Command::Return,
                1 => Command::Decline,
                2 => Command::Withdraw,
                3 => Command::Comment("Hm.".to_owned()),
                4 => Command::Screen(vec![]),
                5 => Command::ReadInstructions,
                _ => Command::Lapse,
            }),
            Move::Research(which) => {
                // A researcher's command given twice may do twice what it says, so it is not asked to be idempotent.
                let until = Some(self.world.now + jiff::SignedDuration::from_mins(30));
                let command = match which {
                    0 => Command::Reopen { until, by: by() },
                    1 => Command::AcceptLate { by: by() },
                    2 => Command::Extend { until, by: by() },
                    3 => Command::Exclude { by: by(), rule: "hand".to_owned(), reason: String::new() },
                    4 => Command::Include { by: by(), reason: String::new() },
                    5 => Command::Reissue { by: by() },
                    _ => Command::Flag { by: by(), reason: "odd".to_owned() },
                };
                self.world.act(session, command);
                None
            }
            Move::Study(which) => {
                self.world.study(match which {
                    0 => StudyCommand::AddSlots { list: None, count: 1, by: by() },
                    1 => StudyCommand::Pause { by: by() },
                    _ => StudyCommand::Resume { by: by() },
                });
                None
            }
        };
        command.map_or(Ok(()), |command| self.act(session, command))
    }

    fn check(&self) -> Result<(), TestCaseError> {
        for (session, log) in &self.world.logs {
            let replayed = Session::from_events(log.iter().map(|(at, event)| (*at, event)));
            prop_assert_eq!(&replayed, &self.world.sessions[session], "the events give another session");
            let read = log.iter().map(|(at, event)| (*at, SessionEvent::from_json(&event.to_json()).unwrap()));
            prop_assert_eq!(log, &read.collect::<Vec<_>>(), "what is written is read back");
        }
        for ((session, step), answer) in &self.acknowledged {
            let log = &self.world.logs[session];
            let kept = |event: &SessionEvent| matches!(event, SessionEvent::Answered { step: at, answer: given, .. } if at == step && given == answer);
            let times = log.iter().filter(|(_, event)| kept(event)).count();
            prop_assert!(times >= 1, "an acknowledged answer is lost");
        }
        for (slot, (holder, used)) in &self.world.slots {
            prop_assert_eq!(self.world.board.get(*slot), Some(*used));
            let assignment = self.world.sessions[holder].assignment.as_ref().unwrap();
            prop_assert_eq!(assignment.slot, *slot);
        }
        for list in 0..self.world.board.lists() {
            let (held, finished) = (self.world.board.held_count(list), self.world.board.finished_count(list));
            prop_assert!(held + finished <= self.world.board.wanted_count(list), "more than wanted");
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_people_do_nothing_breaks(
        which in 0..4_usize,
        story in prop::collection::vec((1..7_u8, moves()), 1..160),
    ) {
        let world = World::new(SAMPLES[which].clone());
        let mut crowd = Crowd { world, last: BTreeMap::new(), acknowledged: BTreeMap::new() };
        for (person, what) in story {
            crowd.step(person, what)?;
        }
        crowd.check()?;
    }
}
