//! Which of two systems is better: the analyses that decide.
//!
//! Judgements of one output share its quality, judgements of one rater their taste for a system. A test that
//! takes them for independent finds differences that are not there. Here each is a random effect, as far as
//! the design can show it:
//!
//! - **scores** (ratings, sliders, counts, 0/1 for an option, weighted spans):
//!   `value ~ system + (1|rater) + (1|item) + (1|item:system) + (1|rater:system)`;
//! - **ballots** (two or more systems of one item, compared by one rater): the scores of a ballot are reduced to
//!   orthonormal contrasts, in which rater and item as such cancel, and `z ~ 0 + contrast +
//!   (1|item:contrast) + (1|rater:contrast)`. Rotating the contrasts changes nothing, so that ballots of
//!   different systems fit into one model: effects of item:system and rater:system enter with the
//!   coefficients of the contrast.
//!
//! Both by REML, with Satterthwaite's degrees of freedom ([`crate::mixed::Satterthwaite`]). A variance of zero
//! has no slope, so that degrees of freedom there are those of the model without the term; a limit for few raters keeps
//! them from being too many. Where systems vary unequally a difference has the error of its own two systems
//! ([`Scatter`]); where variance grows with the mean, a margin is tested with the model of the two systems alone
//! ([`decide_pair`]); of zeros and ones the variance is known ([`decide_shares`]). Random effects of
//! raters and items, each crossed with the fixed effect: Barr, Levy, Scheepers & Tily (2013), *Random effects
//! structure for confirmatory hypothesis testing*, J. Mem. Lang. 68; contrasts within a subject: Maxwell, Delaney
//! & Kelley (2018), *Designing Experiments and Analyzing Data*, chapter 13. How often the decisions are wrong is
//! measured by the example `calibrate`.
//!
//! A [`Decision`] answers for every pair of systems with a [`Difference`], which can be tested against zero, against
//! a margin that must be exceeded, and against a margin that must not.

mod ballots;
mod difference;
mod exact_fit;
mod fit;
mod freedom;
mod pair;
mod plain_mean;
mod scatter;
mod scores;
mod shares;
mod strata;
mod terms;

pub use ballots::{Ballot, ballots_from_graded_votes, ballots_from_votes, decide_ballots};
pub use difference::Difference;
pub use freedom::MostDf;
pub use pair::decide_pair;
pub use scatter::Scatter;
pub use scores::{Scores, decide_scores};
pub use shares::{ShareDifference, Shares, decide_shares};
pub use strata::same_in_strata;
pub use terms::{Caution, FEWEST, LeftOut, Reason, Term, caution_about_raters};

use plain_mean::PlainVariance;
use thiserror::Error;

use crate::mixed::Inference;
use crate::{Estimate, Interval, StatError};

/// Why nothing can be decided. Each message says what would be needed.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Undecidable {
    /// Fewer than two systems were judged.
    #[error("fewer than two systems were judged, so there is nothing to compare")]
    OneSystem,
    /// The system was never judged.
    #[error("system {system} was never judged, so it cannot be compared")]
    NeverJudged {
        /// Its code.
        system: usize,
    },
    /// No chain of ballots leads from one system to the other.
    #[error("systems {first} and {second} were never compared, not even through other systems")]
    NeverCompared {
        /// Code of the first.
        first: usize,
        /// Code of the second.
        second: usize,
    },
    /// Each system, or each comparison of two, had its own rater, or its own item, and only one.
    #[error(
        "each system, or each comparison of two, had {what} of its own, and only one, so the two cannot be told apart; \
             let several judge the same systems"
    )]
    Confounded {
        /// `a rater` or `an item`.
        what: &'static str,
    },
    /// All judgements of a system are the same, so that there is no variation to hold a difference against.
    #[error(
        "all judgements of each system are the same, so there is no variation to hold a difference against; \
             say what everyone said instead of testing it"
    )]
    NoVariation,
    /// Raters, items or outputs explain every judgement exactly, so that the error of a judgement is unknown.
    #[error(
        "raters, items or outputs explain every judgement exactly, so the error of a judgement is unknown; check that the \
             judgements were made independently, and keep one of those that repeat each other"
    )]
    NoDisagreement,
    /// The search for the variances did not end.
    #[error(
        "the variances of the model could not be determined from these judgements; more raters or items are needed"
    )]
    NotConverged,
    /// The model would not fit into memory.
    #[error(
        "raters, items and their combinations with systems make {effects} random effects, not counting those of the \
             larger side, and the model holds several matrices with that many rows and columns in memory; {limit} are the \
             limit. Decide on a random part of the raters or of the items"
    )]
    TooLarge {
        /// How many there are, without those of the side that has most.
        effects: usize,
        /// How many there may be.
        limit: usize,
    },
    /// The input is not what it must be.
    #[error(transparent)]
    Invalid(#[from] StatError),
}

