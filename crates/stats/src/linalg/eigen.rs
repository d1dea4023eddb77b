//! Eigenvalues and eigenvectors of a symmetric matrix of a few rows.

use super::Square;

/// Rounds over all pairs of rows; six to ten are enough for any matrix.
const ROUNDS_MAX: usize = 60;

/// Eigenvalues in ascending order, with their vectors in the columns of `vectors`.
#[derive(Debug)]
pub(crate) struct Eigen {
    pub(crate) values: Vec<f64>,
    pub(crate) vectors: Square,
}

impl Square {
    /// Eigenvalues and eigenvectors of the symmetric matrix whose lower triangle this is, by Jacobi's rotations in
    /// cyclic order (Golub and Van Loan, *Matrix Computations*, 4th ed., §8.5); nothing when a cell is not finite.
    pub(crate) fn eigen(&self) -> Option<Eigen> {
        let size = self.size();
        let mut a = Square::from_fn(size, |row, column| self.get(row.max(column), row.min(column)));
        let mut vectors = Square::from_fn(size, |row, column| f64::from(row == column));
        let whole: f64 = a.cells_mut().iter().map(|x| x * x).sum();
        if !whole.is_finite() {
            return None;
        }
        for _ in 0..ROUNDS_MAX {
            let mut rotated = false;
            for q in 1..size {
                for p in 0..q {
                    let small = f64::EPSILON * (a.get(p, p).abs() * a.get(q, q).abs()).sqrt();
                    if a.get(p, q).abs() > small.max(f64::MIN_POSITIVE) {
                        rotate(&mut a, &mut vectors, p, q);
                        rotated = true;
                    }
                }
            }
            if !rotated {
                break;
            }
        }
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by(|one, two| a.get(*one, *one).total_cmp(&a.get(*two, *two)));
        Some(Eigen {
            values: order.iter().map(|k| a.get(*k, *k)).collect(),
            vectors: Square::from_fn(size, |row, column| vectors.get(row, order[column])),
        })
    }
}

/// Makes the cells (p, q) and (q, p) zero.
fn rotate(a: &mut Square, vectors: &mut Square, p: usize, q: usize) {
    let size = a.size();
    let tau = (a.get(q, q) - a.get(p, p)) / (2.0 * a.get(p, q));
    let t = if tau >= 0.0 { 1.0 / (tau + tau.hypot(1.0)) } else { -1.0 / (-tau + tau.hypot(1.0)) };
    let cosine = 1.0 / t.hypot(1.0);
    let sine = t * cosine;
    let turn = |matrix: &mut Square, one: (usize, usize), two: (usize, usize)| {
        let (x, y) = (matrix.get(one.0, one.1), matrix.get(two.0, two.1));
        *matrix.at_mut(one.0, one.1) = cosine * x - sine * y;
        *matrix.at_mut(two.0, two.1) = sine * x + cosine * y;
    };
    for k in 0..size {
        turn(a, (k, p), (k, q));
        turn(vectors, (k, p), (k, q));
    }
    for k in 0..size {
        turn(a, (p, k), (q, k));
    }
    *a.at_mut(p, q) = 0.0;
    *a.at_mut(q, p) = 0.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(size: usize, cell: impl Fn(usize, usize) -> f64) {
        let matrix = Square::from_fn(size, |row, column| cell(row.max(column), row.min(column)));
        let eigen = matrix.eigen().unwrap();
        let scale = eigen.values.iter().fold(0.0_f64, |scale, value| scale.max(value.abs()));
        assert!(eigen.values.is_sorted());
        for k in 0..size {
            for row in 0..size {
                let image: f64 = (0..size).map(|column| matrix.get(row, column) * eigen.vectors.get(column, k)).sum();
                let error = (image - eigen.values[k] * eigen.vectors.get(row, k)).abs();
                assert!(error <= 1e-13 * scale, "{size}: vector {k} is off by {error}");
            }
            for other in 0..=k {
                let product: f64 = (0..size).map(|row| eigen.vectors.get(row, k) * eigen.vectors.get(row, other)).sum();
                assert!((product - f64::from(k == other)).abs() <= 1e-13, "{size}: {k} and {other}");
            }
        }
    }

    #[test]
    fn the_matrix_only_stretches_its_eigenvectors() {
        for size in 1..12 {
            check(size, |row, column| ((row * 7 + column * 13) % 11) as f64 - 4.0);
            check(size, |row, column| 1.0 / (row + column + 1) as f64);
        }
        check(6, |row, column| if row == column { 10f64.powi(3 * row as i32 - 9) } else { 0.0 });
        check(5, |_, _| 1.0);
        check(4, |_, _| 0.0);
    }

    #[test]
    fn a_matrix_with_a_hole_has_none() {
        assert!(Square::from_fn(2, |row, _| if row == 1 { f64::NAN } else { 1.0 }).eigen().is_none());
    }
}
