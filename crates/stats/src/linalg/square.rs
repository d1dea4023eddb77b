//! A dense square matrix, column by column, that can be filled in parallel and handed to faer.

use faer::linalg::solvers::{DenseSolveCore as _, Llt, Solve as _};
use faer::{Col, MatRef, Side};

/// A dense square matrix, column-major.
#[derive(Debug, Clone)]
pub(crate) struct Square {
    size: usize,
    cells: Vec<f64>,
}

/// Tiles that fit the first-level cache while a triangle is copied to the other.
const TILE: usize = 32;

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

    pub(crate) fn at(&self, row: usize, column: usize) -> f64 {
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

    pub(crate) fn view(&self) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(&self.cells, self.size, self.size)
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

    /// The Cholesky factor of the matrix whose lower triangle this is.
    pub(crate) fn cholesky(&self) -> Option<Llt<f64>> {
        self.view().llt(Side::Lower).ok()
    }
}

/// The solution of a factored system.
pub(crate) fn solve(factor: &Llt<f64>, right: &[f64]) -> Vec<f64> {
    let right = Col::from_fn(right.len(), |row| right[row]);
    let solution = factor.solve(&right);
    (0..solution.nrows()).map(|row| solution[row]).collect()
}

/// The inverse of a factored matrix, both triangles.
pub(crate) fn inverse(factor: &Llt<f64>) -> Square {
    let inverse = factor.inverse();
    let size = inverse.nrows();
    let mut square = Square::zeros(size);
    for column in 0..size {
        let from = inverse.col(column);
        for (row, cell) in square.column_mut(column).iter_mut().enumerate() {
            *cell = from[row];
        }
    }
    square
}

/// The diagonal of the factor.
pub(crate) fn diagonal(factor: &Llt<f64>) -> Vec<f64> {
    let lower = factor.L();
    (0..lower.nrows()).map(|index| lower[(index, index)]).collect()
}
