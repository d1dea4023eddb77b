//! One simulated participant.

mod answer;
mod time;

use rand::RngExt as _;
use rand_distr::{Distribution as _, StandardNormal};

use crate::Company;
use crate::chance::{Purpose, stream};

pub(crate) use answer::Sight;
pub use time::{Departure, Leaving, Spent};

/// One simulated participant. Whatever they are asked, they answer the same when asked again.
#[derive(Debug, Clone)]
pub struct Person<'a> {
    company: &'a Company<'a>,
    /// Which of the company.
    pub number: u64,
    /// What they are like.
    pub character: Character,
}

/// What one person is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Character {
    /// Whether they look at what they answer.
    pub attention: Attention,
    /// How much more lenient than others, in standard deviations between people.
    pub leniency: f64,
    /// How much of the scale they use, as a multiple of what is usual.
    pub stretch: f64,
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

impl<'a> Person<'a> {
    pub(crate) fn new(company: &'a Company<'a>, number: u64) -> Person<'a> {
        let habits = &company.crowd.habits;
        let mut rng = stream(company.seed, Purpose::Person, &[number]);
        let (inattentive, same) = (rng.random::<f64>() < habits.inattentive, rng.random::<f64>() < habits.same_answer);
        let attention = match (inattentive, same) {
            (false, _) => Attention::Attentive,
            (true, false) => Attention::Clicking,
            (true, true) => Attention::SameAnswer,
        };
        let mut normal = || -> f64 { StandardNormal.sample(&mut rng) };
        let hurry = if inattentive { HURRY } else { 1.0 };
        let character = Character {
            attention,
            leniency: normal(),
            stretch: (habits.stretch_sd * normal()).exp(),
            noise: (habits.noise_sd * normal()).exp(),
            pace: hurry * (habits.pace_sd * normal()).exp(),
        };
        Person { company, number, character }
    }
}
