//! A study in memory: what the store does, without a database.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use session::testing::Sample;
use session::{
    ArrivalChannel, Begin, Command, Decision, DecisionContext, History, ParticipantId, Reply, Session, SessionEvent,
    SessionId, Slot, SlotBoard, SlotEffect, StudyCommand, Use, decide, decide_study,
};

#[derive(Clone)]
pub(crate) struct World {
    pub(crate) sample: Sample,
    pub(crate) now: Timestamp,
    pub(crate) sessions: BTreeMap<SessionId, Session>,
    pub(crate) logs: BTreeMap<SessionId, Vec<(Timestamp, SessionEvent)>>,
    pub(crate) board: SlotBoard,
    /// Who has which slot, and whether they finished.
    pub(crate) slots: BTreeMap<Slot, (SessionId, Use)>,
}

pub(crate) fn id(number: u8) -> SessionId {
    SessionId([number; 16])
}

impl World {
    pub(crate) fn new(sample: Sample) -> World {
        let board = SlotBoard::new(&sample.study, &sample.plan);
        World {
            now: "2026-11-16T09:00:00Z".parse().unwrap(),
            sessions: BTreeMap::new(),
            logs: BTreeMap::new(),
            slots: BTreeMap::new(),
            board,
            sample,
        }
    }

    pub(crate) fn wait_minutes(&mut self, minutes: i64) {
        self.now += SignedDuration::from_mins(minutes);
    }

    /// A new session of a person.
    pub(crate) fn arrive(&mut self, session: SessionId, person: u8) -> Reply {
        let participant = ParticipantId([person; 16]);
        self.act(session, Command::Begin(Begin { participant, how: ArrivalChannel::Prolific }))
    }

    pub(crate) fn decide(&self, session: SessionId, command: Command) -> Decision {
        let nobody = Session::default();
        let of = self.sessions.get(&session).unwrap_or(&nobody);
        let person = if let Command::Begin(begin) = &command { Some(begin.participant) } else { of.participant };
        let same = self.sessions.iter().filter(|(other, of)| **other != session && of.participant == person);
        let history = History { lists: same.filter_map(|(_, of)| Some(of.assignment.as_ref()?.slot.list)).collect() };
        let state = DecisionContext { session: of, slots: &self.board, history: &history };
        decide(&self.sample.study, &self.sample.plan, state, command, self.now).unwrap()
    }

    /// Decides and takes in what happened. No slot may ever have two holders.
    pub(crate) fn act(&mut self, session: SessionId, command: Command) -> Reply {
        let Decision { events, reply } = self.decide(session, command);
        for event in events {
            if let Some(effect) = event.slot_effect() {
                self.change(session, effect);
            }
            self.sessions.entry(session).or_default().apply(self.now, &event);
            self.logs.entry(session).or_default().push((self.now, event));
        }
        reply
    }

    fn change(&mut self, session: SessionId, effect: SlotEffect) {
        let own = self.slots.iter().find(|(_, (holder, _))| *holder == session).map(|(slot, _)| *slot);
        let (slot, now) = match effect {
            SlotEffect::Hold { slot, .. } => (Some(slot), Some(Use::Held)),
            SlotEffect::Fill { slot } => (Some(slot), Some(Use::Finished)),
            SlotEffect::Finish => (Some(own.expect("whoever finishes has a slot")), Some(Use::Finished)),
            SlotEffect::Free => (own, None),
            SlotEffect::Move { .. } => return,
        };
        let Some(slot) = slot else { return };
        assert!(own.is_none_or(|own| own == slot), "{session:?} would have {own:?} and {slot:?}");
        match now {
            Some(used) => {
                if let Some((holder, _)) = self.slots.insert(slot, (session, used)) {
                    assert_eq!(holder, session, "{slot:?} has two holders");
                }
            }
            None => drop(self.slots.remove(&slot)),
        }
        self.board.set(slot, now);
    }

    pub(crate) fn study(&mut self, command: StudyCommand) -> bool {
        match decide_study(self.board.log(), self.board.lists(), command) {
            Some(event) => {
                self.board.apply(&event);
                true
            }
            None => false,
        }
    }

    pub(crate) fn session(&self, session: SessionId) -> &Session {
        &self.sessions[&session]
    }

    /// Does everything right until `until` says stop, or the session is over.
    pub(crate) fn walk(&mut self, session: SessionId, until: impl Fn(&World) -> bool) {
        while !until(self) {
            let Some(command) = self.sample.right(&self.sessions[&session]) else { return };
            self.act(session, command);
        }
    }

    pub(crate) fn log(&self, session: SessionId) -> String {
        self.logs[&session].iter().map(|(_, event)| event.to_json() + "\n").collect()
    }
}
