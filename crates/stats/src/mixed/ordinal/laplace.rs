//! Laplace's approximation of the likelihood at given parameters.
//!
//! With b = Λu, u ~ N(0, I), the joint log density is f(u) = Σᵢ ln pᵢ − |u|²/2 (constants cancel), which
//! is concave. At its mode û, ln L ≈ f(û) − ½ ln|I + ΛᵀZᵀDZΛ| with D the observed curvatures of the
//! ln pᵢ. A Newton step towards û is a penalised weighted least-squares problem with weights D and
//! working response ZΛu + D⁻¹·slope: the linear mixed model's problem, solved by the same blocks.

use std::sync::Arc;

use rayon::prelude::*;

use super::link::Slope;
use super::model::{Model, Point};
use crate::linalg::small;
use crate::mixed::evaluation::Evaluation;
use crate::mixed::score::{pulls, transposed_by_level};
use crate::mixed::{Group, Products, Rows};
use crate::{Result, StatError};

/// Newton steps stop when no random effect moves by more than this.
const SETTLED: f64 = 1e-12;
/// Moves below this may be rounding, with many rows.
const ROUNDING: f64 = 1e-7;
/// A row so sure of its category says nothing about its random effects; this keeps the working response
/// within numbers.
const LEAST_CURVATURE: f64 = 1e-12;
/// Below this many rows a second thread costs more than it saves.
pub(crate) const PARALLEL_ROWS: usize = 10_000;

/// The model at the modes of its random effects.
#[derive(Debug, Clone)]
pub(crate) struct Modes {
    pub(crate) point: Point,
    /// Spherical random effects by group.
    pub(crate) spherical: Vec<Vec<f64>>,
    pub(crate) rows: Vec<Row>,
    /// The curvature at the modes, factored; none without random effects.
    pub(crate) curvature: Option<Curvature>,
    pub(crate) log_likelihood: f64,
}

/// The factored curvature of the joint density.
#[derive(Debug, Clone)]
pub(crate) struct Curvature {
    pub(crate) products: Products,
    pub(crate) at: Evaluation,
}

/// A row at given random effects, weighted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    pub(crate) eta: f64,
    pub(crate) log: f64,
    pub(crate) slope: f64,
    pub(crate) curvature: f64,
}

/// Laplace's approximation of the log-likelihood of a model at given parameters: those of the
/// thresholds, the fixed effects, the scale effects, the covariance parameters.
///
/// # Errors
/// When there are not as many parameters as the model has, or the thresholds are not in order.
pub fn log_likelihood(model: &Model, parameters: &[f64]) -> Result<f64> {
    let needed = model.parameters();
    if parameters.len() != needed {
        return Err(StatError::Lengths {
            left: "parameters",
            left_len: parameters.len(),
            right: "the model's parameters",
            right_len: needed,
        });
    }
    let undefined = || {
        StatError::Undefined(
            "the likelihood is not defined at these parameters; thresholds must ascend and all be finite".to_owned(),
        )
    };
    let start = model.at_rest();
    let modes = model.point(parameters).and_then(|point| model.modes(point, &start)).ok_or_else(undefined)?;
    Ok(modes.log_likelihood)
}

impl Model {
    /// Random effects of zero.
    pub(crate) fn at_rest(&self) -> Vec<Vec<f64>> {
        self.groups.iter().map(|group| vec![0.0; group.columns()]).collect()
    }

