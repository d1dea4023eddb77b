//! Ranks.

/// Ranks from 1, equal values sharing the mean of theirs.
#[must_use]
pub fn average_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    // Adding zero makes −0 and 0 one value.
    order.sort_unstable_by(|a, b| (values[*a] + 0.0).total_cmp(&(values[*b] + 0.0)));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for tie in order.chunk_by(|a, b| (values[*a] + 0.0).total_cmp(&(values[*b] + 0.0)).is_eq()) {
        let rank = before as f64 + (tie.len() as f64 + 1.0) / 2.0;
        for place in tie {
            ranks[*place] = rank;
        }
        before += tie.len();
    }
    ranks
}

/// Whether any two values are equal.
pub(super) fn has_ties(ranks: &[f64]) -> bool {
    let mut sorted = ranks.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.windows(2).any(|pair| pair[0].total_cmp(&pair[1]).is_eq())
}
