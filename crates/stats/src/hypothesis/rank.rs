//! Ranks with ties, and how the p-value of a rank test is found.

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

/// Ranks from 1, ties sharing the mean of their ranks.
#[must_use]
pub fn average_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        // Equality, not total order: −0 and 0 are one value.
        let same = order[start..].iter().take_while(|index| values[**index] <= values[order[start]]).count();
        for index in &order[start..start + same] {
            ranks[*index] = (2 * start + same + 1) as f64 / 2.0;
        }
        start += same;
    }
    ranks
}

/// Σ (t³ − t) over groups of t tied ranks.
pub(super) fn tie_sum(ranks: &[f64]) -> f64 {
    let mut sorted = ranks.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.chunk_by(|a, b| a >= b).map(|group| group.len() as f64).map(|t| t * (t * t - 1.0)).sum()
}

#[cfg(test)]
mod tests {
    use super::{average_ranks, tie_sum};

    #[test]
    fn ties_share_the_mean_of_their_ranks() {
        assert_eq!(average_ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
        assert_eq!(average_ranks(&[0.0, -0.0]), [1.5, 1.5]);
        assert_eq!(average_ranks(&[]), Vec::<f64>::new());
        assert!((tie_sum(&[3.5, 1.0, 3.5, 2.0]) - 6.0).abs() < 1e-12);
    }
}
