//! Quantified reproducibility assessment over several experiments (Belz 2022; Belz & Thomson 2026).

use super::{Measurement, Options, cv_star, real};
use crate::dist::chi_squared;
use crate::{Estimate, Note, Result, StatError};

/// Scores of the same systems in several experiments: one row per experiment, one column per system.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiments {
    scores: Vec<Vec<f64>>,
}

impl Experiments {
    /// From rows of scores.
    ///
    /// # Errors
    /// When there are fewer than two experiments or systems, rows differ in length, or a score is not finite.
    pub fn new(scores: Vec<Vec<f64>>) -> Result<Self> {
        let systems = scores.first().map_or(0, Vec::len);
        for (what, found) in [("experiments", scores.len()), ("systems", systems)] {
            if found < 2 {
                return Err(StatError::TooFew { what, needed: 2, found });
            }
        }
        for row in &scores {
            if row.len() != systems {
                let (left, right) = ("the first experiment", "another experiment");
                return Err(StatError::Lengths { left, left_len: systems, right, right_len: row.len() });
            }
            if let Some(index) = row.iter().position(|score| !score.is_finite()) {
                return Err(StatError::NotFinite { what: "an experiment", index });
            }
        }
        Ok(Experiments { scores })
    }

    fn systems(&self) -> usize {
        self.scores[0].len()
    }

    /// Every pair of experiments.
    fn pairs(&self) -> impl Iterator<Item = (&[f64], &[f64])> {
        let rows = &self.scores;
        (0..rows.len()).flat_map(move |i| (i + 1..rows.len()).map(move |j| (rows[i].as_slice(), rows[j].as_slice())))
    }
}

/// What the assessment says about one criterion.
#[derive(Debug, Clone, PartialEq)]
pub struct Reproducibility {
    /// CV* of each system over the experiments, or why there is none.
    pub cv: Vec<Result<Estimate>>,
    /// Mean Pearson correlation over all pairs of experiments.
    pub mean_r: Result<Estimate>,
    /// Mean Spearman correlation over all pairs of experiments.
    pub mean_rho: Result<Estimate>,
    /// Kendall's W over the experiments as raters, without correction for ties, as the QRA tool computes it.
    pub w: Estimate,
    /// Share of pairs of systems ordered alike, over all pairs of experiments (a tie is an order of its own).
    pub p: Estimate,
    /// Numerator of `p`, to be added over criteria.
    pub alike: usize,
    /// Denominator of `p`.
    pub compared: usize,
}

/// Assesses one criterion.
#[must_use]
pub fn assess(experiments: &Experiments, options: Options) -> Reproducibility {
    let cv = (0..experiments.systems())
        .map(|system| {
            let scores: Vec<Measurement> =
                experiments.scores.iter().map(|row| Measurement::exact(row[system])).collect();
            cv_star(&scores, options)
        })
        .collect();
    let ranks: Vec<Vec<f64>> = experiments.scores.iter().map(|row| ranks(row)).collect();
    let ranked = Experiments { scores: ranks };
    let (alike, compared) = orders(experiments);
    Reproducibility {
        cv,
        mean_r: mean_correlation("mean_r", experiments),
        mean_rho: mean_correlation("mean_rho", &ranked),
        w: concordance(&ranked),
        p: Estimate::new("P", real(alike) / real(compared)),
        alike,
        compared,
    }
}

fn mean_correlation(name: &'static str, experiments: &Experiments) -> Result<Estimate> {
    let correlations: Vec<f64> = experiments.pairs().map(|(a, b)| pearson(a, b)).collect::<Result<_>>()?;
    Ok(Estimate::new(name, correlations.iter().sum::<f64>() / real(correlations.len())))
}

fn pearson(a: &[f64], b: &[f64]) -> Result<f64> {
    let (x, y) = (super::mean(a), super::mean(b));
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (u, v) in a.iter().zip(b) {
        xx += (u - x) * (u - x);
        yy += (v - y) * (v - y);
        xy += (u - x) * (v - y);
    }
    if xx > 0.0 && yy > 0.0 {
        Ok((xy / (xx.sqrt() * yy.sqrt())).clamp(-1.0, 1.0))
    } else {
        Err(StatError::Constant { what: "the scores of an experiment", statistic: "the correlation" })
    }
}

/// Average ranks, the smallest score having rank one.
fn ranks(scores: &[f64]) -> Vec<f64> {
    scores
        .iter()
        .map(|score| {
            let below = scores.iter().filter(|other| *other < score).count();
            let same = scores.iter().filter(|other| other.total_cmp(score).is_eq()).count();
            real(below) + (real(same) + 1.0) / 2.0
        })
        .collect()
}

/// W = 12 S/(m²(k³ − k)), p from m(k − 1)W on k − 1 degrees of freedom (Kendall & Babington Smith 1939).
fn concordance(ranked: &Experiments) -> Estimate {
    let (m, k) = (real(ranked.scores.len()), real(ranked.systems()));
    let sums: Vec<f64> = (0..ranked.systems()).map(|s| ranked.scores.iter().map(|row| row[s]).sum()).collect();
    let mean = super::mean(&sums);
    let squares: f64 = sums.iter().map(|sum| (sum - mean).powi(2)).sum();
    let w = 12.0 * squares / (m * m * (k.powi(3) - k));
    let tied = ranked.scores.iter().flatten().any(|rank| rank.fract() > 0.0);
    Estimate::new("W", w)
        .df([k - 1.0])
        .p(chi_squared::p_value(m * (k - 1.0) * w, k - 1.0))
        .note(Note::Asymptotic { because: "chi-square, as the QRA tool computes it" })
        .note(tied.then(|| Note::Said("ties are not corrected for, as in the QRA tool".to_owned())))
}

/// How many pairs of systems are ordered alike in how many, over all pairs of experiments.
fn orders(experiments: &Experiments) -> (usize, usize) {
    let (mut alike, mut compared) = (0, 0);
    for (a, b) in experiments.pairs() {
        for i in 0..a.len() {
            for j in i + 1..a.len() {
                compared += 1;
                alike += usize::from(a[i].partial_cmp(&a[j]) == b[i].partial_cmp(&b[j]));
            }
        }
    }
    (alike, compared)
}
