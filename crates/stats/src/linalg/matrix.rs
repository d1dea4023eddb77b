//! A small dense matrix that results can hold.

use std::ops::{Index, IndexMut};

/// A dense matrix of a few rows and columns; cells are `matrix[(row, column)]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    /// Row by row.
    cells: Vec<f64>,
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.columns + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.columns + column]
    }
}

impl Matrix {
    pub(crate) fn zeros(rows: usize, columns: usize) -> Matrix {
        Matrix { rows, columns, cells: vec![0.0; rows * columns] }
    }

    pub(crate) fn from_fn(rows: usize, columns: usize, cell: impl Fn(usize, usize) -> f64) -> Matrix {
        let place = |index| (index / columns, index % columns);
        Matrix { rows, columns, cells: (0..rows * columns).map(place).map(|(row, column)| cell(row, column)).collect() }
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn transpose(&self) -> Matrix {
        Matrix::from_fn(self.columns, self.rows, |row, column| self[(column, row)])
    }

    /// This matrix times another.
    pub(crate) fn times(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zeros(self.rows, other.columns);
        let rows = self.cells.chunks_exact(self.columns.max(1));
        for (row, out) in rows.zip(product.cells.chunks_exact_mut(other.columns.max(1))) {
            for (x, other) in row.iter().zip(other.cells.chunks_exact(other.columns.max(1))) {
                out.iter_mut().zip(other).for_each(|(cell, y)| *cell += x * y);
            }
        }
        product
    }

    /// A · `self` · Aᵀ: the covariance of what A makes of estimates with this covariance.
    pub(crate) fn sandwich(&self, a: &Matrix) -> Matrix {
        a.times(self).times(&a.transpose())
    }
}

#[cfg(test)]
mod tests {
    use super::Matrix;

    #[test]
    fn a_product_of_two_matrices_of_different_shapes() {
        let a = Matrix::from_fn(2, 3, |row, column| (row * 3 + column) as f64);
        let b = Matrix::from_fn(3, 2, |row, column| (row + 2 * column) as f64);
        assert_eq!(a.times(&b), Matrix { rows: 2, columns: 2, cells: vec![5.0, 11.0, 14.0, 38.0] });
        assert_eq!(a.transpose(), Matrix { rows: 3, columns: 2, cells: vec![0.0, 3.0, 1.0, 4.0, 2.0, 5.0] });
    }
}
