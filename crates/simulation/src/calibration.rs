//! Designs for which theory gives the result.

mod recovery;

pub use recovery::{ParameterRecovery, recover, recover_with};

use study::Study;
use study::claim::{Condition, Rule};
use study::file::{Correction, TestName};
use study::response::{Response, Slider};

use crate::runs::{Runs, Setup};
use crate::{CriterionModel, Design, RaterModel};

/// A study of two systems on a fine scale with steady people who all look: everything that could stand
/// between a test and its theory is left out, unless it is put in here.
#[derive(Debug, Clone, PartialEq)]
pub struct PlainDesign {
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
    /// How much people differ in their taste for systems.
    pub taste_sd: f64,
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

impl PlainDesign {
    /// Nothing but noise.
    #[must_use]
    pub fn new(test: TestName) -> PlainDesign {
        PlainDesign {
            test,
            d: 0.0,
            items: 40,
            completions: 2,
            items_sd: 0.0,
            outputs_sd: 0.0,
            leniency_sd: 0.0,
            taste_sd: 0.0,
        }
    }

    /// A study with one criterion in this form, and its raters. The first two systems are kept; one
    /// claim says that the first is above the second, the other the reverse.
    #[must_use]
    pub fn apply_to(&self, study: &Study) -> (Study, RaterModel) {
        let mut plain = study.clone();
        plain.systems.truncate(2);
        plain.criteria.truncate(1);
        plain.parts.truncate(1);
        plain.parts[0].criteria = vec![0];
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
        plain = Design { items: self.items, completions: self.completions }.apply_to(&plain);
        plain.participants.lists_each = 10_000;
        let mut raters = RaterModel::with_defaults(&plain);
        let behaviour = &mut raters.behaviour;
        (behaviour.scale_use_sd, behaviour.noise_sd, behaviour.inattentive, behaviour.leaving) = (0.0, 0.0, 0.0, 0.0);
        raters.criteria = vec![CriterionModel {
            quality: vec![0.5 * self.d * NOISE, -0.5 * self.d * NOISE],
            variability: vec![1.0; 2],
            items_sd: self.items_sd,
            outputs_sd: self.outputs_sd,
            leniency_sd: self.leniency_sd,
            taste_sd: self.taste_sd,
            noise: NOISE,
            same: 0.0,
            side: 0.0,
            drift: 0.0,
            learning: 0.0,
        }];
        (plain, raters)
    }
}

fn slider() -> Slider {
    Slider { minimum: 0.0, maximum: 100.0, step: Some(0.01), low: None, high: None }
}

/// How often the test says something about a plain study.
///
/// The study given lends its texts and its plan; it must have two systems and a claim, and let one rater
/// see an item more than once. Where it cannot be planned the rates are zero.
#[must_use]
pub fn rates(study: &Study, plain: &PlainDesign, runs: Runs) -> Rates {
    let (study, raters) = plain.apply_to(study);
    let Ok(setup) = Setup::new(study) else { return Rates { ahead: 0.0, either: 0.0 } };
    let made = setup.simulate(&raters, runs, &|| {});
    let share = |claim: usize| made.confirmed_share(claim).value;
    Rates { ahead: share(0), either: share(0) + share(1) }
}
