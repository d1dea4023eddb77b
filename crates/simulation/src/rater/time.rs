//! How long a rater takes, and whether they stay.

use rand::RngExt as _;
use rand_distr::{Distribution as _, Exp1, StandardNormal};

use super::Rater;
use crate::random::{Purpose, stream};

/// The time spent on one page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PageTime {
    /// Looking at it.
    pub active_secs: f64,
    /// Doing something else while it is open; mostly zero.
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

impl Rater<'_> {
    /// The time spent on a page of a list: log-normal around the rater's own pace, longer on the
    /// first pages, and now and then with a long pause (exponential).
    #[must_use]
    pub fn time_on(&self, list: u32, step: u32) -> PageTime {
        let behaviour = &self.population.raters.behaviour;
        let mut rng = stream(self.population.seed, Purpose::Seconds, &[self.number, list.into(), step.into()]);
        let draw: f64 = StandardNormal.sample(&mut rng);
        let active_secs =
            behaviour.seconds * self.traits.pace * Rater::slowness(step) * (behaviour.seconds_sd * draw).exp();
        // Nobody sends a page the moment it lets them.
        let least = self.population.study.least_time_secs.map_or(0.0, |least| least as f64 + 0.1);
        let away_secs = if rng.random::<f64>() < behaviour.pauses {
            let length: f64 = Exp1.sample(&mut rng);
            behaviour.pause_minutes * 60.0 * length
        } else {
            0.0
        };
        PageTime { active_secs: active_secs.max(least), away_secs }
    }

    /// How much longer a page takes while the work is new.
    pub(crate) fn slowness(step: u32) -> f64 {
        1.0 + 0.5 * fading(step)
    }

    /// The same for a page around the list: information, instructions, a training question, the closing
    /// questions. `page` tells them apart.
    #[must_use]
    pub fn time_around(&self, page: u32) -> PageTime {
        self.time_on(u32::MAX, page)
    }

    /// Whether and where the rater leaves a list of so many pages.
    #[must_use]
    pub fn departure(&self, list: u32, steps: u32) -> Option<Departure> {
        let behaviour = &self.population.raters.behaviour;
        let mut rng = stream(self.population.seed, Purpose::Leaving, &[self.number, list.into()]);
        if steps == 0 || rng.random::<f64>() >= behaviour.leaving {
            return None;
        }
        let step = rng.random_range(0..steps);
        let kind: f64 = rng.random();
        let how = if kind < behaviour.coming_back {
            let draw: f64 = StandardNormal.sample(&mut rng);
            Leaving::ComesBack { after_secs: 600.0 * draw.exp() }
        } else if kind < behaviour.coming_back + behaviour.giving_back {
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
