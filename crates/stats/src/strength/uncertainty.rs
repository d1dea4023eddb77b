//! How sure a strength is when votes come in clusters.

use faer::Mat;
use rayon::prelude::*;

use crate::resample::{self, Stream};
use crate::{Estimate, Interval, Note, Result, StatError, dist};

/// How the covariance of estimates is found.
#[derive(Debug, Clone, Copy)]
pub enum Uncertainty<'a> {
    /// Inverse information: right when votes are independent.
    Model,
    /// Sandwich over clusters of votes.
    Sandwich(Clusters<'a>),
    /// Clusters drawn with replacement and the model fitted again.
    Bootstrap(Resampling<'a>),
}

/// Which votes belong together: the item's code for every vote, the rater's, or both.
#[derive(Debug, Clone, Copy)]
pub enum Clusters<'a> {
    /// One way.
    One(&'a [u32]),
    /// Two crossed ways.
    Two(&'a [u32], &'a [u32]),
}

/// A bootstrap over clusters.
#[derive(Debug, Clone, Copy)]
pub struct Resampling<'a> {
    /// What is drawn.
    pub clusters: Clusters<'a>,
    /// How often.
    pub replicates: usize,
    /// From which seed.
    pub seed: u64,
}

/// Parameter vectors of a bootstrap, one per replicate that could be fitted.
#[derive(Debug, Clone)]
pub(crate) struct Replicates {
    at: Vec<Vec<f64>>,
    failed: usize,
    seed: u64,
}

/// The covariance B M B of estimates whose votes come in clusters: B the inverse information, M the
/// sum over clusters of the outer product of their summed scores, times G/(G − 1) for G clusters
/// (Liang and Zeger 1986, Biometrika 73, 13–22). For two crossed ways M is the sum of both less
/// that of their intersection (Cameron, Gelbach and Miller 2011, JBES 29, 238–249); where that
/// leaves a variance below zero, the larger of the two single ways is taken.
pub(crate) fn sandwich(
    bread: &Mat<f64>,
    clusters: Clusters<'_>,
    votes: usize,
    score: impl Fn(usize, &mut [f64]),
) -> Result<Mat<f64>> {
    clusters.validate(votes)?;
    let meat = |codes: &[u32]| meat(codes, bread.nrows(), &score);
    let meat = match clusters {
        Clusters::One(codes) => meat(codes)?,
        Clusters::Two(first, second) => {
            let (one, two, both) = (meat(first)?, meat(second)?, meat(&intersection(first, second))?);
            let crossed = &one + &two - &both;
            if crossed.diagonal().column_vector().iter().all(|variance| *variance > 0.0) {
                crossed
            } else if one.diagonal().column_vector().sum() > two.diagonal().column_vector().sum() {
                one
            } else {
                two
            }
        }
    };
    Ok(bread * meat * bread)
}

fn meat(codes: &[u32], width: usize, score: &impl Fn(usize, &mut [f64])) -> Result<Mat<f64>> {
    let groups = codes.iter().max().map_or(0, |top| *top as usize + 1);
    let mut sums = vec![0.0; groups * width];
    let mut seen = vec![false; groups];
    for (vote, code) in codes.iter().enumerate() {
        let group = *code as usize;
        seen[group] = true;
        score(vote, &mut sums[group * width..(group + 1) * width]);
    }
    let count = seen.iter().filter(|seen| **seen).count();
    if count < 2 {
        return Err(StatError::TooFew { what: "clusters", needed: 2, found: count });
    }
    let sums = Mat::from_fn(groups, width, |group, column| sums[group * width + column]);
    let correction = count as f64 / (count as f64 - 1.0);
    Ok(faer::Scale(correction) * (sums.transpose() * &sums))
}

/// A code for every combination of two codes that occurs.
fn intersection(first: &[u32], second: &[u32]) -> Vec<u32> {
    let mut codes = std::collections::HashMap::new();
    first
        .iter()
        .zip(second)
        .map(|pair| {
            let next = u32::try_from(codes.len()).unwrap_or(u32::MAX);
            *codes.entry(pair).or_insert(next)
        })
        .collect()
}

