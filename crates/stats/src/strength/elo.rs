//! Elo ratings: followed vote by vote, so the order of votes matters.
//!
//! After a vote the winner gains k(1 − E) points and the loser loses them, with
//! E = 1/(1 + 10^{(R_b − R_a)/400}) the expected score and a tie counting one half (Elo 1978, *The
//! Rating of Chessplayers*). Votes in a study have no natural order: the order is drawn from a
//! seed, and drawn again to see how much of a rating is order alone.

use rayon::prelude::*;

use super::votes::Votes;
use crate::preference::Choice;
use crate::resample::{self, Stream};
use crate::{Estimate, Interval, Note, Result, StatError};

/// How ratings are followed.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Points at the start.
    pub initial: f64,
    /// How far one vote moves a rating.
    pub k: f64,
    /// How many orders are drawn; the rating is the mean over them.
    pub orders: usize,
    /// From which seed.
    pub seed: u64,
    /// Coverage of the interval over orders.
    pub level: f64,
}

/// The ratings after the votes in exactly this order.
///
/// # Errors
/// When the votes are not between known, different systems.
pub fn in_order(votes: Votes<'_>, order: &[u32], initial: f64, k: f64) -> Result<Vec<f64>> {
    votes.validate()?;
    let mut rating = vec![initial; votes.systems];
    for vote in order {
        let vote = votes.votes[*vote as usize];
        let (a, b) = (vote.first as usize, vote.second as usize);
        let expected = 1.0 / (1.0 + 10f64.powf((rating[b] - rating[a]) / 400.0));
        let score = match vote.choice {
            Choice::First => 1.0,
            Choice::Second => 0.0,
            Choice::Neither => 0.5,
        };
        rating[a] += k * (score - expected);
        rating[b] -= k * (score - expected);
    }
    Ok(rating)
}

/// The mean rating of each system over orders drawn from the seed, with the interval that order
/// alone accounts for.
///
/// # Errors
/// When the votes are not between known, different systems, or no order is asked for.
pub fn ratings(votes: Votes<'_>, options: Options, names: &[String]) -> Result<Vec<Estimate>> {
    votes.validate()?;
    if options.orders == 0 {
        return Err(StatError::TooFew { what: "orders", needed: 1, found: 0 });
    }
    let runs: Vec<Vec<f64>> = (0..options.orders)
        .into_par_iter()
        .map(|index| in_order(votes, &order(votes.len(), options.seed, index as u64), options.initial, options.k))
        .collect::<Result<_>>()?;
    Ok(summaries(&runs, "elo", names, options.level, options.seed))
}

/// An order of `n` votes, drawn from the seed.
pub(super) fn order(n: usize, seed: u64, index: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..u32::try_from(n).unwrap_or(u32::MAX)).collect();
    let mut stream = Stream::new(seed, index);
    for last in (1..order.len()).rev() {
        let other = stream.index(u32::try_from(last + 1).unwrap_or(u32::MAX)) as usize;
        order.swap(last, other);
    }
    order
}

/// Mean and percentile interval over runs, for each system.
pub(super) fn summaries(
    runs: &[Vec<f64>],
    name: &'static str,
    names: &[String],
    level: f64,
    seed: u64,
) -> Vec<Estimate> {
    let tail = (1.0 - level) / 2.0;
    names
        .iter()
        .enumerate()
        .map(|(system, label)| {
            let mut values: Vec<f64> = runs.iter().map(|run| run[system]).collect();
            values.sort_by(f64::total_cmp);
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let end = |share: f64| resample::quantile(&values, share);
            let interval = (runs.len() > 1).then(|| Interval {
                low: end(tail),
                high: end(1.0 - tail),
                level,
                kind: "percentile over orders",
            });
            let note = Note::Resampled { seed, replicates: runs.len(), failed: 0 };
            Estimate::new(name, mean).with_labels([label]).interval(interval).note(note)
        })
        .collect()
}
