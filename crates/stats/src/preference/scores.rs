//! Scores of systems and of pairs of systems, and whether the side on the screen mattered.

use super::votes::{Choice, Vote, Votes};
use crate::dist::{beta, binomial};
use crate::resample::{Plan, Scheme};
use crate::{Estimate, Interval, Note, PValue, Result, StatError};

/// How one system fared against all others.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemScores {
    /// The system.
    pub system: u32,
    /// Comparisons won.
    pub wins: usize,
    /// Comparisons lost.
    pub losses: usize,
    /// Comparisons undecided.
    pub ties: usize,
    /// Wins over all its comparisons, in percent.
    pub win_percent: Estimate,
    /// Best-worst scale: 100 (wins − losses) / comparisons, from −100 to 100.
    pub best_worst: Estimate,
    /// Mean rank in its pairs: 1 won, 2 lost, 1.5 tied.
    pub average_rank: Estimate,
}

/// How two systems fared against each other.
#[derive(Debug, Clone, PartialEq)]
pub struct PairScores {
    /// The two systems.
    pub systems: [u32; 2],
    /// Votes for the first, for neither, for the second.
    pub counts: [usize; 3],
    /// Share of all votes for the first.
    pub share: Estimate,
    /// Share of ties.
    pub ties: Estimate,
    /// Share of the first minus share of the second, with the sign test on the decided votes.
    pub net: Estimate,
}

/// Whether the side on the screen mattered.
#[derive(Debug, Clone, PartialEq)]
pub struct PositionBias {
    /// Share of decided votes for what was shown first, with the exact test against one half.
    pub first: Estimate,
    /// Decided votes.
    pub decided: usize,
}

/// Counts behind the scores of one system or pair.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Tally {
    wins: f64,
    losses: f64,
    ties: f64,
}

impl Tally {
    fn add(&mut self, outcome: Option<bool>) {
        match outcome {
            Some(true) => self.wins += 1.0,
            Some(false) => self.losses += 1.0,
            None => self.ties += 1.0,
        }
    }

    fn all(self) -> f64 {
        self.wins + self.losses + self.ties
    }

    fn share(self) -> f64 {
        self.wins / self.all()
    }

    fn net(self) -> f64 {
        (self.wins - self.losses) / self.all()
    }
}

/// Whether `system` won; `None` for a tie.
fn outcome(vote: &Vote, system: u32) -> Option<bool> {
    match vote.choice {
        Choice::First => Some(vote.first == system),
        Choice::Second => Some(vote.second == system),
        Choice::Neither => None,
    }
}

/// The scores of every system, in the order of their codes: shares of all its comparisons, ties counted in
/// the denominator.
///
/// # Errors
/// When the level is not between 0 and 1.
pub fn system_scores(votes: &Votes, plan: Plan, level: f64) -> Result<Vec<SystemScores>> {
    let mut systems: Vec<u32> = votes.votes().iter().flat_map(|vote| [vote.first, vote.second]).collect();
    systems.sort_unstable();
    systems.dedup();
    let tally = |rows: &mut dyn Iterator<Item = u32>| {
        let mut tallies = vec![Tally::default(); systems.len()];
        for row in rows {
            let vote = &votes.votes()[row as usize];
            for system in [vote.first, vote.second] {
                if let Ok(place) = systems.binary_search(&system) {
                    tallies[place].add(outcome(vote, system));
                }
            }
        }
        tallies
    };
    let observed = tally(&mut (0..votes.votes().len() as u32));
    let statistics = |tally: Tally| [100.0 * tally.share(), 100.0 * tally.net(), 1.5 - 0.5 * tally.net()];
    let intervals = bootstrap_intervals(votes, plan, level, 3 * systems.len(), |rows| {
        tally(rows).into_iter().flat_map(statistics).collect()
    })?;
    let scored = systems.iter().zip(&observed).zip(intervals.chunks_exact(3)).map(|((system, tally), intervals)| {
        let [win, net, rank] = statistics(*tally);
        let estimate = |name, value, at: usize| Estimate::new(name, value).interval(intervals[at]);
        SystemScores {
            system: *system,
            wins: tally.wins as usize,
            losses: tally.losses as usize,
            ties: tally.ties as usize,
            win_percent: estimate("win_percent", win, 0),
            best_worst: estimate("best_worst", net, 1),
            average_rank: estimate("average_rank", rank, 2),
        }
    });
    Ok(scored.collect())
}

