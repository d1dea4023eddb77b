//! Plackett–Luce strengths from rankings, whole or partial.
//!
//! A ranking is made stage by stage: the best of those left is chosen with probability
//! e^{s_i} / Σ e^{s_j} (Luce 1959; Plackett 1975, Applied Statistics 24, 193–202). A partial ranking
//! names the best few of those shown; the rest are only known to be below. The log-likelihood is
//! concave, so Newton's method finds its one maximum; it exists when in every split of the systems
//! into two parts some member of each part is ranked above some member of the other (Hunter 2004,
//! Annals of Statistics 32, 384–406).

use super::connected;
use super::newton::{self, Local};
use super::uncertainty::{self, Robust, Uncertainty};
use crate::linalg::Matrix;
use crate::{Estimate, Result, StatError};

/// One ranking of some of the systems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    /// Systems in order, best first.
    pub order: Vec<u32>,
    /// Systems that were shown too and stand below all of them, in no known order.
    pub below: Vec<u32>,
}

/// What to fit.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// How the covariance is estimated; clusters have one code per ranking.
    pub uncertainty: Uncertainty<'a>,
    /// Coverage of the intervals.
    pub level: f64,
}

/// A fitted model.
#[derive(Debug, Clone)]
pub struct Fit {
    /// Log strength of each system; they sum to zero.
    pub strength: Vec<f64>,
    /// Their covariance.
    pub covariance: Matrix,
    /// Degrees of freedom with which the covariance is known; infinite unless it comes from clusters.
    pub df: f64,
    /// Log-likelihood at the maximum.
    pub log_likelihood: f64,
    /// How many rankings entered.
    pub rankings: usize,
    replicates: Option<uncertainty::Replicates>,
    level: f64,
}

/// Fits log strengths to rankings of `systems` systems.
///
/// # Errors
/// When a ranking names a system twice or one that does not exist, or when some systems are always
/// above (or below) the rest.
pub fn fit(systems: usize, rankings: &[Ranking], options: Options<'_>) -> Result<Fit> {
    validate(systems, rankings)?;
    let edges: Vec<(usize, usize)> = rankings.iter().flat_map(edges_of).collect();
    let groups = connected::components(systems, &edges);
    if groups.len() > 1 {
        return Err(StatError::Unconnected { groups });
    }
    let start = vec![0.0; systems - 1];
    let maximum = newton::maximise(start, |at| local(systems, rankings, None, at))?;
    let map = Matrix::from_fn(systems, systems - 1, |row, column| {
        let share = 1.0 / systems as f64;
        f64::from(row == column) - share
    });
    let known = |covariance: Matrix| Robust { covariance, df: f64::INFINITY };
    let (Robust { covariance, df }, replicates) = match options.uncertainty {
        Uncertainty::Model => (known(maximum.covariance), None),
        Uncertainty::Sandwich(clusters) => {
            let score = |index: usize, sum: &mut [f64]| {
                let here = local(systems, &rankings[index..=index], None, &maximum.at);
                for (sum, gradient) in sum.iter_mut().zip(here.gradient) {
                    *sum += gradient;
                }
            };
            (uncertainty::sandwich(&maximum.covariance, &map, clusters, rankings.len(), score)?, None)
        }
        Uncertainty::Bootstrap(resampling) => {
            let refit = |weights: &[f64]| {
                let kept = rankings.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
                let edges: Vec<(usize, usize)> = kept.flat_map(|(ranking, _)| edges_of(ranking)).collect();
                if connected::components(systems, &edges).len() > 1 {
                    return None;
                }
                let there = newton::maximise(maximum.at.clone(), |at| local(systems, rankings, Some(weights), at));
                there.ok().map(|there| there.at)
            };
            let replicates = uncertainty::bootstrap(resampling, rankings.len(), refit)?;
            (known(replicates.covariance()), Some(replicates.mapped(centred)))
        }
    };
    Ok(Fit {
        strength: centred(&maximum.at),
        covariance: covariance.between(&map),
        df,
        log_likelihood: maximum.value,
        rankings: rankings.len(),
        replicates,
        level: options.level,
    })
}

