//! Samples as the tests want them: a mean with its standard deviation, or complete blocks.

use crate::{Result, StatError};

/// Refuses a value that is infinite or not a number.
pub(super) fn finite(what: &'static str, values: &[f64]) -> Result<()> {
    match values.iter().position(|value| !value.is_finite()) {
        Some(index) => Err(StatError::NotFinite { what, index }),
        None => Ok(()),
    }
}

/// Refuses less than `needed` of something.
pub(super) fn at_least(what: &'static str, needed: usize, found: usize) -> Result<()> {
    if found < needed { Err(StatError::TooFew { what, needed, found }) } else { Ok(()) }
}

/// A sample's size, mean and standard deviation (divisor n − 1): all that t-tests and analyses of
/// variance need, whether computed from data or read in a paper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// How many values.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation with divisor n − 1.
    pub sd: f64,
}

impl Summary {
    /// Of values. The mean is corrected by the mean of the residuals (Chan, Golub and LeVeque 1983),
    /// so that a large constant added to all values does not cost digits.
    ///
    /// # Errors
    /// When there are fewer than two values, or one is not finite.
    pub fn from_values(values: &[f64]) -> Result<Self> {
        finite("the sample", values)?;
        at_least("values in a sample", 2, values.len())?;
        let n = values.len() as f64;
        let first = values.iter().sum::<f64>() / n;
        let mean = first + values.iter().map(|x| x - first).sum::<f64>() / n;
        let residual: f64 = values.iter().map(|x| x - mean).sum();
        let squares: f64 = values.iter().map(|x| (x - mean).powi(2)).sum();
        let sd = ((squares - residual * residual / n) / (n - 1.0)).max(0.0).sqrt();
        if !mean.is_finite() || !sd.is_finite() {
            return Err(StatError::Undefined("the values are too large for their variance to be computed".to_owned()));
        }
        Ok(Summary { n: values.len(), mean, sd })
    }

    /// Of values that are known by how often each was given: mean Σ f x / n and variance
    /// Σ f (x − mean)² / (n − 1) with n = Σ f.
    ///
    /// # Errors
    /// When there are fewer than two values, one is not finite, or all are too large for their variance.
    pub fn of_counts(counts: &[(f64, usize)]) -> Result<Self> {
        let values: Vec<f64> = counts.iter().map(|(value, _)| *value).collect();
        finite("the sample", &values)?;
        let n: usize = counts.iter().map(|(_, count)| count).sum();
        at_least("values in a sample", 2, n)?;
        let size = n as f64;
        let over = |of: &dyn Fn(f64) -> f64| counts.iter().map(|(x, count)| of(*x) * (*count as f64)).sum::<f64>();
        let first = over(&|x| x / size);
        let mean = first + over(&|x| (x - first) / size);
        let sd = (over(&|x| (x - mean).powi(2)) / (size - 1.0)).sqrt();
        if !mean.is_finite() || !sd.is_finite() {
            return Err(StatError::Undefined("the values are too large for their variance to be computed".to_owned()));
        }
        Ok(Summary { n, mean, sd })
    }

    /// As given by a paper.
    ///
    /// # Errors
    /// When n is below two, or the mean or standard deviation cannot be one.
    pub fn from_published(n: usize, mean: f64, sd: f64) -> Result<Self> {
        finite("the summary", &[mean, sd])?;
        at_least("values in a sample", 2, n)?;
        if sd < 0.0 {
            return Err(StatError::Domain { what: "a standard deviation", must: "zero or more", found: sd });
        }
        Ok(Summary { n, mean, sd })
    }

    pub(crate) fn size(self) -> f64 {
        self.n as f64
    }

    /// Sum of squares around the mean.
    pub(crate) fn squares(self) -> f64 {
        (self.size() - 1.0) * self.sd * self.sd
    }

    /// Variance with divisor n − 1.
    pub(crate) fn variance(self) -> f64 {
        self.sd * self.sd
    }

    /// Squared standard error of the mean.
    pub(crate) fn se2(self) -> f64 {
        self.sd * self.sd / self.size()
    }
}

/// Complete blocks: every block (a rater, an item) has one value of every treatment (a system).
#[derive(Debug, Clone, PartialEq)]
pub struct Blocks {
    values: Vec<f64>,
    treatments: usize,
}

impl Blocks {
    /// From rows, one per block, each with one value per treatment in the same order.
    ///
    /// # Errors
    /// When there are fewer than two blocks or treatments, rows differ in length, or a value is not finite.
    pub fn new<R: AsRef<[f64]>>(rows: &[R]) -> Result<Self> {
        at_least("complete blocks", 2, rows.len())?;
        let treatments = rows[0].as_ref().len();
        at_least("treatments", 2, treatments)?;
        let mut values = Vec::with_capacity(rows.len() * treatments);
        for row in rows {
            let row = row.as_ref();
            if row.len() != treatments {
                return Err(StatError::Lengths {
                    left: "the first block",
                    left_len: treatments,
                    right: "another block",
                    right_len: row.len(),
                });
            }
            values.extend_from_slice(row);
        }
        finite("the blocks", &values)?;
        Ok(Blocks { values, treatments })
    }

    /// How many treatments.
    #[must_use]
    pub fn treatments(&self) -> usize {
        self.treatments
    }

    /// How many blocks.
    #[must_use]
    pub fn count(&self) -> usize {
        self.values.len() / self.treatments
    }

    /// One slice per block.
    pub fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.values.chunks_exact(self.treatments)
    }

    /// The values of one treatment, block by block.
    #[must_use]
    pub fn treatment(&self, index: usize) -> Vec<f64> {
        self.rows().map(|row| row[index]).collect()
    }
}
