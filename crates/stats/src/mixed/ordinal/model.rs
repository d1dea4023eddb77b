//! A cumulative-link mixed model on its data, before any parameter is known.

use std::sync::Arc;

use super::categories::Categories;
use super::link::{Cell, Link, Slope};
use super::scale::{Scale, ScaledCategory};
use super::threshold::{Threshold, Thresholds};
use crate::linalg::small;
use crate::mixed::fixed_effects;
use crate::mixed::group::{parameters, templates};
use crate::mixed::{Contrasts, Design, Formula, Frame, Group, Parameter, Pattern, Terms, groups};
use crate::{Result, StatError};

/// How a model is to be built.
#[derive(Debug, Clone)]
pub struct Options {
    /// The distribution of the latent response.
    pub link: Link,
    /// What is assumed of the thresholds.
    pub threshold: Threshold,
    /// What the logarithm of the latent response's scale depends on, beside its intercept.
    pub scale: Terms,
    /// How factors are coded.
    pub contrasts: Contrasts,
    /// How often each row counts; empty for once. For shares, the number of trials.
    pub weights: Vec<f64>,
}

impl Options {
    /// Flexible thresholds, one scale, treatment contrasts and rows that count once.
    #[must_use]
    pub fn new(link: Link) -> Options {
        Options {
            link,
            threshold: Threshold::Flexible,
            scale: Terms { intercept: true, terms: Vec::new() },
            contrasts: Contrasts::Treatment,
            weights: Vec::new(),
        }
    }
}

/// A cumulative-link mixed model: P(Y ≤ j) = F((θⱼ − xᵀβ − zᵀb)/exp(wᵀζ)), b ~ N(0, ΛΛᵀ).
#[derive(Debug, Clone)]
pub struct Model {
    /// The formula it was built from.
    pub formula: Formula,
    /// The columns of the fixed effects, the intercept among them.
    pub design: Design,
    /// The groups of random effects, those with most levels first; may be none.
    pub groups: Vec<Group>,
    /// The categories, lowest first.
    pub categories: Vec<String>,
    /// The distribution of the latent response.
    pub link: Link,
    /// What is assumed of the thresholds.
    pub threshold: Threshold,
    pub(crate) kept: Vec<usize>,
    /// Row-major matrix of the kept columns without the intercept.
    pub(crate) x: Vec<f64>,
    pub(crate) codes: Vec<u32>,
    pub(crate) weights: Vec<f64>,
    pub(crate) offset: Vec<f64>,
    pub(crate) thresholds: Thresholds,
    /// What its readers call the thresholds, where it is not by their names.
    pub(crate) threshold_known_as: Option<&'static str>,
    pub(crate) scale: Scale,
    pub(crate) pattern: Option<Arc<Pattern>>,
    pub(crate) constant: f64,
    rows: usize,
}

/// A model's parameters taken apart.
#[derive(Debug, Clone)]
pub(crate) struct Point {
    pub(crate) cells: Vec<Cell>,
    /// Thresholds with their ends at infinity.
    bounds: Vec<f64>,
    /// Xβ and the offset, by row.
    pub(crate) fixed: Vec<f64>,
    /// wᵀζ by row; empty where there is one scale.
    log_scale: Vec<f64>,
    /// The template of each group.
    pub(crate) templates: Vec<Vec<f64>>,
}

impl Model {
    /// Builds a model of ordered categories.
    ///
    /// # Errors
    /// When a column is missing or of the wrong kind, the formula has no intercept (the thresholds take
    /// its place), a group has a single level or too many, or the response has one category.
    pub fn new(formula: &Formula, frame: &Frame, options: &Options) -> Result<Model> {
        if !formula.fixed.intercept {
            return Err(StatError::Undefined(
                "the thresholds take the place of the intercept, which cannot be left out; write the formula without `0 +` or `- 1`"
                    .to_owned(),
            ));
        }
        let categories = Categories::from_ordered(&formula.response, frame, &options.weights)?;
        Model::build(formula, frame, options, categories)
    }

