//! The exact distribution of Σ a_i b_π(i) over all orders π of a few ranks.

/// The share of all orders whose Σ a_i b_π(i) is at least as far from its mean as that of the order given.
///
/// Ranks are halves at worst, so doubled they are whole numbers and sums can be counted: for every set of
/// b's used by the first i a's, how many ways give each sum. That is 2^n n steps of adding arrays instead of
/// n! orders.
pub(super) fn share_as_extreme(a: &[f64], b: &[f64]) -> f64 {
    let doubled = |ranks: &[f64]| ranks.iter().map(|rank| (2.0 * rank).round() as usize).collect::<Vec<_>>();
    let (a, b) = (doubled(a), doubled(b));
    let n = a.len();
    let observed: usize = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    // Everything is compared n-fold, because the mean Σa Σb / n need not be whole.
    let centre = a.iter().sum::<usize>() * b.iter().sum::<usize>();
    let far = (n * observed).abs_diff(centre);
    let counts = counts_of_sums(&a, &b);
    let total: f64 = counts.iter().sum();
    let extreme: f64 =
        counts.iter().enumerate().filter(|(sum, _)| (n * sum).abs_diff(centre) >= far).map(|(_, count)| count).sum();
    extreme / total
}

/// How many orders give each sum. Counts stay below 12! and are exact.
fn counts_of_sums(a: &[usize], b: &[usize]) -> Vec<f64> {
    let n = a.len();
    let mut sorted = (a.to_vec(), b.to_vec());
    sorted.0.sort_unstable();
    sorted.1.sort_unstable();
    let largest: usize = sorted.0.iter().zip(&sorted.1).map(|(a, b)| a * b).sum();
    let mut ways: Vec<Vec<f64>> = vec![Vec::new(); 1 << n];
    ways[0] = vec![1.0];
    for used in 0..(1usize << n) - 1 {
        let counts = std::mem::take(&mut ways[used]);
        let next = a[used.count_ones() as usize];
        for (index, rank) in b.iter().enumerate().filter(|(index, _)| used & (1 << index) == 0) {
            let shift = next * rank;
            let target = &mut ways[used | 1 << index];
            let needed = (counts.len() + shift).min(largest + 1);
            if target.len() < needed {
                target.resize(needed, 0.0);
            }
            for (slot, count) in target[shift..].iter_mut().zip(&counts) {
                *slot += count;
            }
        }
    }
    std::mem::take(&mut ways[(1 << n) - 1])
}
