//! Kendall's tau-b.

use super::{average_ranks, check, constant, fisher_interval, note_few_ranks};
use crate::dist::normal;
use crate::{Estimate, Note, PValue, Result};

/// Up to this many pairs without ties the exact distribution is computed.
const EXACT: usize = 60;
/// Up to this many pairs with ties all orders are tried.
const EXACT_WITH_TIES: usize = 8;

/// Kendall's τ-b, (C − D) / √((n₀ − n₁)(n₀ − n₂)): Kendall (1945), Biometrika 33, with the interval of Bonett
/// & Wright (2000): Fisher's scale with standard error √(0.437/(n − 4)).
///
/// Without ties the p-value is exact up to 60 pairs, from the distribution of the number of inversions;
/// with ties up to 8, over all n! orders; beyond, C − D is compared with its normal distribution, the
/// variance corrected for ties (Kendall 1970, chapter 4), without continuity correction, and it says which.
///
/// # Errors
/// When the lengths differ, there are fewer than two pairs, a value is not finite, or one side does not vary.
pub fn kendall(x: &[f64], y: &[f64], level: f64) -> Result<Estimate> {
    check(x, y)?;
    let pairs = Pairs::count(x, y);
    let tau = pairs.tau_b().ok_or_else(|| constant(x, "the correlation"))?;
    let n = x.len();
    let se = (0.437 / (n as f64 - 4.0).max(0.0)).sqrt();
    let estimate = Estimate::new("tau", tau)
        .interval(fisher_interval(tau, se, level, "Fisher, Bonett and Wright")?)
        .note(note_few_ranks(n));
    let ties = !pairs.ties_x.is_empty() || !pairs.ties_y.is_empty();
    Ok(match (ties, n) {
        (false, ..=EXACT) => estimate.p(PValue::new(exact_p(n, &pairs))).note(Note::Exact),
        (true, ..=EXACT_WITH_TIES) => estimate.p(PValue::new(all_orders_p(x, y, &pairs))).note(Note::Exact),
        (false, _) => estimate.p(pairs.normal_p()).note(Note::Asymptotic { because: "there are many pairs" }),
        (true, _) => estimate.p(pairs.normal_p()).note(Note::Asymptotic { because: "there are ties" }),
    })
}

/// Concordant and discordant pairs, and the sizes of ties.
pub(super) struct Pairs {
    n: f64,
    /// C − D.
    difference: f64,
    ties_x: Vec<f64>,
    ties_y: Vec<f64>,
}

impl Pairs {
    /// In n log n steps: Knight (1966), JASA 61.
    pub(super) fn count(x: &[f64], y: &[f64]) -> Pairs {
        let (x, y) = (average_ranks(x), average_ranks(y));
        let mut order: Vec<usize> = (0..x.len()).collect();
        order.sort_unstable_by(|a, b| x[*a].total_cmp(&x[*b]).then(y[*a].total_cmp(&y[*b])));
        let tied_both = ties(order.chunk_by(|a, b| x[*a].total_cmp(&x[*b]).is_eq() && y[*a].total_cmp(&y[*b]).is_eq()));
        let ties_x = ties(order.chunk_by(|a, b| x[*a].total_cmp(&x[*b]).is_eq()));
        let mut by_y: Vec<f64> = order.iter().map(|place| y[*place]).collect();
        let mut scratch = by_y.clone();
        let discordant = inversions(&mut by_y, &mut scratch);
        let ties_y = ties(by_y.chunk_by(|a, b| a.total_cmp(b).is_eq()));
        let couples = |sizes: &[f64]| sizes.iter().map(|t| t * (t - 1.0) / 2.0).sum::<f64>();
        let n = x.len() as f64;
        let untied = n * (n - 1.0) / 2.0 - couples(&ties_x) - couples(&ties_y) + couples(&tied_both);
        Pairs { n, difference: untied - 2.0 * discordant as f64, ties_x, ties_y }
    }

    /// C − D.
    #[cfg(test)]
    pub(super) fn difference(&self) -> f64 {
        self.difference
    }

    pub(super) fn tau_b(&self) -> Option<f64> {
        let all = self.n * (self.n - 1.0) / 2.0;
        let room = |sizes: &[f64]| all - sizes.iter().map(|t| t * (t - 1.0) / 2.0).sum::<f64>();
        let (x, y) = (room(&self.ties_x), room(&self.ties_y));
        (x > 0.0 && y > 0.0).then(|| (self.difference / x.sqrt() / y.sqrt()).clamp(-1.0, 1.0))
    }

