//! A dense square matrix, column by column, that can be filled in parallel and handed to faer.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{LltRegularization, cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::cholesky::llt::inverse::{inverse, inverse_scratch};
use faer::linalg::cholesky::llt::solve::{solve_in_place, solve_in_place_scratch};
use faer::{MatMut, MatRef, Spec};

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

    /// The Cholesky factor of the matrix whose lower triangle this is, in its place.
    pub(crate) fn cholesky(mut self) -> Option<Factor> {
        let (size, par) = (self.size, faer::get_global_parallelism());
        let mut memory = MemBuffer::new(cholesky_in_place_scratch::<f64>(size, par, Spec::default()));
        let cells = MatMut::from_column_major_slice_mut(&mut self.cells, size, size);
        let none = LltRegularization::default();
        cholesky_in_place(cells, none, par, MemStack::new(&mut memory), Spec::default()).ok()?;
        Some(Factor(self))
    }
}

/// A Cholesky factor, in the lower triangle.
#[derive(Debug, Clone)]
pub(crate) struct Factor(Square);

impl Factor {
    /// The solution of the factored system.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (size, par) = (self.0.size, faer::get_global_parallelism());
        let mut solution = right.to_vec();
        let mut memory = MemBuffer::new(solve_in_place_scratch::<f64>(size, 1, par));
        let cells = MatMut::from_column_major_slice_mut(&mut solution, size, 1);
        solve_in_place(self.0.view(), cells, par, MemStack::new(&mut memory));
        solution
    }

    /// The inverse of the factored matrix, both triangles.
    pub(crate) fn inverse(&self) -> Square {
        let (size, par) = (self.0.size, faer::get_global_parallelism());
        let mut square = Square::zeros(size);
        let mut memory = MemBuffer::new(inverse_scratch::<f64>(size, par));
        let cells = MatMut::from_column_major_slice_mut(&mut square.cells, size, size);
        inverse(cells, self.0.view(), par, MemStack::new(&mut memory));
        square.mirror();
        square
    }

    pub(crate) fn diagonal(&self) -> impl Iterator<Item = f64> {
        (0..self.0.size).map(|index| self.0.at(index, index))
    }
}
