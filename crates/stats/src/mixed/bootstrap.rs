//! Parametric bootstrap: the model simulated from its own estimates and fitted again.

use rayon::prelude::*;

use super::fit::Fit;
use super::model::Model;
use super::products::Rows;
use super::summary::spreads;
use crate::linalg::small;
use crate::resample::{Plan, Stream};

/// What a parametric bootstrap gives: for each replicate that could be fitted, the fixed effects, then
/// the standard deviations of [`spreads`].
#[derive(Debug, Clone)]
pub struct BootstrapFits {
    /// One row per replicate.
    pub replicates: Vec<Vec<f64>>,
    /// How many could not be fitted.
    pub failed: usize,
}

/// Simulates responses from the fitted model and fits each: Efron & Tibshirani (1993), section 6.5.
#[must_use]
pub fn parametric_bootstrap(model: &Model, fit: &Fit, plan: Plan) -> BootstrapFits {
    let mean = model.fixed.times(&fit.beta, model.rows());
    let one = |model: &mut Model, replicate: usize| -> Option<Vec<f64>> {
        let mut stream = Stream::new(plan.seed, replicate as u64);
        let y = simulate_response(model, fit, &mean, &mut stream);
        let centred = model.fixed.residuals(&y);
        let rows = Rows { x: &model.fixed.x, fixed: model.fixed.kept.len(), y: &centred, weights: &model.weights };
        model.products.set_response(&model.groups, rows);
        let again = model.fit_quickly(&fit.theta).ok()?;
        let spreads = spreads(model, &again).into_iter().map(|it| it.value);
        Some(again.beta.iter().copied().chain(spreads).collect())
    };
    let all: Vec<Option<Vec<f64>>> = (0..plan.replicates).into_par_iter().map_init(|| model.clone(), one).collect();
    let failed = all.iter().filter(|it| it.is_none()).count();
    BootstrapFits { replicates: all.into_iter().flatten().collect(), failed }
}

/// One response: Xβ̂ + Zb* + ε*.
fn simulate_response(model: &Model, fit: &Fit, mean: &[f64], stream: &mut Stream) -> Vec<f64> {
    let mut y = mean.to_vec();
    for (index, group) in model.groups.iter().enumerate() {
        let (template, width) = (&fit.at.templates[index], group.width());
        let mut b = vec![0.0; group.columns()];
        for level in b.chunks_exact_mut(width) {
            let u: Vec<f64> = (0..width).map(|_| fit.sigma * stream.normal()).collect();
            for (row, cell) in level.iter_mut().enumerate() {
                *cell = small::dot(&template[row * width..=row * width + row], &u);
            }
        }
        for (row, y) in y.iter_mut().enumerate() {
            let level = group.codes[row] as usize * width;
            *y += small::dot(group.row(row), &b[level..level + width]);
        }
    }
    for (row, y) in y.iter_mut().enumerate() {
        let weight = model.weights.get(row).copied().unwrap_or(1.0);
        *y += fit.sigma / weight.sqrt() * stream.normal();
    }
    y
}
