//! `rejudge stats meta`: pooling the effects of several studies.

use clap::{Args, ValueEnum};
use stats::meta::{Between, Effects, Options, Reference, leave_one_out, pool};

use super::about::About;
use super::answer::{Answer, Numbers, number};
use super::asked::Confidence;
use super::data::DataArguments;
use crate::outcome::{BadInput, BadUsage};

pub(crate) const ABOUT: About = About {
    name: "meta",
    what: "pooled effect of several studies, fixed or random, with prediction interval and heterogeneity",
    formula: "mu = sum w y / sum w with w = 1 / (v + tau2); Q = sum (y - mu)^2 / v
        Hartung-Knapp: SE^2 = sum w (y - mu)^2 / ((k - 1) sum w), t with k - 1 df
        prediction: mu +- quantile sqrt(SE^2 + tau2); I2 = tau2 / (tau2 + typical variance)",
    source: "DerSimonian & Laird 1986; Viechtbauer 2005, 2007; Paule & Mandel 1982; Hartung & Knapp 2001;
        Higgins & Thompson 2002",
    checked_against: "R metafor::rma (FE, DL, REML, PM; z and knha), confint, predict, leave1out",
    not_when: "the effects are not on one scale, or come from the same participants;
        with two or three studies the variance between them is hardly known: look at its interval",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:
  rejudge stats meta studies.csv --study study --effect d --se se --between reml")]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataArguments,
    /// Column with the study's name
    #[arg(long, value_name = "COLUMN")]
    study: String,
    /// Column with the effects
    #[arg(long, value_name = "COLUMN")]
    effect: String,
    /// Column with their standard errors
    #[arg(long, value_name = "COLUMN", required_unless_present = "variance", conflicts_with = "variance")]
    se: Option<String>,
    /// Column with their variances
    #[arg(long, value_name = "COLUMN")]
    variance: Option<String>,
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

/// The effects of the table's rows, and how many rows lacked something.
struct Studies {
    names: Vec<String>,
    effect: Vec<f64>,
    variance: Vec<f64>,
    missing: usize,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let Studies { names, effect, variance, missing } = self.read()?;
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
        let effects = Effects { effect: &effect, variance: &variance };
        let pooled = pool(effects, options).map_err(|e| BadInput(e.to_string()))?;
        let mut estimates = pooled.estimates(&names);
        if self.leave_one_out {
            estimates.extend(leave_one_out(effects, options, &names).map_err(|e| BadInput(e.to_string()))?);
        }
        let sentence = pooled.effect.interval.map_or_else(String::new, |interval| {
            let (low, high) = (number(interval.low), number(interval.high));
            let across = number(pooled.i2.value.round());
            format!(
                "Pooled over {} studies the effect is {} [{low}, {high}]; {across}% of the variation is between studies.",
                names.len(),
                number(pooled.effect.value)
            )
        });
        let numbers = Numbers::new("meta", estimates)
            .option("between", self.between.to_possible_value().map(|v| v.get_name().to_owned()))
            .option("test", if self.normal { "normal" } else { "hartung-knapp" })
            .option("confidence", self.confidence.confidence)
            .n("studies", names.len());
        let notes = (missing > 0).then(|| format!("{missing} rows without effect or error, left out"));
        Ok(Answer::Numbers(Numbers { sentence, notes: notes.into_iter().collect(), ..numbers }))
    }

    fn read(&self) -> anyhow::Result<Studies> {
        let data = self.data.load()?;
        let studies = data.column(&self.study)?;
        let effects = data.numbers(&self.effect)?;
        let column = self.se.as_ref().or(self.variance.as_ref());
        let column = column.ok_or_else(|| BadUsage("give --se or --variance".to_owned()))?;
        let errors = data.numbers(column)?;
        let (mut names, mut effect, mut variance) = (Vec::new(), Vec::new(), Vec::new());
        for row in 0..data.len() {
            if let (Some(name), Some(y), Some(error)) = (studies.get(row), effects.values[row], errors.values[row]) {
                names.push(name.to_owned());
                effect.push(y);
                variance.push(if self.se.is_some() { error * error } else { error });
            }
        }
        let missing = data.len() - names.len();
        Ok(Studies { names, effect, variance, missing })
    }
}
