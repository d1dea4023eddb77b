//! Matrices of a few rows, row-major in slices, where a library call would cost more than the sum.

/// Replaces a symmetric positive definite matrix by its lower Cholesky factor; false when it is not.
pub(crate) fn cholesky(a: &mut [f64], n: usize) -> bool {
    for j in 0..n {
        let mut d = a[j * n + j];
        for k in 0..j {
            d -= a[j * n + k] * a[j * n + k];
        }
        if d.is_nan() || d <= 0.0 {
            return false;
        }
        let d = d.sqrt();
        a[j * n + j] = d;
        for i in j + 1..n {
            let mut s = a[i * n + j];
            for k in 0..j {
                s -= a[i * n + k] * a[j * n + k];
            }
            a[i * n + j] = s / d;
            a[j * n + i] = 0.0;
        }
    }
    true
}

/// Replaces `x` by the solution of L x = x.
pub(crate) fn forward(l: &[f64], n: usize, x: &mut [f64]) {
    for i in 0..n {
        let mut s = x[i];
        for k in 0..i {
            s -= l[i * n + k] * x[k];
        }
        x[i] = s / l[i * n + i];
    }
}

/// Replaces `x` by the solution of Lᵀ x = x.
pub(crate) fn backward(l: &[f64], n: usize, x: &mut [f64]) {
    for i in (0..n).rev() {
        let mut s = x[i];
        for k in i + 1..n {
            s -= l[k * n + i] * x[k];
        }
        x[i] = s / l[i * n + i];
    }
}

/// `a` times `b`.
pub(crate) fn product(a: &[f64], b: &[f64], n: usize) -> Vec<f64> {
    let mut c = vec![0.0; n * n];
    product_to(a, b, n, &mut c);
    c
}

/// `a` times `b`, in the place of `c`.
#[inline]
pub(crate) fn product_to(a: &[f64], b: &[f64], n: usize, c: &mut [f64]) {
    for (row, cells) in a.chunks_exact(n).zip(c.chunks_exact_mut(n)) {
        cells.fill(0.0);
        for (left, other) in row.iter().zip(b.chunks_exact(n)) {
            cells.iter_mut().zip(other).for_each(|(cell, right)| *cell += left * right);
        }
    }
}

/// The transpose.
pub(crate) fn transpose(a: &[f64], n: usize) -> Vec<f64> {
    (0..n * n).map(|index| a[index % n * n + index / n]).collect()
}

/// The inverse of a symmetric positive definite matrix, or nothing when it is not.
pub(crate) fn inverse(a: &[f64], n: usize) -> Option<Vec<f64>> {
    let mut l = a.to_vec();
    if !cholesky(&mut l, n) {
        return None;
    }
    let mut inverse = vec![0.0; n * n];
    let mut x = vec![0.0; n];
    for column in 0..n {
        x.fill(0.0);
        x[column] = 1.0;
        forward(&l, n, &mut x);
        backward(&l, n, &mut x);
        for row in 0..n {
            inverse[row * n + column] = x[row];
        }
    }
    Some(inverse)
}

/// Σ aᵢbᵢ.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
