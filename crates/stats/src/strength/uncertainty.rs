//! How sure a strength is when votes come in clusters.

use rayon::prelude::*;

use crate::linalg::Matrix;
use crate::mixed::{quantile, two_sided};
use crate::resample::{self, Stream};
use crate::{Estimate, Interval, Note, Result, StatError};

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

/// A covariance of parameters, and the degrees of freedom with which it is known.
#[derive(Debug, Clone)]
pub(crate) struct Robust {
    pub(crate) covariance: Matrix,
    pub(crate) df: f64,
}

/// The covariance B M B of estimates whose votes come in clusters: B the inverse information, M the
/// sum over clusters of the outer product of their summed scores, times G/(G − 1) for G clusters
/// (Liang and Zeger 1986, Biometrika 73, 13–22), known with G − 1 degrees of freedom.
///
/// For two crossed ways the sum of both less that of their intersection (Cameron, Gelbach and Miller 2011, JBES 29,
/// 238–249) can be zero or negative where clusters are few. Here the covariance by *pages*, the intersections, is
/// multiplied by φ₁ + φ₂ − 1, where φ is by how much the variance of a contrast of two systems is larger by clusters
/// of one way than by pages, averaged over all pairs and at least one: an overdispersion as in McCullagh and Nelder
/// (1989, *Generalized Linear Models*, section 4.5), one for each way. By Satterthwaite it is known with
/// (φ₁ + φ₂ − 1)² / (φ₁²/((G₁−1)(k−1)) + φ₂²/((G₂−1)(k−1))) degrees of freedom, k systems having k − 1 contrasts.
/// Where all votes of a page agree so well that its covariance vanishes, B takes its place. `map` leads from parameters
/// to strengths.
pub(crate) fn sandwich(
    bread: &Matrix,
    map: &Matrix,
    clusters: Clusters<'_>,
    votes: usize,
    score: impl Fn(usize, &mut [f64]),
) -> Result<Robust> {
    clusters.validate(votes)?;
    let by = |codes: &[u32]| -> Result<(Matrix, f64)> {
        let (meat, count) = meat(codes, bread.rows(), &score)?;
        Ok((meat.sandwich(bread), count))
    };
    match clusters {
        Clusters::One(codes) => {
            let (covariance, count) = by(codes)?;
            Ok(Robust { covariance, df: count - 1.0 })
        }
        Clusters::Two(first, second) => {
            let ((one, first_count), (two, second_count)) = (by(first)?, by(second)?);
            let model = contrast_variances(bread, map);
            let (pages, _) = by(&intersection(first, second))?;
            let vanishes = |(page, model): (&f64, &f64)| *page <= VANISHING * model;
            let pages =
                if contrast_variances(&pages, map).iter().zip(&model).any(vanishes) { bread.clone() } else { pages };
            let by_page = contrast_variances(&pages, map);
            let (first_excess, second_excess) =
                (excess(&contrast_variances(&one, map), &by_page), excess(&contrast_variances(&two, map), &by_page));
            let factor = first_excess + second_excess - 1.0;
            let contrasts = (map.rows() - 1) as f64;
            let part = |excess: f64, count: f64| excess * excess / ((count - 1.0) * contrasts);
            let df = factor * factor / (part(first_excess, first_count) + part(second_excess, second_count));
            Ok(Robust { covariance: Matrix::from_fn(pages.rows(), pages.rows(), |i, j| factor * pages[(i, j)]), df })
        }
    }
}

/// A variance this small beside that of independent votes is none.
const VANISHING: f64 = 1e-9;

/// The variance of the difference of each two strengths.
fn contrast_variances(covariance: &Matrix, map: &Matrix) -> Vec<f64> {
    let of = covariance.sandwich(map);
    let pairs = (0..map.rows()).flat_map(|a| (a + 1..map.rows()).map(move |b| (a, b)));
    pairs.map(|(a, b)| of[(a, a)] + of[(b, b)] - 2.0 * of[(a, b)]).collect()
}

