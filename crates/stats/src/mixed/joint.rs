//! Several contrasts tested at once: F tests, and the type III tests of the terms of a model.
//!
//! Satterthwaite: LΦLᵀ = PDPᵀ gives q independent t tests; with νₘ their degrees of freedom and
//! E = Σ νₘ/(νₘ−2) over νₘ > 2, the denominator has 2E/(E−q) degrees of freedom: Fai & Cornelius (1996),
//! J. Stat. Comput. Simul. 54. Kenward and Roger scale F as well: see [`super::KenwardRoger`].

use super::design::{Design, Value};
use super::fixed_effects::gram;
use super::model::Model;
use super::satterthwaite::quadratic;
use super::summary::{Df, Inference};
use crate::dist::{chi_squared, fisher_f};
use crate::linalg::{Square, small};
use crate::{Estimate, Result, StatError};

/// An eigenvalue of LΦLᵀ below this share of the largest means that rows of L repeat each other.
const REPEATED: f64 = 1e-10;

impl Inference {
    /// Tests whether all these contrasts are zero: F with its two degrees of freedom, or χ² divided by its
    /// own where the denominator knows no end.
    ///
    /// # Errors
    /// When no contrast is left once those that follow from others are taken away.
    pub fn joint(&self, contrasts: &[Vec<f64>]) -> Result<Estimate> {
        let rows = self.independent(contrasts)?;
        let q = rows.len() as f64;
        let f = rows.iter().map(|row| self.value(row).powi(2) / quadratic(&self.covariance, row)).sum::<f64>() / q;
        let (f, df) = match &self.df {
            Df::Infinite => (f, f64::INFINITY),
            Df::Residual(df) => (f, *df),
            Df::Satterthwaite(it) => (f, pool_df(&rows.iter().map(|row| it.df(row)).collect::<Vec<f64>>())),
            Df::KenwardRoger(it) => {
                let (scale, df) = it.joint(&rows);
                (scale * f, df)
            }
        };
        Ok(if df.is_finite() {
            Estimate::new("f", f).df([q, df]).p(fisher_f::p_value(f, q, df))
        } else {
            Estimate::new("f", f).df([q]).p(chi_squared::p_value(q * f, q))
        })
    }

    /// Combinations of the contrasts that are uncorrelated and say all they say.
    fn independent(&self, contrasts: &[Vec<f64>]) -> Result<Vec<Vec<f64>>> {
        let nothing = || StatError::Undefined("no contrast is left to test".to_owned());
        let covariance = Square::from_fn(contrasts.len(), |a, b| self.covariance_of(&contrasts[a], &contrasts[b]));
        let eigen = covariance.eigen().ok_or_else(nothing)?;
        let (values, vectors) = (eigen.values, eigen.vectors);
        let largest = (0..contrasts.len()).map(|k| values[k]).fold(0.0, f64::max);
        let rows: Vec<Vec<f64>> = (0..contrasts.len())
            .rev()
            .filter(|k| values[*k] > REPEATED * largest)
            .map(|k| {
                let mut row = vec![0.0; self.beta.len()];
                for (a, contrast) in contrasts.iter().enumerate() {
                    row.iter_mut().zip(contrast).for_each(|(cell, x)| *cell += vectors.get(a, k) * x);
                }
                row
            })
            .collect();
        if rows.is_empty() { Err(nothing()) } else { Ok(rows) }
    }
}

/// The degrees of freedom of the denominator, from those of the single tests.
fn pool_df(df: &[f64]) -> f64 {
    let q = df.len() as f64;
    let (low, high) = df.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), x| (low.min(*x), high.max(*x)));
    if !low.is_finite() || high - low < 1e-8 * high {
        return df.iter().sum::<f64>() / q;
    }
    if low <= 2.0 {
        return 2.0;
    }
    let sum: f64 = df.iter().map(|x| if x.is_finite() { x / (x - 2.0) } else { 1.0 }).sum();
    2.0 * sum / (sum - q)
}

