//! What `clmm` and `glmm` share: arguments, the fit, its estimates and their layout.

mod layout;

use clap::{Args, ValueEnum};
use stats::Estimate;
use stats::emm::Estimable;
use stats::mixed::ordinal::{Fit, Link, Model, Options, Threshold, likelihood_ratio, profile_intervals};
use stats::mixed::{Formula, Terms};

use super::answer::{Answer, Numbers};
use super::contrasts::ContrastArguments;
use super::data::DataArguments;
use super::lmm::spinner;
use super::model_frame::{Coding, ModelFrame, Response, formula};
use crate::outcome::{BadInput, BadUsage};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LinkName {
    Logit,
    Probit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Ci {
    Wald,
    Profile,
}

#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct LatentArguments {
    #[command(flatten)]
    data: DataArguments,
    /// The model, as in R: "rating ~ system + (1|rater) + (1|item)"
    formula: String,
    /// The distribution of the latent response
    #[arg(long, value_enum, default_value = "logit")]
    link: LinkName,
    /// The categories in order, lowest first, when they are words: low,medium,high
    #[arg(long, value_delimiter = ',', value_name = "CATEGORIES")]
    order: Vec<String>,
    #[command(flatten)]
    contrasts: ContrastArguments,
    /// Column with how often each row counts; for shares, the number of trials
    #[arg(long, value_name = "COLUMN")]
    weights: Option<String>,
    /// How factors are coded
    #[arg(long, value_enum, default_value = "treatment")]
    coding: Coding,
    /// Also test against this smaller model
    #[arg(long, value_name = "FORMULA")]
    against: Option<String>,
    /// Intervals of fixed effects
    #[arg(long, value_enum, default_value = "wald")]
    ci: Ci,
    /// Also give the random effects of each level
    #[arg(long)]
    ranef: bool,
    /// Coverage of intervals
    #[arg(long, default_value_t = 0.95)]
    level: f64,
}

/// Which of the two models, and what only it can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Ordered categories.
    Ordinal(Threshold),
    /// Two categories, or shares of trials.
    Binomial,
}

/// A fitted model.
struct FittedModel {
    kind: Kind,
    model: Model,
    fit: Fit,
    left_out: usize,
}

impl LatentArguments {
    /// Fits the model, its scale depending on these terms, and answers with everything asked of it.
    pub(crate) fn run(&self, kind: Kind, scale: Option<&str>) -> anyhow::Result<Answer> {
        if !(self.level > 0.0 && self.level < 1.0) {
            return Err(BadUsage(format!("`--level` must lie between 0 and 1, found {}", self.level)).into());
        }
        let fitted = self.fit_model(kind, &self.formula, scale)?;
        let mut estimates = self.estimates(&fitted)?;
        if let Some(smaller) = &self.against {
            let small = self.fit_model(kind, smaller, scale)?;
            let ratio = likelihood_ratio((&small.model, &small.fit), (&fitted.model, &fitted.fit));
            let formulas = [small.model.formula.to_string(), fitted.model.formula.to_string()];
            estimates.push(ratio.map_err(|e| BadInput(e.to_string()))?.with_labels(formulas));
        }
        if let Some(terms) = scale {
            let one = self.fit_model(kind, &self.formula, None)?;
            let ratio = likelihood_ratio((&one.model, &one.fit), (&fitted.model, &fitted.fit));
            let formula = fitted.model.formula.to_string();
            let formulas =
                [formula.clone(), format!("{formula}, scale ~ {}", terms.trim().trim_start_matches('~').trim())];
            estimates.push(ratio.map_err(|e| BadInput(e.to_string()))?.with_labels(formulas));
        }
        let text = layout::text(&fitted, &estimates, &self.data.file);
        let method = match kind {
            Kind::Ordinal(_) => "clmm",
            Kind::Binomial => "glmm",
        };
        let mut numbers = Numbers::new(method, estimates)
            .option("formula", fitted.model.formula.to_string())
            .option("link", layout::link(fitted.model.link))
            .option("level", self.level)
            .n("rows", fitted.model.rows());
        if let Kind::Ordinal(threshold) = kind {
            numbers = numbers.option("threshold", layout::threshold(threshold));
        }
        if let Some(scale) = scale {
            numbers = numbers.option("scale", scale);
        }
        for group in &fitted.model.groups {
            numbers = numbers.n(&group.name, group.levels.len());
        }
        numbers.notes = fitted.notes();
        Ok(Answer::Listing { json: serde_json::to_value(numbers.members())?, text })
    }

