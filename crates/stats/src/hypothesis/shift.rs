//! Exact conditional distributions of rank statistics, ties included, by the shift algorithm of
//! Streitberg and Röhmel (1986, Statistical Software Newsletter 12; 1987, EDV in Medizin und
//! Biologie 18): the distribution of a sum of scores is built by adding one score at a time.

/// More steps than this take longer than about half a second; then the exact distribution is not made unasked.
const AFFORDABLE: f64 = 3e8;

/// The tail probabilities of an observed sum, as natural logarithms; each holds the observed value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tails {
    pub(super) ln_lower: f64,
    pub(super) ln_upper: f64,
    /// At least as far from the expectation as the observed sum.
    pub(super) ln_both: f64,
}

impl Tails {
    /// From the probabilities (up to a factor) of the sums 0, 1, …; `far` says which are at least as far out.
    fn from_weights(weights: &[f64], observed: usize, far: impl Fn(usize) -> bool) -> Tails {
        let total: f64 = weights.iter().sum();
        let ln = |weight: f64| (weight / total).ln().min(0.0);
        let both = weights.iter().enumerate().filter(|(sum, _)| far(*sum)).map(|(_, weight)| weight).sum();
        Tails {
            ln_lower: ln(weights[..=observed].iter().sum()),
            ln_upper: ln(weights[observed..].iter().sum()),
            ln_both: ln(both),
        }
    }
}

/// Scores on a lattice of whole steps: ranks can be halves when tied.
struct Lattice {
    steps: Vec<usize>,
}

impl Lattice {
    /// Twice the ranks above `origin`, over their greatest common divisor.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "ranks are positive half-integers")]
    fn new(ranks: &[f64], origin: f64) -> Lattice {
        let doubled: Vec<usize> = ranks.iter().map(|rank| (2.0 * (rank - origin)).round() as usize).collect();
        let step = doubled.iter().fold(0, |a, b| gcd(a, *b)).max(1);
        Lattice { steps: doubled.into_iter().map(|score| score / step).collect() }
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Tails of the rank sum of the first `size` of `ranks` among all samples of that size.
/// `None` when that is not affordable and `insist` is not wanted.
pub(super) fn sample_of(ranks: &[f64], size: usize, limit: Limit) -> Option<Tails> {
    // The sum of the smaller sample says the same with less work; lower and upper then change places.
    if 2 * size > ranks.len() {
        let turned: Vec<f64> = ranks[size..].iter().chain(&ranks[..size]).copied().collect();
        let tails = sample_of(&turned, ranks.len() - size, limit)?;
        return Some(Tails { ln_lower: tails.ln_upper, ln_upper: tails.ln_lower, ..tails });
    }
    let origin = ranks.iter().copied().fold(f64::INFINITY, f64::min);
    let mut steps = Lattice::new(ranks, origin).steps;
    let observed: usize = steps[..size].iter().sum();
    let total: usize = steps.iter().sum();
    let count = steps.len();
    steps.sort_unstable();
    let width = steps[count - size..].iter().sum::<usize>() + 1;
    if !limit.allows(count as f64 * size as f64 * width as f64) {
        return None;
    }
    // ways[k · width + s]: samples of k scores with sum s, among the scores seen so far.
    let mut ways = vec![0.0_f64; (size + 1) * width];
    ways[0] = 1.0;
    let mut reach = 0;
    for (seen, step) in steps.iter().enumerate() {
        reach = (reach + step).min(width - 1);
        for k in (1..=size.min(seen + 1)).rev() {
            let (fewer, more) = ways.split_at_mut(k * width);
            let from = &fewer[(k - 1) * width..];
            for (to, from) in more[*step..=reach.max(*step)].iter_mut().zip(from) {
                *to += from;
            }
        }
    }
    let distance = |sum: usize| (sum as i128 * count as i128 - size as i128 * total as i128).abs();
    Some(Tails::from_weights(&ways[size * width..], observed, |sum| distance(sum) >= distance(observed)))
}

/// Tails of the sum of the positive ranks when every rank takes its sign with probability ½.
pub(super) fn signs_of(ranks: &[f64], positive: f64, limit: Limit) -> Option<Tails> {
    let with_observed: Vec<f64> = ranks.iter().copied().chain([positive]).collect();
    let mut steps = Lattice::new(&with_observed, 0.0).steps;
    let observed = steps.pop()?;
    steps.sort_unstable();
    let total: usize = steps.iter().sum();
    if !limit.allows(steps.len() as f64 * total as f64) {
        return None;
    }
    let mut chance = vec![0.0_f64; total + 1];
    chance[0] = 1.0;
    let mut reach = 0;
    for step in steps {
        reach += step;
        for sum in (0..=reach).rev() {
            let below = if sum >= step { chance[sum - step] } else { 0.0 };
            chance[sum] = 0.5 * (chance[sum] + below);
        }
    }
    let distance = |sum: usize| (2 * sum as i128 - total as i128).abs();
    Some(Tails::from_weights(&chance, observed, |sum| distance(sum) >= distance(observed)))
}

/// How much work an exact distribution may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    /// About half a second.
    Affordable,
    /// As much as was asked for, up to about a minute.
    Insisted,
}

impl Limit {
    fn allows(self, steps: f64) -> bool {
        match self {
            Limit::Affordable => steps <= AFFORDABLE,
            Limit::Insisted => steps <= 100.0 * AFFORDABLE,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Limit, sample_of, signs_of};
    use crate::correlation::average_ranks;

    /// Every subset of `size` out of the ranks, counted one by one.
    fn enumerate_subsets(ranks: &[f64], size: usize) -> (f64, f64) {
        let observed: f64 = ranks[..size].iter().sum();
        let (mut lower, mut upper, mut all) = (0.0, 0.0, 0.0);
        for subset in 0_u32..1 << ranks.len() {
            if subset.count_ones() as usize == size {
                let sum: f64 = ranks.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, r)| r).sum();
                all += 1.0;
                lower += f64::from(u8::from(sum <= observed + 1e-9));
                upper += f64::from(u8::from(sum >= observed - 1e-9));
            }
        }
        (lower / all, upper / all)
    }

