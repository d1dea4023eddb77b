//! Profile-likelihood intervals.
//!
//! A value belongs to the interval when the deviance, minimised over everything else, rises by no more
//! than the quantile of χ² with one degree of freedom: Bates et al. (2015), section 5.1. Always by
//! maximum likelihood, as the deviance of fixed effects must be.

use super::crossing::crossing;
use super::fit::Fit;
use super::model::Model;
use super::score::Method;
use super::summary::spreads;
use crate::dist::chi_squared;
use crate::{Interval, Result};

/// Intervals of the fixed effects, then of the spreads in their order. `None` where a correlation of
/// more than two effects, or one at the edge of what is possible, has none.
///
/// # Errors
/// When the model cannot be fitted by maximum likelihood.
pub fn profile_intervals(model: &Model, fit: &Fit, level: f64) -> Result<Vec<Option<Interval>>> {
    let model = Model { method: Method::Ml, ..model.clone() };
    let best = model.fit_from(&fit.theta.iter().map(|x| x.abs().max(1e-3).copysign(*x)).collect::<Vec<_>>())?;
    let profile = Profile { model: &model, best: &best, target: chi_squared::quantile(level, 1.0) };
    let kind = |(low, high): (f64, f64)| Interval { low, high, level, kind: "profile" };
    let mut intervals: Vec<Option<Interval>> =
        (0..best.beta.len()).map(|column| profile.of_coefficient(column).map(kind)).collect();
    let mut at = 0;
    for (index, group) in model.groups.iter().enumerate() {
        for part in &group.parts {
            for row in part.clone() {
                intervals.push(profile.of_spread(at, ProfileParameter::Sd { group: index, row }).map(kind));
                at += 1;
            }
            for row in part.clone() {
                for _ in row + 1..part.end {
                    let held = (part.len() == 2).then_some(ProfileParameter::Correlation { group: index, row });
                    intervals.push(held.and_then(|held| profile.of_spread(at, held)).map(kind));
                    at += 1;
                }
            }
        }
    }
    intervals.push(profile.of_spread(at, ProfileParameter::Sigma).map(kind));
    Ok(intervals)
}

struct Profile<'a> {
    model: &'a Model,
    best: &'a Fit,
    target: f64,
}

/// What is held while everything else is fitted.
#[derive(Debug, Clone, Copy)]
enum ProfileParameter {
    Sd { group: usize, row: usize },
    Correlation { group: usize, row: usize },
    Sigma,
}

impl Profile<'_> {
    fn of_coefficient(&self, column: usize) -> Option<(f64, f64)> {
        let width = self.best.beta.len();
        let (centre, se) = (self.best.beta[column], self.best.covariance[column * width + column].sqrt());
        let first = self.model.fixed.first[column];
        let deviance = |value: f64| {
            let mut model = self.model.clone();
            model.products = self.model.products.holding(column, value - first);
            model.fit_quickly(&self.best.theta).ok().map(|fit| fit.criterion)
        };
        let side = |sign: f64| self.crossing(centre, sign * 1.96 * se, f64::INFINITY, &deviance);
        Some((side(-1.0)?, side(1.0)?))
    }

    /// Where the deviance has risen by the target, going from `centre` by about `step`.
    fn crossing(&self, centre: f64, step: f64, furthest: f64, deviance: &dyn Fn(f64) -> Option<f64>) -> Option<f64> {
        let target = self.target.sqrt();
        let rise = |value: f64| Some((deviance(value)? - self.best.criterion).max(0.0).sqrt() - target);
        crossing(centre, step, furthest, &rise, -target)
    }

    fn of_spread(&self, index: usize, held: ProfileParameter) -> Option<(f64, f64)> {
        let centre = spreads(self.model, self.best)[index].value;
        let deviance = |value: f64| self.deviance(held, value);
        match held {
            ProfileParameter::Correlation { .. } => {
                let side = |sign: f64| self.crossing(centre, sign * 0.2, (sign - centre).abs() - 1e-6, &deviance);
                Some((side(-1.0)?, side(1.0)?))
            }
            ProfileParameter::Sd { .. } | ProfileParameter::Sigma => {
                let step = 0.15 * centre.max(0.1 * self.best.sigma);
                let low = if centre > 0.0 { self.crossing(centre, -step, centre, &deviance)? } else { 0.0 };
                Some((low.max(0.0), self.crossing(centre, step, f64::INFINITY, &deviance)?))
            }
        }
    }

    /// The deviance minimised over (θ, ln σ) under the constraint.
    fn deviance(&self, held: ProfileParameter, value: f64) -> Option<f64> {
        let model = self.model;
        let parameters = model.parameters();
        let count = parameters.len();
        let evaluate = |free: &[f64]| -> f64 {
            let sigma = if matches!(held, ProfileParameter::Sigma) { value } else { free[count].exp() };
            let mut theta = free[..count].to_vec();
            constrain(held, value / sigma, value, (&parameters, &mut theta));
            model.evaluate(&theta).map_or(f64::INFINITY, |at| model.criterion_with_sigma(&at, sigma))
        };
        let mut x = self.best.theta.clone();
        let mut lower: Vec<f64> = parameters.iter().map(|it| if it.on_diagonal() { 0.0 } else { -1e3 }).collect();
        let mut upper = vec![1e3; count];
        if !matches!(held, ProfileParameter::Sigma) {
            x.push(self.best.sigma.ln());
            lower.push(self.best.sigma.ln() - 10.0);
            upper.push(self.best.sigma.ln() + 10.0);
        }
        let mut config = bobyqa::Config::new(x.len());
        (config.rho_begin, config.rho_end, config.max_fun) = (0.05, 1e-8, 5_000);
        let outcome = bobyqa::bobyqa(evaluate, &mut x, &lower, &upper, config);
        outcome.f.is_finite().then_some(outcome.f)
    }
}

/// Puts the constraint into the covariance parameters; the other parameters of the row keep their
/// proportions.
fn constrain(
    held: ProfileParameter,
    relative: f64,
    value: f64,
    (parameters, theta): (&[super::group::Parameter], &mut [f64]),
) {
    let rows = |group: usize, row: usize| -> Vec<usize> {
        (0..parameters.len()).filter(|i| parameters[*i].group == group && parameters[*i].element.row == row).collect()
    };
    match held {
        ProfileParameter::Sigma => {}
        ProfileParameter::Sd { group, row } => {
            let row = rows(group, row);
            let norm = row.iter().map(|i| theta[*i] * theta[*i]).sum::<f64>().sqrt();
            if let ([only], true) = (row.as_slice(), norm == 0.0) {
                theta[*only] = relative;
            } else if norm > 0.0 {
                row.iter().for_each(|i| theta[*i] *= relative / norm);
            } else if let Some(last) = row.last() {
                theta[*last] = relative;
            }
        }
        ProfileParameter::Correlation { group, row } => {
            if let [slope, own] = rows(group, row + 1)[..] {
                let norm = (theta[slope] * theta[slope] + theta[own] * theta[own]).sqrt();
                theta[slope] = value * norm;
                theta[own] = (1.0 - value * value).max(0.0).sqrt() * norm;
            }
        }
    }
}
