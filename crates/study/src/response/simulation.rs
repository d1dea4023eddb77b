//! How a made-up person sees a question, for rehearsals.

use rand::RngExt;
use rand_distr::{Distribution, Gumbel, Poisson, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What a made-up person sees of one question.
///
/// The person's impression of an output is `strength + leniency + noise · ε`, with an ε of standard
/// deviation 1 drawn for each output. Where an output is judged alone ε is normal, and ratings cut
/// the impression at evenly spaced thresholds. Where outputs are compared ε is Gumbel: then choices
/// follow Bradley and Terry's model (Biometrika 39, 1952), with Rao and Kupper's ties (JASA 62, 1967)
/// where impressions closer than `same` are called equal, and orders that of Plackett and Luce, all
/// with log strengths of `strength · π / (√6 · noise)` (Yellott, J. Math. Psychology 15, 1977).
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The outputs, in the order shown.
    pub shown: &'a [&'a str],
    /// How much each output has of what the question asks about, in standard deviations between
    /// outputs: more draws higher values and makes being chosen likelier. Zero where absent.
    pub strength: &'a [f64],
    /// Standard deviation of what this person adds by chance.
    pub noise: f64,
    /// How much higher than others this person answers throughout.
    pub leniency: f64,
    /// Impressions closer than this are called equal, where "equal" is offered.
    pub same: f64,
}

/// Half the width of the scale in standard deviations: the ends of a scale are reached by
/// impressions two standard deviations from its middle.
const REACH: f64 = 2.0;

/// Standard deviation of Gumbel's distribution with scale 1: π / √6.
const GUMBEL_SD: f64 = 1.282_549_830_161_864;

impl View<'_> {
    /// Usual people before outputs of which nothing is known.
    #[must_use]
    pub fn unknown<'a>(shown: &'a [&'a str]) -> View<'a> {
        View { shown, strength: &[], noise: 1.0, leniency: 0.0, same: 0.35 }
    }

    /// The person's impression of one output. Always finite.
    pub(super) fn impression(&self, output: usize, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let draw: f64 = StandardNormal.sample(rng);
        self.perceive(output, draw)
    }

    /// The person's impression of one output beside others. Always finite.
    pub(super) fn relative_impression(&self, output: usize, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let draw = Gumbel::new(0.0, 1.0 / GUMBEL_SD).map_or(0.0, |gumbel| gumbel.sample(rng));
        self.perceive(output, draw)
    }

    fn perceive(&self, output: usize, draw: f64) -> f64 {
        let strength = self.strength.get(output).copied().unwrap_or(0.0);
        let impression = strength + self.leniency + self.noise * draw;
        if impression.is_finite() { impression } else { 0.0 }
    }

    /// The impressions of all outputs shown, beside one another.
    pub(super) fn impressions(&self, rng: &mut Xoshiro256PlusPlus) -> Vec<f64> {
        (0..self.shown.len()).map(|output| self.relative_impression(output, rng)).collect()
    }

    /// Where the impression of the first output falls on a scale from 0 to 1.
    pub(super) fn on_scale(&self, rng: &mut Xoshiro256PlusPlus) -> f64 {
        ((self.impression(0, rng) + REACH) / (2.0 * REACH)).clamp(0.0, 1.0)
    }

    /// A number of things, log-linear in the impression of the first output, with `typical` for an
    /// impression of zero.
    pub(super) fn how_many(&self, typical: f64, rng: &mut Xoshiro256PlusPlus) -> u32 {
        let mean = (typical * (self.impression(0, rng) / 2.0).exp()).clamp(1e-6, 1e6);
        Poisson::new(mean).map_or(0, |poisson| poisson.sample(rng) as u32)
    }
}

/// One of `n` things, each as likely as the others; zero when there are none.
pub(super) fn one_of(n: usize, rng: &mut Xoshiro256PlusPlus) -> usize {
    if n == 0 { 0 } else { rng.random_range(0..n) }
}
