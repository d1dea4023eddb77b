//! Conditional modes of the random effects: the best guess for each level, and how sure it is.
//!
//! Given the covariance parameters, b̃ = Λũ and Var(b | y) = σ²Λ(ΛᵀZᵀWZΛ + I)⁻¹Λᵀ: Bates et al. (2015),
//! equations 56 to 58.

use super::fit::Fit;
use super::model::Model;
use super::score::{width_of, without_fixed};
use crate::linalg::small;

/// One effect of one level.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// The group.
    pub group: String,
    /// The level.
    pub level: String,
    /// The effect: `(Intercept)`, `systemGEDI`.
    pub effect: String,
    /// The conditional mode.
    pub mode: f64,
    /// Its conditional standard deviation.
    pub sd: f64,
}

/// The conditional modes of all random effects, group by group and level by level.
#[must_use]
pub fn random_effects(model: &Model, fit: &Fit) -> Vec<Effect> {
    let spreads = conditional_sds(model, fit);
    let mut effects = Vec::new();
    for (index, group) in model.groups.iter().enumerate() {
        let (template, width) = (&fit.at.templates[index], group.width());
        for (level, u) in fit.score.spherical[index].chunks_exact(width).enumerate() {
            for row in 0..width {
                effects.push(Effect {
                    group: group.name.clone(),
                    level: group.levels[level].clone(),
                    effect: group.effects[row].clone(),
                    mode: small::dot(&template[row * width..(row + 1) * width], u),
                    sd: fit.sigma * spreads[index][level * width + row],
                });
            }
        }
    }
    effects
}

/// Square roots of the diagonal of Λ(ΛᵀZᵀWZΛ + I)⁻¹Λᵀ, by group.
fn conditional_sds(model: &Model, fit: &Fit) -> Vec<Vec<f64>> {
    let (products, at) = (&model.products, &fit.at);
    let pattern = &*products.pattern;
    let inverse = without_fixed(&fit.score.inverse, pattern.trailing_columns);
    let mut out = vec![Vec::new(); model.groups.len()];
    for it in &pattern.trailing {
        for first in (it.offset..pattern.end_of(it)).step_by(it.width) {
            for row in 0..it.width {
                let t = &at.templates[it.group][row * it.width..(row + 1) * it.width];
                let variance: f64 = (0..it.width)
                    .flat_map(|a| (0..it.width).map(move |b| (a, b)))
                    .map(|(a, b)| t[a] * t[b] * inverse.get(first + a, first + b))
                    .sum();
                out[it.group].push(variance.max(0.0).sqrt());
            }
        }
    }
    out[pattern.leading] = leading_sds(model, fit, &inverse);
    out
}

/// For the leading group: K + K C Λ₂S⁻¹Λ₂ᵀ Cᵀ K on the diagonal, C being the level's meetings.
fn leading_sds(model: &Model, fit: &Fit, inverse: &crate::linalg::Square) -> Vec<f64> {
    let (products, at) = (&model.products, &fit.at);
    let pattern = &*products.pattern;
    let template = &at.templates[pattern.leading];
    let width = width_of(template);
    let mut out = Vec::new();
    let mut v = vec![0.0; inverse.size()];
    for (level, shrink) in at.shrink.chunks_exact(width * width).enumerate() {
        // K = Σ J, with J the shrink matrix of the level and Σ = TTᵀ.
        let sigma = small::product(template, &small::transpose(template, width), width);
        let kernel = small::product(&sigma, shrink, width);
        for row in 0..width {
            let k = &kernel[row * width..(row + 1) * width];
            v.fill(0.0);
            let touched: Vec<usize> = pattern.of_level(level).map(|index| pattern.column[index] as usize).collect();
            for (index, column) in pattern.of_level(level).zip(&touched) {
                v[*column] = small::dot(k, &products.meetings[index * width..(index + 1) * width]);
            }
            super::evaluation::scale_transposed(pattern, &at.templates, &mut v);
            let more: f64 = if touched.is_empty() {
                0.0
            } else {
                let nonzero: Vec<usize> = (0..pattern.trailing_columns).filter(|column| v[*column] != 0.0).collect();
                nonzero.iter().map(|a| nonzero.iter().map(|b| v[*a] * v[*b] * inverse.get(*a, *b)).sum::<f64>()).sum()
            };
            out.push((k[row] + more).max(0.0).sqrt());
        }
    }
    out
}

/// Fitted values: fixed effects, offset and conditional modes.
#[must_use]
pub fn fitted_values(model: &Model, fit: &Fit) -> Vec<f64> {
    let mut values = model.fixed.times(&fit.beta, model.rows());
    for (index, group) in model.groups.iter().enumerate() {
        let (template, width) = (&fit.at.templates[index], group.width());
        let mut modes = fit.score.spherical[index].clone();
        for cells in modes.chunks_exact_mut(width) {
            for row in (0..width).rev() {
                cells[row] = (0..=row).map(|k| template[row * width + k] * cells[k]).sum();
            }
        }
        for (row, value) in values.iter_mut().enumerate() {
            let level = group.codes[row] as usize * width;
            *value += small::dot(group.row(row), &modes[level..level + width]);
        }
    }
    values.iter_mut().zip(&model.offset).for_each(|(value, offset)| *value += offset);
    values
}

/// Residuals divided by the residual standard deviation: y minus fitted, times √w, over σ̂.
#[must_use]
pub fn scaled_residuals(model: &Model, fit: &Fit) -> Vec<f64> {
    let fitted = fitted_values(model, fit);
    (0..model.rows())
        .map(|row| {
            let weight = model.weights.get(row).copied().unwrap_or(1.0);
            (model.y[row] + model.offset[row] - fitted[row]) * weight.sqrt() / fit.sigma
        })
        .collect()
}
