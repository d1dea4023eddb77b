//! The response of an ordinal or two-way model: which category each row is in.

use crate::dist::gamma::ln_gamma;
use crate::mixed::{Column, Frame};
use crate::{Result, StatError};

/// The categories of a response.
#[derive(Debug, Clone)]
pub(crate) struct Categories {
    /// Their names, lowest first.
    pub(crate) levels: Vec<String>,
    /// The category of each row.
    pub(crate) codes: Vec<u32>,
    /// Where the rows come from, when a share of trials was split into its two categories.
    pub(crate) from: Option<Vec<usize>>,
    /// How often each row counts; empty for once.
    pub(crate) weights: Vec<f64>,
    /// What the log-likelihood holds beyond the rows: binomial coefficients.
    pub(crate) constant: f64,
}

impl Categories {
    /// Ordered categories: levels in their order, or distinct numbers by value.
    pub(crate) fn from_ordered(name: &str, frame: &Frame, weights: &[f64]) -> Result<Categories> {
        let (levels, codes) = match frame.column(name)? {
            Column::Factor { levels, codes } => used_levels(levels, codes),
            Column::Numeric(values) => distinct(values),
        };
        if levels.len() < 2 {
            return Err(StatError::Undefined(format!("`{name}` has a single category, so there is nothing to model")));
        }
        if levels.len() > MANY {
            return Err(StatError::Undefined(format!(
                "`{name}` has {} categories; with so many, use a linear mixed model (lmm)",
                levels.len()
            )));
        }
        Ok(Categories { levels, codes, from: None, weights: weights.to_vec(), constant: 0.0 })
    }

    /// Two categories, the second counting as success, or shares of trials with the number of trials
    /// as weights.
    pub(crate) fn two(name: &str, frame: &Frame, weights: &[f64]) -> Result<Categories> {
        if let Column::Numeric(values) = frame.column(name)?
            && values.iter().any(|x| *x > 0.0 && *x < 1.0)
        {
            return shares(name, values, weights);
        }
        let categories = Categories::from_ordered(name, frame, weights)?;
        match categories.levels.len() {
            2 => Ok(categories),
            many => Err(StatError::Undefined(format!(
                "`{name}` has {many} categories; a binomial model needs two (for ordered ones use clmm)"
            ))),
        }
    }
}

/// More categories than this are measurements rather than categories.
const MANY: usize = 100;

fn shares(name: &str, values: &[f64], trials: &[f64]) -> Result<Categories> {
    if trials.is_empty() {
        return Err(StatError::Undefined(format!(
            "`{name}` holds shares between 0 and 1; name the column with the number of trials as weights"
        )));
    }
    if let Some(found) = values.iter().find(|x| !(0.0..=1.0).contains(*x)) {
        return Err(StatError::Domain { what: "a share of trials", must: "between 0 and 1", found: *found });
    }
    let mut out = Categories {
        levels: vec!["0".to_owned(), "1".to_owned()],
        codes: Vec::new(),
        from: None,
        weights: Vec::new(),
        constant: 0.0,
    };
    let mut from = Vec::new();
    for (row, (share, trials)) in values.iter().zip(trials).enumerate() {
        let successes = share * trials;
        out.constant += ln_gamma(trials + 1.0) - ln_gamma(successes + 1.0) - ln_gamma(trials - successes + 1.0);
        for (code, count) in [(0, trials - successes), (1, successes)] {
            if count > 1e-9 * trials {
                out.codes.push(code);
                out.weights.push(count);
                from.push(row);
            }
        }
    }
    out.from = Some(from);
    Ok(out)
}

/// The levels that occur.
fn used_levels(levels: &[String], codes: &[u32]) -> (Vec<String>, Vec<u32>) {
    let mut number = vec![None; levels.len()];
    codes.iter().for_each(|code| number[*code as usize] = Some(0));
    let mut names = Vec::new();
    for (slot, level) in number.iter_mut().zip(levels) {
        if let Some(index) = slot {
            *index = names.len() as u32;
            names.push(level.clone());
        }
    }
    (names, codes.iter().filter_map(|code| number[*code as usize]).collect())
}

fn distinct(values: &[f64]) -> (Vec<String>, Vec<u32>) {
    let mut levels = values.to_vec();
    levels.sort_by(f64::total_cmp);
    levels.dedup();
    let codes = values.iter().map(|x| levels.partition_point(|level| level < x) as u32).collect();
    (levels.iter().map(f64::to_string).collect(), codes)
}
