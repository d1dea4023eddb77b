//! Means, average ranks and what ranks add to.

use super::{Convention, Function, flat, number_argument, real};
use crate::finding::Severity;

pub(crate) static MEAN: Function = Function {
    name: "mean",
    form: "mean(x, …)",
    doc: "The arithmetic mean of all numbers.",
    takes: 1..=usize::MAX,
    conventions: &[
        Convention::proper(|a| Ok(flat(a).iter().sum::<f64>() / real(flat(a).len()))),
        Convention {
            said: "the sum divided by one more than there are",
            severity: Severity::Wrong,
            compute: |a| Ok(flat(a).iter().sum::<f64>() / (real(flat(a).len()) + 1.0)),
        },
        Convention {
            said: "the sum divided by one less than there are",
            severity: Severity::Wrong,
            compute: |a| match real(flat(a).len()) - 1.0 {
                less if less > 0.0 => Ok(flat(a).iter().sum::<f64>() / less),
                _ => Err("there is only one number".to_owned()),
            },
        },
    ],
};

pub(crate) static AVERAGE_RANK: Function = Function {
    name: "average_rank",
    form: "average_rank(first, second, …)",
    doc: "Σ i·f_i / Σ f_i, from how often something was ranked first, second and so on.",
    takes: 1..=usize::MAX,
    conventions: &[Convention::proper(|a| {
        let counts = flat(a);
        let total: f64 = counts.iter().sum();
        if total <= 0.0 {
            return Err("nothing was ranked".to_owned());
        }
        Ok(counts.iter().enumerate().map(|(index, count)| real(index + 1) * count).sum::<f64>() / total)
    })],
};

pub(crate) static RANK_SUM: Function = Function {
    name: "rank_sum",
    form: "rank_sum(k)",
    doc: "k(k + 1)/2: what the ranks of k systems add to, average ranks too.",
    takes: 1..=1,
    conventions: &[Convention::proper(|a| number_argument(a, 0).map(|k| k * (k + 1.0) / 2.0))],
};
