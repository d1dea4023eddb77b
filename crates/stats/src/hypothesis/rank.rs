//! Ties among ranks, and how the p-value of a rank test is found.

/// How the p-value of a rank test is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RankP {
    /// Exact where that takes less than about a second, else normal with continuity correction.
    #[default]
    Auto,
    /// The exact conditional distribution, ties included.
    Exact,
    /// The normal approximation with the variance the ties leave.
    Normal,
    /// The same, the statistic moved half a step towards its expectation.
    NormalCorrected,
}

/// Σ (t³ − t) over groups of t tied ranks.
pub(super) fn tie_sum(ranks: &[f64]) -> f64 {
    let mut sorted = ranks.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.chunk_by(|a, b| a >= b).map(|group| group.len() as f64).map(|t| t * (t * t - 1.0)).sum()
}

#[cfg(test)]
mod tests {
    use super::tie_sum;

    #[test]
    fn only_ties_count() {
        assert!((tie_sum(&[3.5, 1.0, 3.5, 2.0]) - 6.0).abs() < 1e-12);
        assert!(tie_sum(&[1.0, 2.0]).abs() < 1e-12);
    }
}
