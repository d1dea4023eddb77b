//! From numbers to places, and the marks along the way.

/// A straight scale from numbers to places on the sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    pub low: f64,
    pub high: f64,
    pub start: f64,
    pub end: f64,
}

/// A mark on an axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    pub at: f64,
    pub label: String,
}

impl Scale {
    /// The place of a number; what lies outside, infinities too, is drawn at the edge.
    #[must_use]
    pub(super) fn at(&self, value: f64) -> f64 {
        let span = self.high - self.low;
        let share = if span > 0.0 { (value.clamp(self.low, self.high) - self.low) / span } else { 0.5 };
        self.start + share * (self.end - self.start)
    }
}

/// The range of some numbers, infinities left out, widened to whole steps: it never has length zero.
#[must_use]
pub(super) fn range(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let finite = values.into_iter().filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    if low > high {
        return (0.0, 1.0);
    }
    let (low, high) = if high - low > 1e-9 * high.abs().max(1e-300) {
        (low, high)
    } else {
        (low - 0.5 * low.abs().max(1.0), high + 0.5 * high.abs().max(1.0))
    };
    let step = step(high - low, 5);
    ((low / step).floor() * step, (high / step).ceil() * step)
}

/// Round marks between two numbers, about `wanted` of them, at 1, 2 or 5 times a power of ten.
#[must_use]
pub(super) fn ticks(low: f64, high: f64, wanted: usize) -> Vec<Tick> {
    let span = high - low;
    if !(span.is_finite() && span > 0.0) {
        return Vec::new();
    }
    let step = step(span, wanted);
    let decimals = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last)
        .map(|k| {
            let at = k as f64 * step;
            Tick { at, label: format!("{at:.decimals$}").replace('-', "−") }
        })
        .collect()
}

fn step(span: f64, wanted: usize) -> f64 {
    let rough = span / wanted.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * power >= rough * 0.999).unwrap_or(10.0);
    times * power
}

#[cfg(test)]
mod tests {
    use super::{Scale, range, ticks};

    fn check(low: f64, high: f64, labels: &[&str]) {
        let found: Vec<String> = ticks(low, high, 5).into_iter().map(|tick| tick.label).collect();
        assert_eq!(found, labels);
    }

    #[test]
    fn marks_are_round() {
        check(1.0, 4.0, &["1", "2", "3", "4"]);
        check(0.0, 0.5, &["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"]);
        check(-100.0, 100.0, &["−100", "−50", "0", "50", "100"]);
        check(2.0, 2.0, &[]);
    }

    #[test]
    fn ranges_hold_their_numbers_and_are_never_empty() {
        assert_eq!(range([3.2, 3.9, f64::INFINITY]), (3.2, 4.0));
        assert_eq!(range([]), (0.0, 1.0));
        let (low, high) = range([7.0, 7.0]);
        assert!(low < 7.0 && high > 7.0);
        let scale = Scale { low, high, start: 10.0, end: 20.0 };
        assert!((scale.at(f64::INFINITY) - 20.0).abs() < 1e-9);
    }
}
