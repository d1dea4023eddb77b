//! What can be computed in a check, one family per file.

mod arithmetic;
mod correlation;
mod cv_star;
mod effect_size;
mod mean;
mod p_value;
mod power;

use std::ops::RangeInclusive;

pub(crate) use p_value::is_p;

use super::finding::Severity;

/// Something that can be computed in a check.
#[derive(Debug)]
pub struct Function {
    /// What it is called in a check.
    pub name: &'static str,
    /// How it is written.
    pub form: &'static str,
    /// What it gives.
    pub doc: &'static str,
    /// How many arguments it takes.
    pub takes: RangeInclusive<usize>,
    /// How it is computed: the proper way, and what else is done.
    pub conventions: &'static [Convention],
}

/// One way of computing a function.
#[derive(Debug)]
pub struct Convention {
    /// Its name in a finding; empty for the proper way.
    pub said: &'static str,
    /// What it means that only this way gives the printed number.
    pub severity: Severity,
    /// Computes; each argument is a list of one or more numbers.
    pub compute: fn(&[Vec<f64>]) -> Result<f64, String>,
}

impl Convention {
    const fn proper(compute: fn(&[Vec<f64>]) -> Result<f64, String>) -> Convention {
        Convention { said: "", severity: Severity::Note, compute }
    }
}

/// Every function, in the order of the reference page.
pub static FUNCTIONS: &[&Function] = &[
    &arithmetic::ABS,
    &arithmetic::SQRT,
    &arithmetic::MIN,
    &arithmetic::MAX,
    &arithmetic::SUM,
    &arithmetic::ROUND_UP,
    &mean::MEAN,
    &mean::AVERAGE_RANK,
    &mean::RANK_SUM,
    &cv_star::CV_STAR,
    &correlation::PEARSON,
    &correlation::SPEARMAN,
    &correlation::PEARSON_P,
    &correlation::SPEARMAN_P,
    &p_value::P_T,
    &p_value::P_F,
    &p_value::P_CHI2,
    &p_value::P_Z,
    &effect_size::COHEN_D,
    &effect_size::STUDENT_T,
    &effect_size::WELCH_T,
    &effect_size::ETA_SQUARED,
    &effect_size::SMALLEST_D,
    &power::ANOVA_POWER,
    &power::ANOVA_N,
];

/// The function of a name.
pub(crate) fn find_function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().copied().find(|function| function.name == name)
}

/// An argument that must be one number.
fn number_argument(arguments: &[Vec<f64>], index: usize) -> Result<f64, String> {
    match arguments.get(index).map(Vec::as_slice) {
        Some([value]) => Ok(*value),
        Some(list) => Err(format!("argument {} must be one number, not {}", index + 1, list.len())),
        None => Err(format!("argument {} is missing", index + 1)),
    }
}

/// A number of values.
fn count(arguments: &[Vec<f64>], index: usize) -> Result<usize, String> {
    let value = number_argument(arguments, index)?;
    if value.fract().abs() > 1e-9 || !(1.0..=1e9).contains(&value) {
        return Err(format!("argument {} must be a number of values, found {value}", index + 1));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and in range, just seen")]
    Ok(value.round() as usize)
}

/// All numbers of all arguments.
fn flat(arguments: &[Vec<f64>]) -> Vec<f64> {
    arguments.concat()
}

#[expect(clippy::cast_precision_loss, reason = "a handful of numbers of a table")]
fn real(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests;
