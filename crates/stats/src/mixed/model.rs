//! A linear mixed model on its data, before any parameter is known.

use std::sync::Arc;

use super::design::{Contrasts, Design};
use super::evaluation::Evaluation;
use super::fixed_effects::{self, FixedDesign};
use super::formula::Formula;
use super::frame::Frame;
use super::group::{Group, Parameter, groups, parameters, templates};
use super::moments::relative_sds;
use super::pattern::Pattern;
use super::products::{Products, Rows};
use super::score::{Method, Score};
use crate::{Result, StatError};

/// How a model is to be built.
#[derive(Debug, Clone)]
pub struct Options {
    /// Which criterion is minimised.
    pub method: Method,
    /// How factors are coded.
    pub contrasts: Contrasts,
    /// Precision weights, one per row; empty for equal ones.
    pub weights: Vec<f64>,
}

impl Options {
    /// Treatment contrasts and equal weights.
    #[must_use]
    pub fn new(method: Method) -> Options {
        Options { method, contrasts: Contrasts::Treatment, weights: Vec::new() }
    }
}

/// A linear mixed model: y = Xβ + Zb + ε, b ~ N(0, σ²ΛΛᵀ), ε ~ N(0, σ²W⁻¹).
#[derive(Debug, Clone)]
pub struct Model {
    /// The formula it was built from.
    pub formula: Formula,
    /// The columns of the fixed effects, those that could be estimated.
    pub design: Design,
    /// The groups of random effects, those with most levels first.
    pub groups: Vec<Group>,
    /// Which criterion is minimised.
    pub method: Method,
    pub(crate) fixed: FixedDesign,
    pub(crate) y: Vec<f64>,
    pub(crate) offset: Vec<f64>,
    pub(crate) weights: Vec<f64>,
    pub(crate) products: Products,
}

impl Model {
    /// Builds a model.
    ///
    /// # Errors
    /// When a column is missing or of the wrong kind, there is no random effect, a group has a single
    /// level or too many, there are too few rows, or the response does not vary.
    pub fn new(formula: &Formula, frame: &Frame, options: &Options) -> Result<Model> {
        if formula.random.is_empty() {
            return Err(StatError::Undefined(
                "the formula has no random effect; add one such as `(1 | rater)`".to_owned(),
            ));
        }
        let groups = groups(&formula.random, frame, options.contrasts)?;
        Model::with_groups(formula, frame, groups, options)
    }

    /// Builds a model with these groups, at least one, whatever random effects the formula has.
    pub(crate) fn with_groups(
        formula: &Formula,
        frame: &Frame,
        groups: Vec<Group>,
        options: &Options,
    ) -> Result<Model> {
        let y = frame.numbers(&formula.response)?;
        let mut offset = vec![0.0; y.len()];
        for name in &formula.offsets {
            offset.iter_mut().zip(frame.numbers(name)?).for_each(|(sum, x)| *sum += x);
        }
        check_weights(&options.weights, y.len())?;
        let design = Design::new(&formula.fixed, frame, options.contrasts)?;
        let y: Vec<f64> = y.iter().zip(&offset).map(|(y, offset)| y - offset).collect();
        let fixed = fixed_effects::estimable(&design, design.matrix(frame)?, &y, &options.weights)?;
        let centred = fixed.residuals(&y);
        let rows = Rows { x: &fixed.x, fixed: fixed.kept.len(), y: &centred, weights: &options.weights };
        let products = Products::new(Arc::new(Pattern::new(&groups)), &groups, rows);
        Ok(Model {
            formula: formula.clone(),
            design,
            groups,
            method: options.method,
            fixed,
            y,
            offset,
            weights: options.weights.clone(),
            products,
        })
    }

