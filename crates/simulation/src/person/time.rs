//! How long a person takes, and whether they stay.

use rand::RngExt as _;
use rand_distr::{Distribution as _, Exp1, StandardNormal};

use super::Person;
use crate::chance::{Purpose, stream};

/// The time spent on one page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spent {
    /// Looking at it.
    pub active_secs: f64,
    /// Doing something else while it is open; mostly nought.
    pub away_secs: f64,
}

/// Someone leaves before the end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Departure {
    /// The page they leave at, from 0: it is shown to them and not answered.
    pub step: u32,
    /// How they leave.
    pub how: Leaving,
}

/// How someone leaves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Leaving {
    /// They give the list back.
    GivesBack,
    /// They close the page and are not seen again.
    Vanishes,
    /// They close the page and go on from there later.
    ComesBack {
        /// After how long.
        after_secs: f64,
    },
}

impl Person<'_> {
    /// The time spent on a page of a list: log-normal around the person's own pace, longer on the
    /// first pages, and now and then with a long pause (exponential).
    #[must_use]
    pub fn spends(&self, list: u32, step: u32) -> Spent {
        let habits = &self.company.crowd.habits;
        let mut rng = stream(self.company.seed, Purpose::Seconds, &[self.number, list.into(), step.into()]);
        let draw: f64 = StandardNormal.sample(&mut rng);
        let new = 1.0 + 0.5 * fading(step);
        let active_secs = habits.seconds * self.character.pace * new * (habits.seconds_sd * draw).exp();
        let away_secs = if rng.random::<f64>() < habits.pauses {
            let length: f64 = Exp1.sample(&mut rng);
            habits.pause_minutes * 60.0 * length
        } else {
            0.0
        };
        Spent { active_secs, away_secs }
    }

    /// The same for a page around the list: information, instructions, a training question, the closing
    /// questions. `page` tells them apart.
    #[must_use]
    pub fn spends_around(&self, page: u32) -> Spent {
        self.spends(u32::MAX, page)
    }

    /// Whether and where the person leaves a list of so many pages.
    #[must_use]
    pub fn departure(&self, list: u32, steps: u32) -> Option<Departure> {
        let habits = &self.company.crowd.habits;
        let mut rng = stream(self.company.seed, Purpose::Leaving, &[self.number, list.into()]);
        if steps == 0 || rng.random::<f64>() >= habits.leaving {
            return None;
        }
        let step = rng.random_range(0..steps);
        let kind: f64 = rng.random();
        let how = if kind < habits.coming_back {
            let draw: f64 = StandardNormal.sample(&mut rng);
            Leaving::ComesBack { after_secs: 600.0 * draw.exp() }
        } else if kind < habits.coming_back + habits.giving_back {
            Leaving::GivesBack
        } else {
            Leaving::Vanishes
        };
        Some(Departure { step, how })
    }
}

/// How new the work still is on a page: 1 on the first, half of that every five pages.
pub(super) fn fading(step: u32) -> f64 {
    0.5f64.powf(f64::from(step) / 5.0)
}
