//! How much credit two ratings that differ still get.

/// How much credit two ratings that differ still get: 1 for equal ones, less the further apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weighting {
    /// None: Cohen (1960).
    Identity,
    /// 1 − |c − k| / (largest − smallest).
    Linear,
    /// 1 − (c − k)² / (largest − smallest)².
    Quadratic,
    /// 1 − C(j, 2) / C(q, 2) for values j − 1 steps apart of q: Gwet (2014), §3.5.
    Ordinal,
}

impl Weighting {
    /// The weights of all pairs of ascending values, row by row.
    pub(super) fn matrix(self, values: &[f64]) -> Vec<f64> {
        let q = values.len();
        let span = values.last().zip(values.first()).map_or(0.0, |(last, first)| last - first);
        let weight = |row: usize, column: usize| {
            if row == column {
                return 1.0;
            }
            let apart = (values[row] - values[column]).abs() / span;
            let steps = row.abs_diff(column) as f64 + 1.0;
            match self {
                Weighting::Identity => 0.0,
                Weighting::Linear => 1.0 - apart,
                Weighting::Quadratic => 1.0 - apart * apart,
                Weighting::Ordinal => 1.0 - steps * (steps - 1.0) / (q as f64 * (q as f64 - 1.0)),
            }
        };
        (0..q * q).map(|cell| weight(cell / q, cell % q)).collect()
    }
}
