//! How a made-up person sees a question, for rehearsals.

use rand::RngExt;
use rand_distr::{Distribution, Poisson, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What a made-up person sees of one question.
///
/// The person's impression of an output is `strength + leniency + noise · ε` with a standard normal
/// ε drawn for each output: Thurstone's law of comparative judgment (Psychological Review, 1927),
/// case V when all noise is equal. Ratings cut the impression at evenly spaced thresholds,
/// comparisons order the impressions.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The outputs, in the order shown.
    pub shown: &'a [&'a str],
    /// How much each output has of what the question asks about, in standard deviations between
    /// outputs: more draws higher values and makes being chosen likelier. Nought where absent.
    pub strength: &'a [f64],
    /// Standard deviation of what this person adds by chance.
    pub noise: f64,
    /// How much higher than others this person answers throughout.
    pub leniency: f64,
}

/// Half the width of the scale in standard deviations: the ends of a scale are reached by
/// impressions two standard deviations from its middle.
const REACH: f64 = 2.0;

/// Impressions closer than this are called equal, where "equal" is offered.
pub(super) const SAME: f64 = 0.35;

impl View<'_> {
    /// The person's impression of one output. Always finite.
    pub(super) fn impression(&self, output: usize, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let draw: f64 = StandardNormal.sample(rng);
        let strength = self.strength.get(output).copied().unwrap_or(0.0);
        let impression = strength + self.leniency + self.noise * draw;
        if impression.is_finite() { impression } else { 0.0 }
    }

    /// The impressions of all outputs shown.
    pub(super) fn impressions(&self, rng: &mut Xoshiro256PlusPlus) -> Vec<f64> {
        (0..self.shown.len()).map(|output| self.impression(output, rng)).collect()
    }

    /// Where the impression of the first output falls on a scale from 0 to 1.
    pub(super) fn on_scale(&self, rng: &mut Xoshiro256PlusPlus) -> f64 {
        ((self.impression(0, rng) + REACH) / (2.0 * REACH)).clamp(0.0, 1.0)
    }

    /// A number of things, log-linear in the impression of the first output, with `typical` for an
    /// impression of nought.
    pub(super) fn how_many(&self, typical: f64, rng: &mut Xoshiro256PlusPlus) -> u32 {
        let mean = (typical * (self.impression(0, rng) / 2.0).exp()).clamp(1e-6, 1e6);
        Poisson::new(mean).map_or(0, |poisson| poisson.sample(rng) as u32)
    }
}

/// One of `n` things, each as likely as the others; nought when there are none.
pub(super) fn one_of(n: usize, rng: &mut Xoshiro256PlusPlus) -> usize {
    if n == 0 { 0 } else { rng.random_range(0..n) }
}
