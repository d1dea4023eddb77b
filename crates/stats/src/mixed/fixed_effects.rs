//! The fixed effects that can be estimated, and a first fit that ignores the groups.
//!
//! The response enters the models as residuals of that fit: r² is then a difference of numbers of
//! its own size, whatever the mean of the response.

use super::design::Design;
use crate::linalg::small;
use crate::{Result, StatError};

/// A column whose part not explained by earlier columns is smaller than this, relative to its own
/// sum of squares, is taken to follow from them.
const DEPENDENT: f64 = 1e-11;

/// The design of the fixed effects, reduced to columns that can be estimated.
#[derive(Debug, Clone)]
pub(crate) struct FixedDesign {
    /// Which columns of the design are kept.
    pub(crate) kept: Vec<usize>,
    /// Row-major matrix of the kept columns.
    pub(crate) x: Vec<f64>,
    /// Weighted least squares without random effects.
    pub(crate) first: Vec<f64>,
}

impl FixedDesign {
    /// y − Xβ₀.
    pub(crate) fn residuals(&self, y: &[f64]) -> Vec<f64> {
        let width = self.kept.len();
        if width == 0 {
            return y.to_vec();
        }
        y.iter().zip(self.x.chunks_exact(width)).map(|(y, x)| y - small::dot(x, &self.first)).collect()
    }

    /// Xβ for each row.
    pub(crate) fn times(&self, beta: &[f64], rows: usize) -> Vec<f64> {
        let width = self.kept.len();
        if width == 0 {
            return vec![0.0; rows];
        }
        self.x.chunks_exact(width).map(|x| small::dot(x, beta)).collect()
    }
}

/// Keeps the columns that can be estimated, earlier ones first.
pub(crate) fn estimable(design: &Design, x: Vec<f64>, y: &[f64], weights: &[f64]) -> Result<FixedDesign> {
    let width = design.width();
    let gram = gram(&x, width, y, weights);
    let kept = independent(&gram, width);
    if y.len() <= kept.len() + 1 {
        return Err(StatError::TooFew { what: "rows for these fixed effects", needed: kept.len() + 2, found: y.len() });
    }
    let count = kept.len();
    let x = if count == width {
        x
    } else {
        x.chunks_exact(width).flat_map(|row| kept.iter().map(|column| row[*column])).collect()
    };
    let mut fixed = FixedDesign { kept, x, first: vec![0.0; count] };
    let side = width + 1;
    let cell = |a: usize, b: usize| gram[fixed.kept[a.max(b)] * side + fixed.kept[a.min(b)]];
    let scale: Vec<f64> = (0..count).map(|a| cell(a, a).sqrt()).collect();
    let mut factor: Vec<f64> =
        (0..count * count).map(|i| cell(i / count, i % count) / (scale[i / count] * scale[i % count])).collect();
    let mut first: Vec<f64> = (0..count).map(|a| gram[width * side + fixed.kept[a]] / scale[a]).collect();
    if small::cholesky(&mut factor, count) {
        small::forward(&factor, count, &mut first);
        small::backward(&factor, count, &mut first);
        fixed.first = first.iter().zip(&scale).map(|(b, s)| b / s).collect();
    }
    let spread: f64 = fixed.residuals(y).iter().map(|e| e * e).sum();
    let total: f64 = y.iter().map(|y| y * y).sum();
    if spread <= 1e-24 * total || spread == 0.0 {
        return Err(StatError::Explained);
    }
    Ok(fixed)
}

/// [X y]ᵀW[X y], row-major, lower triangle.
pub(crate) fn gram(x: &[f64], width: usize, y: &[f64], weights: &[f64]) -> Vec<f64> {
    let side = width + 1;
    let mut gram = vec![0.0; side * side];
    let mut cells = vec![0.0; side];
    for (row, y) in y.iter().enumerate() {
        cells[..width].copy_from_slice(&x[row * width..(row + 1) * width]);
        cells[width] = *y;
        let weight = if weights.is_empty() { 1.0 } else { weights[row] };
        // Indicators are mostly zero.
        for (a, left) in cells.iter().enumerate().filter(|(_, left)| **left != 0.0) {
            let left = weight * left;
            for (cell, right) in gram[a * side..].iter_mut().zip(&cells[..=a]) {
                *cell += left * right;
            }
        }
    }
    gram
}

/// Columns that do not follow from earlier ones, by a Cholesky factorisation that skips the others.
fn independent(gram: &[f64], width: usize) -> Vec<usize> {
    let side = width + 1;
    let mut kept: Vec<usize> = Vec::new();
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for column in 0..width {
        let own = gram[column * side + column];
        let mut row: Vec<f64> = Vec::with_capacity(kept.len() + 1);
        for (a, earlier) in kept.iter().enumerate() {
            let sum = gram[column * side + earlier] - small::dot(&row, &rows[a][..a]);
            row.push(sum / rows[a][a]);
        }
        let left = own - small::dot(&row, &row);
        if left > DEPENDENT * own && own > 0.0 {
            row.push(left.sqrt());
            kept.push(column);
            rows.push(row);
        }
    }
    kept
}