    /// How many rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.y.len()
    }

    /// Names of the fixed effects that can be estimated.
    #[must_use]
    pub fn coefficients(&self) -> Vec<&str> {
        self.fixed.kept.iter().map(|column| self.design.names[*column].as_str()).collect()
    }

    /// Names of the fixed effects that follow from the others and were left out.
    #[must_use]
    pub fn dropped_effects(&self) -> Vec<&str> {
        let kept = |column: &usize| !self.fixed.kept.contains(column);
        (0..self.design.width()).filter(kept).map(|column| self.design.names[column].as_str()).collect()
    }

    /// Which columns of the design are estimated.
    #[must_use]
    pub fn estimated_columns(&self) -> &[usize] {
        &self.fixed.kept
    }

    /// The covariance parameters, in the order of `theta`.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        parameters(&self.groups)
    }

    /// Where a search starts: independent effects, as variable as the sums of squares say, or as the
    /// residual where they say nothing.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        let sds = relative_sds(&self.products, &self.groups);
        let start = |it: &Parameter| if it.on_diagonal() { sds[it.group].unwrap_or(1.0) } else { 0.0 };
        self.parameters().iter().map(start).collect()
    }

    pub(crate) fn evaluate(&self, theta: &[f64]) -> Option<Evaluation> {
        Evaluation::new(&self.products, templates(&self.groups, theta))
    }

    /// The divisor of r² in σ̂²: n − p for REML, n for maximum likelihood.
    pub(crate) fn residual_df(&self) -> f64 {
        match self.method {
            Method::Reml => (self.products.rows - self.products.fixed) as f64,
            Method::Ml => self.products.rows as f64,
        }
    }

    /// The profiled criterion at an evaluation.
    pub(crate) fn criterion(&self, at: &Evaluation) -> f64 {
        let df = self.residual_df();
        self.log_determinants(at) + df * (1.0 + (std::f64::consts::TAU * at.residual / df).ln())
    }

    /// The criterion with the residual standard deviation given.
    pub(crate) fn criterion_with_sigma(&self, at: &Evaluation, sigma: f64) -> f64 {
        let variance = sigma * sigma;
        self.log_determinants(at)
            + self.residual_df() * (std::f64::consts::TAU * variance).ln()
            + at.residual / variance
    }

    fn log_determinants(&self, at: &Evaluation) -> f64 {
        let fixed = match self.method {
            Method::Reml => at.log_det_fixed,
            Method::Ml => 0.0,
        };
        at.log_det_leading + at.log_det_trailing + fixed - self.products.log_weights
    }

    /// The gradient of the profiled criterion.
    pub(crate) fn gradient(&self, at: &Evaluation, score: &Score) -> Vec<f64> {
        let weight = self.residual_df() / at.residual;
        self.parameters().iter().map(|it| score.derivative(*it, weight)).collect()
    }
}

fn check_weights(weights: &[f64], rows: usize) -> Result<()> {
    if !weights.is_empty() && weights.len() != rows {
        return Err(StatError::Lengths {
            left: "weights",
            left_len: weights.len(),
            right: "response",
            right_len: rows,
        });
    }
    match weights.iter().find(|w| !(w.is_finite() && **w > 0.0)) {
        Some(found) => Err(StatError::Domain { what: "a weight", must: "positive", found: *found }),
        None => Ok(()),
    }
}

/// The profiled criterion (REML criterion or deviance) of a model at given covariance parameters.
///
/// # Errors
/// When there are not as many parameters as the model has, or the model cannot be evaluated there.
pub fn objective(model: &Model, theta: &[f64]) -> Result<f64> {
    let needed = model.parameters().len();
    if theta.len() != needed {
        return Err(StatError::Lengths {
            left: "theta",
            left_len: theta.len(),
            right: "the model's parameters",
            right_len: needed,
        });
    }
    let undefined = || StatError::Undefined("the criterion is not defined at these parameters".to_owned());
    model.evaluate(theta).map(|at| model.criterion(&at)).filter(|x| x.is_finite()).ok_or_else(undefined)
}
