//! Who came and who finished, hour by hour or day by day.

use jiff::{SignedDuration, Timestamp};
use session::Outcome;

use crate::dashboard::ledger::Seen;

const HOUR: i64 = 3600;
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
    days: bool,
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
    /// From the first arrival to now, in the shortest stretches of whole hours or days that fit.
    pub(super) fn of(sessions: &[Seen], now: Timestamp) -> Arrivals {
        let Some(first) = sessions.iter().filter_map(|seen| seen.session.arrived_at).min() else {
            return Arrivals { bars: Vec::new(), each: String::new(), most: 0, days: false };
        };
        let last = sessions.iter().filter_map(|seen| seen.session.last_at).max().unwrap_or(first).min(now).max(first);
        let whole = last.duration_since(first).as_secs() + 1;
        let step = [HOUR, 3 * HOUR, 6 * HOUR, DAY].into_iter().find(|step| whole / step < BARS);
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
            step if step < DAY => format!("{} hours", step / HOUR),
            step => format!("{} days", step / DAY),
        };
        Arrivals { bars, each, most, days: step >= DAY }
    }

    /// How high a bar of so many is.
    pub(super) fn height(&self, count: &usize) -> f64 {
        if self.most == 0 { 0.0 } else { HEIGHT * *count as f64 / self.most as f64 }
    }

    /// When a stretch begins, in words.
    pub(super) fn label(&self, bar: &Bar) -> String {
        bar.from.strftime(if self.days { "%-d %b" } else { "%-d %b %H:%M" }).to_string()
    }

    /// Under which bars there is room for words.
    pub(super) fn labelled(&self, index: &usize) -> bool {
        index.is_multiple_of(self.bars.len().div_ceil(6).max(1))
    }

    /// When the last stretch ends.
    pub(super) fn until(&self) -> Option<Timestamp> {
        let [first, second, ..] = &self.bars[..] else { return None };
        let each: SignedDuration = second.from.duration_since(first.from);
        self.bars.last()?.from.saturating_add(each).ok()
    }
}