    fn normal_p(&self) -> PValue {
        let n = self.n;
        let sum = |sizes: &[f64], of: fn(f64) -> f64| sizes.iter().map(|t| of(*t)).sum::<f64>();
        let spread = |sizes: &[f64]| sum(sizes, |t| t * (t - 1.0) * (2.0 * t + 5.0));
        let twos = |sizes: &[f64]| sum(sizes, |t| t * (t - 1.0));
        let threes = |sizes: &[f64]| sum(sizes, |t| t * (t - 1.0) * (t - 2.0));
        let (x, y) = (&self.ties_x, &self.ties_y);
        let variance = (n * (n - 1.0) * (2.0 * n + 5.0) - spread(x) - spread(y)) / 18.0
            + twos(x) * twos(y) / (2.0 * n * (n - 1.0))
            + threes(x) * threes(y) / (9.0 * n * (n - 1.0) * (n - 2.0));
        normal::two_sided(self.difference / variance.sqrt())
    }
}

/// The sizes of groups of two or more.
fn ties<'a, T: 'a>(groups: impl Iterator<Item = &'a [T]>) -> Vec<f64> {
    groups.map(<[T]>::len).filter(|size| *size > 1).map(|size| size as f64).collect()
}

/// Sorts, and counts the pairs that stood in the wrong order.
fn inversions(values: &mut [f64], scratch: &mut [f64]) -> u64 {
    if values.len() < 2 {
        return 0;
    }
    let middle = values.len() / 2;
    let mut count = inversions(&mut values[..middle], &mut scratch[..middle])
        + inversions(&mut values[middle..], &mut scratch[middle..]);
    let (mut left, mut right) = (0, middle);
    for slot in scratch.iter_mut() {
        if right == values.len() || (left < middle && values[left] <= values[right]) {
            *slot = values[left];
            left += 1;
        } else {
            *slot = values[right];
            right += 1;
            count += (middle - left) as u64;
        }
    }
    values.copy_from_slice(scratch);
    count
}

/// P(|C − D| ≥ observed) from the number of inversions of a random order (Mahonian numbers), as shares so
/// that nothing overflows.
fn exact_p(n: usize, pairs: &Pairs) -> f64 {
    let mut shares = vec![1.0];
    for size in 2..=n {
        // Putting the next value in one of `size` places adds 0 to size − 1 inversions.
        let mut next = vec![0.0; shares.len() + size - 1];
        for (inversions, share) in shares.iter().enumerate() {
            for slot in &mut next[inversions..inversions + size] {
                *slot += share / size as f64;
            }
        }
        shares = next;
    }
    let all = (n * (n - 1) / 2) as f64;
    // All terms are of one sign, so the small tail keeps its digits; both tails are alike.
    let discordant = ((all - pairs.difference.abs()) / 2.0).round() as usize;
    (2.0 * shares[..=discordant].iter().sum::<f64>()).min(1.0)
}

/// The same over all orders of the values, ties included.
fn all_orders_p(x: &[f64], y: &[f64], pairs: &Pairs) -> f64 {
    let observed = pairs.difference.abs();
    let (x, mut y) = (average_ranks(x), average_ranks(y));
    let (mut extreme, mut total) = (0u64, 0u64);
    let mut visit = |y: &[f64]| {
        let mut difference = 0.0;
        for i in 0..x.len() {
            for j in 0..i {
                difference += sign(x[i] - x[j]) * sign(y[i] - y[j]);
            }
        }
        total += 1;
        extreme += u64::from(f64::abs(difference) >= observed - 0.5);
    };
    orders(&mut y, x.len(), &mut visit);
    extreme as f64 / total as f64
}

fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        0.0
    }
}

/// Visits every order of the values: Heap (1963).
fn orders(values: &mut [f64], size: usize, visit: &mut impl FnMut(&[f64])) {
    if size <= 1 {
        visit(values);
        return;
    }
    for index in 0..size {
        orders(values, size - 1, visit);
        values.swap(if size.is_multiple_of(2) { index } else { 0 }, size - 1);
    }
}