/// The log-likelihood of rankings at given log strengths: what [`fit`] maximises.
///
/// # Errors
/// As [`fit`], when a ranking is not one of the systems whose strengths are given.
pub fn log_likelihood(rankings: &[Ranking], strength: &[f64]) -> Result<f64> {
    validate(strength.len(), rankings)?;
    let last = strength[strength.len() - 1];
    let at: Vec<f64> = strength[..strength.len() - 1].iter().map(|s| s - last).collect();
    Ok(local(strength.len(), rankings, None, &at).value)
}

fn validate(systems: usize, rankings: &[Ranking]) -> Result<()> {
    if systems < 2 {
        return Err(StatError::TooFew { what: "systems", needed: 2, found: systems });
    }
    if rankings.is_empty() {
        return Err(StatError::TooFew { what: "rankings", needed: 1, found: 0 });
    }
    for (index, ranking) in rankings.iter().enumerate() {
        let mut seen = vec![false; systems];
        for system in ranking.order.iter().chain(&ranking.below) {
            match seen.get_mut(*system as usize) {
                Some(seen) if !*seen => *seen = true,
                Some(_) => {
                    return Err(StatError::Undefined(format!("ranking {index} names system {system} twice")));
                }
                None => return Err(StatError::Undefined(format!("ranking {index} names an unknown system {system}"))),
            }
        }
    }
    Ok(())
}

/// From each system to those ranked above it; neighbours suffice for connectedness.
fn edges_of(ranking: &Ranking) -> Vec<(usize, usize)> {
    let mut edges: Vec<(usize, usize)> =
        ranking.order.windows(2).map(|two| (two[1] as usize, two[0] as usize)).collect();
    if let Some(last) = ranking.order.last() {
        edges.extend(ranking.below.iter().map(|below| (*below as usize, *last as usize)));
    }
    edges
}

/// The last system is the reference while fitting.
fn local(systems: usize, rankings: &[Ranking], weights: Option<&[f64]>, at: &[f64]) -> Local {
    let free = systems - 1;
    let worth: Vec<f64> = at.iter().copied().chain([0.0]).map(f64::exp).collect();
    let mut value = 0.0;
    let mut gradient = vec![0.0; systems];
    let mut information = Matrix::zeros(free, free);
    for (index, ranking) in rankings.iter().enumerate() {
        let weight = weights.map_or(1.0, |weights| weights[index]);
        if weight == 0.0 {
            continue;
        }
        let shown: Vec<usize> = ranking.order.iter().chain(&ranking.below).map(|s| *s as usize).collect();
        for stage in 0..ranking.order.len().min(shown.len().saturating_sub(1)) {
            let left = &shown[stage..];
            let total: f64 = left.iter().map(|system| worth[*system]).sum();
            value += weight * (worth[left[0]] / total).ln();
            gradient[left[0]] += weight;
            for &i in left {
                let p = worth[i] / total;
                gradient[i] -= weight * p;
                if i < free {
                    information[(i, i)] += weight * p;
                    for &j in left.iter().filter(|j| **j < free) {
                        information[(i, j)] -= weight * p * worth[j] / total;
                    }
                }
            }
        }
    }
    gradient.truncate(free);
    Local { value, gradient, information }
}

fn centred(at: &[f64]) -> Vec<f64> {
    let centre = at.iter().sum::<f64>() / (at.len() + 1) as f64;
    at.iter().copied().chain([0.0]).map(|s| s - centre).collect()
}

impl Fit {
    /// The strength of each system, the contrast of each two, and the fit.
    #[must_use]
    pub fn estimates(&self, names: &[String]) -> Vec<Estimate> {
        let mut estimates = uncertainty::strengths_and_contrasts(
            &self.strength,
            &Robust { covariance: self.covariance.clone(), df: self.df },
            self.replicates.as_ref(),
            names,
            self.level,
        );
        let parameters = (self.strength.len() - 1) as f64;
        estimates.push(Estimate::new("log_likelihood", self.log_likelihood));
        estimates.push(Estimate::new("aic", 2.0 * parameters - 2.0 * self.log_likelihood));
        estimates.push(Estimate::new("bic", parameters * (self.rankings as f64).ln() - 2.0 * self.log_likelihood));
        estimates
    }
}
