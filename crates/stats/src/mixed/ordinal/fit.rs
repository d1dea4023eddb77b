//! A fitted model and what is reported of it.

use super::model::Model;
use super::search::SearchEnd;
use crate::linalg::small;
use crate::mixed::summary::spreads_of_groups;
use crate::mixed::{Inference, RandomEffectParameter};
use crate::{Estimate, Result, StatError};

/// A fitted cumulative-link mixed model.
#[derive(Debug, Clone)]
pub struct Fit {
    /// All parameters: of the thresholds, fixed effects, scale effects, covariance parameters.
    pub parameters: Vec<f64>,
    /// The thresholds between categories.
    pub thresholds: Vec<f64>,
    /// Fixed effects, without an intercept.
    pub beta: Vec<f64>,
    /// Effects on the logarithm of the scale.
    pub scale: Vec<f64>,
    /// Laplace's approximation of the log-likelihood.
    pub log_likelihood: f64,
    /// The covariance of all parameters, row-major; none where the likelihood is flat or not at its top.
    pub covariance: Option<Vec<f64>>,
    /// Whether some random effect has no variance.
    pub singular: bool,
    /// Whether the gradient vanishes as far as numbers can tell.
    pub converged: bool,
    /// The largest element of the gradient.
    pub largest_slope: f64,
    /// Steps of the search.
    pub steps: usize,
    templates: Vec<Vec<f64>>,
    spherical: Vec<Vec<f64>>,
}

/// Log-likelihood, AIC and BIC.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Criteria {
    /// Log-likelihood.
    pub log_likelihood: f64,
    /// Akaike's criterion.
    pub aic: f64,
    /// The Bayesian criterion, with the number of rows, as R counts.
    pub bic: f64,
    /// How many parameters were estimated.
    pub parameters: usize,
}

/// A random effect with a standard deviation below this has no variance.
const SINGULAR: f64 = 1e-4;
/// And one below this is zero: the log-likelihood does not change in its tenth decimal.
const ROUNDING: f64 = 1e-5;
/// A fixed effect or threshold whose standard error on the latent scale exceeds this is not told by
/// the data.
const UNTOLD: f64 = 15.0;

impl Model {
    /// Fits the model.
    ///
    /// # Errors
    /// When the likelihood is undefined where the search starts.
    pub fn fit(&self) -> Result<Fit> {
        let SearchEnd { place, hessian, converged, steps } = self.search(self.start())?;
        let mut parameters = place.parameters;
        let count = parameters.len();
        let first = self.first_covariance();
        let covariance = small::inverse(&hessian, count).filter(|it| it.iter().all(|x| x.is_finite()));
        let mut spherical = place.modes.spherical;
        let mut templates = place.modes.point.templates;
        let mut singular = false;
        for (group, template) in templates.iter_mut().enumerate() {
            let width = template.len().isqrt();
            for column in 0..width {
                let scale: f64 = (column..width).map(|row| template[row * width + column].powi(2)).sum::<f64>().sqrt();
                singular |= scale < SINGULAR;
                // What is left of a variance that went to zero is rounding.
                if scale < ROUNDING {
                    (column..width).for_each(|row| template[row * width + column] = 0.0);
                }
                // A column and its negative mean the same; the diagonal is reported positive.
                if template[column * width + column] < 0.0 {
                    (column..width).for_each(|row| template[row * width + column] *= -1.0);
                    spherical[group].iter_mut().skip(column).step_by(width).for_each(|u| *u = -*u);
                }
            }
        }
        let covariance = covariance.map(|it| self.turn_signs(it, &parameters, first));
        for (it, value) in self.covariance_parameters().iter().zip(&mut parameters[first..]) {
            *value = templates[it.group][it.element.row * self.groups[it.group].width() + it.element.column];
        }
        let (alpha, rest) = parameters.split_at(self.thresholds.names.len());
        Ok(Fit {
            thresholds: self.thresholds.evaluate(alpha),
            beta: rest[..self.width()].to_vec(),
            scale: rest[self.width()..self.width() + self.scale.width()].to_vec(),
            log_likelihood: -place.value,
            covariance,
            singular,
            converged,
            largest_slope: place.gradient.iter().fold(0.0, |largest, g| largest.max(g.abs())),
            steps,
            templates,
            spherical,
            parameters,
        })
    }

    /// The covariance of the parameters with the signs of template columns turned as reported.
    fn turn_signs(&self, mut covariance: Vec<f64>, parameters: &[f64], first: usize) -> Vec<f64> {
        let count = parameters.len();
        let all = self.covariance_parameters();
        let diagonal = |group: usize, column: usize| {
            all.iter().position(|it| it.group == group && it.element.row == column && it.element.column == column)
        };
        let sign = |index: usize| -> f64 {
            let Some(it) = index.checked_sub(first).map(|k| all[k]) else { return 1.0 };
            diagonal(it.group, it.element.column).map_or(1.0, |k| if parameters[first + k] < 0.0 { -1.0 } else { 1.0 })
        };
        for (i, cell) in covariance.iter_mut().enumerate() {
            *cell *= sign(i / count) * sign(i % count);
        }
        covariance
    }

