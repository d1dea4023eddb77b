//! A clock that runs faster than the one on the wall, or jumps to whoever acts next.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

use super::turns::Turns;

/// The time that the server and every simulated participant go by, so that time limits and times spent on a page are what they
/// would be.
pub struct Clock {
    running: RwLock<Running>,
    /// Where people act one at a time.
    turns: Option<Turns>,
}

/// How time passes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pace {
    /// So many times as fast as on the wall.
    Faster(f64),
    /// It stands still while someone acts, and then jumps to the time for which the next one waits.
    Deterministic,
}

#[derive(Clone, Copy)]
struct Running {
    /// What it showed then.
    showed: Timestamp,
    then: Instant,
    speed: f64,
}

impl Clock {
    /// Shows this time now.
    pub fn starting(showing: Timestamp, pace: Pace) -> Clock {
        let (speed, turns) = match pace {
            Pace::Faster(speed) => (speed, None),
            Pace::Deterministic => (0.0, Some(Turns::default())),
        };
        Clock { running: RwLock::new(Running { showed: showing, then: Instant::now(), speed }), turns }
    }

    pub fn now(&self) -> Timestamp {
        let Running { showed, then, speed } = self.running();
        add_seconds(showed, then.elapsed().as_secs_f64() * speed)
    }

    /// Waits until so many seconds have passed on this clock.
    pub(crate) async fn pass(&self, seconds: f64) {
        if let Some(turns) = &self.turns {
            return turns.wait(add_seconds(self.now(), seconds.max(0.0))).await;
        }
        let wait = (seconds / self.running().speed).clamp(0.0, 1e6);
        tokio::time::sleep(Duration::from_secs_f64(wait)).await;
    }

    /// From now on it runs like any other clock, and is not behind this time.
    pub fn run_as_usual(&self, now: Timestamp) {
        self.show(Running { showed: self.now().max(now), then: Instant::now(), speed: 1.0 });
    }

    /// So many people are here.
    pub(crate) fn add_people(&self, people: u64) {
        self.turns.iter().for_each(|turns| turns.add_people(people));
    }

    /// One of them goes.
    pub(crate) fn remove_person(&self) {
        self.turns.iter().for_each(Turns::remove_person);
    }

    /// Where people act one at a time: jumps to the time for which the next one waits, as soon as nobody acts.
    /// Nothing when nobody waits, or when time passes by itself.
    pub(crate) async fn jump(&self) -> Option<Timestamp> {
        let now = self.turns.as_ref()?.next().await?;
        self.show(Running { showed: now, then: Instant::now(), speed: 0.0 });
        Some(now)
    }

    /// Calls the one for whose time it jumped.
    pub(crate) fn call(&self) {
        self.turns.iter().for_each(Turns::call);
    }

    fn running(&self) -> Running {
        *self.running.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self, running: Running) {
        *self.running.write().unwrap_or_else(PoisonError::into_inner) = running;
    }
}

fn add_seconds(than: Timestamp, seconds: f64) -> Timestamp {
    than.checked_add(SignedDuration::from_millis((seconds * 1e3) as i64)).unwrap_or(than)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[tokio::test]
    async fn it_runs_faster_until_it_is_told_to_run_as_usual() {
        let clock = Clock::starting(Timestamp::UNIX_EPOCH, Pace::Faster(10_000.0));
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

    #[tokio::test]
    async fn in_turn_one_acts_at_a_time_in_the_order_of_their_times() {
        let clock = Clock::starting(Timestamp::UNIX_EPOCH, Pace::Deterministic);
        let log = Mutex::new(Vec::new());
        let person = |name: &'static str, waits: [f64; 2]| {
            let (clock, log) = (&clock, &log);
            async move {
                for seconds in waits {
                    clock.pass(seconds).await;
                    let now = clock.now().as_second();
                    // Others would act meanwhile if they were let.
                    tokio::time::sleep(Duration::from_millis(if name == "a" { 20 } else { 1 })).await;
                    log.lock().unwrap().push(format!("{name} {now}"));
                }
                clock.remove_person();
            }
        };
        clock.add_people(2);
        let directing = async {
            while clock.jump().await.is_some() {
                clock.call();
            }
        };
        tokio::join!(person("a", [10.0, 1000.0]), person("b", [20.0, 30.0]), directing);
        assert_eq!(*log.lock().unwrap(), ["a 10", "b 20", "b 50", "a 1010"]);
    }
}
