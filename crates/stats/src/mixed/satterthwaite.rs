//! Satterthwaite's degrees of freedom for contrasts of fixed effects.
//!
//! With φ = (θ, σ), df = 2 (lᵀΦl)² / (gᵀAg), where Φ is the covariance of β̂, g the gradient of lᵀΦl by
//! φ, and A = 2H⁻¹ the asymptotic covariance of φ̂, H being the observed second derivatives of the
//! criterion: Giesbrecht & Burns (1985), Biometrics 41; Kuznetsova, Brockhoff & Christensen (2017),
//! J. Stat. Soft. 82(13). For several contrasts at once: Fai & Cornelius (1996), J. Stat. Comput.
//! Simul. 54. Directions of φ without curvature are left out, as at a boundary.

use super::evaluation::scale;
use super::fit::Fit;
use super::model::Model;
use super::score::{leading_times, reduced_times, shrink_levels, width_of};
use crate::linalg::{Square, small};

/// Curvatures below this do not count.
const FLAT: f64 = 1e-8;

/// What Satterthwaite's degrees of freedom are made of.
#[derive(Debug, Clone)]
pub struct Satterthwaite {
    covariance: Vec<f64>,
    /// ∂Φ/∂φ, one matrix for each of φ.
    slopes: Vec<Vec<f64>>,
    /// Covariance of φ̂.
    spread: Vec<f64>,
}

impl Satterthwaite {
    /// Prepares the degrees of freedom of a fit.
    #[must_use]
    pub fn new(model: &Model, fit: &Fit) -> Satterthwaite {
        let sensitivity = sensitivities(model, fit);
        let fixed = fit.beta.len();
        let variance = fit.sigma * fit.sigma;
        let mut slopes: Vec<Vec<f64>> = Vec::new();
        for parameter in model.parameters() {
            let template = &fit.at.templates[parameter.group];
            let width = width_of(template);
            let mut half = vec![0.0; fixed * fixed];
            let mut right = vec![0.0; fixed];
            for level in sensitivity[parameter.group].chunks_exact(width * fixed) {
                for (own, column) in parameter.element.cells() {
                    // Row `column` of Tᵀ times the level's block.
                    right.fill(0.0);
                    for (k, row) in level.chunks_exact(fixed).enumerate() {
                        let factor = template[k * width + column];
                        right.iter_mut().zip(row).for_each(|(sum, x)| *sum += factor * x);
                    }
                    let left = &level[own * fixed..(own + 1) * fixed];
                    for (cells, left) in half.chunks_exact_mut(fixed).zip(left) {
                        cells.iter_mut().zip(&right).for_each(|(cell, right)| *cell += left * right);
                    }
                }
            }
            let both = |index: usize| half[index] + half[index % fixed * fixed + index / fixed];
            slopes.push((0..fixed * fixed).map(|index| variance * both(index)).collect());
        }
        slopes.push(fit.covariance.iter().map(|x| 2.0 * x / fit.sigma).collect());
        Satterthwaite { covariance: fit.covariance.clone(), slopes, spread: spread(model, fit) }
    }

    /// Degrees of freedom of one contrast; infinite when nothing about its variance is uncertain.
    #[must_use]
    pub fn df(&self, contrast: &[f64]) -> f64 {
        let variance = quadratic(&self.covariance, contrast);
        let slope: Vec<f64> = self.slopes.iter().map(|slope| quadratic(slope, contrast)).collect();
        let spread = quadratic(&self.spread, &slope);
        if spread > 0.0 { 2.0 * variance * variance / spread } else { f64::INFINITY }
    }
}

/// lᵀMl.
pub(crate) fn quadratic(matrix: &[f64], l: &[f64]) -> f64 {
    matrix.chunks_exact(l.len().max(1)).zip(l).map(|(row, x)| x * small::dot(row, l)).sum()
}

/// ZᵀV⁻¹X(XᵀV⁻¹X)⁻¹ by group, row-major: how much β̂ leans on each random effect.
pub(crate) fn sensitivities(model: &Model, fit: &Fit) -> Vec<Vec<f64>> {
    let (products, at) = (&model.products, &fit.at);
    let pattern = &*products.pattern;
    let (columns, fixed) = (pattern.trailing_columns, products.fixed);
    let mut out: Vec<Vec<f64>> = model.groups.iter().map(|group| vec![0.0; group.columns() * fixed]).collect();
    for x in 0..fixed {
        let mut v = fit.score.inverse.column(columns + x).to_vec();
        scale(pattern, &at.templates, &mut v);
        let product = reduced_times(at, &v);
        for it in &pattern.trailing {
            for (index, value) in product[it.offset..pattern.end_of(it)].iter().enumerate() {
                out[it.group][index * fixed + x] = *value;
            }
        }
        for (index, value) in shrink_levels(products, at, leading_times(products, &v)).iter().enumerate() {
            out[pattern.leading][index * fixed + x] = *value;
        }
    }
    out
}

/// The covariance of (θ̂, σ̂): twice the inverse of the second derivatives of the criterion.
fn spread(model: &Model, fit: &Fit) -> Vec<f64> {
    let count = fit.theta.len();
    let side = count + 1;
    let df = model.residual_df();
    let variance = fit.sigma * fit.sigma;
    let residual = fit.at.residual;
    let slopes: Vec<f64> = model.parameters().iter().map(|it| -2.0 * fit.score.quadratic(*it)).collect();
    let hessian = Square::from_fn(side, |a, b| match (a < count, b < count) {
        (true, true) => fit.hessian[a * count + b] + df * slopes[a] * slopes[b] / (residual * residual),
        (true, false) => -2.0 * slopes[a] / (variance * fit.sigma),
        (false, true) => -2.0 * slopes[b] / (variance * fit.sigma),
        (false, false) => 4.0 * df / variance,
    });
    let mut spread = vec![0.0; side * side];
    if let Some(eigen) = hessian.eigen() {
        let (values, vectors) = (eigen.values, eigen.vectors);
        for k in (0..side).filter(|k| values[*k] > FLAT) {
            for (index, cell) in spread.iter_mut().enumerate() {
                *cell += 2.0 / values[k] * vectors.get(index / side, k) * vectors.get(index % side, k);
            }
        }
    }
    spread
}
