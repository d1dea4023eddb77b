//! Effect sizes and test statistics from means, standard deviations and sizes.

use stats::effect::{Denominator, Summary, cohen_d, hedges_g};
use stats::equivalence::smallest_detectable;

use super::{Convention, Function, count, number_argument};
use crate::finding::Severity;

pub(crate) static COHEN_D: Function = Function {
    name: "cohen_d",
    form: "cohen_d(mean1, sd1, n1, mean2, sd2, n2)",
    doc: "Cohen's d with the pooled standard deviation, first minus second.",
    takes: 6..=6,
    conventions: &[
        Convention::proper(|a| d(a, Denominator::Pooled)),
        Convention {
            said: "d with Hedges' correction",
            severity: Severity::Note,
            compute: |a| {
                let (first, second) = summaries(a)?;
                let d = cohen_d(first, second, Denominator::Pooled, 0.95).map_err(|e| e.to_string())?;
                hedges_g(&d).map(|g| g.value).map_err(|e| e.to_string())
            },
        },
        Convention {
            said: "the difference divided by the second group's standard deviation (Glass's delta)",
            severity: Severity::Note,
            compute: |a| d(a, Denominator::Control),
        },
        Convention {
            said: "the difference divided by √((s₁² + s₂²)/2)",
            severity: Severity::Note,
            compute: |a| d(a, Denominator::Average),
        },
    ],
};

pub(crate) static STUDENT_T: Function = Function {
    name: "student_t",
    form: "student_t(mean1, sd1, n1, mean2, sd2, n2)",
    doc: "Student's t of two independent samples, with n1 + n2 − 2 degrees of freedom.",
    takes: 6..=6,
    conventions: &[
        Convention::proper(student),
        Convention { said: "Welch's t, for unequal variances,", severity: Severity::Note, compute: welch },
    ],
};

pub(crate) static WELCH_T: Function = Function {
    name: "welch_t",
    form: "welch_t(mean1, sd1, n1, mean2, sd2, n2)",
    doc: "Welch's t of two independent samples.",
    takes: 6..=6,
    conventions: &[
        Convention::proper(welch),
        Convention { said: "Student's t, with pooled variances,", severity: Severity::Note, compute: student },
    ],
};

pub(crate) static ETA_SQUARED: Function = Function {
    name: "eta_squared",
    form: "eta_squared(F, df1, df2)",
    doc: "Partial η² = F·df1/(F·df1 + df2).",
    takes: 3..=3,
    conventions: &[Convention::proper(|a| {
        let explained = number_argument(a, 0)? * number_argument(a, 1)?;
        let all = explained + number_argument(a, 2)?;
        if all > 0.0 { Ok(explained / all) } else { Err("F and its degrees of freedom must be above 0".to_owned()) }
    })],
};

pub(crate) static SMALLEST_D: Function = Function {
    name: "smallest_d",
    form: "smallest_d(n1, n2, alpha)",
    doc: "The smallest d that a t-test of two groups of these sizes can find significant (Lakens 2017).",
    takes: 3..=3,
    conventions: &[Convention::proper(|a| {
        smallest_detectable(count(a, 0)?, count(a, 1)?, number_argument(a, 2)?)
            .map(|d| d.value)
            .map_err(|e| e.to_string())
    })],
};

fn summaries(a: &[Vec<f64>]) -> Result<(Summary, Summary), String> {
    let summary = |at: usize| -> Result<Summary, String> {
        Summary::from_published(count(a, at + 2)?, number_argument(a, at)?, number_argument(a, at + 1)?)
            .map_err(|e| e.to_string())
    };
    Ok((summary(0)?, summary(3)?))
}

fn d(a: &[Vec<f64>], denominator: Denominator) -> Result<f64, String> {
    let (first, second) = summaries(a)?;
    cohen_d(first, second, denominator, 0.95).map(|d| d.value).map_err(|e| e.to_string())
}

fn student(a: &[Vec<f64>]) -> Result<f64, String> {
    let d = d(a, Denominator::Pooled)?;
    Ok(d / (1.0 / number_argument(a, 2)? + 1.0 / number_argument(a, 5)?).sqrt())
}

fn welch(a: &[Vec<f64>]) -> Result<f64, String> {
    let squared = number_argument(a, 1)?.powi(2) / number_argument(a, 2)?
        + number_argument(a, 4)?.powi(2) / number_argument(a, 5)?;
    if squared > 0.0 {
        Ok((number_argument(a, 0)? - number_argument(a, 3)?) / squared.sqrt())
    } else {
        Err("nothing varies".to_owned())
    }
}
