//! The search for the best covariance parameters, and what is known there.

use super::evaluation::Evaluation;
use super::group::Parameter;
use super::model::Model;
use super::score::Score;
use crate::linalg::small;
use crate::{Result, StatError};

/// A fitted linear mixed model.
#[derive(Debug, Clone)]
pub struct Fit {
    /// Covariance parameters: free elements of the templates, relative to the residual.
    pub theta: Vec<f64>,
    /// Residual standard deviation.
    pub sigma: f64,
    /// Fixed effects.
    pub beta: Vec<f64>,
    /// Their covariance matrix, row-major.
    pub covariance: Vec<f64>,
    /// REML criterion or deviance: minus twice the log-likelihood.
    pub criterion: f64,
    /// Second derivatives of the profiled criterion by `theta`, row-major.
    pub hessian: Vec<f64>,
    /// Whether some combination of random effects has no variance.
    pub singular: bool,
    /// Whether the gradient vanishes as far as numbers can tell.
    pub converged: bool,
    /// How often the criterion was evaluated, derivatives not counted.
    pub evaluations: usize,
    pub(crate) at: Evaluation,
    pub(crate) score: Score,
}

/// The search stops when the criterion cannot be expected to fall further than this.
const TOLERANCE: f64 = 1e-11;
/// Steps of the search, and of damping within one step.
const MAX_STEPS: usize = 200;
/// An effect with a relative standard deviation below this has no variance, as lme4 counts.
pub(super) const SINGULAR: f64 = 1e-4;

/// A place in the search.
pub(super) struct Place {
    pub(super) theta: Vec<f64>,
    pub(super) value: f64,
    pub(super) at: Evaluation,
    pub(super) score: Score,
    pub(super) gradient: Vec<f64>,
    /// Whether the search ended here because nothing more was to be gained.
    converged: bool,
}

impl Model {
    /// Fits the model.
    ///
    /// # Errors
    /// When the criterion is undefined where the search starts.
    pub fn fit(&self) -> Result<Fit> {
        self.fit_from(&self.start())
    }

    /// Fits the model, starting from given covariance parameters.
    ///
    /// # Errors
    /// When the criterion is undefined where the search starts.
    pub fn fit_from(&self, start: &[f64]) -> Result<Fit> {
        let mut search = Search { model: self, evaluations: 0 };
        let mut place = search.run(start)?;
        for other in search.other_starts(&place) {
            if let Ok(better) = search.run(&other)
                && better.value < place.value - TOLERANCE
            {
                place = better;
            }
        }
        let mut hessian = search.hessian(&place);
        // A parameter pressed to zero has no slope there; the curvature tells a floor from a saddle.
        for _ in 0..4 {
            let Some(left) = search.leave_saddle(&place, &hessian) else { break };
            place = left;
            place.converged = search.descend(&mut place);
            hessian = search.hessian(&place);
        }
        Ok(self.build_fit(place, hessian, search.evaluations))
    }

    /// The model at given covariance parameters, as if the search had ended there; converged when it would.
    ///
    /// # Errors
    /// When the criterion is undefined there.
    pub fn fit_at(&self, theta: &[f64]) -> Result<Fit> {
        let mut search = Search { model: self, evaluations: 0 };
        let undefined = || StatError::Undefined("the criterion is not defined at these parameters".to_owned());
        let mut place = search.place(theta.to_vec()).ok_or_else(undefined)?;
        let curvature = search.curvature(&place);
        place.converged = search.step(&place, &curvature, 1e-4).is_some_and(|(_, promised)| promised.abs() < 1e-6);
        let hessian = search.hessian(&place);
        Ok(self.build_fit(place, hessian, search.evaluations))
    }

    /// Fits the model without second derivatives: estimates only, for replicates.
    pub(crate) fn fit_quickly(&self, start: &[f64]) -> Result<Fit> {
        // A replicate of a singular fit need not be singular itself.
        let start: Vec<f64> = self
            .parameters()
            .iter()
            .zip(start)
            .map(|(it, value)| if it.on_diagonal() { value.max(0.05) } else { *value })
            .collect();
        let mut search = Search { model: self, evaluations: 0 };
        let place = search.run(&start)?;
        Ok(self.build_fit(place, Vec::new(), search.evaluations))
    }

