//! The search for the largest likelihood, and the curvature there.

use rayon::prelude::*;

use super::laplace::{Modes, PARALLEL_ROWS};
use super::model::Model;
use crate::linalg::small;
use crate::{Result, StatError};

/// The search stops when the log-likelihood cannot be expected to rise further than this.
const TOLERANCE: f64 = 1e-10;
const MAX_STEPS: usize = 200;
/// No parameter moves further than this on the latent scale in one step.
const LONGEST: f64 = 2.0;
/// A gain of the log-likelihood that may drown in its rounding.
const UNSEEN: f64 = 1e-8;
/// Where the log-likelihood is this close to its largest, the curvature is that at the top to five digits.
const NEAR: f64 = 1e-8;
/// Differences of the gradient are taken over this share of a standard error.
const SHARE: f64 = 1e-3;

/// How differences of the gradient are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Differences {
    /// To one side: half the work, with an error of the order of the reach.
    Forward,
    /// To both sides.
    Central,
}

/// A place in the search: minus the log-likelihood and its gradient.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) parameters: Vec<f64>,
    pub(crate) value: f64,
    pub(crate) gradient: Vec<f64>,
    pub(crate) modes: Modes,
}

/// Where a search ended.
#[derive(Debug)]
pub(crate) struct SearchEnd {
    pub(crate) place: Place,
    /// Second derivatives of minus the log-likelihood, row-major.
    pub(crate) hessian: Vec<f64>,
    pub(crate) converged: bool,
    pub(crate) steps: usize,
}

impl Model {
    pub(crate) fn place(&self, parameters: Vec<f64>, near: &[Vec<f64>]) -> Option<Place> {
        let modes = self.modes(self.point(&parameters)?, near)?;
        let gradient: Vec<f64> = self.gradient(&modes).iter().map(|g| -g).collect();
        let value = -modes.log_likelihood;
        gradient.iter().all(|g| g.is_finite()).then_some(Place { parameters, value, gradient, modes })
    }

    /// Quasi-Newton steps (BFGS; Nocedal & Wright 2006, *Numerical Optimization*, chapter 6) from
    /// differences of the gradient at the start, then Newton steps with such differences at the end.
    pub(crate) fn search(&self, start: Vec<f64>) -> Result<SearchEnd> {
        let mut place = self.place(start, &self.at_rest()).ok_or_else(|| {
            StatError::Undefined(
                "the likelihood is not defined where the search starts; scale numeric columns".to_owned(),
            )
        })?;
        let guess: Vec<f64> =
            place.parameters.iter().enumerate().map(|(i, x)| 1e-3 * x.abs().max(self.reach(i))).collect();
        let mut hessian = convex(&self.differences(&place, &guess, Differences::Forward), place.parameters.len());
        let mut steps = 0;
        let mut refreshed = 0;
        while steps < MAX_STEPS {
            steps += 1;
            let Some(step) = newton(&hessian, &place.gradient) else { break };
            let promised = -0.5 * small::dot(&step, &place.gradient);
            if promised < TOLERANCE {
                break;
            }
            match self.search_along(&place, &self.bound_step(&place, step)) {
                Some(next) => {
                    update(&mut hessian, &place, &next);
                    place = next;
                }
                // A bad guess of the curvature: look again, a few times.
                None if refreshed < 3 => {
                    refreshed += 1;
                    let spread = spread(&hessian, place.parameters.len());
                    hessian = convex(&self.differences(&place, &spread, Differences::Forward), place.parameters.len());
                }
                None => break,
            }
        }
        Ok(self.polish_place(place, hessian, steps))
    }

    /// A step no longer than what a first guess of the curvature is good for, and none that takes a
    /// standard deviation to zero at once: there the likelihood is level, and a search would rest.
    fn bound_step(&self, place: &Place, mut step: Vec<f64>) -> Vec<f64> {
        let first = place.parameters.len() - self.groups.iter().map(|group| group.free.len()).sum::<usize>();
        let longest = step.iter().enumerate().fold(0.0, |longest: f64, (i, s)| longest.max(s.abs() / self.reach(i)));
        let mut share = (LONGEST / longest).min(1.0);
        for (index, it) in self.covariance_parameters().iter().enumerate() {
            let (value, by) = (place.parameters[first + index], step[first + index]);
            if it.on_diagonal() && value.abs() > 0.05 && by * value < 0.0 {
                share = share.min(0.75 * value.abs() / by.abs());
            }
        }
        step.iter_mut().for_each(|s| *s *= share);
        step
    }

