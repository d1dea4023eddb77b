//! One simulated rater.

mod answer;
mod remark;
mod time;

use rand::RngExt as _;
use rand_distr::{Distribution as _, StandardNormal};

use crate::random::{Purpose, stream};
use crate::{CriterionModel, Population};

pub(crate) use answer::ShownOutputs;
pub use time::{Departure, Leaving, PageTime};

/// One simulated rater. Whatever they are asked, they answer the same when asked again.
#[derive(Debug, Clone)]
pub struct Rater<'a> {
    population: &'a Population<'a>,
    /// Which of the population.
    pub number: u64,
    /// What they are like.
    pub traits: Traits,
    /// By criterion and system: how much more they like its outputs than others do.
    tastes: Vec<Vec<f64>>,
}

/// What one rater is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Traits {
    /// Whether they look at what they answer.
    pub attention: Attention,
    /// How much more lenient than others, in standard deviations between people.
    pub leniency: f64,
    /// How much of the scale they use, as a multiple of what is usual.
    pub scale_use: f64,
    /// How much chance is in their answers, as a multiple of what is usual.
    pub noise: f64,
    /// How long they take, as a multiple of what is usual.
    pub pace: f64,
}

/// Whether someone looks at what they answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attention {
    /// They look.
    Attentive,
    /// They click anywhere.
    Clicking,
    /// They always give the same answer.
    SameAnswer,
}

/// How much faster those are who do not look.
const HURRY: f64 = 0.35;

impl<'a> Rater<'a> {
    pub(crate) fn new(population: &'a Population<'a>, number: u64) -> Rater<'a> {
        let behaviour = &population.raters.behaviour;
        let mut rng = stream(population.seed, Purpose::Rater, &[number]);
        let (inattentive, same) =
            (rng.random::<f64>() < behaviour.inattentive, rng.random::<f64>() < behaviour.same_answer);
        let attention = match (inattentive, same) {
            (false, _) => Attention::Attentive,
            (true, false) => Attention::Clicking,
            (true, true) => Attention::SameAnswer,
        };
        let mut normal = || -> f64 { StandardNormal.sample(&mut rng) };
        let hurry = if inattentive { HURRY } else { 1.0 };
        let traits = Traits {
            attention,
            leniency: normal(),
            scale_use: (behaviour.scale_use_sd * normal()).exp(),
            noise: (behaviour.noise_sd * normal()).exp(),
            pace: hurry * (behaviour.pace_sd * normal()).exp(),
        };
        let tastes = tastes(population, number);
        Rater { population, number, traits, tastes }
    }
}

fn tastes(population: &Population<'_>, number: u64) -> Vec<Vec<f64>> {
    let mut rng = stream(population.seed, Purpose::Taste, &[number]);
    let mut normal = || -> f64 { StandardNormal.sample(&mut rng) };
    let systems = population.study.systems.len();
    let of_criterion = |model: &CriterionModel| (0..systems).map(|_| model.taste_sd * normal()).collect();
    population.raters.criteria.iter().map(of_criterion).collect()
}
