//! Quantified reproducibility assessment over several experiments (Belz 2022; Belz & Thomson 2026).

use super::{Measurement, Options, cv_star, real};
use crate::agreement::uncorrected_w;
use crate::correlation::{average_ranks, coefficient};
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
    let ranks: Vec<Vec<f64>> = experiments.scores.iter().map(|row| average_ranks(row)).collect();
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
    let constant = StatError::Constant { what: "the scores of an experiment", statistic: "the correlation" };
    let correlations: Option<Vec<f64>> = experiments.pairs().map(|(a, b)| coefficient(a, b)).collect();
    let correlations = correlations.ok_or(constant)?;
    Ok(Estimate::new(name, correlations.iter().sum::<f64>() / real(correlations.len())))
}

/// W without correction for ties, p from m(k − 1)W on k − 1 degrees of freedom (Kendall & Babington Smith 1939).
fn concordance(ranked: &Experiments) -> Estimate {
    let (m, k) = (real(ranked.scores.len()), real(ranked.systems()));
    let w = uncorrected_w(&ranked.scores);
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
