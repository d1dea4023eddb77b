//! Who came and who finished, by minutes, hours or days.

use jiff::{SignedDuration, Timestamp};
use live::ledger::SessionView;
use session::Outcome;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The most bars that can be told apart.
const BARS: i64 = 48;

/// The chart's height and width, in its own units.
const HEIGHT: f64 = 100.0;
const WIDTH: f64 = 720.0;

/// Arrivals and completions by stretches of time.
pub(super) struct Arrivals {
    pub(super) bars: Vec<Bar>,
    /// How long one stretch is, in words.
    pub(super) each: String,
    /// The tallest bar.
    pub(super) most: usize,
    /// The same in seconds.
    step: i64,
}

/// One stretch of time.
pub(super) struct Bar {
    pub(super) from: Timestamp,
    pub(super) arrived: usize,
    pub(super) finished: usize,
    /// Where it stands in the chart.
    pub(super) x: f64,
    pub(super) width: f64,
}

impl Arrivals {
    /// From the first arrival to the last event, in the shortest stretches of whole minutes, hours or days that fit.
    pub(super) fn from_sessions(sessions: &[SessionView], now: Timestamp) -> Arrivals {
        let Some(first) = sessions.iter().filter_map(|seen| seen.session.arrived_at).min() else {
            return Arrivals { bars: Vec::new(), each: String::new(), most: 0, step: HOUR };
        };
        let last = sessions.iter().filter_map(|seen| seen.session.last_at).max().unwrap_or(first).min(now).max(first);
        let whole = last.duration_since(first).as_secs() + 1;
        let steps = [5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, DAY];
        let step = steps.into_iter().find(|step| whole / step < BARS);
        let step = step.unwrap_or(DAY * (whole / (DAY * BARS) + 1));
        let start = first.as_second().div_euclid(step) * step;
        let place = |at: Timestamp| ((at.as_second() - start) / step).max(0) as usize;
        let count = place(last) + 1;
        let width = WIDTH / count as f64;
        let mut bars: Vec<Bar> = (0..count)
            .map(|index| Bar {
                from: Timestamp::from_second(start + step * index as i64).unwrap_or(first),
                arrived: 0,
                finished: 0,
                x: width * index as f64,
                width,
            })
            .collect();
        for seen in sessions {
            if let Some(bar) = seen.session.arrived_at.and_then(|at| bars.get_mut(place(at))) {
                bar.arrived += 1;
            }
            let finished = seen.ended_at.filter(|_| seen.session.outcome == Some(Outcome::Finished));
            if let Some(bar) = finished.and_then(|at| bars.get_mut(place(at))) {
                bar.finished += 1;
            }
        }
        let most = bars.iter().map(|bar| bar.arrived.max(bar.finished)).max().unwrap_or(0);
        let each = match step {
            HOUR => "hour".to_owned(),
            DAY => "day".to_owned(),
            step if step < HOUR => format!("{} minutes", step / MINUTE),
            step if step < DAY => format!("{} hours", step / HOUR),
            step => format!("{} days", step / DAY),
        };
        Arrivals { bars, each, most, step }
    }

    /// How high a bar of so many is.
    pub(super) fn height(&self, count: &usize) -> f64 {
        if self.most == 0 { 0.0 } else { HEIGHT * *count as f64 / self.most as f64 }
    }

    /// Where the chart begins, what is in its middle, and where it ends.
    pub(super) fn labels(&self) -> Vec<Timestamp> {
        let (Some(first), Some(last)) = (self.bars.first(), self.bars.last()) else { return Vec::new() };
        let end = last.from.saturating_add(SignedDuration::from_secs(self.step)).unwrap_or(last.from);
        let middle = first.from + end.duration_since(first.from) / 2;
        vec![first.from, middle, end]
    }
}
