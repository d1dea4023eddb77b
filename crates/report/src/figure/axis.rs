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
    pub(super) fn position(&self, value: f64) -> f64 {
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

/// The same with both ends, so that a reader sees how long the scale is; marks too near to an end are left out.
#[must_use]
pub(super) fn ticks_with_ends(low: f64, high: f64, wanted: usize) -> Vec<Tick> {
    let span = high - low;
    if !(span.is_finite() && span > 0.0) {
        return Vec::new();
    }
    let near = 0.49 * step(span, wanted);
    let end = |at: f64| {
        let label = if at == 0.0 { "0".to_owned() } else { format!("{}", (at * 1e9).round() / 1e9) };
        Tick { at, label: label.replace('-', "−") }
    };
    let inner = ticks(low, high, wanted).into_iter().filter(|tick| tick.at - low > near && high - tick.at > near);
    std::iter::once(end(low)).chain(inner).chain(std::iter::once(end(high))).collect()
}

/// The range of an axis: the whole scale where it has ends, else what its numbers need.
#[must_use]
pub(super) fn range_of(ends: Option<(f64, f64)>, values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    ends.unwrap_or_else(|| range(values))
}

fn step(span: f64, wanted: usize) -> f64 {
    let rough = span / wanted.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * power >= rough * 0.999).unwrap_or(10.0);
    times * power
}

#[cfg(test)]
mod tests {
    use super::{Scale, range, range_of, ticks, ticks_with_ends};

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
    fn a_scale_shows_its_ends() {
        let labels = |low, high, wanted| -> Vec<String> {
            ticks_with_ends(low, high, wanted).into_iter().map(|tick| tick.label).collect()
        };
        assert_eq!(labels(1.0, 7.0, 4), ["1", "2", "4", "6", "7"]);
        assert_eq!(labels(1.0, 6.8, 3), ["1", "2", "4", "6.8"]);
        assert_eq!(labels(1.0, 4.0, 4), ["1", "2", "3", "4"]);
        assert_eq!(labels(-100.0, 100.0, 5), ["−100", "−50", "0", "50", "100"]);
        assert_eq!(labels(0.0, 0.35, 3), ["0", "0.2", "0.35"]);
        assert_eq!(range_of(Some((1.0, 4.0)), [2.0, 3.5]), (1.0, 4.0));
        assert_eq!(range_of(None, [3.2, 3.9]), (3.2, 4.0));
    }

    #[test]
    fn ranges_hold_their_numbers_and_are_never_empty() {
        assert_eq!(range([3.2, 3.9, f64::INFINITY]), (3.2, 4.0));
        assert_eq!(range([]), (0.0, 1.0));
        let (low, high) = range([7.0, 7.0]);
        assert!(low < 7.0 && high > 7.0);
        let scale = Scale { low, high, start: 10.0, end: 20.0 };
        assert!((scale.position(f64::INFINITY) - 20.0).abs() < 1e-9);
    }
}
