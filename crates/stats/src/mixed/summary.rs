//! What is reported of a fit, as estimates.

use super::design::{Contrasts, Design};
use super::fit::Fit;
use super::fixed_effects;
use super::formula::Formula;
use super::frame::Frame;
use super::group::Group;
use super::kenward_roger::KenwardRoger;
use super::model::Model;
use super::satterthwaite::{Satterthwaite, quadratic};
use super::score::Method;
use crate::dist::{chi_squared, normal, student_t};
use crate::linalg::small;
use crate::{Estimate, Interval, Note, PValue, Result, StatError};

/// How degrees of freedom of t tests are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DfMethod {
    /// Satterthwaite.
    Satterthwaite,
    /// Kenward and Roger, who also adjust the standard errors.
    KenwardRoger,
    /// None: z tests.
    Asymptotic,
}

/// Fixed effects with their covariance and degrees of freedom, whatever the model they come from.
#[derive(Debug, Clone)]
pub struct Inference {
    /// Fixed effects.
    pub beta: Vec<f64>,
    /// Their covariance, row-major.
    pub covariance: Vec<f64>,
    pub(crate) df: Df,
    /// A standard error beyond this is that of a likelihood without a top, and says nothing.
    most_se: f64,
}

#[derive(Debug, Clone)]
pub(crate) enum Df {
    Satterthwaite(Satterthwaite),
    KenwardRoger(KenwardRoger),
    Residual(f64),
    Infinite,
}

impl Inference {
    /// Inference about a fitted linear mixed model.
    ///
    /// # Errors
    /// When Kenward and Roger's method does not apply.
    pub fn new(model: &Model, fit: &Fit, method: DfMethod) -> Result<Inference> {
        let beta = fit.beta.clone();
        let covariance = fit.covariance.clone();
        Ok(match method {
            DfMethod::Satterthwaite => Inference {
                beta,
                covariance,
                df: Df::Satterthwaite(Satterthwaite::new(model, fit)),
                most_se: f64::INFINITY,
            },
            DfMethod::KenwardRoger => {
                let adjusted = KenwardRoger::new(model, fit)?;
                Inference {
                    beta,
                    covariance: adjusted.covariance.clone(),
                    df: Df::KenwardRoger(adjusted),
                    most_se: f64::INFINITY,
                }
            }
            DfMethod::Asymptotic => Inference::asymptotic(beta, covariance),
        })
    }

    /// Inference by the normal distribution, from estimates and their covariance.
    #[must_use]
    pub fn asymptotic(beta: Vec<f64>, covariance: Vec<f64>) -> Inference {
        Inference { beta, covariance, df: Df::Infinite, most_se: f64::INFINITY }
    }

    /// Inference by the t distribution with the same degrees of freedom for all contrasts.
    pub(crate) fn with_residual_df(beta: Vec<f64>, covariance: Vec<f64>, df: f64) -> Inference {
        Inference { beta, covariance, df: Df::Residual(df), most_se: f64::INFINITY }
    }

    /// The same, with no standard error, interval and p-value where the standard error would be larger than this.
    pub(crate) fn with_most_se(self, most_se: f64) -> Inference {
        Inference { most_se, ..self }
    }

    /// The value of a contrast.
    #[must_use]
    pub fn value(&self, contrast: &[f64]) -> f64 {
        small::dot(contrast, &self.beta)
    }

    /// The standard error of a contrast.
    #[must_use]
    pub fn se(&self, contrast: &[f64]) -> f64 {
        quadratic(&self.covariance, contrast).max(0.0).sqrt()
    }

    /// The covariance of two contrasts.
    #[must_use]
    pub fn covariance_of(&self, left: &[f64], right: &[f64]) -> f64 {
        self.covariance.chunks_exact(right.len().max(1)).zip(left).map(|(row, x)| x * small::dot(row, right)).sum()
    }

    /// The degrees of freedom of a contrast.
    #[must_use]
    pub fn df(&self, contrast: &[f64]) -> f64 {
        match &self.df {
            Df::Satterthwaite(it) => it.df(contrast),
            Df::KenwardRoger(it) => it.df(contrast),
            Df::Residual(df) => *df,
            Df::Infinite => f64::INFINITY,
        }
    }

    /// A contrast as an estimate with interval and test against zero; the value alone where the data do not bound it, because
    /// Wald's p-value is then near 1 however clear the difference is (Hauck & Donner 1977, J. Am. Stat. Assoc. 72).
    #[must_use]
    pub fn estimate(&self, name: &'static str, contrast: &[f64], level: f64) -> Estimate {
        let (value, se, df) = (self.value(contrast), self.se(contrast), self.df(contrast));
        if se > self.most_se {
            return Estimate::new(name, value).note(Note::Said(UNBOUNDED.to_owned()));
        }
        let (quantile, kind) = quantile(df, level);
        let estimate = Estimate::new(name, value)
            .se(se)
            .interval(Interval { low: value - quantile * se, high: value + quantile * se, level, kind })
            .p(two_sided(value / se, df));
        if df.is_finite() { estimate.df([df]) } else { estimate }
    }
}

/// Said of an estimate that the data do not bound.
const UNBOUNDED: &str = "separation: the data do not bound it, so it has no standard error and no p-value";

