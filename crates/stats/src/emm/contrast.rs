//! Differences and other combinations of marginal means.

use super::adjust::{Adjust, Family};
use super::{Mean, Means};
use crate::mixed::Inference;
use crate::{Estimate, Result, StatError};

/// A combination of marginal means.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrast {
    /// What it is about: two levels, or the name of a custom contrast.
    pub of: Vec<String>,
    /// Weights of the estimated coefficients.
    pub weights: Vec<f64>,
}

/// All differences of two means: first minus second, first minus third, …
#[must_use]
pub fn pairwise(means: &Means) -> Vec<Contrast> {
    let all = &means.means;
    let pair = |a: usize, b: usize| difference(&all[a], &all[b]);
    (0..all.len()).flat_map(|a| (a + 1..all.len()).map(move |b| (a, b))).map(|(a, b)| pair(a, b)).collect()
}

/// Each mean minus that of the control.
///
/// # Errors
/// When no mean is the control's.
pub fn contrast_with_control(means: &Means, control: &str) -> Result<Vec<Contrast>> {
    let index = means.means.iter().position(|mean| mean.levels.join(":") == control).ok_or_else(|| {
        let levels: Vec<String> = means.means.iter().map(|mean| mean.levels.join(":")).collect();
        StatError::Undefined(format!("no level is called `{control}`; there are {}", levels.join(", ")))
    })?;
    let others = means.means.iter().enumerate().filter(|(other, _)| *other != index);
    Ok(others.map(|(_, mean)| difference(mean, &means.means[index])).collect())
}

fn difference(left: &Mean, right: &Mean) -> Contrast {
    Contrast {
        of: vec![left.levels.join(":"), right.levels.join(":")],
        weights: left.weights.iter().zip(&right.weights).map(|(a, b)| a - b).collect(),
    }
}

/// Contrasts as estimates, adjusted for being several.
///
/// # Errors
/// When the adjustment does not fit the kind of contrasts.
pub fn contrast(contrasts: &[Contrast], inference: &Inference, adjust: Adjust, level: f64) -> Result<Vec<Estimate>> {
    let mut estimates: Vec<Estimate> = contrasts
        .iter()
        .map(|it| inference.estimate("contrast", &it.weights, level).with_labels(it.of.clone()))
        .collect();
    Family { contrasts, inference, level }.adjust(adjust, &mut estimates)?;
    Ok(estimates)
}
