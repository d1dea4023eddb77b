//! Seeded crowds on a virtual clock who reload, double-click, open two tabs, walk away, come back late, send nonsense
//! and lose the reply, through two servers at once. A failure names its seed.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use session::testing::Sample;
use session::{
    Command, Outcome, PageAnswers, Reply, Screening, Session, SessionEvent, SessionId, SessionState, Slot, SlotEffect,
    Use,
};
use store::{Collector, LoggedEvent, LoggedSessionEvent, Store};
use study::response::Answer;

use crate::place::{Place, person, start, whole_log};

const PEOPLE: u32 = 7;
const MOVES: usize = 90;

fn samples() -> Vec<Sample> {
    let one = ("completions = 3", "completions = 1");
    let together = ("completions = 3", "completions = 1\npages = \"all\"");
    let waves = ("completions = 3", "completions = 2\nwave = 1");
    vec![
        Sample::as_written(),
        Sample::only_list(&[one]),
        Sample::only_list(&[together]),
        Sample::with_changes(&[waves, ("on_failure = \"replace\"", "on_failure = \"end\"")]),
        Sample::only_list(&[one, ("time_limit", "lists_each = 2\ntime_limit"), ("questions = 4", "questions = 2")]),
    ]
}

/// A crowd, two servers, and what was acknowledged.
struct Crowd {
    sample: Sample,
    servers: [Arc<Collector>; 2],
    rng: Xoshiro256PlusPlus,
    now: Timestamp,
    /// The last page that each person was shown, and the last thing they sent.
    people: BTreeMap<u32, (SessionId, Arc<Session>, Option<Command>)>,
    acknowledged: Vec<(SessionId, PageAnswers)>,
}

impl Crowd {
    async fn new(store: &Store, sample: Sample, seed: u64) -> Crowd {
        let slug = format!("seed{seed}");
        let open = async || {
            let (study, plan) = (Arc::clone(&sample.study), Arc::clone(&sample.plan));
            Arc::new(Collector::open(store, &slug, study, plan, start()).await.unwrap())
        };
        let servers = [open().await, open().await];
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Crowd { sample, servers, rng, now: start(), people: BTreeMap::new(), acknowledged: Vec::new() }
    }

    fn server(&mut self) -> Arc<Collector> {
        Arc::clone(&self.servers[self.rng.random_range(0..2)])
    }

    /// What someone sends, looking at a page that may be old.
    fn command(&mut self, session: &Session, last: Option<&Command>) -> Command {
        let right = self.sample.right(session);
        match self.rng.random_range(0..100) {
            0..50 => right.unwrap_or(Command::Resume),
            50..60 => {
                let points = (self.rng.random_range(0..7), self.rng.random_range(1..6));
                self.sample.next(session, points).unwrap_or(Command::Resume)
            }
            60..72 => last.cloned().unwrap_or(Command::Resume),
            72..84 => match &session.assignment {
                Some(assignment) => {
                    let step = self.rng.random_range(0..assignment.steps);
                    let point = self.rng.random_range(1..6);
                    let page = vec![self.sample.page(session, step, (point, point))];
                    if self.rng.random_bool(0.5) { Command::Save(page) } else { Command::Submit(page) }
                }
                None => Command::Resume,
            },
            84..88 => self.garbage(),
            88..90 => Command::Return,
            90 => Command::Decline,
            91 => Command::Withdraw,
            92 => Command::Comment("Hm.".to_owned()),
            _ => Command::Resume,
        }
    }

    fn garbage(&mut self) -> Command {
        let given = session::CriterionAnswer {
            criterion: study::CriterionId("none".to_owned()),
            answer: Answer::Rating(-1),
            confidence: None,
        };
        match self.rng.random_range(0..4) {
            0 => Command::Screen(vec![Screening { id: "no".to_owned(), option: String::new() }]),
            1 => Command::Train { attempt: 9, question: 9, answer: Answer::Text(String::new()) },
            2 => Command::Submit(vec![PageAnswers {
                step: 999,
                loaded_at: None,
                answers: vec![given],
                remark: None,
                timing: Default::default(),
            }]),
            _ => Command::Close { answers: vec![], comment: None },
        }
    }

