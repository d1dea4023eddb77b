//! Correlations of two lists and their p-values.

use stats::correlation::{average_ranks, pearson, spearman};
use stats::dist::student_t;

use super::{Convention, Function, real};
use crate::finding::Severity;

pub(crate) static PEARSON: Function = Function {
    name: "pearson",
    form: "pearson(xs, ys)",
    doc: "Pearson's correlation of two lists, in the order of the file.",
    takes: 2..=2,
    conventions: &[Convention::proper(|a| pearson(&a[0], &a[1], 0.95).map(|r| r.value).map_err(|e| e.to_string()))],
};

pub(crate) static SPEARMAN: Function = Function {
    name: "spearman",
    form: "spearman(xs, ys)",
    doc: "Spearman's correlation of two lists, ties sharing their mean rank.",
    takes: 2..=2,
    conventions: &[
        Convention::proper(|a| spearman(&a[0], &a[1], 0.95).map(|rho| rho.value).map_err(|e| e.to_string())),
        Convention {
            said: "1 − 6Σd²/(n³ − n), which is Spearman's correlation only without ties,",
            severity: Severity::Misleading,
            compute: |a| {
                let n = real(a[0].len());
                if a[0].len() != a[1].len() || n < 2.0 {
                    return Err("two lists of one length are needed".to_owned());
                }
                let pairs = average_ranks(&a[0]).into_iter().zip(average_ranks(&a[1]));
                Ok(1.0 - 6.0 * pairs.map(|(x, y)| (x - y).powi(2)).sum::<f64>() / (n.powi(3) - n))
            },
        },
    ],
};

pub(crate) static PEARSON_P: Function = Function {
    name: "pearson_p",
    form: "pearson_p(xs, ys)",
    doc: "Two-sided p of Pearson's correlation, t with n − 2 degrees of freedom.",
    takes: 2..=2,
    conventions: &[Convention::proper(|a| {
        let r = pearson(&a[0], &a[1], 0.95).map_err(|e| e.to_string())?;
        r.p.map(stats::PValue::value).ok_or_else(|| "there is no p-value".to_owned())
    })],
};

pub(crate) static SPEARMAN_P: Function = Function {
    name: "spearman_p",
    form: "spearman_p(xs, ys)",
    doc: "Two-sided p of Spearman's correlation: exact, the share of the n! orders at least as far from 0. \
          With k systems it cannot be below 2/k!.",
    takes: 2..=2,
    conventions: &[
        Convention::proper(|a| {
            let rho = spearman(&a[0], &a[1], 0.95).map_err(|e| e.to_string())?;
            rho.p.map(stats::PValue::value).ok_or_else(|| "there is no p-value".to_owned())
        }),
        Convention {
            said: "the t approximation, which is not valid for so few values and is 0 for any perfect correlation,",
            severity: Severity::Misleading,
            compute: |a| {
                let rho = spearman(&a[0], &a[1], 0.95).map_err(|e| e.to_string())?.value;
                let df = real(a[0].len()) - 2.0;
                if df < 1.0 {
                    return Err("there are too few values".to_owned());
                }
                let unexplained = 1.0 - rho * rho;
                if unexplained < 1e-12 {
                    return Ok(0.0);
                }
                Ok(student_t::two_sided(rho * (df / unexplained).sqrt(), df).value())
            },
        },
    ],
};
