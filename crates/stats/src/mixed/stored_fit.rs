//! A fit that was written down, and found again on its rows.
//!
//! Covariance parameters determine everything else, so a stored fit is believed only when the criterion,
//! evaluated anew at its parameters, is the one stored.

use super::fit::Fit;
use super::model::{Model, objective};
use super::score::Method;
use crate::{Result, StatError};

/// What is kept of a fit.
#[derive(Debug, Clone, PartialEq)]
pub struct FitRecord {
    /// The formula.
    pub formula: String,
    /// Which criterion was minimised.
    pub method: Method,
    /// How many rows there were.
    pub rows: usize,
    /// Covariance parameters.
    pub theta: Vec<f64>,
    /// The criterion there.
    pub criterion: f64,
    /// Residual standard deviation.
    pub sigma: f64,
    /// Fixed effects by name.
    pub beta: Vec<(String, f64)>,
}

/// Numbers that differ by more than this, relative to their size, are not the same.
const SAME: f64 = 1e-8;

impl Model {
    /// What is to be kept of a fit.
    #[must_use]
    pub fn to_record(&self, fit: &Fit) -> FitRecord {
        FitRecord {
            formula: self.formula.to_string(),
            method: self.method,
            rows: self.rows(),
            theta: fit.theta.clone(),
            criterion: fit.criterion,
            sigma: fit.sigma,
            beta: self.coefficients().into_iter().map(str::to_owned).zip(fit.beta.iter().copied()).collect(),
        }
    }

    /// The fit that was stored, evaluated again on these rows.
    ///
    /// # Errors
    /// When it is of another model, or a number in it is not the one these rows give.
    pub fn restore(&self, stored: &FitRecord) -> Result<Fit> {
        let own = self.formula.to_string();
        if stored.formula != own || stored.method != self.method {
            return Err(StatError::Undefined(format!(
                "the stored fit is of `{}` by {}, this model is `{own}` by {}; read it with its own formula and method",
                stored.formula,
                stored.method.name(),
                self.method.name(),
            )));
        }
        let same = |what: &'static str, stored: f64, found: f64| {
            // Negated, so that what is not a number does not pass.
            let agree = (stored - found).abs() <= SAME * found.abs().max(1.0);
            if agree { Ok(()) } else { Err(StatError::NotAsStored { what, stored, found }) }
        };
        same("number of rows", stored.rows as f64, self.rows() as f64)?;
        same("criterion", stored.criterion, objective(self, &stored.theta)?)?;
        let fit = self.fit_at(&stored.theta)?;
        same("residual standard deviation", stored.sigma, fit.sigma)?;
        same("number of fixed effects", stored.beta.len() as f64, fit.beta.len() as f64)?;
        for ((_, kept), beta) in stored.beta.iter().zip(&fit.beta) {
            same("fixed effect", *kept, *beta)?;
        }
        Ok(fit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mixed::{Column, Formula, Frame, Options};

    fn model(shift: f64) -> Model {
        let n = 60;
        let y = (0..n).map(|k| f64::from(k * 37 % 11) + f64::from(k % 5) * 1.3 + if k == 7 { shift } else { 0.0 });
        let factor = |m: i32| Column::factor(&(0..n).map(|k| (k * 7 % 31 % m).to_string()).collect::<Vec<_>>());
        let frame = Frame::default()
            .with_column("y", Column::Numeric(y.collect()))
            .and_then(|f| f.with_column("g", factor(5)))
            .and_then(|f| f.with_column("s", factor(3)))
            .unwrap();
        let formula = Formula::parse("y ~ s + (1 | g)").unwrap();
        Model::new(&formula, &frame, &Options::new(Method::Reml)).unwrap()
    }

    #[test]
    fn a_stored_fit_is_found_again_and_a_changed_one_is_refused() {
        let model = model(0.0);
        let fit = model.fit().unwrap();
        let stored = model.to_record(&fit);
        let again = model.restore(&stored).unwrap();
        assert!((again.criterion - fit.criterion).abs() < 1e-9 && again.theta == fit.theta && again.converged);
        let refused = |stored: FitRecord| model.restore(&stored).unwrap_err();
        let what = |error: StatError| {
            let StatError::NotAsStored { what, .. } = error else { panic!("{error}") };
            what
        };
        let off = 1e-5;
        assert_eq!(what(refused(FitRecord { criterion: stored.criterion + off, ..stored.clone() })), "criterion");
        assert_eq!(what(refused(FitRecord { theta: vec![stored.theta[0] + 0.1], ..stored.clone() })), "criterion");
        assert_eq!(what(refused(FitRecord { sigma: f64::NAN, ..stored.clone() })), "residual standard deviation");
        assert_eq!(what(refused(FitRecord { rows: 3, ..stored.clone() })), "number of rows");
        assert!(matches!(refused(FitRecord { method: Method::Ml, ..stored.clone() }), StatError::Undefined(_)));
        assert!(matches!(refused(FitRecord { theta: Vec::new(), ..stored.clone() }), StatError::Lengths { .. }));
    }

    #[test]
    fn a_fit_stored_on_other_rows_is_refused() {
        let stored = model(0.0).to_record(&model(0.0).fit().unwrap());
        assert!(matches!(model(1.0).restore(&stored), Err(StatError::NotAsStored { .. })));
    }
}