    proptest! {
        #[test]
        fn samples_are_counted_as_by_hand(values in prop::collection::vec(0..5_i32, 2..10), cut in 1..9_usize) {
            let size = cut.min(values.len() - 1);
            let ranks = average_ranks(&values.iter().map(|x| f64::from(*x)).collect::<Vec<_>>());
            let tails = sample_of(&ranks, size, Limit::Affordable).unwrap();
            let (lower, upper) = enumerate_subsets(&ranks, size);
            prop_assert!((tails.ln_lower.exp() - lower).abs() < 1e-12);
            prop_assert!((tails.ln_upper.exp() - upper).abs() < 1e-12);
        }

        #[test]
        fn both_tails_of_signs_mirror_each_other(values in prop::collection::vec(1..6_i32, 1..12), signs in any::<u16>()) {
            let ranks = average_ranks(&values.iter().map(|x| f64::from(*x)).collect::<Vec<_>>());
            let positive: f64 = ranks.iter().enumerate().filter(|(i, _)| signs >> i & 1 == 1).map(|(_, r)| r).sum();
            let total: f64 = ranks.iter().sum();
            let one = signs_of(&ranks, positive, Limit::Affordable).unwrap();
            let other = signs_of(&ranks, total - positive, Limit::Affordable).unwrap();
            prop_assert!((one.ln_lower - other.ln_upper).abs() < 1e-12);
            prop_assert!((one.ln_both - other.ln_both).abs() < 1e-12);
        }
    }

    #[test]
    fn what_would_take_too_long_is_not_begun() {
        let ranks: Vec<f64> = (1..=2000).map(f64::from).collect();
        assert_eq!(sample_of(&ranks, 1000, Limit::Affordable), None);
        assert_eq!(signs_of(&ranks, 1000.0, Limit::Affordable), None);
    }
}
