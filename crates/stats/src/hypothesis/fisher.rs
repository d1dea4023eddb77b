//! Fisher's exact test of a table of counts.

mod network;

use super::binomial::ln_add;
use super::{Alternative, Contingency, Test, TestOptions};
use crate::{Estimate, Interval, Note, PValue, Result, StatError};

/// Probabilities that differ relatively by less than this count as equal, as rounding makes them differ.
const SAME: f64 = 1e-7;

/// The conditional test of independence given both margins (Fisher 1934): the p-value sums the
/// probabilities of all tables no more probable than the one observed, whose own is given as
/// `probability`. For two rows and two columns also the `odds_ratio`, as its conditional maximum
/// likelihood estimate, with the interval that inverts the one-sided tests (Cornfield 1956).
///
/// Larger tables are gone through exhaustively column by column where that is affordable; where it is
/// not, random tables with the same margins are drawn with `seed`, and a note says so.
///
/// # Errors
/// When a one-sided test is asked of a table with more than two rows or columns.
pub fn fisher(table: &Contingency, seed: u64, asked: TestOptions) -> Result<Test> {
    let asked = asked.check()?;
    if let Some(counts) = table.four() {
        return Ok(two_by_two(counts, asked));
    }
    if asked.alternative != Alternative::TwoSided {
        return Err(StatError::Undefined(
            "only a table of two rows and two columns has a direction; ask for a two-sided test".to_owned(),
        ));
    }
    let (ln_observed, ln_p, note) = network::test(table, seed);
    Ok(Test::new(Estimate::new("probability", ln_observed.exp()).p(PValue::from_ln(ln_p)).note(note)))
}

fn two_by_two(counts: [u64; 4], asked: TestOptions) -> Test {
    let urn = Noncentral::new(counts);
    let weights = urn.ln_probabilities(0.0);
    let observed = weights[urn.observed];
    let ln = match asked.alternative {
        Alternative::Less => ln_sum(&weights[..=urn.observed]),
        Alternative::Greater => ln_sum(&weights[urn.observed..]),
        Alternative::TwoSided => {
            ln_sum(&weights.iter().copied().filter(|weight| *weight <= observed + SAME).collect::<Vec<_>>())
        }
    };
    let statistic = Estimate::new("probability", observed.exp()).p(PValue::from_ln(ln)).note(Note::Exact);
    let outside = asked.alternative.tail_probability(asked.level);
    let last = weights.len() - 1;
    let low = if urn.observed == 0 { 0.0 } else { urn.solve(|w| ln_sum(&w[urn.observed..]) - outside.ln()).exp() };
    let high = if urn.observed == last {
        f64::INFINITY
    } else {
        urn.solve(|w| outside.ln() - ln_sum(&w[..=urn.observed])).exp()
    };
    let (low, high) = asked.alternative.interval_ends(low, high, (0.0, f64::INFINITY));
    if urn.observed == last {
        let words = format!("the odds ratio is infinite, its interval from {low:.6} on");
        return Test::new(statistic.note(Note::Said(words)));
    }
    let ratio = if urn.observed == 0 { 0.0 } else { urn.solve(|w| mean(w) - urn.observed as f64).exp() };
    let interval = Interval { low, high, level: asked.level, kind: "exact" };
    Test::new(statistic).with_estimate(Estimate::new("odds_ratio", ratio).interval(interval))
}

/// The distribution of the first count given the margins, for any odds ratio.
struct Noncentral {
    /// Logarithms of the central probabilities up to a constant, from the smallest possible count on.
    weights: Vec<f64>,
    /// Where the observed count stands among them.
    observed: usize,
}

impl Noncentral {
    fn new([a, b, c, d]: [u64; 4]) -> Self {
        let (row, first, second) = (a + b, a + c, b + d);
        let (low, high) = (row.saturating_sub(second), row.min(first));
        let mut weights = vec![0.0];
        let mut weight = 0.0;
        for x in low..high {
            // w(x+1)/w(x), which needs no factorials and so loses no digits.
            let up = (first - x) as f64 * (row - x) as f64;
            let down = (x + 1) as f64 * (second + x + 1 - row) as f64;
            weight += (up / down).ln();
            weights.push(weight);
        }
        Noncentral { weights, observed: usize::try_from(a - low).unwrap_or(0) }
    }

    /// Logarithms of the probabilities at a logarithmic odds ratio.
    fn ln_probabilities(&self, ln_ratio: f64) -> Vec<f64> {
        let tilted: Vec<f64> = self.weights.iter().enumerate().map(|(x, w)| w + x as f64 * ln_ratio).collect();
        let total = ln_sum(&tilted);
        tilted.into_iter().map(|weight| weight - total).collect()
    }

    /// The logarithmic odds ratio at which an increasing function of the probabilities is zero.
    fn solve(&self, function: impl Fn(&[f64]) -> f64) -> f64 {
        let at = |ln_ratio: f64| function(&self.ln_probabilities(ln_ratio));
        let (mut low, mut high) = (-1.0, 1.0);
        while at(low) > 0.0 && low > -1e4 {
            low *= 2.0;
        }
        while at(high) < 0.0 && high < 1e4 {
            high *= 2.0;
        }
        while high - low > 1e-14 * (1.0 + low.abs()) {
            let middle = f64::midpoint(low, high);
            if middle <= low || middle >= high {
                break;
            }
            if at(middle) < 0.0 { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }
}

fn mean(ln_probabilities: &[f64]) -> f64 {
    ln_probabilities.iter().enumerate().map(|(x, ln)| x as f64 * ln.exp()).sum()
}

/// ln Σ eˣ.
fn ln_sum(terms: &[f64]) -> f64 {
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        return largest;
    }
    largest + terms.iter().map(|term| (term - largest).exp()).sum::<f64>().ln()
}

/// ln of a sum kept as a running logarithm.
fn ln_accumulate(total: &mut f64, term: f64) {
    *total = ln_add(*total, term);
}
