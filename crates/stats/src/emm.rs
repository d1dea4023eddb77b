//! Estimated marginal means and contrasts of them.
//!
//! A marginal mean is the average prediction over a grid in which every combination of the other
//! factors counts the same and every number is at its mean: Searle, Speed & Milliken (1980),
//! *Population marginal means in the linear model*, Am. Stat. 34. Works for any model that has a
//! [`Design`] and an [`Inference`] about its coefficients.

mod adjust;
mod contrast;
mod custom;
mod letters;

pub use adjust::Adjust;
pub use contrast::{Contrast, contrast, contrast_with_control, pairwise};
pub use custom::custom;
pub use letters::letters;

use crate::mixed::{Design, Inference, Value};
use crate::{Estimate, Result, StatError};

/// A marginal mean as a combination of coefficients.
#[derive(Debug, Clone, PartialEq)]
pub struct Mean {
    /// The levels it is the mean of, one per factor asked for.
    pub levels: Vec<String>,
    /// Weights of the estimated coefficients.
    pub weights: Vec<f64>,
}

/// The marginal means of the combinations of some factors.
#[derive(Debug, Clone)]
pub struct Means {
    /// The factors asked for.
    pub factors: Vec<String>,
    /// One mean per combination, the first factor varying fastest.
    pub means: Vec<Mean>,
}

/// Which columns of a design were estimated.
#[derive(Debug, Clone, Copy)]
pub struct Estimable<'a> {
    /// The design.
    pub design: &'a Design,
    /// Its estimated columns, ascending.
    pub kept: &'a [usize],
}

impl Means {
    /// The marginal means of the combinations of `factors`.
    ///
    /// # Errors
    /// When a factor is not in the model or is a number, or when a column was dropped from the model
    /// that a mean would need.
    pub fn new(estimable: Estimable<'_>, factors: &[&str]) -> Result<Means> {
        let design = estimable.design;
        let asked = factors.iter().map(|name| position(design, name)).collect::<Result<Vec<usize>>>()?;
        let sizes: Vec<usize> = asked.iter().map(|index| design.variables[*index].levels.len()).collect();
        let means = (0..sizes.iter().product())
            .map(|cell| {
                let mut held = vec![None; design.variables.len()];
                let mut rest = cell;
                for (variable, size) in asked.iter().zip(&sizes) {
                    held[*variable] = Some(rest % size);
                    rest /= size;
                }
                let levels = asked
                    .iter()
                    .filter_map(|index| held[*index].map(|level| design.variables[*index].levels[level].clone()))
                    .collect();
                Ok(Mean { levels, weights: estimable_weights(estimable, &average_row(design, &held))? })
            })
            .collect::<Result<_>>()?;
        Ok(Means { factors: factors.iter().map(|name| (*name).to_owned()).collect(), means })
    }

    /// The means as estimates.
    #[must_use]
    pub fn estimates(&self, inference: &Inference, level: f64) -> Vec<Estimate> {
        let estimate = |mean: &Mean| {
            let mut estimate = inference.estimate("emmean", &mean.weights, level).with_labels(mean.levels.clone());
            // Whether a mean differs from zero is rarely a question anyone asked.
            estimate.p = None;
            estimate
        };
        self.means.iter().map(estimate).collect()
    }
}

fn position(design: &Design, name: &str) -> Result<usize> {
    let found = design.variables.iter().position(|variable| variable.name == name);
    match found {
        Some(index) if !design.variables[index].levels.is_empty() => Ok(index),
        Some(_) => Err(StatError::Undefined(format!(
            "`{name}` is a number in this model; marginal means are of factors, so write `factor({name})` in the formula"
        ))),
        None => Err(StatError::Undefined(format!("`{name}` is not among the fixed effects of the model"))),
    }
}

/// The average row of the design over the combinations of the factors that are not held.
fn average_row(design: &Design, held: &[Option<usize>]) -> Vec<f64> {
    let choices: Vec<Vec<Value>> = design
        .variables
        .iter()
        .zip(held)
        .map(|(variable, held)| match (held, variable.levels.len()) {
            (_, 0) => vec![Value::Number(variable.mean)],
            (Some(level), _) => vec![Value::Level(*level as u32)],
            (None, levels) => (0..levels as u32).map(Value::Level).collect(),
        })
        .collect();
    let combinations: usize = choices.iter().map(Vec::len).product();
    let mut mean = vec![0.0; design.width()];
    for combination in 0..combinations {
        let mut rest = combination;
        let mut point = Vec::with_capacity(choices.len());
        for choice in &choices {
            point.push(choice[rest % choice.len()]);
            rest /= choice.len();
        }
        let row = design.row(&point);
        mean.iter_mut().zip(row).for_each(|(sum, x)| *sum += x / combinations as f64);
    }
    mean
}

/// The weights of the estimated columns; a mean that leans on a dropped one cannot be given.
fn estimable_weights(estimable: Estimable<'_>, row: &[f64]) -> Result<Vec<f64>> {
    for (column, weight) in row.iter().enumerate() {
        if weight.abs() > 1e-12 && !estimable.kept.contains(&column) {
            return Err(StatError::Undefined(format!(
                "marginal means need `{}`, which follows from other effects in this data and was dropped; \
                 leave the term out of the model or ask for other means",
                estimable.design.names[column]
            )));
        }
    }
    Ok(estimable.kept.iter().map(|column| row[*column]).collect())
}