    async fn step(&mut self) {
        let number = self.rng.random_range(0..PEOPLE);
        if self.rng.random_bool(0.08) {
            self.now += SignedDuration::from_mins(self.rng.random_range(1..70));
        }
        self.now += SignedDuration::from_secs(1);
        let (at, now) = (self.server(), self.now);
        let Some((id, session, last)) = self.people.get(&number).cloned() else {
            let arrived = at.arrive(&person(number), now).await.unwrap();
            self.people.insert(number, (arrived.id, arrived.session, None));
            return;
        };
        if session.outcome == Some(Outcome::Finished) && self.rng.random_bool(0.5) {
            let arrived = at.start_another(id, now).await.unwrap();
            self.people.insert(number, (arrived.id, arrived.session, None));
            return;
        }
        let command = self.command(&session, last.as_ref());
        let other = self.server();
        let (outcome, also) = match self.rng.random_range(0..100) {
            // A double click.
            0 | 1 => {
                let (a, b) = tokio::join!(at.handle(id, command.clone(), now), other.handle(id, command.clone(), now));
                (a.unwrap(), Some((command.clone(), b.unwrap())))
            }
            // Two tabs.
            2 => {
                let second = self.command(&session, None);
                let (a, b) = tokio::join!(at.handle(id, command.clone(), now), other.handle(id, second.clone(), now));
                (a.unwrap(), Some((second, b.unwrap())))
            }
            _ => (at.handle(id, command.clone(), now).await.unwrap(), None),
        };
        for (command, outcome) in also.into_iter().chain([(command.clone(), outcome.clone())]) {
            if let (Reply::Show(_), Command::Save(pages) | Command::Submit(pages)) = (&outcome.reply, command) {
                self.acknowledged.extend(pages.into_iter().map(|page| (id, page)));
            }
        }
        // The reply may be lost: then they look at the old page still.
        let seen = if self.rng.random_bool(0.15) { session } else { outcome.session };
        self.people.insert(number, (id, seen, Some(command)));
    }

    /// What must hold in the end, from the events alone.
    async fn check(mut self) {
        let at = self.server();
        let log: Vec<_> = whole_log(&at).await.into_iter().filter_map(LoggedEvent::into_session).collect();
        let slots = self.slots(&log);
        let board = at.slot_board().await.unwrap();
        for list in 0..board.lists() {
            for number in 0..board.wanted_count(list) {
                let slot = Slot { list, number };
                assert_eq!(board.get(slot), slots.get(&slot).map(|(_, used)| *used), "{slot:?}");
            }
        }
        self.answers(&log);
        self.none_forgotten(&at).await;
    }

    /// Who holds which slot, event by event: never two, and what is shown is what was planned.
    fn slots(&self, log: &[LoggedSessionEvent]) -> BTreeMap<Slot, (SessionId, Use)> {
        let mut slots: BTreeMap<Slot, (SessionId, Use)> = BTreeMap::new();
        for LoggedSessionEvent { session, event, .. } in log {
            if let SessionEvent::Held { slot, presentation, .. } = event {
                let list = slot.list as usize;
                let planned = self.sample.plan.draw(list, slot.number).record(&self.sample.plan, list);
                assert_eq!(*presentation, planned, "not as planned");
            }
            let own = slots.iter().find(|(_, (holder, _))| holder == session).map(|(slot, _)| *slot);
            match event.slot_effect() {
                Some(SlotEffect::Hold { slot, .. }) => {
                    assert_eq!(own, None, "a second slot for {session:?}");
                    assert_eq!(slots.insert(slot, (*session, Use::Held)), None, "{slot:?} has two holders");
                }
                Some(SlotEffect::Finish) => {
                    let held = slots.get_mut(&own.unwrap()).unwrap();
                    assert_eq!(held.1, Use::Held, "filled twice");
                    held.1 = Use::Finished;
                }
                Some(SlotEffect::Free) => drop(own.map(|slot| slots.remove(&slot))),
                Some(SlotEffect::Fill { .. } | SlotEffect::Move { .. }) => unreachable!("no researcher is here"),
                None => {}
            }
        }
        slots
    }

