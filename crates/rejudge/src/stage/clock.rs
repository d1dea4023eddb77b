//! A clock that runs faster than the one on the wall.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

/// A clock that runs as many times faster as it is told. The server and everyone on stage look at the same one, so
/// that time limits and times spent on a page are what they would be.
pub(crate) struct Clock(RwLock<Running>);

#[derive(Clone, Copy)]
struct Running {
    /// What it showed then.
    showed: Timestamp,
    then: Instant,
    speed: f64,
}

impl Clock {
    /// Shows this time now.
    pub(crate) fn starting(showing: Timestamp, speed: f64) -> Clock {
        Clock(RwLock::new(Running { showed: showing, then: Instant::now(), speed }))
    }

    pub(crate) fn now(&self) -> Timestamp {
        let Running { showed, then, speed } = self.running();
        let passed = SignedDuration::from_millis((then.elapsed().as_secs_f64() * speed * 1e3) as i64);
        showed.checked_add(passed).unwrap_or(showed)
    }

    /// Waits until so many seconds have passed on this clock.
    pub(crate) async fn pass(&self, seconds: f64) {
        let wait = (seconds / self.running().speed).clamp(0.0, 1e6);
        tokio::time::sleep(Duration::from_secs_f64(wait)).await;
    }

    /// From now on it runs like any other clock, and is not behind this time.
    pub(crate) fn run_as_usual(&self, now: Timestamp) {
        let showed = self.now().max(now);
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Running { showed, then: Instant::now(), speed: 1.0 };
    }

    fn running(&self) -> Running {
        *self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_runs_faster_until_it_is_told_to_run_as_usual() {
        let clock = Clock::starting(Timestamp::UNIX_EPOCH, 10_000.0);
        clock.pass(100.0).await;
        let after = clock.now();
        assert!(after.as_second() >= 100, "{after}");
        clock.run_as_usual(Timestamp::UNIX_EPOCH);
        let (one, two) = (clock.now(), clock.now());
        assert!(after <= one && two.duration_since(one).as_secs() < 60, "{one} {two}");
        let later: Timestamp = "2100-01-01T00:00:00Z".parse().unwrap();
        clock.run_as_usual(later);
        assert!(clock.now() >= later);
    }
}