    /// Newton steps with differences of the gradient, until nothing is to be gained.
    fn polish_place(&self, mut place: Place, rough: Vec<f64>, mut steps: usize) -> SearchEnd {
        let count = place.parameters.len();
        let mut hessian = rough;
        for _ in 0..6 {
            let mut reach = spread(&hessian, count);
            // With so many rows the likelihood is all but quadratic over a ten-thousandth of a standard error.
            let how = if self.codes.len() > PARALLEL_ROWS { Differences::Forward } else { Differences::Central };
            if how == Differences::Forward {
                reach.iter_mut().for_each(|reach| *reach *= 0.1);
            }
            hessian = self.differences(&place, &reach, how);
            let convex = convex(&hessian, count);
            let mut furthest: f64 = 0.0;
            // The curvature changes little on the way to the top, so it serves for several steps.
            for _ in 0..8 {
                let Some(step) = newton(&convex, &place.gradient) else { break };
                let promised = -0.5 * small::dot(&step, &place.gradient);
                furthest = furthest.max(promised);
                // A small gain is below what the likelihood can show, but not what the gradient can: a gain of
                // 1e-10 is a hundred-thousandth of a standard error.
                let next = if promised < UNSEEN {
                    let parameters = place.parameters.iter().zip(&step).map(|(x, s)| x + s).collect();
                    let allowed = place.value + UNSEEN * (1.0 + place.value.abs());
                    self.place(parameters, &place.modes.spherical).filter(|next| next.value <= allowed)
                } else {
                    self.search_along(&place, &step)
                };
                let Some(next) = next else { break };
                place = next;
                steps += 1;
                if promised < TOLERANCE {
                    if furthest < NEAR {
                        return SearchEnd { place, hessian, converged: true, steps };
                    }
                    break;
                }
            }
        }
        SearchEnd { place, hessian, converged: false, steps }
    }

    /// The first point along a step where the likelihood is better, coming back by halves.
    fn search_along(&self, place: &Place, step: &[f64]) -> Option<Place> {
        let slope = small::dot(step, &place.gradient);
        let mut share = 1.0;
        for _ in 0..30 {
            let parameters: Vec<f64> = place.parameters.iter().zip(step).map(|(x, s)| x + share * s).collect();
            let enough = place.value + 1e-4 * share * slope + 1e-13 * place.value.abs();
            if let Some(next) = self.place(parameters, &place.modes.spherical)
                && next.value <= enough
            {
                return Some(next);
            }
            share *= 0.5;
        }
        None
    }

    /// Second derivatives from differences of the gradient, each over its own reach.
    fn differences(&self, place: &Place, reach: &[f64], how: Differences) -> Vec<f64> {
        let count = place.parameters.len();
        let column = |index: usize| -> Vec<f64> {
            let at = |by: f64| {
                let mut parameters = place.parameters.clone();
                parameters[index] += by;
                self.place(parameters, &place.modes.spherical).map(|it| it.gradient)
            };
            let h = reach[index];
            let above = at(h);
            let one_side = how == Differences::Forward && above.is_some();
            match (above, if one_side { None } else { at(-h) }) {
                (Some(above), Some(below)) => above.iter().zip(&below).map(|(a, b)| (a - b) / (2.0 * h)).collect(),
                (Some(above), None) => above.iter().zip(&place.gradient).map(|(a, b)| (a - b) / h).collect(),
                (None, Some(below)) => place.gradient.iter().zip(&below).map(|(a, b)| (a - b) / h).collect(),
                (None, None) => vec![0.0; count],
            }
        };
        let columns: Vec<Vec<f64>> = if self.codes.len() > PARALLEL_ROWS {
            (0..count).map(column).collect()
        } else {
            (0..count).into_par_iter().map(column).collect()
        };
        (0..count * count).map(|i| 0.5 * (columns[i / count][i % count] + columns[i % count][i / count])).collect()
    }
}

/// A small share of each parameter's standard error, going by a positive definite curvature.
fn spread(hessian: &[f64], count: usize) -> Vec<f64> {
    let inverse = small::inverse(&convex(hessian, count), count);
    (0..count)
        .map(|i| inverse.as_ref().map_or(1.0, |inverse| inverse[i * count + i].sqrt()).clamp(1e-6, 1.0) * SHARE)
        .collect()
}

/// The matrix with enough added to its diagonal to be positive definite.
fn convex(hessian: &[f64], count: usize) -> Vec<f64> {
    let largest = (0..count).map(|i| hessian[i * count + i].abs()).fold(1e-6, f64::max);
    let mut ridge = 0.0;
    loop {
        let mut trial = hessian.to_vec();
        (0..count).for_each(|i| trial[i * count + i] += ridge);
        if small::cholesky(&mut trial.clone(), count) {
            return trial;
        }
        ridge = if ridge == 0.0 { 1e-6 * largest } else { ridge * 10.0 };
        if !ridge.is_finite() {
            return (0..count * count).map(|i| f64::from(u8::from(i / count == i % count))).collect();
        }
    }
}

fn newton(hessian: &[f64], gradient: &[f64]) -> Option<Vec<f64>> {
    let count = gradient.len();
    let mut factor = hessian.to_vec();
    if !small::cholesky(&mut factor, count) {
        return None;
    }
    let mut step: Vec<f64> = gradient.iter().map(|g| -g).collect();
    small::forward(&factor, count, &mut step);
    small::backward(&factor, count, &mut step);
    step.iter().all(|s| s.is_finite()).then_some(step)
}

/// The BFGS update of the curvature, skipped where it would not stay positive definite.
fn update(hessian: &mut [f64], from: &Place, to: &Place) {
    let count = from.parameters.len();
    let minus = |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a - b).collect() };
    let (step, change) = (minus(&to.parameters, &from.parameters), minus(&to.gradient, &from.gradient));
    let bent: Vec<f64> = hessian.chunks_exact(count).map(|row| small::dot(row, &step)).collect();
    let (along, energy) = (small::dot(&step, &change), small::dot(&step, &bent));
    if along <= 1e-10 * energy || energy <= 0.0 {
        return;
    }
    for i in 0..count {
        for j in 0..count {
            hessian[i * count + j] += change[i] * change[j] / along - bent[i] * bent[j] / energy;
        }
    }
}