/// The linear model without random effects by least squares: the columns that could be estimated, inference with
/// the residual's degrees of freedom, and the residual standard deviation.
pub(crate) fn least_squares(formula: &Formula, frame: &Frame) -> Result<(Vec<usize>, Inference, f64)> {
    let y = frame.numbers(&formula.response)?;
    let design = Design::new(&formula.fixed, frame, Contrasts::Treatment)?;
    let fixed = fixed_effects::estimable(&design, design.matrix(frame)?, y, &[])?;
    let (width, residuals) = (fixed.kept.len(), fixed.residuals(y));
    let df = (y.len() - width) as f64;
    let variance = small::dot(&residuals, &residuals) / df;
    let gram = fixed_effects::gram(&fixed.x, width, y, &[]);
    let cell = |index: usize| {
        let (row, column) = (index / width, index % width);
        gram[row.max(column) * (width + 1) + row.min(column)]
    };
    let inverse = small::inverse(&(0..width * width).map(cell).collect::<Vec<f64>>(), width);
    let inverse =
        inverse.ok_or_else(|| StatError::Undefined("the fixed effects follow from one another".to_owned()))?;
    let covariance = inverse.iter().map(|x| variance * x).collect();
    Ok((fixed.kept, Inference::with_residual_df(fixed.first, covariance, df), variance.sqrt()))
}

/// The half-width of an interval in standard errors, and what it is called.
pub(crate) fn quantile(df: f64, level: f64) -> (f64, &'static str) {
    let tail = 0.5 * (1.0 - level);
    if df.is_finite() { (student_t::upper_quantile(tail, df), "t") } else { (normal::upper_quantile(tail), "Wald") }
}

/// The two-sided p-value of a t or z statistic.
#[must_use]
pub fn two_sided(statistic: f64, df: f64) -> PValue {
    if df.is_finite() { student_t::two_sided(statistic, df) } else { normal::two_sided(statistic) }
}

/// A standard deviation or correlation of random effects.
#[derive(Debug, Clone, PartialEq)]
pub struct RandomEffectParameter {
    /// The group, or `Residual`.
    pub group: String,
    /// The effect, or the two that are correlated; empty for the residual.
    pub effects: Vec<String>,
    /// Standard deviation (one effect or none), or correlation (two).
    pub value: f64,
}

/// Standard deviations, then correlations, of each group in order; the residual last.
#[must_use]
pub fn spreads(model: &Model, fit: &Fit) -> Vec<RandomEffectParameter> {
    let mut all = spreads_of_groups(&model.groups, &fit.at.templates, fit.sigma);
    all.push(RandomEffectParameter { group: "Residual".to_owned(), effects: Vec::new(), value: fit.sigma });
    all
}

/// Standard deviations, then correlations, of each group in order, from templates relative to σ.
pub(crate) fn spreads_of_groups(groups: &[Group], templates: &[Vec<f64>], sigma: f64) -> Vec<RandomEffectParameter> {
    let mut all = Vec::new();
    for (group, template) in groups.iter().zip(templates) {
        let width = group.width();
        let row = |a: usize| &template[a * width..(a + 1) * width];
        let sd = |a: usize| small::dot(row(a), row(a)).sqrt();
        for part in &group.parts {
            for a in part.clone() {
                let effects = vec![group.effects[a].clone()];
                all.push(RandomEffectParameter { group: group.name.clone(), effects, value: sigma * sd(a) });
            }
            for (a, b) in part.clone().flat_map(|a| (a + 1..part.end).map(move |b| (a, b))) {
                let size = sd(a) * sd(b);
                // Without variance there is no correlation to speak of; at the edge rounding must not pass it.
                let value = if size > 0.0 { (small::dot(row(a), row(b)) / size).clamp(-1.0, 1.0) } else { 0.0 };
                let effects = vec![group.effects[a].clone(), group.effects[b].clone()];
                all.push(RandomEffectParameter { group: group.name.clone(), effects, value });
            }
        }
    }
    all
}

/// Log-likelihood (restricted, for REML), AIC and BIC.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Criteria {
    /// Log-likelihood.
    pub log_likelihood: f64,
    /// Akaike's criterion.
    pub aic: f64,
    /// The Bayesian criterion, with the number of rows, as R counts.
    pub bic: f64,
    /// How many parameters were estimated: fixed effects, covariance parameters and σ.
    pub parameters: usize,
}

/// Information criteria of a fit.
#[must_use]
pub fn criteria(model: &Model, fit: &Fit) -> Criteria {
    let parameters = fit.beta.len() + fit.theta.len() + 1;
    let count = parameters as f64;
    Criteria {
        log_likelihood: -0.5 * fit.criterion,
        aic: fit.criterion + 2.0 * count,
        bic: fit.criterion + count * (model.rows() as f64).ln(),
        parameters,
    }
}

/// The likelihood-ratio test of a smaller against a larger model on the same rows.
///
/// # Errors
/// When a fit is not by maximum likelihood, the rows differ, or the larger model has no more parameters.
pub fn likelihood_ratio(small: (&Model, &Fit), large: (&Model, &Fit)) -> Result<Estimate> {
    let refuse = |why: &str| Err(StatError::Undefined(why.to_owned()));
    if small.0.method != Method::Ml || large.0.method != Method::Ml {
        return refuse(
            "REML criteria of models with different fixed effects cannot be compared; fit both by maximum likelihood",
        );
    }
    if small.0.y != large.0.y {
        return refuse("the two models are not about the same rows");
    }
    let (few, many) = (criteria(small.0, small.1).parameters, criteria(large.0, large.1).parameters);
    if many <= few {
        return refuse("the larger model must have more parameters than the smaller");
    }
    let df = (many - few) as f64;
    let chi_squared = (small.1.criterion - large.1.criterion).max(0.0);
    Ok(Estimate::new("chi2", chi_squared).df([df]).p(chi_squared::p_value(chi_squared, df)))
}