    /// The modes of the random effects, looked for from `start`; nothing when they cannot be found.
    pub(crate) fn modes(&self, point: Point, start: &[Vec<f64>]) -> Option<Modes> {
        let mut spherical = start.to_vec();
        let mut rows = self.evaluate_rows(&point, &spherical);
        let mut joint = joint(&rows, &spherical);
        let Some(pattern) = &self.pattern else {
            let log_likelihood = joint + self.constant;
            return log_likelihood.is_finite().then_some(Modes {
                point,
                spherical,
                rows,
                curvature: None,
                log_likelihood,
            });
        };
        let mut before = f64::INFINITY;
        for _ in 0..MAX_STEPS {
            let weights: Vec<f64> = rows.iter().map(|row| row.curvature.max(LEAST_CURVATURE)).collect();
            let working: Vec<f64> = rows
                .iter()
                .zip(&point.fixed)
                .zip(&weights)
                .map(|((row, fixed), weight)| row.eta - fixed + row.slope / weight)
                .collect();
            let of_rows = Rows { x: &[], fixed: 0, y: &working, weights: &weights };
            let products = Products::new(Arc::clone(pattern), &self.groups, of_rows);
            let at = Evaluation::new(&products, point.templates.clone())?;
            let pulls = pulls(&products, &at);
            let target: Vec<Vec<f64>> =
                pulls.iter().zip(&point.templates).map(|(g, template)| transposed_by_level(g, template)).collect();
            let furthest = distance(&spherical, &target);
            // Newton steps shrink by squares; one that no longer halves is rounding.
            let rounding = furthest < ROUNDING && furthest > 0.5 * before;
            before = furthest;
            if furthest < SETTLED || rounding {
                let determinants = at.log_det_leading + at.log_det_trailing;
                let log_likelihood = joint - 0.5 * determinants + self.constant;
                let curvature = Some(Curvature { products, at });
                return log_likelihood.is_finite().then_some(Modes {
                    point,
                    spherical,
                    rows,
                    curvature,
                    log_likelihood,
                });
            }
            let mut share = 1.0;
            loop {
                let trial = interpolate(&spherical, &target, share);
                let found = self.evaluate_rows(&point, &trial);
                let value = self::joint(&found, &trial);
                if value >= joint - 1e-12 * (1.0 + joint.abs()) {
                    (spherical, rows, joint) = (trial, found, value);
                    break;
                }
                share *= 0.5;
                if share < 1e-6 {
                    return None;
                }
            }
        }
        None
    }

    /// Every row at given random effects.
    fn evaluate_rows(&self, point: &Point, spherical: &[Vec<f64>]) -> Vec<Row> {
        let effects: Vec<Vec<f64>> =
            spherical.iter().zip(&point.templates).map(|(u, template)| scaled_by_level(u, template)).collect();
        let at = |row: usize| {
            let eta = point.fixed[row] + effect_of(&self.groups, &effects, row);
            let Slope { log, slope, curvature } = self.slope(point, row, eta);
            let weight = self.weight(row);
            Row { eta, log: weight * log, slope: weight * slope, curvature: weight * curvature }
        };
        if self.codes.len() > PARALLEL_ROWS {
            (0..self.codes.len()).into_par_iter().map(at).collect()
        } else {
            (0..self.codes.len()).map(at).collect()
        }
    }
}

/// Newton steps on a concave function from wherever it starts.
const MAX_STEPS: usize = 100;

/// Σ ln p − |u|²/2.
fn joint(rows: &[Row], spherical: &[Vec<f64>]) -> f64 {
    let penalty: f64 = spherical.iter().flatten().map(|u| u * u).sum();
    rows.iter().map(|row| row.log).sum::<f64>() - 0.5 * penalty
}

fn distance(from: &[Vec<f64>], to: &[Vec<f64>]) -> f64 {
    from.iter().flatten().zip(to.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn interpolate(from: &[Vec<f64>], to: &[Vec<f64>], share: f64) -> Vec<Vec<f64>> {
    let mix = |(from, to): (&Vec<f64>, &Vec<f64>)| from.iter().zip(to).map(|(a, b)| a + share * (b - a)).collect();
    from.iter().zip(to).map(mix).collect()
}

/// b = Tu by level.
pub(crate) fn scaled_by_level(values: &[f64], template: &[f64]) -> Vec<f64> {
    let width = template.len().isqrt();
    if width == 1 {
        return values.iter().map(|u| template[0] * u).collect();
    }
    let level = |u: &[f64]| -> Vec<f64> {
        (0..width).map(|row| small::dot(&template[row * width..=row * width + row], &u[..=row])).collect()
    };
    values.chunks_exact(width).flat_map(level).collect()
}

/// zᵀb of a row.
pub(crate) fn effect_of(groups: &[Group], effects: &[Vec<f64>], row: usize) -> f64 {
    let mut sum = 0.0;
    for (group, effects) in groups.iter().zip(effects) {
        let code = group.codes[row] as usize;
        if group.values.is_empty() {
            sum += effects[code];
        } else {
            let width = group.width();
            sum += small::dot(group.row(row), &effects[code * width..(code + 1) * width]);
        }
    }
    sum
}
