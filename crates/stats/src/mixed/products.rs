//! Cross-products of the random effects, the fixed effects and the response.
//!
//! With Z₁ the leading group, Z₂ the trailing ones and U = [Z₂ X y], all the model ever needs of the
//! rows are Z₁ᵀWZ₁ (one small block per leading level), Z₁ᵀWU (sparse over Z₂, dense over X and y)
//! and UᵀWU. They are formed once; evaluating the criterion does not touch the rows again.

use std::sync::Arc;

use super::evaluation::ScalarRows;
use super::group::Group;
use super::parts::{Parts, has_parts};
use super::pattern::Pattern;
use crate::linalg::Square;

/// The cross-products of a model on one response.
#[derive(Debug, Clone)]
pub struct Products {
    /// Where the random effects meet.
    pub pattern: Arc<Pattern>,
    /// Effects per leading level.
    pub width: usize,
    /// Fixed effects; the response is one column more.
    pub fixed: usize,
    /// Z₁ᵀWZ₁ by leading level, each `width`².
    pub leading: Vec<f64>,
    /// Z₁ᵀWZ₂ by meeting, `width` values each.
    pub meetings: Vec<f64>,
    /// Z₁ᵀW[X y] by leading level: `width` rows of `fixed + 1`.
    pub beside: Vec<f64>,
    /// UᵀWU, lower triangle.
    pub(crate) trailing: Square,
    /// Rows.
    pub rows: usize,
    /// Σ ln w.
    pub log_weights: f64,
    /// The rows of Z₁ᵀWZ₂ of the parts of each leading level, where it has an effect of its own and one of each part.
    pub(crate) parts: Option<Arc<Parts>>,
}

/// The rows of a model: design of the fixed effects row by row, response and weights.
#[derive(Debug, Clone, Copy)]
pub struct Rows<'a> {
    /// Fixed effects, row-major.
    pub x: &'a [f64],
    /// How many fixed effects.
    pub fixed: usize,
    /// Response.
    pub y: &'a [f64],
    /// Precision weights; empty for ones.
    pub weights: &'a [f64],
}

impl Products {
    /// Forms all cross-products in one pass over the rows.
    #[must_use]
    pub fn new(pattern: Arc<Pattern>, groups: &[Group], rows: Rows<'_>) -> Products {
        let leading = &groups[pattern.leading];
        let (width, fixed, levels) = (leading.width(), rows.fixed, leading.levels.len());
        let size = pattern.trailing_columns + fixed + 1;
        let mut products = Products {
            width,
            fixed,
            leading: vec![0.0; levels * width * width],
            meetings: vec![0.0; pattern.column.len() * width],
            beside: vec![0.0; levels * width * (fixed + 1)],
            trailing: Square::zeros(size),
            rows: rows.y.len(),
            log_weights: rows.weights.iter().map(|w| w.ln()).sum(),
            parts: None,
            pattern,
        };
        let mut xy = vec![0.0; fixed + 1];
        let mut among = vec![0.0; (fixed + 1) * (fixed + 1)];
        for row in 0..rows.y.len() {
            let weight = if rows.weights.is_empty() { 1.0 } else { rows.weights[row] };
            xy[..fixed].copy_from_slice(&rows.x[row * fixed..(row + 1) * fixed]);
            xy[fixed] = rows.y[row];
            products.add_leading(groups, row, weight, &xy);
            products.add_trailing(groups, row, weight, &xy);
            // Indicators are mostly zero.
            for (a, left) in xy.iter().enumerate().filter(|(_, left)| **left != 0.0) {
                let left = weight * left;
                for (cell, right) in among[a * (fixed + 1)..].iter_mut().zip(&xy[..=a]) {
                    *cell += left * right;
                }
            }
        }
        let offset = products.pattern.trailing_columns;
        for a in 0..=fixed {
            for b in 0..=a {
                *products.trailing.at_mut(offset + a, offset + b) = among[a * (fixed + 1) + b];
            }
        }
        let parts = || Arc::new(Parts::new(&products.pattern, &products.meetings, width));
        products.parts = has_parts(leading).then(parts);
        products
    }

