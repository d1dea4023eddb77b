//! QRA3's files (Belz & Thomson 2026, github.com/DCU-NLG/qra): a table of measurements and a configuration
//! in; `data.json`, `table.csv` and `table.tex` out. What is computed here follows that tool, also where
//! the rest of this crate does otherwise: p-values of Spearman's rho from t, W without correction for ties.

mod json;
mod read;
mod tables;

use stats::precision::{Correction, Experiments, Measurement, Options, Reproducibility, assess, unbiased_sd_interval};
use thiserror::Error;

pub use read::read;

use super::Comparison;

/// Why QRA3's files cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum QraError {
    /// The table is not one.
    #[error("{0}")]
    Table(String),
    /// The configuration is not one.
    #[error("the configuration cannot be understood: {0}")]
    Config(String),
    /// Some experiment lacks a score that others have.
    #[error(
        "experiment `{experiment}` has no result for system `{system}` on `{criterion}`; QRA3 needs a complete table"
    )]
    Hole {
        /// The experiment.
        experiment: String,
        /// The system.
        system: String,
        /// The criterion.
        criterion: String,
    },
    /// A statistic cannot be given.
    #[error("{0}")]
    Stat(String),
}

/// One study in QRA3's terms.
#[derive(Debug, Clone, PartialEq)]
pub struct QraStudy {
    /// Its key.
    pub name: String,
    /// Names of the experiments, with how they are cited.
    pub experiments: Vec<(String, String)>,
    /// Names of the systems.
    pub systems: Vec<String>,
    /// The criteria, by name.
    pub criteria: Vec<QraCriterion>,
}

/// One criterion with its measurements.
#[derive(Debug, Clone, PartialEq)]
pub struct QraCriterion {
    /// Its abbreviation.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Subtracted from every measurement.
    pub scale_starts_at: f64,
    /// Whether the factor 1 + 1/(4n) is applied.
    pub correction: Correction,
    /// Whether the configuration calls the measurements normal.
    pub normal_data: bool,
    /// One row per experiment, one column per system.
    pub scores: Vec<Vec<f64>>,
}

/// A study assessed as QRA3 does.
#[derive(Debug, Clone)]
pub struct Qra {
    study: QraStudy,
    criteria: Vec<Assessment>,
}

#[derive(Debug, Clone)]
struct Assessment {
    found: Reproducibility,
    mean_r: f64,
    mean_rho: f64,
    /// CV* of each system.
    cv: Vec<f64>,
}

impl Assessment {
    fn mean_cv(&self) -> f64 {
        mean(&self.cv)
    }
}

impl Qra {
    /// Assesses a study.
    ///
    /// # Errors
    /// When there are fewer than two experiments or systems, CV* is undefined, or all scores of an experiment
    /// are the same.
    pub fn assess(study: QraStudy) -> Result<Qra, QraError> {
        let criteria = study.criteria.iter().map(assess_criterion).collect::<Result<_, _>>()?;
        Ok(Qra { study, criteria })
    }

    /// Its key.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.study.name
    }

    /// Mean CV* over all criteria and systems.
    fn study_cv(&self) -> f64 {
        mean(&self.criteria.iter().flat_map(|criterion| criterion.cv.iter().copied()).collect::<Vec<_>>())
    }

    /// How many orders are kept, of how many, over all criteria.
    fn study_orders(&self) -> (usize, usize) {
        self.criteria.iter().fold((0, 0), |sum, c| (sum.0 + c.found.alike, sum.1 + c.found.compared))
    }
}

fn assess_criterion(criterion: &QraCriterion) -> Result<Assessment, QraError> {
    let stat = |e: stats::StatError| QraError::Stat(format!("{}: {e}", criterion.name));
    let experiments = Experiments::new(criterion.scores.clone()).map_err(stat)?;
    let options = Options { scale_min: criterion.scale_starts_at, correction: criterion.correction };
    let found = assess(&experiments, options);
    let cv = found
        .cv
        .iter()
        .map(|cv| cv.as_ref().map(|e| e.value).map_err(|e| stat(e.clone())))
        .collect::<Result<_, _>>()?;
    let mean = |of: &stats::Result<stats::Estimate>| of.as_ref().map(|e| e.value).map_err(|e| stat(e.clone()));
    Ok(Assessment { mean_r: mean(&found.mean_r)?, mean_rho: mean(&found.mean_rho)?, cv, found })
}

/// What QRA3 says beside CV*: the unbiased standard deviation with its t-interval, and how many values are
/// within one and two of it.
struct SampleDeviation {
    mean: f64,
    sd: f64,
    se: f64,
    interval: (f64, f64),
    within: (usize, usize),
}

fn spread(values: &[f64]) -> Option<SampleDeviation> {
    let sd = unbiased_sd_interval(values, 0.95).ok()?;
    let (mean, interval) = (mean(values), sd.interval?);
    let within = |times: f64| values.iter().filter(|x| (**x - mean).abs() <= times * sd.value).count();
    Some(SampleDeviation {
        mean,
        sd: sd.value,
        se: sd.se?,
        interval: (interval.low, interval.high),
        within: (within(1.0), within(2.0)),
    })
}

#[expect(clippy::cast_precision_loss, reason = "a handful of values")]
fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// CV* without the factor 1 + 1/(4n).
fn plain_cv(values: &[f64], scale_min: f64) -> Option<f64> {
    let exact: Vec<Measurement> = values.iter().copied().map(Measurement::exact).collect();
    let options = Options { scale_min, correction: Correction::None };
    stats::precision::cv_star(&exact, options).ok().map(|estimate| estimate.value)
}

impl QraStudy {
    /// The scores of a comparison that every experiment has, in QRA3's terms.
    ///
    /// # Errors
    /// When there is no criterion with at least two such systems.
    pub fn of_comparison(name: &str, comparison: &Comparison) -> Result<QraStudy, QraError> {
        let mut criteria = Vec::new();
        let mut systems: Vec<String> = Vec::new();
        for set in &comparison.sets {
            let framed = &comparison.frame.criteria[set.criterion];
            let scored = |row: &super::Row| {
                let scores = row.known.iter().map(|known| Some(known.as_ref()?.score()?.value.value()));
                Some((row.subject().join(" | "), scores.collect::<Option<Vec<f64>>>()?))
            };
            let columns: Vec<(String, Vec<f64>)> = set.rows.iter().filter_map(scored).collect();
            let of: Vec<String> = columns.iter().map(|(system, _)| system.clone()).collect();
            // QRA3 has one list of systems for all criteria; the first criterion sets it.
            if systems.is_empty() {
                systems.clone_from(&of);
            }
            if of.len() < 2 || of != systems {
                continue;
            }
            let names = std::iter::once(framed.name.clone()).chain(set.label.iter().cloned());
            criteria.push(QraCriterion {
                code: framed.id.clone(),
                name: names.collect::<Vec<_>>().join(", "),
                scale_starts_at: framed.scale_min(set.measure).unwrap_or(0.0),
                correction: comparison.options.correction,
                normal_data: true,
                scores: (0..comparison.experiments.len())
                    .map(|e| columns.iter().map(|(_, scores)| scores[e]).collect())
                    .collect(),
            });
        }
        if criteria.is_empty() {
            return Err(QraError::Table("no criterion has scores of two systems in every experiment".to_owned()));
        }
        let experiments = comparison.experiments.iter().map(|e| (e.name.clone(), e.source.clone())).collect::<Vec<_>>();
        Ok(QraStudy { name: name.to_owned(), experiments, systems, criteria })
    }
}
