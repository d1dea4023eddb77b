//! `rejudge stats lmm`

mod checks;
pub(super) mod layout;
mod stored_fit;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use stats::emm::Estimable;
use stats::mixed::{
    DfMethod, Fit, Group, Inference, Method, Model, Options, criteria, likelihood_ratio, parametric_bootstrap,
    profile_intervals, random_effects, spreads, type_three,
};
use stats::resample::{Plan, quantile};
use stats::{Estimate, Interval, Note};

use super::answer::{Answer, Numbers};
use super::contrasts::ContrastArguments;
use super::data::DataArguments;
use super::method_description::About;
use super::model_frame::{Coding, ModelFrame, formula};
use super::ratings::word;
use crate::outcome::{BadInput, BadUsage};

pub(crate) const ABOUT: About = About {
    name: "lmm",
    aliases: &["mixed-model", "lmer"],
    what: "linear mixed model: ratings explained by systems, with raters and items as random effects",
    formula: "y = Xβ + Zb + ε, b ~ N(0, σ²ΛΛᵀ), ε ~ N(0, σ²W⁻¹)
        minimised over the elements θ of Λ: ln|ΛᵀZᵀWZΛ + I| + ln|XᵀV⁻¹X| + (n−p)(1 + ln(2πr²/(n−p)))
        (REML; --ml leaves the second term out and has n for n−p)
        t = estimate / standard error, degrees of freedom by Satterthwaite or Kenward–Roger",
    source: "Bates, Mächler, Bolker & Walker (2015), J. Stat. Soft. 67(1)
        Kuznetsova, Brockhoff & Christensen (2017), J. Stat. Soft. 82(13); Kenward & Roger (1997), Biometrics 53
        Searle, Speed & Milliken (1980), Am. Stat. 34, for marginal means",
    checked_against: "R: lmerTest::lmer, summary(ddf=), confint(method=\"profile\"), emmeans, pairs",
    not_when:
        "Ratings on a short ordinal scale: a cumulative-link mixed model does not pretend that the steps are equal.
        Choices between two: use a binomial mixed model or Bradley–Terry.
        Fewer than about five levels in a group: its variance can hardly be estimated; make it a fixed effect.",
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DfName {
    Satterthwaite,
    KenwardRoger,
    Asymptotic,
}

impl DfName {
    /// How the heading speaks of the tests.
    fn tests(self) -> &'static str {
        match self {
            DfName::Satterthwaite => "t-tests use Satterthwaite's method",
            DfName::KenwardRoger => "t-tests use Kenward-Roger's method",
            DfName::Asymptotic => "tests use the normal distribution",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Ci {
    Wald,
    Profile,
    Bootstrap,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rejudge stats lmm ratings.csv \"rating ~ system + (1|rater) + (1|item)\" --contrasts system --adjust holm"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataArguments,
    /// The model, as in R: "rating ~ system + (1|rater) + (1|item)"
    formula: String,
    /// Maximum likelihood instead of REML
    #[arg(long)]
    ml: bool,
    /// Degrees of freedom of the tests
    #[arg(long, value_enum, default_value = "satterthwaite")]
    df: DfName,
    /// Intervals of fixed effects and standard deviations
    #[arg(long, value_enum, default_value = "wald")]
    ci: Ci,
    #[command(flatten)]
    contrasts: ContrastArguments,
    /// Column with precision weights
    #[arg(long, value_name = "COLUMN")]
    weights: Option<String>,
    /// How factors are coded
    #[arg(long, value_enum, default_value = "treatment")]
    coding: Coding,
    /// Also test against this smaller model, both by maximum likelihood
    #[arg(long, value_name = "FORMULA")]
    against: Option<String>,
    /// Also test each term as a whole: type III F tests
    #[arg(long)]
    anova: bool,
    /// Also look at residuals and random effects: shape, equal spread, outliers with their rows
    #[arg(long)]
    checks: bool,
    /// Write the fit to this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Take the fit from this file, written by `--save`, after evaluating it again on these rows
    #[arg(long, value_name = "FILE")]
    read: Option<PathBuf>,
    /// Also give the random effects of each level
    #[arg(long)]
    ranef: bool,
    /// Coverage of intervals
    #[arg(long, default_value_t = 0.95)]
    level: f64,
    /// Replicates of the bootstrap
    #[arg(long, default_value_t = 1000)]
    replicates: usize,
    /// Seed of the bootstrap
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A fitted model with everything that is asked of it.
pub(super) struct FittedModel {
    pub(super) model: Model,
    pub(super) fit: Fit,
    pub(super) inference: Inference,
    pub(super) left_out: usize,
    /// The rows, when they are to be looked at.
    rows: Option<checks::Rows>,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        if !(self.level > 0.0 && self.level < 1.0) {
            return Err(BadUsage(format!("`--level` must lie between 0 and 1, found {}", self.level)).into());
        }
        let fitted = self.fit_or_read_model()?;
        if let Some(file) = &self.save {
            stored_fit::save(file, &fitted.model, &fitted.fit)?;
        }
        let mut coefficients = self.coefficients(&fitted);
        let mut spreads = variance_estimates(&fitted);
        self.add_intervals(&fitted, &mut coefficients, &mut spreads)?;
        let contrasts = self.contrasts(&fitted)?;
        let mut estimates = coefficients;
        estimates.extend(spreads);
        estimates.extend(criterion_estimates(&fitted));
        let (tests, untested) = if self.anova { terms(&fitted)? } else { Default::default() };
        estimates.extend(tests);
        estimates.extend(contrasts);
        if let Some(smaller) = &self.against {
            estimates.push(self.ratio(smaller)?);
        }
        if self.ranef {
            estimates.extend(self.modes(&fitted));
        }
        if let Some(rows) = &fitted.rows {
            estimates.extend(checks::checks(&fitted, rows));
        }
        let notes = [notes(&fitted), untested].concat();
        let text = layout::text(&fitted, (&estimates, &notes), &self.data.file, self.df.tests());
        let mut numbers = Numbers::new("lmm", estimates)
            .option("formula", fitted.model.formula.to_string())
            .option("method", if self.ml { "ML" } else { "REML" })
            .option("df", word(self.df))
            .option("ci", word(self.ci))
            .option("level", self.level)
            .n("rows", fitted.model.rows());
        for group in &fitted.model.groups {
            numbers = numbers.n(&group.name, group.levels.len());
        }
        numbers.notes = notes;
        Ok(Answer::Listing { json: serde_json::to_value(numbers.members())?, text })
    }

    /// The marginal means and contrasts alone, for `rejudge stats emm`.
    pub(super) fn run_means(&self) -> anyhow::Result<Answer> {
        if self.contrasts.factors().is_none() {
            return Err(BadUsage("say which means with `--contrasts FACTOR`".to_owned()).into());
        }
        let fitted = self.fit_or_read_model()?;
        let mut numbers = Numbers::new("emm", self.contrasts(&fitted)?)
            .option("formula", fitted.model.formula.to_string())
            .option("factor", self.contrasts.factors())
            .n("rows", fitted.model.rows());
        numbers.notes = notes(&fitted);
        Ok(Answer::Numbers(numbers))
    }

    fn method(&self) -> Method {
        if self.ml { Method::Ml } else { Method::Reml }
    }

    /// The model asked for, fitted or read.
    fn fit_or_read_model(&self) -> anyhow::Result<FittedModel> {
        self.fit_model(&self.formula, self.method(), |model| match &self.read {
            Some(file) => stored_fit::read(file, model),
            None => search_fit(model),
        })
    }

    fn fit_model(
        &self,
        text: &str,
        method: Method,
        fit: impl Fn(&Model) -> anyhow::Result<Fit>,
    ) -> anyhow::Result<FittedModel> {
        let formula = formula(text)?;
        let (frame, numbers) = {
            // The table goes before the fit, which needs the room.
            let data = self.data.load()?;
            let frame = ModelFrame::new(&data, &formula, self.weights.as_deref())?;
            let kept = frame.kept.iter().enumerate().filter(|(_, kept)| self.checks && **kept);
            let numbers: Vec<usize> = kept.map(|(row, _)| data.row_number(row)).collect();
            (frame, numbers)
        };
        let contrasts = self.coding.contrasts();
        let spinner = spinner(frame.frame.rows());
        let model = Model::new(&formula, &frame.frame, &Options { method, contrasts, weights: frame.weights })
            .map_err(|e| BadInput(e.to_string()))?;
        let fit = fit(&model)?;
        let df = match self.df {
            DfName::Satterthwaite => DfMethod::Satterthwaite,
            DfName::KenwardRoger => DfMethod::KenwardRoger,
            DfName::Asymptotic => DfMethod::Asymptotic,
        };
        let inference = Inference::new(&model, &fit, df).map_err(|e| BadInput(e.to_string()))?;
        spinner.finish_and_clear();
        let rows = self.checks.then_some(checks::Rows { numbers, frame: frame.frame });
        Ok(FittedModel { model, fit, inference, left_out: frame.left_out, rows })
    }

    fn coefficients(&self, fitted: &FittedModel) -> Vec<Estimate> {
        let names = fitted.model.coefficients();
        (0..names.len())
            .map(|index| {
                let mut one = vec![0.0; names.len()];
                one[index] = 1.0;
                fitted.inference.estimate("coef", &one, self.level).with_labels([names[index]])
            })
            .collect()
    }

    /// Replaces Wald intervals by the kind asked for.
    fn add_intervals(
        &self,
        fitted: &FittedModel,
        coefficients: &mut [Estimate],
        sds: &mut [Estimate],
    ) -> anyhow::Result<()> {
        let mut spread: Vec<&mut Estimate> =
            sds.iter_mut().filter(|it| it.name == "sd" || it.name == "correlation").collect();
        match self.ci {
            Ci::Wald => {}
            Ci::Profile => {
                let intervals =
                    profile_intervals(&fitted.model, &fitted.fit, self.level).map_err(|e| BadInput(e.to_string()))?;
                let (fixed, random) = intervals.split_at(coefficients.len());
                coefficients.iter_mut().zip(fixed).for_each(|(it, interval)| it.interval = *interval);
                spread.iter_mut().zip(random).for_each(|(it, interval)| it.interval = *interval);
            }
            Ci::Bootstrap => {
                let plan = Plan { seed: self.seed, replicates: self.replicates };
                let simulated = parametric_bootstrap(&fitted.model, &fitted.fit, plan);
                let note = Note::Resampled {
                    seed: self.seed,
                    replicates: simulated.replicates.len(),
                    failed: simulated.failed,
                };
                for (index, it) in coefficients.iter_mut().chain(spread.into_iter().map(|it| &mut *it)).enumerate() {
                    let mut values: Vec<f64> = simulated.replicates.iter().map(|row| row[index]).collect();
                    values.sort_by(f64::total_cmp);
                    let tail = 0.5 * (1.0 - self.level);
                    it.interval = Some(Interval {
                        low: quantile(&values, tail),
                        high: quantile(&values, 1.0 - tail),
                        level: self.level,
                        kind: "percentile bootstrap",
                    });
                    it.notes.push(note.clone());
                }
            }
        }
        Ok(())
    }

    fn contrasts(&self, fitted: &FittedModel) -> anyhow::Result<Vec<Estimate>> {
        let estimable = Estimable { design: &fitted.model.design, kept: fitted.model.estimated_columns() };
        self.contrasts.estimates(estimable, &fitted.inference, self.level)
    }

    fn ratio(&self, smaller: &str) -> anyhow::Result<Estimate> {
        let (small, large) =
            (self.fit_model(smaller, Method::Ml, search_fit)?, self.fit_model(&self.formula, Method::Ml, search_fit)?);
        let ratio = likelihood_ratio((&small.model, &small.fit), (&large.model, &large.fit));
        Ok(ratio
            .map_err(|e| BadInput(e.to_string()))?
            .with_labels([small.model.formula.to_string(), large.model.formula.to_string()]))
    }

    fn modes(&self, fitted: &FittedModel) -> Vec<Estimate> {
        let half = stats::dist::normal::upper_quantile(0.5 * (1.0 - self.level));
        random_effects(&fitted.model, &fitted.fit)
            .into_iter()
            .map(|it| {
                let interval = Interval {
                    low: it.mode - half * it.sd,
                    high: it.mode + half * it.sd,
                    level: self.level,
                    kind: "conditional",
                };
                Estimate::new("mode", it.mode).with_labels([it.group, it.level, it.effect]).se(it.sd).interval(interval)
            })
            .collect()
    }
}

/// The fit, searched for.
fn search_fit(model: &Model) -> anyhow::Result<Fit> {
    Ok(model.fit().map_err(|e| BadInput(e.to_string()))?)
}

/// The type III tests of the terms, and notes on those that lean on a dropped column.
fn terms(fitted: &FittedModel) -> anyhow::Result<(Vec<Estimate>, Vec<String>)> {
    let (mut tests, mut untested) = (Vec::new(), Vec::new());
    for (term, contrasts) in type_three(&fitted.model) {
        match contrasts {
            Some(it) => {
                tests.push(fitted.inference.joint(&it).map_err(|e| BadInput(e.to_string()))?.with_labels([term]))
            }
            None => untested.push(format!(
                "`{term}` cannot be tested as a whole: an effect it needs follows from others and was dropped; \
                 leave the term or the others out of the model"
            )),
        }
    }
    Ok((tests, untested))
}

pub(super) fn spinner(rows: usize) -> indicatif::ProgressBar {
    if rows < 50_000 {
        return indicatif::ProgressBar::hidden();
    }
    let spinner = indicatif::ProgressBar::new_spinner().with_message(format!("fitting {rows} rows"));
    spinner.enable_steady_tick(std::time::Duration::from_millis(120));
    spinner
}

/// Variances, standard deviations and correlations; a group with an intercept alone goes by its name.
fn variance_estimates(fitted: &FittedModel) -> Vec<Estimate> {
    let mut estimates = Vec::new();
    for it in spreads(&fitted.model, &fitted.fit) {
        let alone = it.effects.len() == 1
            && it.effects[0] == "(Intercept)"
            && fitted.model.groups.iter().any(|group| group.name == it.group && group.width() == 1);
        let of: Vec<String> =
            if alone { vec![it.group] } else { std::iter::once(it.group).chain(it.effects.iter().cloned()).collect() };
        if it.effects.len() == 2 {
            estimates.push(Estimate::new("correlation", it.value).with_labels(of));
        } else {
            estimates.push(Estimate::new("variance", it.value * it.value).with_labels(of.clone()));
            estimates.push(Estimate::new("sd", it.value).with_labels(of));
        }
    }
    estimates
}

fn criterion_estimates(fitted: &FittedModel) -> Vec<Estimate> {
    let criteria = criteria(&fitted.model, &fitted.fit);
    let name = match fitted.model.method {
        Method::Reml => "reml_criterion",
        Method::Ml => "deviance",
    };
    vec![
        Estimate::new(name, fitted.fit.criterion),
        Estimate::new("log_likelihood", criteria.log_likelihood),
        Estimate::new("aic", criteria.aic),
        Estimate::new("bic", criteria.bic),
    ]
}

/// What is doubtful about the fit, with what to do.
fn notes(fitted: &FittedModel) -> Vec<String> {
    let mut notes = Vec::new();
    if fitted.left_out > 0 {
        notes.push(format!("{} rows with a missing value were left out", fitted.left_out));
    }
    if !fitted.model.dropped_effects().is_empty() {
        notes.push(format!(
            "fixed effects that follow from others were dropped: {}",
            fitted.model.dropped_effects().join(", ")
        ));
    }
    if fitted.fit.singular {
        notes.push(
            "boundary (singular) fit: some random effect has no variance of its own; simplify the random part, \
             for example by `||` or by leaving a slope out, and see whether the conclusions stay"
                .to_owned(),
        );
    }
    let far: Vec<&str> = fitted.model.groups.iter().flat_map(far_from_one).collect();
    if !far.is_empty() {
        notes.push(format!(
            "the values of {} are far from one, and variances and degrees of freedom lose digits by that; divide the \
             column, for example by its standard deviation",
            far.join(", ")
        ));
    }
    if !fitted.fit.converged {
        notes.push(
            "the search did not converge; centre and scale numeric columns, simplify the random part, or check for \
             levels with very few rows"
                .to_owned(),
        );
    }
    notes
}

/// The random slopes whose columns are a thousand times as large or small as one.
fn far_from_one(group: &Group) -> Vec<&str> {
    let width = group.width();
    let size = |effect: usize| {
        let squares = group.values.iter().skip(effect).step_by(width).map(|x| x * x);
        (squares.sum::<f64>() / group.codes.len() as f64).sqrt()
    };
    let far = |effect: &usize| !group.values.is_empty() && !(1e-3..1e3).contains(&size(*effect));
    (0..width).filter(far).map(|effect| group.effects[effect].as_str()).collect()
}
