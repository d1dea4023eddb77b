//! How long it takes, against what was expected, and what an hour really pays.

use plan::Money;
use session::Outcome;
use stats::describe::median;
use study::file::Payment;

use crate::SessionView;

/// How long it takes those who finish.
pub struct Times {
    /// The median of the time in use, over those whose browsers reported it.
    pub active_ms: Option<u64>,
    /// Over how many that is.
    pub reported_count: usize,
    /// The median of the time from the slot to the end.
    pub whole_ms: Option<u64>,
    /// What the study file expects.
    pub estimate_ms: Option<u64>,
    /// What an hour pays at the median time in use.
    pub per_hour: Option<Money>,
    /// What an hour is to pay at least.
    pub floor: Option<Money>,
}

impl Times {
    pub fn from_sessions(payment: Option<&Payment>, sessions: &[SessionView]) -> Times {
        let finished = || sessions.iter().filter(|seen| seen.session.outcome == Some(Outcome::Finished));
        let reported_count = finished().filter_map(SessionView::active_ms).count();
        let active_ms = median_ms(finished().filter_map(SessionView::active_ms));
        let hours = |ms: u64| ms as f64 / 3_600_000.0;
        let paid = payment.and_then(|payment| {
            let estimate = payment.estimated_minutes / 60.0;
            payment.amount.or(payment.floor_per_hour.map(|floor| floor * estimate))
        });
        let per_hour = match (active_ms.filter(|ms| *ms > 0), paid, payment) {
            (Some(ms), Some(paid), Some(payment)) => Some(Money::rounded_up(paid / hours(ms), &payment.currency)),
            (_, _, None) | (_, None, _) | (None, _, _) => None,
        };
        Times {
            active_ms,
            reported_count,
            whole_ms: median_ms(finished().filter_map(SessionView::elapsed_ms)),
            estimate_ms: payment.map(|payment| (payment.estimated_minutes * 60_000.0) as u64),
            per_hour,
            floor: payment.and_then(|payment| Some(Money::rounded_up(payment.floor_per_hour?, &payment.currency))),
        }
    }

    /// Whether an hour pays less than it is to pay.
    pub fn below_floor(&self) -> bool {
        self.per_hour.as_ref().zip(self.floor.as_ref()).is_some_and(|(paid, floor)| paid.coins < floor.coins)
    }
}

fn median_ms(times: impl Iterator<Item = u64>) -> Option<u64> {
    let times: Vec<f64> = times.map(|ms| ms as f64).collect();
    median(&times).ok().map(|ms| ms.round() as u64)
}