    /// The parameters of the thresholds, as estimates; for structured ones also the thresholds.
    #[must_use]
    pub fn threshold_estimates(&self, fit: &Fit, level: f64) -> Vec<Estimate> {
        let (count, width) = (fit.parameters.len(), self.thresholds.names.len());
        let mut out: Vec<Estimate> = (0..width)
            .map(|index| {
                self.parameter("threshold", fit, index, level).with_labels([self.thresholds.names[index].clone()])
            })
            .collect();
        let between: Vec<String> = self.categories.windows(2).map(|pair| pair.join("|")).collect();
        if width > 0 && between != self.thresholds.names {
            for (row, name) in between.into_iter().enumerate() {
                let mut weights = self.thresholds.cells[row * width..(row + 1) * width].to_vec();
                weights.resize(count, 0.0);
                let most_se = self.most_threshold_se(fit);
                out.push(fit.estimate("threshold", &weights, level, most_se).with_labels([name]));
            }
        }
        out
    }

    /// The fixed effects as estimates; for a choice between two the intercept is minus the threshold.
    #[must_use]
    pub fn coefficient_estimates(&self, fit: &Fit, level: f64) -> Vec<Estimate> {
        let (first, names) = (self.thresholds.names.len(), self.coefficients());
        let each = |(k, name): (usize, &&str)| self.parameter("coef", fit, first + k, level).with_labels([*name]);
        names.iter().enumerate().map(each).collect()
    }

    /// The effects on the logarithm of the scale as estimates.
    #[must_use]
    pub fn scale_estimates(&self, fit: &Fit, level: f64) -> Vec<Estimate> {
        let first = self.thresholds.names.len() + self.width();
        let each =
            |(k, name): (usize, &String)| self.parameter("scale", fit, first + k, level).with_labels([name.clone()]);
        self.scale.names.iter().enumerate().map(each).collect()
    }

    /// A parameter as an estimate: the value alone where the data do not bound it.
    fn parameter(&self, name: &'static str, fit: &Fit, index: usize, level: f64) -> Estimate {
        let count = fit.parameters.len();
        let one: Vec<f64> = (0..count).map(|i| f64::from(u8::from(i == index))).collect();
        let is_threshold = index < self.thresholds.names.len();
        let most_se = if is_threshold { self.most_threshold_se(fit) } else { UNTOLD * self.reach(index) };
        fit.estimate(name, &one, level, most_se)
    }

    /// The largest standard error of a threshold that says anything. Thresholds run away with the effects; without that a large
    /// error only means that numbers in the model are far from zero.
    fn most_threshold_se(&self, fit: &Fit) -> f64 {
        let effects = self.thresholds.names.len()..self.first_covariance();
        if effects.into_iter().any(|index| self.runs_away(fit, index)) { UNTOLD } else { f64::INFINITY }
    }

    /// Whether the data do not bound a parameter.
    fn runs_away(&self, fit: &Fit, index: usize) -> bool {
        let count = fit.parameters.len();
        match &fit.covariance {
            Some(covariance) => covariance[index * count + index].sqrt() > UNTOLD * self.reach(index),
            None => fit.parameters[index].abs() > UNTOLD * self.reach(index),
        }
    }

    /// The intercept of the latent response: minus the mean threshold.
    #[must_use]
    pub fn intercept(&self, fit: &Fit, level: f64) -> Option<Estimate> {
        let weights = self.intercept_weights(fit.parameters.len())?;
        Some(fit.estimate("coef", &weights, level, self.most_threshold_se(fit)).with_labels(["(Intercept)"]))
    }

    fn intercept_weights(&self, count: usize) -> Option<Vec<f64>> {
        let width = self.thresholds.names.len();
        let share = -1.0 / self.thresholds.count as f64;
        let mut weights = self.thresholds.multiply_transposed(&vec![share; self.thresholds.count]);
        weights.resize(count, 0.0);
        (width > 0).then_some(weights)
    }

