//! A dense square matrix, column by column, that can be filled in parallel; its Cholesky factor, and its inverse by it.

use super::product::{NonZeroPattern, Product, View};

/// A dense square matrix, column-major.
#[derive(Debug, Clone)]
pub(crate) struct Square {
    size: usize,
    cells: Vec<f64>,
}

/// Tiles that fit the first-level cache while a triangle is copied to the other.
const TILE: usize = 32;
/// Columns that are worked on one by one: for fewer, products of blocks do not pay.
const NARROW: usize = 16;

impl Square {
    pub(crate) fn zeros(size: usize) -> Square {
        Square { size, cells: vec![0.0; size * size] }
    }

    pub(crate) fn from_fn(size: usize, cell: impl Fn(usize, usize) -> f64) -> Square {
        let cells =
            (0..size).flat_map(|column| (0..size).map(move |row| (row, column))).map(|(r, c)| cell(r, c)).collect();
        Square { size, cells }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[column * self.size + row]
    }

    pub(crate) fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[column * self.size + row]
    }

    pub(crate) fn column(&self, column: usize) -> &[f64] {
        &self.cells[column * self.size..(column + 1) * self.size]
    }

    pub(crate) fn column_mut(&mut self, column: usize) -> &mut [f64] {
        &mut self.cells[column * self.size..(column + 1) * self.size]
    }

    pub(crate) fn cells_mut(&mut self) -> &mut [f64] {
        &mut self.cells
    }

    /// Copies the lower triangle to the upper.
    pub(crate) fn mirror(&mut self) {
        let size = self.size;
        for column_tile in (0..size).step_by(TILE) {
            for row_tile in (column_tile..size).step_by(TILE) {
                for column in column_tile..(column_tile + TILE).min(size) {
                    for row in row_tile.max(column + 1)..(row_tile + TILE).min(size) {
                        self.cells[row * size + column] = self.cells[column * size + row];
                    }
                }
            }
        }
    }

    /// The Cholesky factor of the matrix whose lower triangle this is, in its place; nothing when the matrix is not
    /// positive definite.
    pub(crate) fn cholesky(mut self) -> Option<Factor> {
        factor_columns(&mut self.cells, self.size, 0).then_some(Factor(self))
    }
}

/// Factors the columns in `cells`, of which the first is number `first` of the matrix and all before it are done with:
/// the left half, then what it takes from the right half, then that (Toledo 1997, *Locality of reference in LU
/// decomposition with partial pivoting*, SIAM J. Matrix Anal. Appl. 18(4), for the order).
fn factor_columns(cells: &mut [f64], size: usize, first: usize) -> bool {
    // A matrix without rows has a factor without rows.
    let Some(columns) = cells.len().checked_div(size) else { return true };
    if columns <= NARROW {
        return factor_narrow(cells, size, first);
    }
    let half = columns / 2;
    let (left, right) = cells.split_at_mut(half * size);
    if !factor_columns(left, size, first) {
        return false;
    }
    let from = first + half;
    let a = View { cells: left, start: from, row_step: 1, column_step: size };
    let b = View { row_step: size, column_step: 1, ..a };
    let taken = Product {
        scale: -1.0,
        a,
        b,
        rows: size - from,
        depth: half,
        filled: NonZeroPattern::Everywhere,
        lower_only: true,
    };
    taken.add_to(right, size, from);
    factor_columns(right, size, from)
}

fn factor_narrow(cells: &mut [f64], size: usize, first: usize) -> bool {
    for column in 0..cells.len() / size {
        let (done, rest) = cells.split_at_mut(column * size);
        let row = first + column;
        let this = &mut rest[row..size];
        for other in done.chunks_exact(size) {
            let factor = other[row];
            this.iter_mut().zip(&other[row..]).for_each(|(cell, x)| *cell -= factor * x);
        }
        if this[0].is_nan() || this[0] <= 0.0 {
            return false;
        }
        let root = this[0].sqrt();
        this[0] = root;
        this[1..].iter_mut().for_each(|cell| *cell /= root);
    }
    true
}

/// A Cholesky factor, in the lower triangle.
#[derive(Debug, Clone)]
pub(crate) struct Factor(Square);