    fn build_fit(&self, place: Place, hessian: Vec<f64>, evaluations: usize) -> Fit {
        let Place { theta, value, at, score, converged, .. } = place;
        let (columns, fixed) = (self.products.pattern.trailing_columns, self.products.fixed);
        let variance = at.residual / self.residual_df();
        let covariance = (0..fixed * fixed)
            .map(|index| variance * score.inverse.get(columns + index / fixed, columns + index % fixed))
            .collect();
        let beta = at.solution[columns..].iter().zip(&self.fixed.first).map(|(b, first)| b + first).collect();
        let singular = self.parameters().iter().zip(&theta).any(|(it, value)| it.on_diagonal() && *value < SINGULAR);
        Fit {
            sigma: variance.sqrt(),
            beta,
            covariance,
            criterion: value,
            hessian,
            singular,
            converged,
            evaluations,
            theta,
            at,
            score,
        }
    }
}

pub(super) struct Search<'a> {
    pub(super) model: &'a Model,
    pub(super) evaluations: usize,
}

impl Search<'_> {
    fn run(&mut self, start: &[f64]) -> Result<Place> {
        let mut place = self.place(start.to_vec()).ok_or_else(|| {
            StatError::Undefined("the criterion is not defined at the start of the search".to_owned())
        })?;
        place.converged = self.descend(&mut place);
        if !place.converged {
            self.search_without_derivatives(&mut place);
            place.converged = self.descend(&mut place);
        }
        Ok(place)
    }

    /// Where else to start: correlated effects pressed to the edge of what is possible can have several
    /// local optima.
    fn other_starts(&self, place: &Place) -> Vec<Vec<f64>> {
        let parameters = self.model.parameters();
        let correlated =
            |it: &Parameter| parameters.iter().any(|other| other.group == it.group && !other.on_diagonal());
        let pressed = |(it, value): (&Parameter, &f64)| it.on_diagonal() && *value < SINGULAR && correlated(it);
        if !parameters.iter().zip(&place.theta).any(pressed) {
            return Vec::new();
        }
        let with = |diagonal: &dyn Fn(f64) -> f64, beside: f64| -> Vec<f64> {
            let each =
                |(it, value): (&Parameter, &f64)| if it.on_diagonal() { diagonal(*value) } else { beside * value };
            parameters.iter().zip(&place.theta).map(each).collect()
        };
        vec![with(&|value| value.max(0.2), 0.5), with(&|value| value.max(0.4), -0.5), with(&|_| 0.4, 0.0)]
    }

    /// Searches without derivatives, for the rare surface on which Newton steps get nowhere.
    fn search_without_derivatives(&mut self, place: &mut Place) {
        let count = place.theta.len();
        let parameters = self.model.parameters();
        let lower: Vec<f64> = parameters.iter().map(|it| if it.on_diagonal() { 0.0 } else { -1e6 }).collect();
        let mut config = bobyqa::Config::new(count);
        (config.rho_begin, config.rho_end, config.max_fun) = (0.1, 1e-9, 2000 * count);
        let mut theta = place.theta.clone();
        let model = self.model;
        let outcome = bobyqa::bobyqa(
            |theta| model.evaluate(theta).map_or(f64::INFINITY, |at| model.criterion(&at)),
            &mut theta,
            &lower,
            &vec![1e6; count],
            config,
        );
        self.evaluations += outcome.n_eval;
        if outcome.f < place.value
            && let Some(better) = self.place(theta)
        {
            *place = better;
        }
    }

    fn value(&mut self, theta: &[f64]) -> Option<(f64, Evaluation)> {
        self.evaluations += 1;
        let at = self.model.evaluate(theta)?;
        let value = self.model.criterion(&at);
        value.is_finite().then_some((value, at))
    }

    fn place(&mut self, theta: Vec<f64>) -> Option<Place> {
        let (value, at) = self.value(&theta)?;
        Some(self.place_at(theta, value, at))
    }

    pub(super) fn place_at(&self, theta: Vec<f64>, value: f64, at: Evaluation) -> Place {
        let score = Score::new(&self.model.products, &at, self.model.method);
        let gradient = self.model.gradient(&at, &score);
        Place { theta, value, at, score, gradient, converged: false }
    }

    /// Damped Newton steps within the bounds, until nothing more is to be gained; whether it got there.
    fn descend(&mut self, place: &mut Place) -> bool {
        let mut damping = 1e-4;
        let mut expected_before = f64::INFINITY;
        let mut exact: Option<Vec<f64>> = None;
        for taken in 0..MAX_STEPS {
            let curvature = exact.clone().unwrap_or_else(|| self.curvature(place));
            let mut moved = false;
            let mut expected = 0.0;
            for _ in 0..30 {
                let Some((step, promised)) = self.step(place, &curvature, damping) else {
                    damping = (damping * 10.0).max(1e-6);
                    continue;
                };
                expected = promised;
                let theta: Vec<f64> = place.theta.iter().zip(&step).map(|(a, b)| a + b).collect();
                if expected.abs() <= TOLERANCE.max(1e-16 * place.value.abs()) {
                    self.polish(place, theta);
                    return true;
                }
                match self.value(&theta) {
                    Some((value, at)) if value < place.value + 1e-13 * place.value.abs() => {
                        *place = self.place_at(theta, value, at);
                        moved = true;
                    }
                    _ => damping = (damping * 10.0).max(1e-3),
                }
                if moved {
                    damping *= 0.1;
                    break;
                }
            }
            if !moved {
                return expected < 1e-6;
            }
            // The average information converges linearly; where that is slow, second derivatives pay.
            let slow = expected > if exact.is_some() { 0.3 } else { 0.02 } * expected_before;
            if slow && ((expected < 1e-3 && !self.costly()) || taken > 12) {
                exact = Some(self.hessian(place));
            }
            expected_before = expected;
        }
        false
    }

    /// Takes one last step whose gain the criterion can no longer show, where it costs next to nothing:
    /// the gradient knows the place to more digits than the criterion does.
    fn polish(&mut self, place: &mut Place, theta: Vec<f64>) {
        if !self.costly()
            && let Some((value, at)) = self.value(&theta)
            && value < place.value + 1e-12 * place.value.abs()
        {
            *place = self.place_at(theta, value, at);
        }
    }

    /// The damped Newton step within the bounds, and the fall of the criterion it promises. Parameters
    /// that would pass a bound stop at it, and the others make the best of that.
    fn step(&self, place: &Place, curvature: &[f64], damping: f64) -> Option<(Vec<f64>, f64)> {
        let count = place.theta.len();
        let parameters = self.model.parameters();
        let bounded = |i: usize| parameters[i].on_diagonal();
        let resting = |i: usize| bounded(i) && place.theta[i] == 0.0 && place.gradient[i] >= 0.0;
        let mut damped = curvature.to_vec();
        let largest = (0..count).map(|i| curvature[i * count + i].abs()).fold(f64::MIN_POSITIVE, f64::max);
        for i in 0..count {
            damped[i * count + i] += damping * (damped[i * count + i].abs() + 1e-8 * largest);
        }
        let mut step = vec![0.0; count];
        let mut free: Vec<usize> = (0..count).filter(|i| !resting(*i)).collect();
        loop {
            let side = free.len();
            let mut system: Vec<f64> =
                (0..side * side).map(|k| damped[free[k / side] * count + free[k % side]]).collect();
            if !small::cholesky(&mut system, side) {
                return None;
            }
            let held = |i: usize| -> f64 {
                (0..count).filter(|j| !free.contains(j)).map(|j| damped[i * count + j] * step[j]).sum()
            };
            let mut by: Vec<f64> = free.iter().map(|i| -place.gradient[*i] - held(*i)).collect();
            small::forward(&system, side, &mut by);
            small::backward(&system, side, &mut by);
            let passing = |(i, by): &(&usize, &f64)| bounded(**i) && place.theta[**i] + **by < 0.0;
            let stopped: Vec<usize> = free.iter().zip(&by).filter(passing).map(|(i, _)| *i).collect();
            if stopped.is_empty() {
                free.iter().zip(&by).for_each(|(i, by)| step[*i] = *by);
                break;
            }
            stopped.iter().for_each(|i| step[*i] = -place.theta[*i]);
            free.retain(|i| !stopped.contains(i));
        }
        let bend: f64 = (0..count).map(|i| step[i] * small::dot(&damped[i * count..(i + 1) * count], &step)).sum();
        let promised = -small::dot(&step, &place.gradient) - 0.5 * bend;
        promised.is_finite().then_some((step, promised))
    }

    /// A better place if some parameter at zero would rather be positive.
    fn leave_saddle(&mut self, place: &Place, hessian: &[f64]) -> Option<Place> {
        let count = place.theta.len();
        for i in 0..count {
            if place.theta[i] == 0.0 && hessian[i * count + i] < 0.0 {
                for by in [0.3, 0.1, 0.03, 0.01, 0.003, 0.001] {
                    let mut theta = place.theta.clone();
                    theta[i] = by;
                    if let Some((value, at)) = self.value(&theta)
                        && value < place.value
                    {
                        return Some(self.place_at(theta, value, at));
                    }
                }
            }
        }
        None
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::mixed::{Column, Formula, Frame, Method, Options, objective};

    pub(crate) fn model(formula: &str, method: Method) -> Model {
        let n = 90;
        let wave = |k: usize, m: usize| ((k * 7919 + 13 * k * k) % m) as f64;
        let factor = |m: usize, s: usize| {
            Column::factor(&(0..n).map(|k| ((wave(k, 101) as usize * s + k) % m).to_string()).collect::<Vec<_>>())
        };
        let frame = Frame::default()
            .with_column(
                "y",
                Column::Numeric((0..n).map(|k| wave(k, 17) * 0.3 + wave(k, 5) + (k % 7) as f64).collect()),
            )
            .and_then(|f| f.with_column("x", Column::Numeric((0..n).map(|k| wave(k, 23) / 10.0 - 1.0).collect())))
            .and_then(|f| f.with_column("g", factor(7, 1)))
            .and_then(|f| f.with_column("h", factor(11, 3)))
            .and_then(|f| f.with_column("s", factor(3, 2)))
            .unwrap();
        Model::new(&Formula::parse(formula).unwrap(), &frame, &Options::new(method)).unwrap()
    }

    #[test]
    fn the_gradient_is_that_of_the_criterion() {
        for method in [Method::Reml, Method::Ml] {
            for formula in [
                "y ~ s + (1 | g)",
                "y ~ s + x + (1 | g) + (1 | h)",
                "y ~ x + (1 + x | g)",
                "y ~ x + (1 + x | g) + (1 | h)",
                "y ~ x + (1 + x || g) + (1 + x | h) + (1 | s:g)",
            ] {
                let model = model(formula, method);
                let theta: Vec<f64> = (0..model.start().len()).map(|i| 0.4 + 0.15 * i as f64).collect();
                let at = model.evaluate(&theta).unwrap();
                let gradient = model.gradient(&at, &Score::new(&model.products, &at, method));
                for (i, found) in gradient.iter().enumerate() {
                    let at = |by: f64| {
                        let mut theta = theta.clone();
                        theta[i] += by;
                        objective(&model, &theta).unwrap()
                    };
                    let expected = (at(1e-5) - at(-1e-5)) / 2e-5;
                    assert!((found - expected).abs() < 1e-5, "{formula} {i}: {found} {expected}");
                }
            }
        }
    }
}