    fn fit_model(&self, kind: Kind, text: &str, scale: Option<&str>) -> anyhow::Result<FittedModel> {
        let formula = formula(text)?;
        let response = Response::Category { order: &self.order };
        let scale = scale_terms(&formula, scale.unwrap_or("1"))?;
        let mut both = formula.clone();
        both.fixed.terms.extend(scale.terms.iter().cloned());
        let frame = ModelFrame::explaining(response, &self.data.load()?, &both, self.weights.as_deref())?;
        let link = match self.link {
            LinkName::Logit => Link::Logit,
            LinkName::Probit => Link::Probit,
        };
        let contrasts = self.coding.contrasts();
        let options = |threshold| Options { link, threshold, scale, contrasts, weights: frame.weights };
        let refuse = |e: stats::StatError| BadInput(e.to_string());
        let spinner = spinner(frame.frame.rows());
        let model = match kind {
            Kind::Ordinal(threshold) => Model::new(&formula, &frame.frame, &options(threshold)),
            Kind::Binomial => Model::binomial(&formula, &frame.frame, &options(Threshold::Flexible)),
        }
        .map_err(refuse)?;
        let fit = model.fit().map_err(refuse)?;
        spinner.finish_and_clear();
        Ok(FittedModel { kind, model, fit, left_out: frame.left_out })
    }

    fn estimates(&self, fitted: &FittedModel) -> anyhow::Result<Vec<Estimate>> {
        let FittedModel { model, fit, .. } = fitted;
        let mut estimates = Vec::new();
        if fitted.kind == Kind::Binomial {
            estimates.extend(model.intercept(fit, self.level));
        }
        let mut coefficients = model.coefficient_estimates(fit, self.level);
        if self.ci == Ci::Profile {
            let intervals = profile_intervals(model, fit, self.level);
            coefficients.iter_mut().zip(intervals).for_each(|(it, interval)| it.interval = interval);
        }
        estimates.extend(coefficients);
        if let Kind::Ordinal(_) = fitted.kind {
            estimates.extend(model.threshold_estimates(fit, self.level));
        }
        estimates.extend(model.scale_estimates(fit, self.level));
        estimates.extend(variances(model, fit));
        let criteria = model.criteria(fit);
        estimates.push(Estimate::new("log_likelihood", criteria.log_likelihood));
        estimates.push(Estimate::new("aic", criteria.aic));
        estimates.push(Estimate::new("bic", criteria.bic));
        if self.contrasts.factors().is_some() {
            let inference = model.inference(fit).map_err(|e| BadInput(e.to_string()))?;
            let estimable = Estimable { design: &model.design, kept: model.estimated_columns() };
            estimates.extend(self.contrasts.estimates(estimable, &inference, self.level)?);
        }
        if self.ranef {
            estimates.extend(modes(model, fit));
        }
        Ok(estimates)
    }
}

impl FittedModel {
    /// What is doubtful, with what to do.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.left_out > 0 {
            notes.push(format!("{} rows with a missing value were left out", self.left_out));
        }
        if !self.model.dropped_effects().is_empty() {
            notes.push(format!(
                "fixed effects that follow from others were dropped: {}",
                self.model.dropped_effects().join(", ")
            ));
        }
        notes.extend(self.model.doubts(&self.fit));
        notes
    }
}

/// The terms that the scale depends on, written as in a formula with or without its `~`.
fn scale_terms(of: &Formula, text: &str) -> anyhow::Result<Terms> {
    let terms = text.trim().trim_start_matches('~');
    let found = formula(&format!("{} ~ {terms}", of.response))?;
    if !found.random.is_empty() || !found.offsets.is_empty() {
        return Err(BadInput("`--scale` takes fixed effects only, such as `system`".to_owned()).into());
    }
    Ok(found.fixed)
}

/// Variances, standard deviations and correlations; a group with an intercept alone goes by its name.
fn variances(model: &Model, fit: &Fit) -> Vec<Estimate> {
    let mut estimates = Vec::new();
    for it in model.spreads(fit) {
        let alone = model.groups.iter().any(|group| group.name == it.group && group.width() == 1);
        let of: Vec<String> = match it.effects.as_slice() {
            [only] if alone && only == "(Intercept)" => vec![it.group],
            effects => std::iter::once(it.group).chain(effects.iter().cloned()).collect(),
        };
        if it.effects.len() == 2 {
            estimates.push(Estimate::new("correlation", it.value).with_labels(of));
        } else {
            estimates.push(Estimate::new("variance", it.value * it.value).with_labels(of.clone()));
            estimates.push(Estimate::new("sd", it.value).with_labels(of));
        }
    }
    estimates
}

/// The conditional modes of the random effects.
fn modes(model: &Model, fit: &Fit) -> Vec<Estimate> {
    let mut estimates = Vec::new();
    for (group, modes) in model.groups.iter().zip(model.modes_of_effects(fit)) {
        for (level, modes) in group.levels.iter().zip(modes.chunks(group.width())) {
            for (effect, mode) in group.effects.iter().zip(modes) {
                estimates.push(Estimate::new("mode", *mode).with_labels([&group.name, level, effect]));
            }
        }
    }
    estimates
}
