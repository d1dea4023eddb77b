//! Designs for which theory says what must come out.

mod recovered;

pub use recovered::{Recovered, of_crowd, recovered};

use study::Study;
use study::claim::{Condition, Rule};
use study::file::{Correction, TestName};
use study::response::{Response, Slider};

use crate::mill::{Runs, Setup};
use crate::{Crowd, Design, Taste};

/// A study of two systems on a fine scale with steady people who all look: everything that could stand
/// between a test and its theory is left out, unless it is put in here.
#[derive(Debug, Clone, PartialEq)]
pub struct Plain {
    /// The test.
    pub test: TestName,
    /// How far the first system is ahead, in standard deviations of noise.
    pub d: f64,
    /// Items.
    pub items: usize,
    /// People per question, all of whom see all items.
    pub completions: u32,
    /// How much items differ; the noise is 0.4.
    pub items_sd: f64,
    /// How much single outputs differ beyond that.
    pub outputs_sd: f64,
    /// How much people differ in leniency.
    pub leniency_sd: f64,
}

/// How often a test of two systems said something at the level of 0.05.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    /// That the first is ahead.
    pub ahead: f64,
    /// That one of the two is.
    pub either: f64,
}

/// Small beside the scale, so that nothing is cut off at its ends.
const NOISE: f64 = 0.4;

impl Plain {
    /// Nothing but noise.
    #[must_use]
    pub fn new(test: TestName) -> Plain {
        Plain { test, d: 0.0, items: 40, completions: 2, items_sd: 0.0, outputs_sd: 0.0, leniency_sd: 0.0 }
    }

    /// A study with one criterion in this form, and its crowd. The first two systems are kept; one
    /// claim says that the first is above the second, the other the reverse.
    #[must_use]
    pub fn applied(&self, study: &Study) -> (Study, Crowd) {
        let mut plain = study.clone();
        plain.systems.truncate(2);
        plain.criteria.truncate(1);
        plain.items.iter_mut().for_each(|item| item.outputs.truncate(2));
        plain.criteria[0].response = Response::Slider(slider());
        plain.analysis.exclude.clear();
        plain.analysis.comparisons = None;
        let rule = Rule::Significant { test: self.test, correction: Correction::None, alpha: 0.05 };
        let claim = study.claims.first().cloned();
        plain.claims = [(0, 1), (1, 0)]
            .into_iter()
            .filter_map(|(system, other)| {
                let holds_if = Some(Condition::Above { system, others: vec![other], criterion: 0, by: None });
                Some(study::claim::Claim { holds_if, rule, ..claim.clone()? })
            })
            .collect();
        plain = Design { items: self.items, completions: self.completions }.applied(&plain);
        plain.participants.lists_each = 10_000;
        let mut crowd = Crowd::plausible(&plain);
        let habits = &mut crowd.habits;
        (habits.stretch_sd, habits.noise_sd, habits.inattentive, habits.leaving) = (0.0, 0.0, 0.0, 0.0);
        crowd.tastes = vec![Taste {
            quality: vec![0.5 * self.d * NOISE, -0.5 * self.d * NOISE],
            spread: vec![1.0; 2],
            items_sd: self.items_sd,
            outputs_sd: self.outputs_sd,
            leniency_sd: self.leniency_sd,
            noise: NOISE,
            same: 0.0,
            side: 0.0,
            drift: 0.0,
            learning: 0.0,
        }];
        (plain, crowd)
    }
}

fn slider() -> Slider {
    Slider { minimum: 0.0, maximum: 100.0, step: Some(0.01), low: None, high: None }
}

/// How often the test says something about a plain study.
///
/// The study given lends its texts and its plan; it must have two systems and a claim, and let one person
/// see an item more than once. Where it cannot be planned the rates are nought.
#[must_use]
pub fn rates(study: &Study, plain: &Plain, runs: Runs) -> Rates {
    let (study, crowd) = plain.applied(study);
    let Ok(setup) = Setup::new(study) else { return Rates { ahead: 0.0, either: 0.0 } };
    let milled = setup.mill(&crowd, runs, &|| {});
    let share = |claim: usize| milled.chance(claim).value;
    Rates { ahead: share(0), either: share(0) + share(1) }
}
