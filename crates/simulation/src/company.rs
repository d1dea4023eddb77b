//! The people of one run, and the outputs they are shown.

use rand_distr::{Distribution as _, StandardNormal};
use study::Study;

use crate::chance::{Purpose, stream};
use crate::{Crowd, Person};

/// Everyone who may come in one run of a study, and how good each output is in their eyes. The same
/// study, crowd and seed give the same company, and a person is the same whoever else comes.
#[derive(Debug, Clone)]
pub struct Company<'a> {
    pub(crate) study: &'a Study,
    pub(crate) crowd: &'a Crowd,
    pub(crate) seed: u64,
    /// By criterion, item and system: how much the output has of what is asked.
    strength: Vec<Vec<Vec<f64>>>,
}

impl<'a> Company<'a> {
    /// Draws how good every output is.
    #[must_use]
    pub fn new(study: &'a Study, crowd: &'a Crowd, seed: u64) -> Company<'a> {
        let strength = (0..study.criteria.len()).map(|criterion| strengths(study, crowd, seed, criterion)).collect();
        Company { study, crowd, seed, strength }
    }

    /// The person with this number. There is always one more.
    #[must_use]
    pub fn person(&self, number: u64) -> Person<'_> {
        Person::new(self, number)
    }

    /// How good the outputs of an item are on a criterion, by system.
    #[must_use]
    pub fn strengths(&self, criterion: usize, item: usize) -> &[f64] {
        self.strength.get(criterion).and_then(|items| items.get(item)).map_or(&[], Vec::as_slice)
    }
}

fn strengths(study: &Study, crowd: &Crowd, seed: u64, criterion: usize) -> Vec<Vec<f64>> {
    let Some(taste) = crowd.tastes.get(criterion) else { return Vec::new() };
    let mut rng = stream(seed, Purpose::Outputs, &[criterion as u64]);
    let mut normal = || -> f64 { StandardNormal.sample(&mut rng) };
    let of_item = |_| {
        let item = taste.items_sd * normal();
        let output = |system: usize| {
            let quality = taste.quality.get(system).copied().unwrap_or(0.0);
            let spread = taste.spread.get(system).copied().unwrap_or(1.0);
            quality + spread * (item + taste.outputs_sd * normal())
        };
        (0..study.systems.len()).map(output).collect()
    };
    (0..study.items.len()).map(of_item).collect()
}