/// The scores of every two systems that met, in the order of their codes.
///
/// # Errors
/// When the level is not between 0 and 1.
pub fn pair_scores(votes: &Votes, plan: Plan, level: f64) -> Result<Vec<PairScores>> {
    let pair_of = |vote: &Vote| [vote.first.min(vote.second), vote.first.max(vote.second)];
    let mut pairs: Vec<[u32; 2]> = votes.votes().iter().map(pair_of).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let tally = |rows: &mut dyn Iterator<Item = u32>| {
        let mut tallies = vec![Tally::default(); pairs.len()];
        for row in rows {
            let vote = &votes.votes()[row as usize];
            if let Ok(place) = pairs.binary_search(&pair_of(vote)) {
                tallies[place].add(outcome(vote, pairs[place][0]));
            }
        }
        tallies
    };
    let observed = tally(&mut (0..votes.votes().len() as u32));
    let statistics = |tally: Tally| vec![tally.share(), tally.ties / tally.all(), tally.net()];
    let intervals = bootstrap_intervals(votes, plan, level, 3 * pairs.len(), |rows| {
        tally(rows).into_iter().flat_map(statistics).collect()
    })?;
    let scored = pairs.iter().zip(&observed).zip(intervals.chunks_exact(3)).map(|((pair, tally), intervals)| {
        let estimate = |name, value, at: usize| Estimate::new(name, value).interval(intervals[at]);
        let decided = (tally.wins as u64, tally.losses as u64);
        PairScores {
            systems: *pair,
            counts: [tally.wins as usize, tally.ties as usize, tally.losses as usize],
            share: estimate("share", tally.share(), 0),
            ties: estimate("tie_share", tally.ties / tally.all(), 1),
            net: estimate("net_preference", tally.net(), 2)
                .p((decided.0 + decided.1 > 0).then(|| even_p(decided.0, decided.1)))
                .note(
                    (decided.0 + decided.1 > 0)
                        .then(|| Note::Said("p: exact sign test on decided votes, as if independent".to_owned())),
                ),
        }
    });
    Ok(scored.collect())
}

/// Whether what was shown first was chosen more often: the share of decided votes with Clopper & Pearson's
/// (1934) interval and the exact binomial test against one half, votes taken as independent.
///
/// # Errors
/// When no vote is decided or the level is not between 0 and 1.
pub fn position_bias(votes: &Votes, level: f64) -> Result<PositionBias> {
    check_level(level)?;
    let count = |choice| votes.votes().iter().filter(|vote| vote.choice == choice).count() as u64;
    let (first, second) = (count(Choice::First), count(Choice::Second));
    let n = first + second;
    if n == 0 {
        return Err(StatError::TooFew { what: "decided votes", needed: 1, found: 0 });
    }
    let (k, rest, tail) = (first as f64, second as f64, (1.0 - level) / 2.0);
    let interval = Interval {
        low: if first == 0 { 0.0 } else { beta::quantile(tail, k, rest + 1.0) },
        high: if second == 0 { 1.0 } else { beta::upper_quantile(tail, k + 1.0, rest) },
        level,
        kind: "Clopper-Pearson",
    };
    let estimate = Estimate::new("first_share", k / n as f64).interval(interval).p(even_p(first, second));
    Ok(PositionBias { first: estimate.note(Note::Exact), decided: n as usize })
}

/// Twice the smaller tail of a fair coin.
fn even_p(heads: u64, tails: u64) -> PValue {
    let ln_tail = binomial::ln_cdf(heads.min(tails), heads + tails, 0.5);
    PValue::from_ln(ln_tail + std::f64::consts::LN_2)
}

fn check_level(level: f64) -> Result<()> {
    if level > 0.0 && level < 1.0 {
        return Ok(());
    }
    Err(StatError::Domain { what: "the level", must: "between 0 and 1", found: level })
}

/// Percentile intervals of several statistics over the votes' own scheme; none where there is nothing to draw
/// from or no replicate was asked for.
fn bootstrap_intervals(
    votes: &Votes,
    plan: Plan,
    level: f64,
    count: usize,
    statistics: impl Fn(&mut dyn Iterator<Item = u32>) -> Vec<f64> + Sync + Send,
) -> Result<Vec<Option<Interval>>> {
    check_level(level)?;
    let scheme = votes.scheme();
    let groups = match &scheme {
        Scheme::Rows(n) => *n,
        Scheme::Groups(groups) => groups.len(),
        Scheme::Crossed(one, other) => one.len().min(other.len()),
    };
    if plan.replicates < 2 || groups < 2 {
        return Ok(vec![None; count]);
    }
    let replicates = plan.run_many(
        count,
        || scheme.workspace(),
        |workspace, stream, row| {
            let drawn = scheme.draw(workspace, stream);
            row.copy_from_slice(&statistics(&mut drawn.iter().copied()));
            Some(())
        },
    );
    Ok(replicates.iter().map(|replicates| replicates.percentile(level).ok()).collect())
}