    /// The rows of Z₁ᵀWU where leading levels have one effect each.
    pub(crate) fn scalar_rows(&self) -> ScalarRows<'_> {
        let Pattern { level_start: start, column, .. } = &*self.pattern;
        ScalarRows { start, column, values: &self.meetings, beside: &self.beside }
    }

    fn add_leading(&mut self, groups: &[Group], row: usize, weight: f64, xy: &[f64]) {
        let group = &groups[self.pattern.leading];
        let (level, z, width) = (group.codes[row] as usize, group.row(row), self.width);
        for (a, left) in z.iter().enumerate() {
            let left = weight * left;
            for (b, right) in z.iter().enumerate() {
                self.leading[(level * width + a) * width + b] += left * right;
            }
            let start = (level * width + a) * xy.len();
            for (cell, right) in self.beside[start..start + xy.len()].iter_mut().zip(xy) {
                *cell += left * right;
            }
        }
    }

    fn add_trailing(&mut self, groups: &[Group], row: usize, weight: f64, xy: &[f64]) {
        let pattern = &self.pattern;
        let lead = groups[pattern.leading].row(row);
        let count = pattern.trailing.len();
        let offset = pattern.trailing_columns;
        for (position, it) in pattern.trailing.iter().enumerate() {
            let group = &groups[it.group];
            let z = group.row(row);
            let slot = pattern.slot[row * count + position] as usize;
            for (a, value) in z.iter().enumerate() {
                let value = weight * value;
                let meeting = (slot + a) * self.width;
                for (cell, left) in self.meetings[meeting..meeting + self.width].iter_mut().zip(lead) {
                    *cell += value * left;
                }
                let column = it.offset + group.codes[row] as usize * it.width + a;
                let cells = self.trailing.column_mut(column);
                for (b, right) in xy.iter().enumerate() {
                    cells[offset + b] += value * right;
                }
                // Same group: below the diagonal of the level's block. Later groups: the whole block.
                for (b, right) in z.iter().enumerate().skip(a) {
                    cells[column - a + b] += value * right;
                }
                for other in &pattern.trailing[position + 1..] {
                    let group = &groups[other.group];
                    let first = other.offset + group.codes[row] as usize * other.width;
                    for (b, right) in group.row(row).iter().enumerate() {
                        cells[first + b] += value * right;
                    }
                }
            }
        }
    }

    /// The same cross-products with another response.
    pub fn set_response(&mut self, groups: &[Group], rows: Rows<'_>) {
        let fixed = self.fixed;
        let last = self.pattern.trailing_columns + fixed;
        let pattern = Arc::clone(&self.pattern);
        let lead = &groups[pattern.leading];
        for cell in self.beside.iter_mut().skip(fixed).step_by(fixed + 1) {
            *cell = 0.0;
        }
        let mut beside = vec![0.0; last + 1];
        for (row, y) in rows.y.iter().enumerate() {
            let wy = if rows.weights.is_empty() { *y } else { rows.weights[row] * y };
            for (a, z) in lead.row(row).iter().enumerate() {
                self.beside[(lead.codes[row] as usize * self.width + a) * (fixed + 1) + fixed] += wy * z;
            }
            for it in &pattern.trailing {
                let group = &groups[it.group];
                let first = it.offset + group.codes[row] as usize * it.width;
                for (a, z) in group.row(row).iter().enumerate() {
                    beside[first + a] += wy * z;
                }
            }
            for (cell, x) in beside[pattern.trailing_columns..].iter_mut().zip(&rows.x[row * fixed..(row + 1) * fixed])
            {
                *cell += wy * x;
            }
            beside[last] += wy * y;
        }
        for (column, value) in beside.iter().enumerate() {
            *self.trailing.at_mut(last, column) = *value;
        }
    }

    /// The model in which fixed effect `column` is held at `value`: its column leaves X, and its
    /// contribution leaves the response.
    #[must_use]
    pub fn holding(&self, column: usize, value: f64) -> Products {
        let fixed = self.fixed;
        let offset = self.pattern.trailing_columns;
        let size = offset + fixed + 1;
        let full = |a: usize, b: usize| self.trailing.get(a.max(b), a.min(b));
        let (held, last) = (offset + column, size - 1);
        // Column `last` of the new U is y − value·x.
        let entry = |a: usize, b: usize| match (a == last, b == last) {
            (false, false) => full(a, b),
            (true, false) => full(a, b) - value * full(held, b),
            (false, true) => full(a, b) - value * full(a, held),
            (true, true) => full(a, a) - 2.0 * value * full(held, a) + value * value * full(held, held),
        };
        let kept: Vec<usize> = (0..size).filter(|index| *index != held).collect();
        let trailing = Square::from_fn(size - 1, |a, b| if a >= b { entry(kept[a], kept[b]) } else { 0.0 });
        let mut beside = Vec::with_capacity(self.beside.len());
        for row in self.beside.chunks_exact(fixed + 1) {
            beside.extend(row[..fixed].iter().enumerate().filter(|(index, _)| *index != column).map(|(_, x)| *x));
            beside.push(row[fixed] - value * row[column]);
        }
        Products { fixed: fixed - 1, beside, trailing, ..self.clone() }
    }
}
