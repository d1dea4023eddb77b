//! The people of one run, and the outputs they are shown.

use rand_distr::{Distribution as _, StandardNormal};
use study::Study;

use crate::random::{Purpose, stream};
use crate::{Rater, RaterModel};

/// Everyone who may come in one run of a study, and how good each output is in their eyes. The same
/// study, raters and seed give the same population, and a rater is the same whoever else comes.
#[derive(Debug, Clone)]
pub struct Population<'a> {
    pub(crate) study: &'a Study,
    pub(crate) raters: &'a RaterModel,
    pub(crate) seed: u64,
    /// By criterion, item and system: how much the output has of what is asked.
    strength: Vec<Vec<Vec<f64>>>,
}

impl<'a> Population<'a> {
    /// Draws how good every output is.
    #[must_use]
    pub fn new(study: &'a Study, raters: &'a RaterModel, seed: u64) -> Population<'a> {
        let strength = (0..study.criteria.len()).map(|criterion| strengths(study, raters, seed, criterion)).collect();
        Population { study, raters, seed, strength }
    }

    /// The rater with this number. There is always one more.
    #[must_use]
    pub fn rater(&self, number: u64) -> Rater<'_> {
        Rater::new(self, number)
    }

    /// How good the outputs of an item are on a criterion, by system.
    #[must_use]
    pub fn strengths(&self, criterion: usize, item: usize) -> &[f64] {
        self.strength.get(criterion).and_then(|items| items.get(item)).map_or(&[], Vec::as_slice)
    }
}

fn strengths(study: &Study, raters: &RaterModel, seed: u64, criterion: usize) -> Vec<Vec<f64>> {
    let Some(model) = raters.criteria.get(criterion) else { return Vec::new() };
    let mut rng = stream(seed, Purpose::Outputs, &[criterion as u64]);
    let mut normal = || -> f64 { StandardNormal.sample(&mut rng) };
    let of_item = |_| {
        let item = model.items_sd * normal();
        let output = |system: usize| {
            let quality = model.quality.get(system).copied().unwrap_or(0.0);
            let variability = model.variability.get(system).copied().unwrap_or(1.0);
            quality + variability * (item + model.outputs_sd * normal())
        };
        (0..study.systems.len()).map(output).collect()
    };
    (0..study.items.len()).map(of_item).collect()
}