    /// Builds a model of two categories, or of shares of trials.
    ///
    /// # Errors
    /// As [`Model::new`], and when the response has more than two categories.
    pub fn binomial(formula: &Formula, frame: &Frame, options: &Options) -> Result<Model> {
        let categories = Categories::two(&formula.response, frame, &options.weights)?;
        let mut model = Model::build(formula, frame, options, categories)?;
        // The only threshold is what readers of a binomial model know as the intercept, with its sign turned.
        model.threshold_known_as = Some("(Intercept)");
        Ok(model)
    }

    fn build(formula: &Formula, frame: &Frame, options: &Options, categories: Categories) -> Result<Model> {
        check_weights(&options.weights, frame.rows())?;
        let design = Design::new(&formula.fixed, frame, options.contrasts)?;
        let mut groups = groups(&formula.random, frame, options.contrasts)?;
        let mut offset = vec![0.0; frame.rows()];
        for name in &formula.offsets {
            offset.iter_mut().zip(frame.numbers(name)?).for_each(|(sum, x)| *sum += x);
        }
        let mut x = design.matrix(frame)?;
        if let Some(from) = &categories.from {
            x = gather_rows(&x, design.width(), from);
            offset = gather_rows(&offset, 1, from);
            for group in &mut groups {
                group.codes = from.iter().map(|row| group.codes[*row]).collect();
                group.values =
                    if group.values.is_empty() { Vec::new() } else { gather_rows(&group.values, group.width(), from) };
            }
        }
        let response: Vec<f64> = categories.codes.iter().map(|code| f64::from(*code)).collect();
        let scale = Scale::new(&options.scale, frame, options.contrasts, &categories)?;
        let fixed = fixed_effects::estimable(&design, x, &response, &[])?;
        let width = fixed.kept.len();
        let skip = usize::from(formula.fixed.intercept);
        let x = if width == skip {
            Vec::new()
        } else {
            fixed.x.chunks_exact(width).flat_map(|row| &row[skip..]).copied().collect()
        };
        let thresholds = if formula.fixed.intercept {
            Thresholds::new(options.threshold, &categories.levels)
        } else {
            Thresholds::none()
        };
        Ok(Model {
            formula: formula.clone(),
            design,
            pattern: (!groups.is_empty()).then(|| Arc::new(Pattern::new(&groups))),
            groups,
            categories: categories.levels,
            link: options.link,
            threshold: options.threshold,
            kept: fixed.kept,
            x,
            codes: categories.codes,
            weights: categories.weights,
            offset,
            thresholds,
            threshold_known_as: None,
            scale,
            constant: categories.constant,
            rows: frame.rows(),
        })
    }

    /// How many rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Names of the fixed effects that can be estimated, without the intercept.
    #[must_use]
    pub fn coefficients(&self) -> Vec<&str> {
        let skip = usize::from(self.formula.fixed.intercept);
        self.kept.iter().skip(skip).map(|column| self.design.names[*column].as_str()).collect()
    }

    /// Names of the fixed effects that follow from the others and were left out.
    #[must_use]
    pub fn dropped_effects(&self) -> Vec<&str> {
        let kept = |column: &usize| !self.kept.contains(column);
        (0..self.design.width()).filter(kept).map(|column| self.design.names[column].as_str()).collect()
    }

    /// Which columns of the design are estimated, the intercept among them.
    #[must_use]
    pub fn estimated_columns(&self) -> &[usize] {
        &self.kept
    }

    /// Names of the parameters of the thresholds.
    #[must_use]
    pub fn threshold_names(&self) -> &[String] {
        &self.thresholds.names
    }

    /// The covariance parameters of the random effects, in order.
    #[must_use]
    pub fn covariance_parameters(&self) -> Vec<Parameter> {
        parameters(&self.groups)
    }

