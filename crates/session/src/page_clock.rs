//! What the server saw of the time that pages took. A browser can tell anything, and times decide about money.

use jiff::Timestamp;

use crate::{SessionEvent, Timing};

/// The server's clock over the pages of one session: when the page at hand could first be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PageClock {
    since: Option<Timestamp>,
    /// How long the page before took.
    before_ms: u64,
}

impl PageClock {
    /// How much time has passed since the page at hand could first be shown.
    #[must_use]
    pub fn passed_ms(&self, at: Timestamp) -> u64 {
        let passed = self.since.map_or(0, |since| at.duration_since(since).as_millis());
        u64::try_from(passed).unwrap_or_default()
    }

    /// The same where several pages are sent with one form: each has the time of the form.
    #[must_use]
    pub fn form_ms(&self, at: Timestamp) -> u64 {
        if self.is_at(at) { self.before_ms } else { self.passed_ms(at) }
    }

    /// Whether the page before was sent at this moment.
    #[must_use]
    pub fn is_at(&self, at: Timestamp) -> bool {
        self.since == Some(at)
    }

    /// Takes in one more event: after some of them another page is shown.
    pub fn apply(&mut self, at: Timestamp, event: &SessionEvent) {
        if event.shows_another_page() && !self.is_at(at) {
            self.before_ms = self.passed_ms(at);
            self.since = Some(at);
        }
    }
}

impl Timing {
    /// The same, with no time longer than what passed on the server.
    #[must_use]
    pub fn capped_at(&self, passed_ms: u64) -> Timing {
        let bounded = |reported: Option<u64>| reported.map(|reported| reported.min(passed_ms));
        Timing {
            shown_ms: bounded(self.shown_ms),
            active_ms: bounded(self.active_ms),
            first_action_ms: bounded(self.first_action_ms),
            hidden_ms: bounded(self.hidden_ms),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::PageClock;
    use crate::{SessionEvent, Timing};

    #[test]
    fn no_time_is_longer_than_what_passed_on_the_server() {
        let at = |seconds: i64| Timestamp::UNIX_EPOCH + SignedDuration::from_secs(seconds);
        let reported = Timing { active_ms: Some(u64::MAX), shown_ms: Some(500), ..Timing::default() };
        let sent = |step| SessionEvent::Submitted { step, timing: reported };
        let mut clock = PageClock::default();
        assert_eq!(reported.capped_at(clock.passed_ms(at(9))).active_ms, Some(0), "nothing was shown yet");
        clock.apply(at(10), &SessionEvent::InstructionsRead);
        clock.apply(at(11), &SessionEvent::Consented);
        let bounded = reported.capped_at(clock.passed_ms(at(13)));
        assert_eq!((bounded.active_ms, bounded.shown_ms), (Some(3_000), Some(500)));
        clock.apply(at(13), &sent(0));
        assert_eq!((clock.passed_ms(at(13)), clock.form_ms(at(13))), (0, 3_000), "the next page of the same form");
        clock.apply(at(13), &sent(1));
        assert_eq!((clock.form_ms(at(13)), clock.passed_ms(at(20))), (3_000, 7_000));
        assert_eq!(clock.passed_ms(at(12)), 0, "a clock that went back");
    }
}
