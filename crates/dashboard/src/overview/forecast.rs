//! When the study will be full.

use jiff::{SignedDuration, Timestamp};
use session::Intake;

/// Fewer completions say nothing about a rate.
pub(super) const LEAST: usize = 5;

/// The rate is that of this many last completions: recent, and not jumpy.
const RECENT: usize = 20;

/// When the study will be full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Forecast {
    /// It is.
    Full,
    /// Nobody new is let in.
    Shut(Intake),
    /// Too few have finished to say.
    NotEnough { finished: usize },
    /// About then, if it goes on as it went lately; between these two, allowing for chance.
    At { at: Timestamp, early: Timestamp, late: Option<Timestamp> },
}

impl Forecast {
    /// From the times of all completions so far, in order. The last `k` of them came in the time since the first of
    /// these; counted up to now, so that a standstill shows. As arrivals go their number is uncertain by its root
    /// (Poisson), and twice that makes the interval; its late end is open when the rate may as well be nothing.
    pub(super) fn from_completions(finished: &[Timestamp], missing: u32, intake: Intake, now: Timestamp) -> Forecast {
        if missing == 0 {
            return Forecast::Full;
        }
        match intake {
            Intake::Open => {}
            Intake::Paused | Intake::Closed => return Forecast::Shut(intake),
        }
        let recent = &finished[finished.len().saturating_sub(RECENT)..];
        let (Some(first), true) = (recent.first(), recent.len() >= LEAST) else {
            return Forecast::NotEnough { finished: finished.len() };
        };
        let seconds = now.duration_since(*first).as_secs_f64().max(1.0);
        let came = (recent.len() - 1) as f64;
        let after = |count: f64| {
            let wait = f64::from(missing) * seconds / count;
            now.saturating_add(SignedDuration::from_secs(wait.min(1e9) as i64)).unwrap_or(Timestamp::MAX)
        };
        let spread = 2.0 * came.sqrt();
        let late = (came > spread).then(|| after(came - spread));
        Forecast::At { at: after(came), early: after(came + spread), late }
    }

    /// The moment, where one can be said.
    pub(super) fn time(self) -> Option<Timestamp> {
        match self {
            Forecast::At { at, .. } => Some(at),
            Forecast::Full | Forecast::Shut(_) | Forecast::NotEnough { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minute(minutes: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + 60 * minutes).unwrap()
    }

    fn times_every(minutes: i64, count: i64) -> Vec<Timestamp> {
        (0..count).map(|number| minute(number * minutes)).collect()
    }

    #[test]
    fn a_steady_rate_goes_on_and_a_standstill_shows() {
        let forecast = |now: i64| Forecast::from_completions(&times_every(2, 26), 10, Intake::Open, minute(now));
        assert_eq!(forecast(50).time(), Some(minute(50 + 20)), "nineteen came in 38 minutes, ten more take 20");
        assert_eq!(
            forecast(50 + 38).time(),
            Some(minute(50 + 38 + 40)),
            "nobody came for as long again: half the rate"
        );
        let Forecast::At { at: middle, early, late } = forecast(50) else { panic!() };
        assert!(early < middle && late.is_some_and(|late| late > middle));
    }

    #[test]
    fn what_cannot_be_said_is_not_said() {
        let five = times_every(2, 5);
        assert_eq!(
            Forecast::from_completions(&five[..4], 3, Intake::Open, minute(9)),
            Forecast::NotEnough { finished: 4 }
        );
        assert_eq!(Forecast::from_completions(&[], 3, Intake::Open, minute(9)), Forecast::NotEnough { finished: 0 });
        assert_eq!(Forecast::from_completions(&five, 0, Intake::Closed, minute(9)), Forecast::Full);
        assert_eq!(Forecast::from_completions(&five, 3, Intake::Paused, minute(9)), Forecast::Shut(Intake::Paused));
        let open_ended = Forecast::from_completions(&five, 3, Intake::Open, minute(9));
        assert!(matches!(open_ended, Forecast::At { late: None, .. }), "{open_ended:?}");
        let at_once = [minute(0); 9];
        assert!(Forecast::from_completions(&at_once, u32::MAX, Intake::Open, minute(0)).time().is_some());
    }
}
