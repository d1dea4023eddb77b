//! p-values from test statistics and degrees of freedom.

use stats::dist::{chi_squared, fisher_f, normal, student_t};

use super::{Convention, Function, number_argument};
use crate::finding::Severity;

const HALVED: &str = "a one-sided test";

pub(crate) static P_T: Function = Function {
    name: "p_t",
    form: "p_t(t, df)",
    doc: "Two-sided p of a t statistic.",
    takes: 2..=2,
    conventions: &[
        Convention::proper(|a| Ok(student_t::two_sided(number_argument(a, 0)?, degrees(a, 1)?).value())),
        Convention {
            said: HALVED,
            severity: Severity::Misleading,
            compute: |a| Ok(student_t::two_sided(number_argument(a, 0)?, degrees(a, 1)?).value() / 2.0),
        },
    ],
};

pub(crate) static P_F: Function = Function {
    name: "p_f",
    form: "p_f(F, df1, df2)",
    doc: "p of an F statistic.",
    takes: 3..=3,
    conventions: &[Convention::proper(|a| {
        Ok(fisher_f::p_value(number_argument(a, 0)?.max(0.0), degrees(a, 1)?, degrees(a, 2)?).value())
    })],
};

pub(crate) static P_CHI2: Function = Function {
    name: "p_chi2",
    form: "p_chi2(chi2, df)",
    doc: "p of a chi-square statistic.",
    takes: 2..=2,
    conventions: &[Convention::proper(|a| {
        Ok(chi_squared::p_value(number_argument(a, 0)?.max(0.0), degrees(a, 1)?).value())
    })],
};

pub(crate) static P_Z: Function = Function {
    name: "p_z",
    form: "p_z(z)",
    doc: "Two-sided p of a standard normal statistic.",
    takes: 1..=1,
    conventions: &[
        Convention::proper(|a| Ok(normal::two_sided(number_argument(a, 0)?).value())),
        Convention {
            said: HALVED,
            severity: Severity::Misleading,
            compute: |a| Ok(normal::two_sided(number_argument(a, 0)?).value() / 2.0),
        },
    ],
};

/// Whether a function gives a p-value, whose side of 0.05 is a decision.
pub(crate) fn is_p(name: &str) -> bool {
    ["p_t", "p_f", "p_chi2", "p_z", "pearson_p", "spearman_p"].contains(&name)
}

fn degrees(arguments: &[Vec<f64>], index: usize) -> Result<f64, String> {
    match number_argument(arguments, index)? {
        df if df > 0.0 => Ok(df),
        df => Err(format!("degrees of freedom must be above 0, found {df}")),
    }
}