/// The type III hypothesis of each term, as contrasts of the estimated coefficients: that its effects, each
/// level against the first and averaged over the levels of all other factors, are zero. `None` where it would
/// lean on a column that was dropped.
///
/// How a hypothesis is written down does not change F, but what its single tests are, and with them
/// Satterthwaite's denominator; lmerTest prints its way with `show_tests`, and this is the same. A term that
/// stands alone is tested by the rows of the forward Doolittle reduction of XᵀX, each column given those after
/// it: Goodnight (1979), *A tutorial on the SWEEP operator*, Am. Stat. 33. Otherwise the coefficients of one
/// coding are a linear map of another's, for both span the same space; the map is found on a grid of all
/// combinations: Goodnight (1980), *Tests of hypotheses in fixed effects linear models*, Commun. Stat. A 9.
#[must_use]
pub fn type_three(model: &Model) -> Vec<(String, Option<Vec<Vec<f64>>>)> {
    let (design, kept) = (&model.design, model.estimated_columns());
    if let [only] = design.terms.as_slice() {
        return vec![(only.clone(), Some(doolittle(model)))];
    }
    let centred = design.centred();
    let Some(map) = recoding(design, &centred) else { return Vec::new() };
    let width = design.width();
    let contrasts = |term: usize| -> Option<Vec<Vec<f64>>> {
        let own = (0..width).filter(|column| centred.term_of_column[*column] == term);
        own.map(|column| {
            let row = &map[column * width..(column + 1) * width];
            let leans = |other: usize| row[other].abs() > 1e-9 && !kept.contains(&other);
            (!(0..width).any(leans)).then(|| kept.iter().map(|other| row[*other]).collect())
        })
        .collect()
    };
    design.terms.iter().enumerate().map(|(index, name)| (name.clone(), contrasts(index + 1))).collect()
}

/// The rows of the upper triangle U, ones on its diagonal, of XᵀX = UᵀDU, without the intercept's.
fn doolittle(model: &Model) -> Vec<Vec<f64>> {
    let width = model.estimated_columns().len();
    let side = width + 1;
    let gram = gram(&model.fixed.x, width, &model.y, &[]);
    let mut left: Vec<f64> = (0..width * width)
        .map(|index| (index / width, index % width))
        .map(|(a, b)| gram[a.max(b) * side + a.min(b)])
        .collect();
    for k in 0..width {
        let pivot: Vec<f64> = left[k * width..(k + 1) * width].iter().map(|x| x / left[k * width + k]).collect();
        for row in k + 1..width {
            let factor = left[row * width + k];
            left[row * width..(row + 1) * width].iter_mut().zip(&pivot).for_each(|(cell, x)| *cell -= factor * x);
        }
        left[k * width..(k + 1) * width].copy_from_slice(&pivot);
    }
    let tested = |k: &usize| model.design.term_of_column[model.estimated_columns()[*k]] > 0;
    (0..width).filter(tested).map(|k| left[k * width..(k + 1) * width].to_vec()).collect()
}

/// C with X = X′C on a grid, row-major: coefficients of X′ are C times those of X.
fn recoding(from: &Design, to: &Design) -> Option<Vec<f64>> {
    let width = from.width();
    let choices: Vec<Vec<Value>> = from
        .variables
        .iter()
        .map(|variable| match variable.levels.len() {
            0 => vec![Value::Number(-1.0), Value::Number(1.0)],
            levels => (0..levels as u32).map(Value::Level).collect(),
        })
        .collect();
    let (mut gram, mut cross) = (vec![0.0; width * width], vec![0.0; width * width]);
    for combination in 0..choices.iter().map(Vec::len).product() {
        let mut rest: usize = combination;
        let point: Vec<Value> = choices
            .iter()
            .map(|choice| {
                let value = choice[rest % choice.len()];
                rest /= choice.len();
                value
            })
            .collect();
        let (old, new) = (from.row(&point), to.row(&point));
        for (a, left) in new.iter().enumerate() {
            for b in 0..width {
                gram[a * width + b] += left * new[b];
                cross[a * width + b] += left * old[b];
            }
        }
    }
    Some(small::product(&small::inverse(&gram, width)?, &cross, width))
}