/// A fitted model of judgements, with what it could and could not tell apart.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The random effects of the model with their standard deviations.
    pub effects: Vec<(Term, f64)>,
    /// Standard deviation of what is left.
    pub residual_sd: f64,
    /// The random effects that the design cannot show, and why.
    pub left_out: Vec<LeftOut>,
    /// What a reader must know before generalising.
    pub cautions: Vec<Caution>,
    /// How many rows the model had: judgements, or contrasts of ballots.
    pub rows: usize,
    /// How unequally systems vary, where they do; the errors of differences are then those of the pair.
    pub scatter: Option<Scatter>,
    inference: Inference,
    /// Where raters or items are few, or met few systems, the most degrees of freedom of a difference or a mean.
    most_df: MostDf,
    /// The most degrees of freedom of a mean, which knows less than a difference.
    most_df_of_mean: f64,
    /// How far apart two systems can be at most.
    most: f64,
    /// Whether the mean of a system has the error of its own judgements.
    own_errors: bool,
    /// The variance of the plain mean of each system's scores; nothing of ballots.
    plain_variances: Vec<Option<PlainVariance>>,
    /// For each system the weights of the coefficients that make its mean; none where it was never judged.
    means: Vec<Option<Vec<f64>>>,
    /// For each system the set of systems with which it was compared.
    connected: Vec<usize>,
}

impl Decision {
    /// The difference of two systems, first minus second.
    ///
    /// # Errors
    /// When one of them was never judged, or they were never compared.
    pub fn difference(&self, first: usize, second: usize) -> Result<Difference, Undecidable> {
        let (a, b) = (self.weights(first)?, self.weights(second)?);
        if self.connected[first] != self.connected[second] {
            return Err(Undecidable::NeverCompared { first, second });
        }
        let contrast: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        let (value, se, df) =
            (self.inference.value(&contrast), self.inference.se(&contrast), self.inference.df(&contrast));
        if !(se > 0.0 && value.is_finite()) || df.is_nan() {
            return Err(Undecidable::NotConverged);
        }
        let df = df.min(self.most_df.df);
        let (se, df) = self.scatter.as_ref().map_or((se, df), |it| it.error_of_pair((first, second), (se, df)));
        Ok(Difference { first, second, value, se, df, most: self.most })
    }

    /// The most degrees of freedom that a difference may have by what the design tells of tastes and outputs, where Satterthwaite's
    /// are more for some pair of systems.
    #[must_use]
    pub fn limited_df(&self) -> Option<MostDf> {
        if self.most_df.df.is_infinite() {
            return None;
        }
        let judged = || self.means.iter().zip(&self.connected).filter_map(|(mean, set)| Some((mean.as_deref()?, *set)));
        let exceeds = |first: &[f64], second: &[f64]| {
            let contrast: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
            self.inference.df(&contrast) > self.most_df.df + 1e-9
        };
        let is_limited = judged().enumerate().any(|(index, (first, set))| {
            judged().skip(index + 1).any(|(second, other)| set == other && exceeds(first, second))
        });
        is_limited.then_some(self.most_df)
    }

    /// The same decision on a scale of this length: intervals of differences end where no difference can be.
    #[must_use]
    pub fn on_scale_of_length(self, most: f64) -> Decision {
        Decision { most, ..self }
    }

    /// The same decision where variance grows with the mean: the plain mean of a system has the error of its own judgements.
    #[must_use]
    pub fn with_own_errors(self) -> Decision {
        Decision { own_errors: true, ..self }
    }

    /// The mean score of a system over raters and items; of ballots, its distance from the mean of the systems
    /// compared with it.
    ///
    /// # Errors
    /// When it was never judged.
    pub fn mean(&self, system: usize, level: f64) -> Result<Estimate, Undecidable> {
        let weights = self.weights(system)?;
        let df = self.inference.df(weights).min(self.most_df.df).min(self.most_df_of_mean);
        let (value, se) = (self.inference.value(weights), self.inference.se(weights));
        if !(se > 0.0 && value.is_finite()) || df.is_nan() {
            return Err(Undecidable::NotConverged);
        }
        // Whether a mean differs from zero is rarely a question anyone asked, so that there is no p-value.
        let interval = difference::t_interval(value, (se, df), level);
        Ok(Estimate::new("mean", value).se(se).df(df.is_finite().then_some(df)).interval(Some(interval)))
    }

    /// The interval around the plain mean of a system's scores. Where judgements are spread unevenly over raters or items it has
    /// a larger error than the model's mean, which weighs them; where systems vary unequally or variance grows with the mean, its
    /// error is the system's own.
    ///
    /// # Errors
    /// When it was never judged.
    pub fn interval_of_plain_mean(&self, system: usize, value: f64, level: f64) -> Result<Interval, Undecidable> {
        let mean = self.mean(system, level)?;
        let df = mean.df.first().copied().unwrap_or(f64::INFINITY);
        let by_model = mean.se.map_or(f64::NAN, |se| se * se);
        let plain = self.plain_variances.get(system).copied().flatten();
        let own = plain.and_then(|plain| plain.of_own).filter(|_| self.own_errors);
        let variance = plain.map_or(by_model, |plain| by_model.max(plain.of_model));
        Ok(own.map_or_else(
            || difference::t_interval(value, (variance.sqrt(), df), level),
            |own| own.interval(value, self.most_df.df, level),
        ))
    }

    fn weights(&self, system: usize) -> Result<&[f64], Undecidable> {
        self.means.get(system).and_then(Option::as_deref).ok_or(Undecidable::NeverJudged { system })
    }
}
