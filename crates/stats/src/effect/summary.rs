//! A sample by its size, mean and standard deviation.

use crate::{Result, StatError};

/// A sample's size, mean and standard deviation (divisor n − 1), from data or from a paper.
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
    /// Of values.
    ///
    /// # Errors
    /// When there are fewer than two values, or one is not finite.
    pub fn of(values: &[f64]) -> Result<Self> {
        if let Some(index) = values.iter().position(|value| !value.is_finite()) {
            return Err(StatError::NotFinite { what: "the sample", index });
        }
        if values.len() < 2 {
            return Err(StatError::TooFew { what: "values in a sample", needed: 2, found: values.len() });
        }
        let n = real(values.len());
        let first = values.iter().sum::<f64>() / n;
        // The second pass takes back what rounding took in the first.
        let mean = first + values.iter().map(|x| x - first).sum::<f64>() / n;
        let squares: f64 = values.iter().map(|x| (x - mean).powi(2)).sum();
        let sd = (squares / (n - 1.0)).sqrt();
        if mean.is_finite() && sd.is_finite() {
            Ok(Summary { n: values.len(), mean, sd })
        } else {
            Err(StatError::Undefined("the values are too large for their variance to be computed".to_owned()))
        }
    }

    /// As given by a paper.
    ///
    /// # Errors
    /// When n is below two, or the mean or standard deviation cannot be one.
    pub fn given(n: usize, mean: f64, sd: f64) -> Result<Self> {
        if let Some(index) = [mean, sd].iter().position(|value| !value.is_finite()) {
            return Err(StatError::NotFinite { what: "the summary", index });
        }
        if n < 2 {
            return Err(StatError::TooFew { what: "values in a sample", needed: 2, found: n });
        }
        if sd < 0.0 {
            return Err(StatError::Domain { what: "a standard deviation", must: "zero or more", found: sd });
        }
        Ok(Summary { n, mean, sd })
    }

    pub(crate) fn size(self) -> f64 {
        real(self.n)
    }

    pub(crate) fn variance(self) -> f64 {
        self.sd * self.sd
    }

    /// Squared standard error of the mean.
    pub(crate) fn se2(self) -> f64 {
        self.variance() / self.size()
    }
}

/// √ of the variance pooled over two samples.
pub(crate) fn pooled_sd(a: Summary, b: Summary) -> f64 {
    let (m, n) = (a.size() - 1.0, b.size() - 1.0);
    ((m * a.variance() + n * b.variance()) / (m + n)).sqrt()
}

/// Welch's degrees of freedom (Satterthwaite 1946).
pub(crate) fn welch_df(a: Summary, b: Summary) -> f64 {
    let (u, v) = (a.se2(), b.se2());
    // In shares of the whole, so that tiny variances do not underflow.
    let (u, v) = (u / (u + v), v / (u + v));
    1.0 / (u * u / (a.size() - 1.0) + v * v / (b.size() - 1.0))
}

/// A count as a number.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub(crate) fn real(count: usize) -> f64 {
    count as f64
}