    /// What marginal means and contrasts need: fixed effects on the latent scale, whose intercept is
    /// minus the mean threshold, with their covariance.
    ///
    /// # Errors
    /// When the curvature of the likelihood gives no covariance.
    pub fn inference(&self, fit: &Fit) -> Result<Inference> {
        let covariance = fit.covariance.as_ref().ok_or_else(|| {
            StatError::Undefined(
                "the likelihood is flat in some direction, so there are no standard errors; look for a level \
                 whose responses are all in one category, and leave it out or merge it"
                    .to_owned(),
            )
        })?;
        let (count, first) = (fit.parameters.len(), self.thresholds.names.len());
        let mut rows: Vec<Vec<f64>> = self.intercept_weights(count).into_iter().collect();
        for k in 0..self.width() {
            rows.push((0..count).map(|i| f64::from(u8::from(i == first + k))).collect());
        }
        let beta = rows.iter().map(|row| small::dot(row, &fit.parameters)).collect();
        let times = |row: &[f64]| -> Vec<f64> { covariance.chunks_exact(count).map(|c| small::dot(c, row)).collect() };
        let products: Vec<Vec<f64>> = rows.iter().map(|row| times(row)).collect();
        let cells = rows.iter().flat_map(|row| products.iter().map(move |product| small::dot(row, product))).collect();
        Ok(Inference::asymptotic(beta, cells).with_most_se(UNTOLD))
    }

    /// Standard deviations, then correlations, of each group in order.
    #[must_use]
    pub fn spreads(&self, fit: &Fit) -> Vec<RandomEffectParameter> {
        spreads_of_groups(&self.groups, &fit.templates, 1.0)
    }

    /// The conditional modes of the random effects, by group: level by level, its effects together.
    #[must_use]
    pub fn modes_of_effects(&self, fit: &Fit) -> Vec<Vec<f64>> {
        fit.spherical
            .iter()
            .zip(&fit.templates)
            .map(|(u, template)| super::laplace::scaled_by_level(u, template))
            .collect()
    }

    /// Information criteria.
    #[must_use]
    pub fn criteria(&self, fit: &Fit) -> Criteria {
        let count = fit.parameters.len() as f64;
        let deviance = -2.0 * fit.log_likelihood;
        Criteria {
            log_likelihood: fit.log_likelihood,
            aic: deviance + 2.0 * count,
            bic: deviance + count * (self.rows() as f64).ln(),
            parameters: fit.parameters.len(),
        }
    }

    /// What is doubtful about a fit, with what to do.
    #[must_use]
    pub fn doubts(&self, fit: &Fit) -> Vec<String> {
        let mut doubts = Vec::new();
        if !fit.converged {
            doubts.push(
                "the search did not converge; centre and scale numeric columns, simplify the random part, or merge \
                 categories that are hardly used"
                    .to_owned(),
            );
        }
        if fit.singular {
            doubts.push(
                "some random effect has no variance (singular fit); leave it out and see that the conclusions stay"
                    .to_owned(),
            );
        }
        let unbounded: Vec<&str> = self.unbounded_parameters(fit);
        if !unbounded.is_empty() {
            doubts.push(format!(
                "near separation: the data hardly bound {}; look for a level whose responses are all in one category, \
                 and leave it out, merge it, or merge categories",
                unbounded.join(", ")
            ));
        } else if fit.covariance.is_none() {
            doubts.push(
                "the curvature of the likelihood is not positive definite where the search ended, so there are no \
                 standard errors; simplify the model"
                    .to_owned(),
            );
        }
        doubts
    }

    /// The thresholds and effects that the data do not bound, as under separation.
    #[must_use]
    pub fn unbounded_parameters(&self, fit: &Fit) -> Vec<&str> {
        let scale = self.scale.names.iter().map(String::as_str);
        let thresholds = self.thresholds.names.iter().map(|name| self.threshold_known_as.unwrap_or(name));
        let names = thresholds.chain(self.coefficients()).chain(scale);
        names.enumerate().filter(|(index, _)| self.runs_away(fit, *index)).map(|(_, name)| name).collect()
    }

    /// How large a parameter is per step of the latent scale: for a fixed effect, one over the typical
    /// size of its column.
    pub(crate) fn reach(&self, index: usize) -> f64 {
        let width = self.width();
        match index.checked_sub(self.thresholds.names.len()) {
            Some(column) if column < width => {
                let values = self.x.iter().skip(column).step_by(width).filter(|x| **x != 0.0);
                let (sum, used) = values.fold((0.0, 0.0), |(sum, used), x| (sum + x * x, used + 1.0));
                1.0 / (sum / f64::max(used, 1.0)).sqrt().max(1e-300)
            }
            _ => 1.0,
        }
    }
}

impl Fit {
    /// A combination of the parameters as an estimate with z test; bare where there is no covariance, or a standard error
    /// beyond the largest that says anything.
    fn estimate(&self, name: &'static str, weights: &[f64], level: f64, most_se: f64) -> Estimate {
        match &self.covariance {
            Some(covariance) => {
                let inference = Inference::asymptotic(self.parameters.clone(), covariance.clone());
                inference.with_most_se(most_se).estimate(name, weights, level)
            }
            None => Estimate::new(name, small::dot(weights, &self.parameters)),
        }
    }
}
