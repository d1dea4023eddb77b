//! Profile-likelihood intervals of the fixed effects.
//!
//! A value belongs to the interval when twice the fall of the log-likelihood, maximised over everything else, is
//! no more than the quantile of χ² with one degree of freedom: Venzon & Moolgavkar (1988), *A method for computing
//! profile-likelihood-based confidence intervals*, Appl. Stat. 37. The held effect enters as an offset.

use super::fit::Fit;
use super::model::Model;
use crate::Interval;
use crate::dist::chi_squared;
use crate::mixed::crossing::crossing;

/// An end further away than this many standard errors is none: the data do not bound the effect on that side.
const FURTHEST: f64 = 50.0;

/// The interval of each fixed effect; `None` where the likelihood does not fall far enough, or cannot be followed.
#[must_use]
pub fn profile_intervals(model: &Model, fit: &Fit, level: f64) -> Vec<Option<Interval>> {
    (0..fit.beta.len()).map(|column| of_coefficient(model, fit, column, level)).collect()
}

fn of_coefficient(model: &Model, fit: &Fit, column: usize, level: f64) -> Option<Interval> {
    let index = model.thresholds.names.len() + column;
    let count = fit.parameters.len();
    let se = fit.covariance.as_ref()?[index * count + index].sqrt();
    let target = chi_squared::quantile(level, 1.0).sqrt();
    let mut start = fit.parameters.clone();
    start.remove(index);
    let rise = |value: f64| {
        let ended = model.holding(column, value).search(start.clone()).ok()?;
        let fall = fit.log_likelihood + ended.place.value;
        Some((2.0 * fall).max(0.0).sqrt() - target)
    };
    let side = |sign: f64| {
        let furthest = FURTHEST * se;
        let end = crossing(fit.beta[column], sign * target * se, furthest, &rise, -target)?;
        ((end - fit.beta[column]).abs() < 0.999 * furthest).then_some(end)
    };
    Some(Interval { low: side(-1.0)?, high: side(1.0)?, level, kind: "profile" })
}

impl Model {
    /// The model in which a fixed effect is held at a value.
    fn holding(&self, column: usize, value: f64) -> Model {
        let width = self.width();
        let mut held = self.clone();
        held.x = Vec::with_capacity(self.x.len());
        for (row, offset) in self.x.chunks_exact(width).zip(&mut held.offset) {
            held.x.extend(row.iter().enumerate().filter(|(other, _)| *other != column).map(|(_, x)| x));
            *offset += value * row[column];
        }
        held.kept.remove(column + usize::from(self.formula.fixed.intercept));
        held
    }
}