/// Draws clusters with replacement and fits again; with two crossed ways a vote's weight is the
/// product of how often its two clusters were drawn (Owen 2007, Annals of Applied Statistics 1,
/// 386–411). Replicates in which the fit does not exist are counted.
pub(crate) fn bootstrap(
    resampling: Resampling<'_>,
    votes: usize,
    refit: impl Fn(&[f64]) -> Option<Vec<f64>> + Sync,
) -> Result<Replicates> {
    resampling.clusters.validate(votes)?;
    let fits: Vec<Option<Vec<f64>>> = (0..resampling.replicates)
        .into_par_iter()
        .map(|replicate| {
            let mut stream = Stream::new(resampling.seed, replicate as u64);
            let mut weights = vec![1.0; votes];
            for codes in resampling.clusters.ways() {
                let groups = codes.iter().max().map_or(0, |top| *top as usize + 1);
                let mut drawn = vec![0; groups];
                stream.multiplicities(&mut drawn);
                for (weight, code) in weights.iter_mut().zip(codes) {
                    *weight *= f64::from(drawn[*code as usize]);
                }
            }
            refit(&weights)
        })
        .collect();
    let at: Vec<Vec<f64>> = fits.into_iter().flatten().collect();
    if at.len() < 2 {
        return Err(StatError::TooFew { what: "replicates that could be fitted", needed: 2, found: at.len() });
    }
    Ok(Replicates { failed: resampling.replicates - at.len(), at, seed: resampling.seed })
}

impl<'a> Clusters<'a> {
    fn ways(self) -> Vec<&'a [u32]> {
        match self {
            Clusters::One(codes) => vec![codes],
            Clusters::Two(first, second) => vec![first, second],
        }
    }

    fn validate(self, votes: usize) -> Result<()> {
        for codes in self.ways() {
            if codes.len() != votes {
                return Err(StatError::Lengths {
                    left: "clusters",
                    left_len: codes.len(),
                    right: "votes",
                    right_len: votes,
                });
            }
        }
        Ok(())
    }
}

impl Replicates {
    /// Covariance over replicates.
    pub(crate) fn covariance(&self) -> Mat<f64> {
        let width = self.at[0].len();
        let n = self.at.len() as f64;
        let mean: Vec<f64> = (0..width).map(|i| self.at.iter().map(|at| at[i]).sum::<f64>() / n).collect();
        Mat::from_fn(width, width, |i, j| {
            self.at.iter().map(|at| (at[i] - mean[i]) * (at[j] - mean[j])).sum::<f64>() / (n - 1.0)
        })
    }

    /// The same replicates in other terms.
    pub(crate) fn mapped(self, map: impl Fn(&[f64]) -> Vec<f64>) -> Self {
        Replicates { at: self.at.iter().map(|at| map(at)).collect(), ..self }
    }

    fn percentile(&self, level: f64, value: impl Fn(&[f64]) -> f64) -> Interval {
        let mut values: Vec<f64> = self.at.iter().map(|at| value(at)).collect();
        values.sort_by(f64::total_cmp);
        let end = |share: f64| resample::quantile(&values, share);
        let tail = (1.0 - level) / 2.0;
        Interval { low: end(tail), high: end(1.0 - tail), level, kind: "percentile bootstrap" }
    }
}

/// A `strength` for each system and a `contrast` for each two, with Wald or bootstrap intervals.
pub(crate) fn strengths_and_contrasts(
    strength: &[f64],
    covariance: &Mat<f64>,
    replicates: Option<&Replicates>,
    names: &[String],
    level: f64,
) -> Vec<Estimate> {
    let z = dist::normal::quantile(0.5 + level / 2.0);
    let interval = |value: f64, se: f64, of: &dyn Fn(&[f64]) -> f64| match replicates {
        Some(replicates) => replicates.percentile(level, of),
        None => Interval { low: value - z * se, high: value + z * se, level, kind: "Wald" },
    };
    let note = replicates.map(|r| Note::Resampled { seed: r.seed, replicates: r.at.len(), failed: r.failed });
    let mut estimates = Vec::new();
    for (i, value) in strength.iter().enumerate() {
        let se = covariance[(i, i)].max(0.0).sqrt();
        let estimate = Estimate::new("strength", *value).of([&names[i]]).se(se);
        estimates.push(estimate.interval(interval(*value, se, &|at| at[i])).note(note.clone()));
    }
    for i in 0..strength.len() {
        for j in i + 1..strength.len() {
            let value = strength[i] - strength[j];
            let se = (covariance[(i, i)] + covariance[(j, j)] - 2.0 * covariance[(i, j)]).max(0.0).sqrt();
            let p = (se > 0.0).then(|| dist::normal::two_sided(value / se));
            let estimate = Estimate::new("contrast", value).of([&names[i], &names[j]]).se(se).p(p);
            estimates.push(estimate.interval(interval(value, se, &|at| at[i] - at[j])));
        }
    }
    estimates
}
