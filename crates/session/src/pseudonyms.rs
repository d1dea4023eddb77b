//! What people are called in files.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::{ParticipantId, Session};

/// What people are called in files: `p0001` and so on, in the order in which they came. Whoever never had a slot is in
/// no file and has no name there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pseudonyms {
    /// From 0.
    numbers: HashMap<ParticipantId, u32>,
}

impl Pseudonyms {
    /// The names of those whose sessions these are: all sessions of a study.
    #[must_use]
    pub fn from_sessions<'a>(sessions: impl IntoIterator<Item = &'a Session>) -> Pseudonyms {
        let held = sessions.into_iter().filter(|session| session.assignment.is_some());
        Pseudonyms::of_arrivals(held.filter_map(|session| Some((session.arrived_at, session.participant?))).collect())
    }

    /// The names of those who had a slot and came at these times.
    #[must_use]
    pub fn of_arrivals(mut came: Vec<(Option<Timestamp>, ParticipantId)>) -> Pseudonyms {
        came.sort_unstable();
        let mut numbers = HashMap::new();
        for (_, participant) in came {
            let next = numbers.len() as u32;
            numbers.entry(participant).or_insert(next);
        }
        Pseudonyms { numbers }
    }

    /// The number of a person, from 0.
    #[must_use]
    pub fn number(&self, participant: ParticipantId) -> Option<u32> {
        self.numbers.get(&participant).copied()
    }

    /// The name of a person.
    #[must_use]
    pub fn name(&self, participant: ParticipantId) -> Option<String> {
        self.number(participant).map(name)
    }

    /// Every name, in the order of the numbers.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        (0..self.numbers.len() as u32).map(name).collect()
    }
}

fn name(number: u32) -> String {
    format!("p{:04}", number + 1)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use plan::RecordedPresentation;

    use super::Pseudonyms;
    use crate::{ArrivalChannel, ParticipantId, Session, SessionEvent, Slot};

    fn session(person: u8, at: i64, slot: Option<u32>) -> Session {
        let at = Timestamp::from_second(at).unwrap();
        let came = SessionEvent::Arrived { participant: ParticipantId([person; 16]), how: ArrivalChannel::Open };
        let held = slot.map(|number| SessionEvent::Held {
            slot: Slot { list: 0, number },
            until: None,
            presentation: RecordedPresentation::Ids(Vec::new()),
        });
        Session::from_events([Some(came), held].iter().flatten().map(|event| (at, event)))
    }

    #[test]
    fn people_are_named_in_the_order_in_which_they_came_and_once() {
        let sessions =
            [session(7, 30, Some(1)), session(9, 10, None), session(3, 20, Some(0)), session(7, 15, Some(2))];
        let found = Pseudonyms::from_sessions(&sessions);
        assert_eq!(found.names(), ["p0001", "p0002"]);
        let of = |person: u8| found.name(ParticipantId([person; 16]));
        assert_eq!((of(7).as_deref(), of(3).as_deref(), of(9)), (Some("p0001"), Some("p0002"), None));
    }
}
