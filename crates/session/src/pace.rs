//! Breaks, and the least time that a page is open.

use jiff::Timestamp;
use study::Study;
use study::file::Pages;

use crate::{Session, SessionState};

impl Session {
    /// The step before which a break is offered now. It is a page between two others and holds nobody up: what is sent from the
    /// step behind it counts.
    #[must_use]
    pub fn break_due(&self, study: &Study) -> Option<u32> {
        let SessionState::Step(step) = self.state(study) else { return None };
        let every = study.lists.break_after.filter(|every| *every > 0)?;
        (step > 0 && step.is_multiple_of(every) && !self.breaks.contains_key(&step)).then_some(step)
    }

    /// How long they rested in all.
    #[must_use]
    pub fn rested_ms(&self) -> u64 {
        self.breaks.values().sum()
    }

    /// How many seconds a page must still be open before it can be sent, by the server's clock. A page that was sent before can
    /// be sent again at once.
    #[must_use]
    pub fn seconds_to_wait(&self, study: &Study, step: u32, now: Timestamp) -> u64 {
        let Some(least) = study.least_time_secs.filter(|_| study.lists.pages == Pages::One) else { return 0 };
        if self.submitted.contains(&step) || self.outcome.is_some() {
            return 0;
        }
        (least * 1000).saturating_sub(self.clock.passed_ms(now)).div_ceil(1000)
    }
}