impl Factor {
    /// The solution of the factored system.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Square { size, .. } = self.0;
        let mut x = right.to_vec();
        for column in 0..size {
            let (head, below) = self.0.column(column)[column..].split_at(1);
            x[column] /= head[0];
            let value = x[column];
            x[column + 1..].iter_mut().zip(below).for_each(|(cell, l)| *cell -= value * l);
        }
        for column in (0..size).rev() {
            let (head, below) = self.0.column(column)[column..].split_at(1);
            let sum: f64 = below.iter().zip(&x[column + 1..]).map(|(l, x)| l * x).sum();
            x[column] = (x[column] - sum) / head[0];
        }
        x
    }

    /// The inverse of the factored matrix, both triangles: L⁻ᵀL⁻¹.
    pub(crate) fn inverse(&self) -> Square {
        let size = self.0.size;
        let mut square = Square::zeros(size);
        if size == 0 {
            return square;
        }
        let mut root = Square::zeros(size);
        self.invert_columns(&mut root.cells, 0);
        let b = View { cells: &root.cells, start: 0, row_step: 1, column_step: size };
        let a = View { row_step: size, column_step: 1, ..b };
        let whole =
            Product { scale: 1.0, a, b, rows: size, depth: size, filled: NonZeroPattern::UpperA, lower_only: true };
        whole.add_to(&mut square.cells, size, 0);
        square.mirror();
        square
    }

    /// The block of L⁻¹ on the diagonal that begins with column `from`, in its columns: the left half, the right half, and
    /// what is below the left one, −L₂₂⁻¹ L₂₁ L₁₁⁻¹.
    fn invert_columns(&self, inverse: &mut [f64], from: usize) {
        let size = self.0.size;
        let columns = inverse.len() / size;
        if columns <= TILE {
            return self.invert_narrow(inverse, from);
        }
        let half = columns / 2;
        let (rows, middle) = (columns - half, from + half);
        let (left, right) = inverse.split_at_mut(half * size);
        self.invert_columns(left, from);
        self.invert_columns(right, middle);
        let mut between = vec![0.0; rows * half];
        let a = View { cells: &self.0.cells, start: from * size + middle, row_step: 1, column_step: size };
        let b = View { cells: left, start: from, ..a };
        let first = Product { scale: 1.0, a, b, rows, depth: half, filled: NonZeroPattern::LowerB, lower_only: false };
        first.add_to(&mut between, rows, 0);
        let a = View { cells: right, start: middle, row_step: 1, column_step: size };
        let b = View { cells: &between, start: 0, row_step: 1, column_step: rows };
        let second =
            Product { scale: -1.0, a, b, rows, depth: rows, filled: NonZeroPattern::LowerA, lower_only: false };
        second.add_to(left, size, middle);
    }

    fn invert_narrow(&self, inverse: &mut [f64], from: usize) {
        let size = self.0.size;
        let to = from + inverse.len() / size;
        for row in (from..to).rev() {
            let (head, after) = inverse.split_at_mut((row + 1 - from) * size);
            let this = &mut head[(row - from) * size..];
            this[row] = 1.0;
            let below = &self.0.column(row)[row..to];
            for (other, factor) in after.chunks_exact(size).zip(&below[1..]) {
                this[row..to].iter_mut().zip(&other[row..to]).for_each(|(cell, x)| *cell -= factor * x);
            }
            this[row..to].iter_mut().for_each(|cell| *cell /= below[0]);
        }
    }

    pub(crate) fn diagonal(&self) -> impl Iterator<Item = f64> {
        (0..self.0.size).map(|index| self.0.get(index, index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A positive definite matrix without any pattern, and its size.
    fn matrix(size: usize) -> Square {
        let cell = |row: usize, column: usize| ((row * 31 + column * 17) % 101) as f64 / 101.0 - 0.5;
        Square::from_fn(size, |row, column| {
            let product: f64 = (0..size).map(|k| cell(row, k) * cell(column, k)).sum();
            product / size as f64 + f64::from(row == column)
        })
    }

    #[test]
    fn factor_solution_and_inverse_belong_to_the_matrix_whatever_its_size() {
        for size in [1, 2, 5, 15, 16, 17, 31, 33, 63, 64, 65, 127, 130, 200, 257, 290] {
            let whole = matrix(size);
            let factor = whole.clone().cholesky().unwrap();
            let inverse = factor.inverse();
            let wanted: Vec<f64> = (0..size).map(|index| (index % 7) as f64 - 3.0).collect();
            let right: Vec<f64> = (0..size).map(|row| (0..size).map(|k| whole.get(row, k) * wanted[k]).sum()).collect();
            let found = factor.solve(&right);
            for row in 0..size {
                assert!((found[row] - wanted[row]).abs() < 1e-12, "{size}: solution {row}");
                for column in 0..size {
                    let product: f64 = (0..size).map(|k| whole.get(row, k) * inverse.get(k, column)).sum();
                    assert!((product - f64::from(row == column)).abs() < 1e-12, "{size}: {row}, {column}");
                }
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_has_no_factor() {
        for size in [1, 3, 40, 150] {
            for spoilt in [0, size / 2, size - 1] {
                let mut whole = matrix(size);
                *whole.at_mut(spoilt, spoilt) = -1.0;
                assert!(whole.clone().cholesky().is_none(), "{size}, {spoilt}");
                *whole.at_mut(spoilt, spoilt) = f64::NAN;
                assert!(whole.cholesky().is_none(), "{size}, {spoilt}");
            }
        }
        assert_eq!(Square::zeros(0).cholesky().unwrap().inverse().size(), 0);
    }
}