    /// Names of the effects on the logarithm of the scale.
    #[must_use]
    pub fn scale_names(&self) -> &[String] {
        &self.scale.names
    }

    /// How many parameters there are: of the thresholds, fixed effects, scale effects, covariance parameters.
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.first_covariance() + self.groups.iter().map(|group| group.free.len()).sum::<usize>()
    }

    /// The first of the covariance parameters among all.
    pub(crate) fn first_covariance(&self) -> usize {
        self.thresholds.names.len() + self.width() + self.scale.width()
    }

    /// How many fixed effects, the intercept not counted.
    pub(crate) fn width(&self) -> usize {
        self.kept.len() - usize::from(self.formula.fixed.intercept)
    }

    /// Where a search starts: the shares of the categories, no effects, independent random effects.
    pub(crate) fn start(&self) -> Vec<f64> {
        let mut counts = vec![0.0; self.categories.len()];
        for (row, code) in self.codes.iter().enumerate() {
            counts[*code as usize] += self.weight(row);
        }
        let total: f64 = counts.iter().sum();
        let mut below = 0.0;
        let mut theta = Vec::with_capacity(self.thresholds.count);
        for count in &counts[..counts.len() - 1] {
            below += count;
            theta.push(self.link.quantile(below / total));
        }
        let mut start = self.thresholds.nearest(&theta);
        start.resize(self.first_covariance(), 0.0);
        let size = match self.link {
            Link::Logit => 1.0,
            Link::Probit => 0.6,
        };
        start.extend(self.covariance_parameters().iter().map(|it| if it.on_diagonal() { size } else { 0.0 }));
        start
    }

    pub(crate) fn weight(&self, row: usize) -> f64 {
        self.weights.get(row).copied().unwrap_or(1.0)
    }

    /// The parameters taken apart; nothing when thresholds are not in order or numbers not finite.
    pub(crate) fn point(&self, parameters: &[f64]) -> Option<Point> {
        if parameters.iter().any(|x| !x.is_finite()) {
            return None;
        }
        let (alpha, rest) = parameters.split_at(self.thresholds.names.len());
        let (beta, rest) = rest.split_at(self.width());
        let (zeta, theta) = rest.split_at(self.scale.width());
        let mut bounds = vec![f64::NEG_INFINITY];
        bounds.extend(self.thresholds.evaluate(alpha));
        bounds.push(f64::INFINITY);
        let cells = bounds.windows(2).map(|pair| Cell::new(pair[0], pair[1])).collect::<Option<Vec<Cell>>>()?;
        let mut fixed = self.offset.clone();
        if !beta.is_empty() {
            fixed.iter_mut().zip(self.x.chunks_exact(beta.len())).for_each(|(sum, x)| *sum += small::dot(x, beta));
        }
        let log_scale = match zeta.len() {
            0 => Vec::new(),
            width => self.scale.w.chunks_exact(width).map(|w| small::dot(w, zeta)).collect(),
        };
        Some(Point { cells, bounds, fixed, log_scale, templates: templates(&self.groups, theta) })
    }

    /// ln p of a row and its derivatives by the linear predictor, unweighted.
    pub(crate) fn slope(&self, point: &Point, row: usize, eta: f64) -> Slope {
        match self.scaled_category(point, row) {
            Some(scaled) => scaled.slope(self.link, eta),
            None => self.link.slope(&point.cells[self.codes[row] as usize], eta),
        }
    }

    /// The category of a row with its scale, where there is more than one.
    pub(crate) fn scaled_category(&self, point: &Point, row: usize) -> Option<ScaledCategory> {
        let code = self.codes[row] as usize;
        let log_scale = point.log_scale.get(row)?;
        Some(ScaledCategory::new((point.bounds[code], point.bounds[code + 1]), *log_scale))
    }
}

fn gather_rows(cells: &[f64], width: usize, rows: &[usize]) -> Vec<f64> {
    rows.iter().flat_map(|row| &cells[row * width..(row + 1) * width]).copied().collect()
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