    /// Every acknowledged answer is there, and none twice in a row.
    fn answers(&self, log: &[LoggedSessionEvent]) {
        let mut given: BTreeMap<(SessionId, u32), Vec<&Answer>> = BTreeMap::new();
        let mut withdrawn = Vec::new();
        for LoggedSessionEvent { session, event, .. } in log {
            if let SessionEvent::Answered { step, answer, .. } = event {
                let before = given.entry((*session, *step)).or_default();
                assert_ne!(before.last(), Some(&answer), "kept twice");
                before.push(answer);
            }
            if *event == SessionEvent::Withdrawn {
                withdrawn.push(*session);
            }
        }
        for (session, page) in &self.acknowledged {
            if withdrawn.contains(session) {
                assert!(!given.contains_key(&(*session, page.step)), "not erased");
                continue;
            }
            for answer in page.answers.iter().map(|given| &given.answer) {
                let kept = given.get(&(*session, page.step)).is_some_and(|answers| answers.contains(&answer));
                assert!(kept, "an acknowledged answer is lost: {session:?} {page:?}");
            }
        }
    }

    /// In the end all who are still at it run out of time, and everything not finished can be had again.
    async fn none_forgotten(&mut self, at: &Collector) {
        let end = self.now + SignedDuration::from_hours(2);
        at.lapse_due(end).await.unwrap();
        let board = at.slot_board().await.unwrap();
        let open: u32 = (0..board.lists()).map(|list| board.wanted_count(list) - board.finished_count(list)).sum();
        assert_eq!((0..board.lists()).map(|list| board.held_count(list)).sum::<u32>(), 0, "held for ever");
        let released = if self.sample.study.lists.wave.is_some() { open.min(1) } else { open };
        for number in 0..released {
            let id = at.arrive(&person(1000 + number), end).await.unwrap().id;
            let mut handled = at.handle(id, Command::Consent, end).await.unwrap();
            while handled.session.assignment.is_none() {
                assert!(matches!(handled.reply, Reply::Show(SessionState::Screening)), "{:?}", handled.reply);
                let command = self.sample.right(&handled.session).unwrap();
                handled = at.handle(id, command, end).await.unwrap();
            }
        }
    }
}

async fn seeds(place: Place, seeds: std::ops::Range<u64>) {
    let samples = samples();
    let store = place.store().await;
    for seed in seeds {
        let (store, sample) = (store.clone(), samples[seed as usize % samples.len()].clone());
        let story = tokio::spawn(async move {
            let mut crowd = Crowd::new(&store, sample, seed).await;
            for _ in 0..MOVES {
                crowd.step().await;
            }
            crowd.check().await;
        });
        if let Err(failure) = story.await {
            panic!("seed {seed}: {failure}");
        }
    }
}

/// How many seeds: so many, or as `REJUDGE_SEEDS` says; 10,000 are the whole proof.
#[expect(clippy::disallowed_methods, reason = "a test is told how long it may take")]
fn seed_count(usually: u64) -> u64 {
    std::env::var("REJUDGE_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(usually)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_doubled_on_sqlite_whatever_crowds_do() {
    seeds(Place::sqlite_in_memory(), 0..seed_count(80)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_doubled_on_postgres_whatever_crowds_do() {
    seeds(Place::postgres(), 100_000..100_000 + seed_count(20)).await;
}
