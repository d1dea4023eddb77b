//! CV*, in the forms that are in use under this name.

use stats::precision::{Correction, Measurement, Options, cv_star};

use super::{Convention, Function, flat, number_argument};
use crate::finding::Severity;

pub(crate) static CV_STAR: Function = Function {
    name: "cv_star",
    form: "cv_star(scale_min, a, b, …)",
    doc: "CV* = (1 + 1/(4n))·100·(s/c₄(n))/m of two or more measurements, shifted so that the scale starts at zero: \
          the first argument is where it starts, 0 for shares and counts (Belz, Popović & Mille 2022).",
    takes: 2..=usize::MAX,
    conventions: &[
        Convention::proper(|a| compute(a, number_argument(a, 0)?, Correction::Factor)),
        Convention {
            said: "CV* on the scale as it is, not shifted to start at zero",
            severity: Severity::Note,
            compute: |a| compute(a, 0.0, Correction::Factor),
        },
        Convention {
            said: "CV* without the factor 1 + 1/(4n)",
            severity: Severity::Note,
            compute: |a| compute(a, number_argument(a, 0)?, Correction::None),
        },
        Convention {
            said: "CV* on the scale as it is and without the factor 1 + 1/(4n)",
            severity: Severity::Note,
            compute: |a| compute(a, 0.0, Correction::None),
        },
    ],
};

fn compute(arguments: &[Vec<f64>], scale_min: f64, correction: Correction) -> Result<f64, String> {
    let values: Vec<Measurement> =
        flat(arguments.get(1..).unwrap_or_default()).into_iter().map(Measurement::exact).collect();
    cv_star(&values, Options { scale_min, correction }).map(|cv| cv.value).map_err(|e| e.to_string())
}
