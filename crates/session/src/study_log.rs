//! What happens to a study as a whole while it runs.

use std::collections::BTreeMap;

use crate::{Author, Intake, StudyEvent};

/// The fold of the study's own events.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StudyLog {
    /// How many events it is made of.
    pub seq: u32,
    /// Whether people are let in.
    pub intake: Intake,
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
    pub fn apply(&mut self, event: &StudyEvent) {
        self.seq += 1;
        match event {
            StudyEvent::SlotsAdded { list: None, count, .. } => {
                self.everywhere = self.everywhere.saturating_add(*count)
            }
            StudyEvent::SlotsAdded { list: Some(list), count, .. } => {
                let extra = self.by_list.entry(*list).or_default();
                *extra = extra.saturating_add(*count);
            }
            StudyEvent::Paused { .. } => self.intake = Intake::Paused,
            StudyEvent::Resumed { .. } => self.intake = Intake::Open,
            StudyEvent::Closed { .. } => self.intake = Intake::Closed,
            StudyEvent::Unblinded { .. } => self.unblinded = true,
        }
    }
}

/// What a researcher's command gives rise to; nothing when it is so already, or when nothing is added.
#[must_use]
pub fn decide_study(log: &StudyLog, lists: u32, command: StudyCommand) -> Option<StudyEvent> {
    match command {
        StudyCommand::AddSlots { list, count, by } => {
            let known = list.is_none_or(|list| list < lists);
            (known && count > 0).then_some(StudyEvent::SlotsAdded { list, count, by })
        }
        StudyCommand::Pause { by } => (log.intake == Intake::Open).then_some(StudyEvent::Paused { by }),
        StudyCommand::Resume { by } => (log.intake != Intake::Open).then_some(StudyEvent::Resumed { by }),
        StudyCommand::Close { by } => (log.intake != Intake::Closed).then_some(StudyEvent::Closed { by }),
        StudyCommand::Unblind { by, reason } => Some(StudyEvent::Unblinded { by, reason }),
    }
}