/// By how much variances are larger by clusters than by pages, on average, and at least one.
fn excess(by_cluster: &[f64], by_page: &[f64]) -> f64 {
    let ratios: Vec<f64> =
        by_cluster.iter().zip(by_page).filter(|(_, page)| **page > 0.0).map(|(c, p)| c / p).collect();
    if ratios.is_empty() { 1.0 } else { (ratios.iter().sum::<f64>() / ratios.len() as f64).max(1.0) }
}

/// The sum over clusters of the outer product of their summed scores, and how many there are.
fn meat(codes: &[u32], width: usize, score: &impl Fn(usize, &mut [f64])) -> Result<(Matrix, f64)> {
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
    let correction = count as f64 / (count as f64 - 1.0);
    let mut meat = Matrix::zeros(width, width);
    for sums in sums.chunks_exact(width) {
        for (i, one) in sums.iter().enumerate() {
            for (j, two) in sums.iter().enumerate() {
                meat[(i, j)] += correction * one * two;
            }
        }
    }
    Ok((meat, count as f64))
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
    pub(crate) fn covariance(&self) -> Matrix {
        let width = self.at[0].len();
        let n = self.at.len() as f64;
        let mean: Vec<f64> = (0..width).map(|i| self.at.iter().map(|at| at[i]).sum::<f64>() / n).collect();
        Matrix::from_fn(width, width, |i, j| {
            self.at.iter().map(|at| (at[i] - mean[i]) * (at[j] - mean[j])).sum::<f64>() / (n - 1.0)
        })
    }

    /// The same replicates in other terms.
    pub(crate) fn map(self, map: impl Fn(&[f64]) -> Vec<f64>) -> Self {
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

/// The interval and the test against zero of estimates that are known alike: t where degrees of freedom are known, z
/// otherwise.
pub(crate) struct ZeroTest {
    df: f64,
    level: f64,
    /// The half-width of an interval in standard errors, the same for all.
    quantile: f64,
    kind: &'static str,
}

impl ZeroTest {
    pub(crate) fn new(df: f64, level: f64) -> ZeroTest {
        let (quantile, kind) = quantile(df, level);
        ZeroTest { df, level, quantile, kind }
    }

    /// An estimate with its interval and test.
    pub(crate) fn estimate(&self, name: &'static str, value: f64, se: f64) -> Estimate {
        let ZeroTest { df, level, quantile, kind } = *self;
        let interval = Interval { low: value - quantile * se, high: value + quantile * se, level, kind };
        let estimate = Estimate::new(name, value).se(se).interval(interval);
        let estimate = if se > 0.0 { estimate.p(two_sided(value / se, df)) } else { estimate };
        if df.is_finite() { estimate.df([df]) } else { estimate }
    }
}

/// A `strength` for each system and a `contrast` for each two, with t, Wald or bootstrap intervals.
pub(crate) fn strengths_and_contrasts(
    strength: &[f64],
    Robust { covariance, df }: &Robust,
    replicates: Option<&Replicates>,
    names: &[String],
    level: f64,
) -> Vec<Estimate> {
    let with_interval = |estimate: Estimate, of: &dyn Fn(&[f64]) -> f64| match replicates {
        Some(replicates) => estimate.interval(replicates.percentile(level, of)),
        None => estimate,
    };
    let note = replicates.map(|r| Note::Resampled { seed: r.seed, replicates: r.at.len(), failed: r.failed });
    let test = ZeroTest::new(*df, level);
    let mut estimates = Vec::with_capacity(strength.len() * (strength.len() + 1) / 2);
    for (i, value) in strength.iter().enumerate() {
        let se = covariance[(i, i)].max(0.0).sqrt();
        let mut estimate = test.estimate("strength", *value, se).with_labels([&names[i]]);
        // A strength is measured from the mean of all; that it is zero is no hypothesis anyone holds.
        estimate.p = None;
        estimates.push(with_interval(estimate, &|at| at[i]).note(note.clone()));
    }
    for i in 0..strength.len() {
        for j in i + 1..strength.len() {
            let value = strength[i] - strength[j];
            let se = (covariance[(i, i)] + covariance[(j, j)] - 2.0 * covariance[(i, j)]).max(0.0).sqrt();
            let estimate = test.estimate("contrast", value, se).with_labels([&names[i], &names[j]]);
            estimates.push(with_interval(estimate, &|at| at[i] - at[j]));
        }
    }
    estimates
}
