//! What happens to a study as a whole while it runs.

use std::collections::BTreeMap;

use crate::{Author, Door, Event};

/// The fold of the study's own events.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StudyLog {
    /// How many events it is made of.
    pub seq: u32,
    /// Whether people are let in.
    pub door: Door,
    /// Whether a researcher looked at which system is which.
    pub unblinded: bool,
    everywhere: u32,
    by_list: BTreeMap<u32, u32>,
}

/// What a researcher wants to do to the study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StudyCommand {
    /// Want more completions of one list, or of every list.
    AddSlots { list: Option<u32>, count: u32, by: Author },
    /// Let nobody new in for now.
    Pause { by: Author },
    /// Let people in again, also after closing.
    Resume { by: Author },
    /// Let nobody new in any more.
    Close { by: Author },
    /// Look at which system is which.
    Unblind { by: Author, reason: String },
}

impl StudyLog {
    /// How many completions were added to a list.
    #[must_use]
    pub fn extra(&self, list: u32) -> u32 {
        self.everywhere.saturating_add(self.by_list.get(&list).copied().unwrap_or(0))
    }

    /// Takes in one more event.
    pub fn apply(&mut self, event: &Event) {
        self.seq += 1;
        match event {
            Event::SlotsAdded { list: None, count, .. } => self.everywhere = self.everywhere.saturating_add(*count),
            Event::SlotsAdded { list: Some(list), count, .. } => {
                let extra = self.by_list.entry(*list).or_default();
                *extra = extra.saturating_add(*count);
            }
            Event::Paused { .. } => self.door = Door::Paused,
            Event::Resumed { .. } => self.door = Door::Open,
            Event::Closed { .. } => self.door = Door::Closed,
            Event::Unblinded { .. } => self.unblinded = true,
            Event::Arrived { .. }
            | Event::TurnedAway { .. }
            | Event::Consented
            | Event::Declined
            | Event::Screened { .. }
            | Event::ScreenedOut
            | Event::Held { .. }
            | Event::InstructionsRead
            | Event::TrainingAnswered { .. }
            | Event::Answered { .. }
            | Event::Submitted { .. }
            | Event::CheckPassed { .. }
            | Event::CheckFailed { .. }
            | Event::ClosingAnswered { .. }
            | Event::Commented { .. }
            | Event::Finished
            | Event::Failed { .. }
            | Event::Lapsed
            | Event::Returned
            | Event::Withdrawn
            | Event::Reopened { .. }
            | Event::AcceptedLate { .. }
            | Event::Extended { .. }
            | Event::Reissued { .. }
            | Event::Excluded { .. }
            | Event::Included { .. }
            | Event::Flagged { .. }
            | Event::Erased { .. } => {}
        }
    }
}

/// What a researcher's command gives rise to; nothing when it is so already, or when nothing is added.
#[must_use]
pub fn decide_study(log: &StudyLog, lists: u32, command: StudyCommand) -> Option<Event> {
    match command {
        StudyCommand::AddSlots { list, count, by } => {
            let known = list.is_none_or(|list| list < lists);
            (known && count > 0).then_some(Event::SlotsAdded { list, count, by })
        }
        StudyCommand::Pause { by } => (log.door == Door::Open).then_some(Event::Paused { by }),
        StudyCommand::Resume { by } => (log.door != Door::Open).then_some(Event::Resumed { by }),
        StudyCommand::Close { by } => (log.door != Door::Closed).then_some(Event::Closed { by }),
        StudyCommand::Unblind { by, reason } => Some(Event::Unblinded { by, reason }),
    }
}
