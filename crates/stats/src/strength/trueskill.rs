//! TrueSkill for two at a time: followed vote by vote, so the order of votes matters.
//!
//! Skills are normal beliefs N(μ, σ²); before a vote σ² grows by τ², after it the pair's beliefs are
//! updated by moment matching a truncated normal (Herbrich, Minka and Graepel 2007, "TrueSkill: a
//! Bayesian skill rating system", NIPS 19). With c² = 2β² + σ_w² + σ_l², t = (μ_w − μ_l)/c and
//! ε = margin/c, a win moves the means by ±σ²/c · v(t, ε) with v = φ(t − ε)/Φ(t − ε) and shrinks
//! variances by σ²/c² · w, w = v(v + t − ε); a tie uses the doubly truncated forms. The margin is
//! Φ⁻¹((p_tie + 1)/2)·√2·β.

use rayon::prelude::*;

use super::elo::{order, summaries};
use super::votes::Votes;
use crate::preference::Choice;
use crate::{Estimate, Result, StatError, dist};

/// How beliefs are followed. The defaults people quote are μ = 25, σ = 25/3, β = 25/6, τ = 25/300.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Mean of the first belief.
    pub mu: f64,
    /// Its standard deviation.
    pub sigma: f64,
    /// Standard deviation of a performance around its skill.
    pub beta: f64,
    /// By how much beliefs widen before each vote.
    pub tau: f64,
    /// Probability of a tie between equals.
    pub tie_probability: f64,
    /// How many orders are drawn.
    pub orders: usize,
    /// From which seed.
    pub seed: u64,
    /// Coverage of the interval over orders.
    pub level: f64,
}

/// A belief about one system's skill.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Belief {
    /// Mean.
    pub mu: f64,
    /// Standard deviation.
    pub sigma: f64,
}

/// The beliefs after the votes in exactly this order.
///
/// # Errors
/// When the votes are not between known, different systems, or a parameter is out of its domain.
pub fn in_order(votes: Votes<'_>, order: &[u32], options: Options) -> Result<Vec<Belief>> {
    votes.validate()?;
    for (what, found) in [("sigma", options.sigma), ("beta", options.beta)] {
        if !(found > 0.0 && found.is_finite()) {
            return Err(StatError::Domain { what, must: "a positive number", found });
        }
    }
    if !(0.0..1.0).contains(&options.tie_probability) {
        let found = options.tie_probability;
        return Err(StatError::Domain { what: "the tie probability", must: "at least 0 and below 1", found });
    }
    let margin =
        dist::normal::quantile(f64::midpoint(options.tie_probability, 1.0)) * std::f64::consts::SQRT_2 * options.beta;
    let mut beliefs = vec![Belief { mu: options.mu, sigma: options.sigma }; votes.systems];
    for vote in order {
        let vote = votes.votes[*vote as usize];
        let (first, second) = (vote.first as usize, vote.second as usize);
        let (winner, loser) = match vote.choice {
            Choice::First | Choice::Neither => (first, second),
            Choice::Second => (second, first),
        };
        let tie = vote.choice == Choice::Neither;
        let (up, down) = update_beliefs(beliefs[winner], beliefs[loser], options, GameResult { tie, margin });
        beliefs[winner] = up;
        beliefs[loser] = down;
    }
    Ok(beliefs)
}

/// The mean skill of each system over orders drawn from the seed, with the interval that order
/// alone accounts for.
///
/// # Errors
/// As [`in_order`], or when no order is asked for.
pub fn ratings(votes: Votes<'_>, options: Options, names: &[String]) -> Result<Vec<Estimate>> {
    votes.validate()?;
    if options.orders == 0 {
        return Err(StatError::TooFew { what: "orders", needed: 1, found: 0 });
    }
    let runs: Vec<Vec<Belief>> = (0..options.orders)
        .into_par_iter()
        .map(|index| in_order(votes, &order(votes.len(), options.seed, index as u64), options))
        .collect::<Result<_>>()?;
    let mu: Vec<Vec<f64>> = runs.iter().map(|run| run.iter().map(|belief| belief.mu).collect()).collect();
    let sigma: Vec<Vec<f64>> = runs.iter().map(|run| run.iter().map(|belief| belief.sigma).collect()).collect();
    let mut estimates = summaries(&mu, "trueskill_mu", names, options.level, options.seed);
    estimates.extend(summaries(&sigma, "trueskill_sigma", names, options.level, options.seed));
    Ok(estimates)
}

#[derive(Clone, Copy)]
struct GameResult {
    tie: bool,
    margin: f64,
}

fn update_beliefs(winner: Belief, loser: Belief, options: Options, ended: GameResult) -> (Belief, Belief) {
    let widened = |belief: Belief| belief.sigma.powi(2) + options.tau.powi(2);
    let (win, lose) = (widened(winner), widened(loser));
    let c = (2.0 * options.beta.powi(2) + win + lose).sqrt();
    let (t, margin) = ((winner.mu - loser.mu) / c, ended.margin / c);
    let (v, w) = if ended.tie { tie_moments(t, margin) } else { win_moments(t, margin) };
    let moved = |belief: Belief, variance: f64, sign: f64| Belief {
        mu: belief.mu + sign * variance / c * v,
        sigma: (variance * (1.0 - variance / (c * c) * w).max(1e-12)).sqrt(),
    };
    (moved(winner, win, 1.0), moved(loser, lose, -1.0))
}

fn win_moments(t: f64, margin: f64) -> (f64, f64) {
    let x = t - margin;
    // In logs, so that an upset of forty standard deviations is still a number.
    let v = (dist::normal::ln_pdf(x) - dist::normal::ln_cdf(x)).exp();
    (v, (v * (v + x)).clamp(0.0, 1.0))
}

fn tie_moments(t: f64, margin: f64) -> (f64, f64) {
    let (low, high) = (-margin - t, margin - t);
    let mass = dist::normal::cdf(high) - dist::normal::cdf(low);
    if mass < 1e-300 {
        // All the mass sits at the nearer end.
        return (if t > 0.0 { high } else { low }, 1.0);
    }
    let (at_low, at_high) = (dist::normal::pdf(low), dist::normal::pdf(high));
    let v = (at_low - at_high) / mass;
    (v, v * v + (high * at_high - low * at_low) / mass)
}
