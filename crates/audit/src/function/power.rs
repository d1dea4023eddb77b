//! Power of a one-way analysis of variance, and the two ways in which it is often got wrong: η² given
//! where Cohen's f = √(η²/(1 − η²)) is asked for, and the size of a group where the total is.

use stats::power::{EffectMeasure, Question, Size, Test};

use super::{Convention, Function, number_argument};
use crate::finding::Severity;

const AS_F: &str = "η² in the place of Cohen's f = √(η²/(1 − η²))";
const GROUP_AS_TOTAL: &str = "the size of one group in the place of the total";
const BOTH: &str =
    "η² in the place of Cohen's f = √(η²/(1 − η²)), and the size of one group in the place of the total,";

pub(crate) static ANOVA_POWER: Function = Function {
    name: "anova_power",
    form: "anova_power(eta_squared, groups, total, alpha)",
    doc: "The power of a one-way analysis of variance of so many groups and so many values altogether.",
    takes: 4..=4,
    conventions: &[
        Convention::proper(|a| power(a, EffectMeasure::EtaSquared, 1.0)),
        Convention { said: AS_F, severity: Severity::Misleading, compute: |a| power(a, EffectMeasure::CohenF, 1.0) },
        Convention {
            said: GROUP_AS_TOTAL,
            severity: Severity::Misleading,
            compute: |a| power(a, EffectMeasure::EtaSquared, number_argument(a, 1)?),
        },
        Convention {
            said: BOTH,
            severity: Severity::Misleading,
            compute: |a| power(a, EffectMeasure::CohenF, number_argument(a, 1)?),
        },
    ],
};

pub(crate) static ANOVA_N: Function = Function {
    name: "anova_n",
    form: "anova_n(eta_squared, groups, power, alpha)",
    doc: "How many values altogether a one-way analysis of variance needs for a power.",
    takes: 4..=4,
    conventions: &[
        Convention::proper(|a| size(a, EffectMeasure::EtaSquared)),
        Convention { said: AS_F, severity: Severity::Misleading, compute: |a| size(a, EffectMeasure::CohenF) },
    ],
};

fn question(a: &[Vec<f64>]) -> Result<Question, String> {
    Ok(Question { test: Test::Anova { groups: number_argument(a, 1)? }, alpha: number_argument(a, 3)? })
}

fn power(a: &[Vec<f64>], measure: fn(f64) -> EffectMeasure, divisor: f64) -> Result<f64, String> {
    question(a)?
        .power(measure(number_argument(a, 0)?), Size::Total(number_argument(a, 2)? / divisor))
        .map_err(|e| e.to_string())
}

fn size(a: &[Vec<f64>], measure: fn(f64) -> EffectMeasure) -> Result<f64, String> {
    let size = question(a)?
        .size(measure(number_argument(a, 0)?), number_argument(a, 2)?, Size::Total(1.0))
        .map_err(|e| e.to_string())?;
    Ok(size.value().ceil())
}
