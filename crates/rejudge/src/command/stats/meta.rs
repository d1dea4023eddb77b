//! `rejudge stats meta`: pooling the effects of several studies.

mod columns;
mod measure;
mod studies;

use clap::{Args, ValueEnum};
use stats::meta::{Between, Effects, Options, PooledEffect, Reference, leave_one_out, pool};
use stats::{Estimate, Interval};

use super::answer::{Answer, Numbers, number};
use super::data::DataArguments;
use super::method_description::About;
use super::ratings::word;
use super::test_arguments::Confidence;
use crate::outcome::BadInput;
use columns::{GivenColumns, RawColumns, SummaryColumns};
use measure::MeasureWord;
use studies::Studies;

pub(crate) const ABOUT: About = About {
    name: "meta",
    aliases: &["meta-analysis"],
    what: "pooled effect of several studies, fixed or random, with prediction interval and heterogeneity",
    formula: "mu = sum w y / sum w with w = 1 / (v + tau2); Q = sum (y - mu)^2 / v
        Hartung-Knapp: SE^2 = sum w (y - mu)^2 / ((k - 1) sum w), t with k - 1 df
        prediction: mu +- quantile sqrt(SE^2 + tau2); I2 = tau2 / (tau2 + typical variance)
        smd: y = J (m1 - m2) / s, v = 1/n1 + 1/n2 + y^2 / (2 (n1 + n2)); md: v = sd1^2/n1 + sd2^2/n2
        or, rr, rd: of a two by two table, one half added to each cell where one is empty
        proportion, logit, freeman-tukey: of x among n; z: atanh r, v = 1 / (n - 3); r: v = (1 - r^2)^2 / (n - 1)",
    source: "DerSimonian & Laird 1986; Viechtbauer 2005, 2007; Paule & Mandel 1982; Hartung & Knapp 2001;
        Higgins & Thompson 2002; effects: Hedges & Olkin 1985; Borenstein et al. 2009; Freeman & Tukey 1950; Miller 1978",
    checked_against: "R metafor::rma (FE, DL, REML, PM; z and knha), confint, predict, leave1out; escalc (SMD, MD, OR, RR,
        RD, PR, PLO, PFT, COR, ZCOR), transf.ilogit, transf.ipft.hm, transf.ztor",
    not_when: "the effects are not on one scale, or come from the same participants;
        with two or three studies the variance between them is hardly known: look at its interval;
        groups within a study are the same people: smd, md and the shares take them for different ones",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats meta studies.csv --study study --effect d --se se --between reml
  rejudge stats meta studies.csv --study study --measure smd --means m1,sd1,n1,m2,sd2,n2
  rejudge stats meta studies.csv --study study --measure or --of-all wins,of,rival_wins,rival_of
  rejudge stats meta ratings.csv --study lab --measure smd --value rating --group system --levels ours,theirs")]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataArguments,
    /// Column with the study's name
    #[arg(long, value_name = "COLUMN")]
    study: String,
    /// What the effects are, when they are to be computed from summaries or from data
    #[arg(long, value_enum)]
    measure: Option<MeasureWord>,
    #[command(flatten)]
    given: GivenColumns,
    #[command(flatten)]
    summaries: SummaryColumns,
    #[command(flatten)]
    raw: RawColumns,
    /// How the variance between studies is estimated
    #[arg(long, value_enum, default_value = "reml")]
    between: BetweenWord,
    /// Test against the normal distribution instead of Hartung and Knapp's t
    #[arg(long)]
    normal: bool,
    /// Also give the pooled effect without each study
    #[arg(long)]
    leave_one_out: bool,
    #[command(flatten)]
    confidence: Confidence,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BetweenWord {
    /// None: one effect common to all studies
    Fixed,
    /// DerSimonian and Laird
    Dl,
    /// Restricted maximum likelihood
    Reml,
    /// Paule and Mandel
    Pm,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let studies = self.read()?;
        let options = Options {
            between: match self.between {
                BetweenWord::Fixed => Between::Fixed,
                BetweenWord::Dl => Between::DerSimonianLaird,
                BetweenWord::Reml => Between::Reml,
                BetweenWord::Pm => Between::PauleMandel,
            },
            reference: if self.normal { Reference::Normal } else { Reference::HartungKnapp },
            level: self.confidence.level()?,
        };
        let (effect, variance): (Vec<f64>, Vec<f64>) = studies.effects.iter().map(|it| (it.value, it.variance)).unzip();
        let effects = Effects { effect: &effect, variance: &variance };
        let pooled = pool(effects, options).map_err(BadInput::from)?;
        let mut estimates = if self.measure.is_some() { of_studies(&studies, options.level) } else { Vec::new() };
        estimates.extend(pooled.estimates(&studies.names));
        let back = self.measure.map(|it| it.measure().read_back(&pooled, &studies.sizes)).unwrap_or_default();
        let sentence = sentence(&pooled, &back, studies.names.len());
        estimates.extend(back);
        if self.leave_one_out {
            estimates.extend(leave_one_out(effects, options, &studies.names).map_err(BadInput::from)?);
        }
        let numbers = Numbers::new("meta", estimates)
            .option("measure", self.measure.map(word))
            .option("between", word(self.between))
            .option("test", if self.normal { "normal" } else { "hartung-knapp" })
            .option("confidence", self.confidence.confidence)
            .n("studies", studies.names.len());
        Ok(Answer::Numbers(Numbers { sentence, notes: studies.notes, ..numbers }))
    }

    fn read(&self) -> anyhow::Result<Studies> {
        let data = self.data.load()?;
        match self.measure.map(MeasureWord::measure) {
            None => Studies::from_effects(&data, &self.study, &self.given),
            Some(measure) if self.raw.value.is_some() => Studies::raw(&data, &self.study, &self.raw, measure),
            Some(measure) => Studies::from_summaries(&data, &self.study, &self.summaries, measure),
        }
    }
}

/// The effect of each study with its interval, as a forest plot shows it.
fn of_studies(studies: &Studies, level: f64) -> Vec<Estimate> {
    let half = stats::dist::normal::upper_quantile(0.5 * (1.0 - level));
    let estimate = |(name, effect): (&String, &stats::meta::Effect)| {
        let se = effect.variance.sqrt();
        let interval = Interval { low: effect.value - half * se, high: effect.value + half * se, level, kind: "Wald" };
        Estimate::new("study_effect", effect.value)
            .with_labels([name])
            .se(se)
            .interval(interval)
            .note(effect.note.clone())
    };
    studies.names.iter().zip(&studies.effects).map(estimate).collect()
}

/// What was found, on the scale that people read.
fn sentence(pooled: &PooledEffect, back: &[Estimate], studies: usize) -> String {
    let shown = back.first().unwrap_or(&pooled.effect);
    let Some(interval) = shown.interval else { return String::new() };
    let what = match shown.name {
        "odds_ratio" => "odds ratio",
        "risk_ratio" => "risk ratio",
        "proportion" => "share",
        "r" => "correlation",
        _ => "effect",
    };
    let (low, high) = (number(interval.low), number(interval.high));
    let across = number(pooled.i2.value.round());
    let value = number(shown.value);
    format!(
        "Pooled over {studies} studies the {what} is {value} [{low}, {high}]; {across}% of the variation is between studies."
    )
}
