//! What was seen of the server: how long it took, and what went wrong.

use std::collections::BTreeMap;
use std::time::Duration;

/// How long requests took, and what went wrong.
#[derive(Debug, Default)]
pub struct Measurements {
    /// Pages asked for.
    pub pages: Vec<Duration>,
    /// Answers to pages of the list, sent and acknowledged.
    pub submissions: Vec<Duration>,
    /// What went wrong, and how often.
    pub faults: BTreeMap<String, usize>,
}

impl Measurements {
    pub(crate) fn add_fault(&mut self, what: impl Into<String>) {
        *self.faults.entry(what.into()).or_default() += 1;
    }

    pub(crate) fn add(&mut self, other: Measurements) {
        self.pages.extend(other.pages);
        self.submissions.extend(other.submissions);
        for (what, times) in other.faults {
            *self.faults.entry(what).or_default() += times;
        }
    }

    pub fn errors(&self) -> usize {
        self.faults.values().sum()
    }
}

/// A quantile of times, in milliseconds; zero when there are none.
pub fn quantile_ms(times: &[Duration], share: f64) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    let place = ((times.len() as f64 * share).ceil() as usize).saturating_sub(1);
    times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_times_that_were_measured() {
        let times: Vec<Duration> = (1..=100).rev().map(Duration::from_millis).collect();
        let at = |share: f64| quantile_ms(&times, share).round() as i64;
        assert_eq!((at(0.5), at(0.99), at(1.0)), (50, 99, 100));
        assert_eq!(quantile_ms(&[], 0.5).round() as i64, 0);
    }
}
