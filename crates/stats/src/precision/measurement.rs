//! A measurement, exact or as some paper printed it.

use crate::{Result, StatError};

/// A measurement and how far the true value may lie from it by rounding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measurement {
    /// The value.
    pub value: f64,
    /// Half a place of the last printed digit; zero for a value known in full.
    pub half_width: f64,
}

impl Measurement {
    /// A value known in full.
    #[must_use]
    pub fn exact(value: f64) -> Self {
        Measurement { value, half_width: 0.0 }
    }

    /// A value as printed: `3.71` stands for anything from 3.705 to 3.715, `3.710` for less.
    ///
    /// # Errors
    /// When the text is not a finite decimal number.
    pub fn parse_printed(text: &str) -> Result<Self> {
        let wrong = || StatError::Undefined(format!("`{text}` is not a decimal number such as 3.71"));
        let trimmed = text.trim().replace('\u{2212}', "-");
        let value: f64 = trimmed.parse().map_err(|_| wrong())?;
        if !value.is_finite() {
            return Err(wrong());
        }
        let (digits, exponent) = match trimmed.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, exponent.parse::<i32>().map_err(|_| wrong())?),
            None => (trimmed.as_str(), 0),
        };
        let decimals = digits.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        let places = exponent - i32::try_from(decimals).map_err(|_| wrong())?;
        Ok(Measurement { value, half_width: 0.5 * 10f64.powi(places) })
    }

    pub(super) fn shifted(self, by: f64) -> Self {
        Measurement { value: self.value + by, ..self }
    }
}
