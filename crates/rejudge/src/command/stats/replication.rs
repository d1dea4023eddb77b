//! `rejudge stats replication`: whether a reproduction agrees with its original.

use clap::{Args, ValueEnum};
use stats::effect::Summary;
use stats::replication::{
    Finding, TStatistic, prediction_interval, replication_bayes_factor_t, replication_bayes_factor_z, sceptical_p,
    small_telescopes, within_interval,
};
use stats::{Estimate, Note};

use super::answer::{Answer, Numbers};
use super::method_description::About;
use super::test_arguments::Confidence;
use crate::outcome::{BadInput, BadUsage};

pub(crate) const ABOUT: About = About {
    name: "replication",
    aliases: &["reproduction"],
    what: "a reproduction against its original: prediction interval, small telescopes, sceptical p, Bayes factor",
    formula: "prediction: original +- z sqrt(se_o^2 + se_r^2)
        z_sceptical: (zo^2/zS^2 - 1)(zr^2/zS^2 - 1) = se_o^2 / se_r^2, p one-sided in the original's direction
        d33: the d for which the original had a power of 1/3; p that the reproduction's d is below it
        BF_r0: the reproduction's likelihood averaged over the original's posterior, over that of no effect",
    source: "Patil, Peng & Leek 2016; Spence & Stanley 2016; Simonsohn 2015, Psychological Science 26;
        Held 2020, JRSS A 183; Verhagen & Wagenmakers 2014, JEP: General 143",
    checked_against: "the formulas with SciPy 1.17.1 distributions and quadrature, statsmodels 0.15.0",
    not_when: "the two did not measure the same thing, or judgements are clustered (use standard errors that know it)",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats replication --measure d --original 0.8 20 20 --reproduction 0.3 100 100
  rejudge stats replication --measure r --original 0.5 20 --reproduction 0.2 80
  rejudge stats replication --measure estimate --original 0.59 0.08 --reproduction 0.33 0.09

d takes d, n1 and n2; r takes r and n; estimate takes the estimate and its standard error.")]
pub(crate) struct Arguments {
    /// What the numbers are
    #[arg(long, value_enum)]
    measure: Measure,
    /// The original's numbers
    #[arg(long, num_args = 2..=3, required = true, allow_negative_numbers = true)]
    original: Vec<f64>,
    /// The reproduction's numbers
    #[arg(long, num_args = 2..=3, required = true, allow_negative_numbers = true)]
    reproduction: Vec<f64>,
    #[command(flatten)]
    confidence: Confidence,
}

/// What the numbers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Measure {
    /// Standardised difference, n1, n2
    D,
    /// Correlation, n
    R,
    /// Estimate, standard error
    Estimate,
}

impl Measure {
    fn word(self) -> &'static str {
        match self {
            Measure::D => "d",
            Measure::R => "r",
            Measure::Estimate => "estimate",
        }
    }

    fn finding(self, numbers: &[f64]) -> anyhow::Result<Finding> {
        let found = match (self, numbers) {
            (Measure::D, [d, n1, n2]) => Finding::from_d(*d, count(*n1)?, count(*n2)?),
            (Measure::R, [r, n]) => Finding::from_r(*r, count(*n)?),
            (Measure::Estimate, [estimate, se]) => Finding::new(*estimate, *se),
            (Measure::D | Measure::R | Measure::Estimate, _) => {
                let words = "d needs three numbers (d n1 n2), r two (r n), estimate two (estimate se)";
                return Err(BadUsage(words.to_owned()).into());
            }
        };
        Ok(found.map_err(BadInput::from)?)
    }
}

/// A count that was read as a number.
fn count(n: f64) -> anyhow::Result<usize> {
    if n.fract() == 0.0 && (1.0..=1e9).contains(&n) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number in range")]
        let n = n as usize;
        Ok(n)
    } else {
        Err(BadUsage(format!("`{n}` is not a size: a whole number is needed")).into())
    }
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let level = self.confidence.level()?;
        let original = self.measure.finding(&self.original)?;
        let reproduction = self.measure.finding(&self.reproduction)?;
        let inside = |estimate: Estimate| {
            let within = estimate.interval.is_some_and(|i| i.low <= estimate.value && estimate.value <= i.high);
            estimate.note(Note::Said(if within { "inside" } else { "outside" }.to_owned()))
        };
        let mut estimates = vec![
            inside(prediction_interval(&original, &reproduction, level).map_err(BadInput::from)?),
            inside(
                within_interval("reproduction_in_original", &original, &reproduction, level).map_err(BadInput::from)?,
            ),
            inside(
                within_interval("original_in_reproduction", &reproduction, &original, level).map_err(BadInput::from)?,
            ),
        ];
        let mut notes = Vec::new();
        match sceptical_p(&original, &reproduction) {
            Ok(estimate) => estimates.push(estimate),
            Err(e) => notes.push(e.to_string()),
        }
        match self.measure {
            Measure::D => estimates.extend(self.of_d(&mut notes)?),
            Measure::R | Measure::Estimate => {
                estimates.push(replication_bayes_factor_z(&original, &reproduction).map_err(BadInput::from)?);
            }
        }
        let numbers = Numbers::new("replication", estimates)
            .option("measure", self.measure.word())
            .option("original", self.original.clone())
            .option("reproduction", self.reproduction.clone())
            .option("confidence", level);
        Ok(Answer::Numbers(Numbers { notes, ..numbers }))
    }

    /// What needs group sizes: the exact Bayes factor and small telescopes.
    fn of_d(&self, notes: &mut Vec<String>) -> anyhow::Result<Vec<Estimate>> {
        let statistic = |numbers: &[f64]| {
            let n = numbers[1] * numbers[2] / (numbers[1] + numbers[2]);
            TStatistic { t: numbers[0] * n.sqrt(), df: numbers[1] + numbers[2] - 2.0, n }
        };
        let factor = replication_bayes_factor_t(statistic(&self.original), statistic(&self.reproduction));
        let mut estimates = vec![factor.map_err(BadInput::from)?];
        let (n1, n2) = (count(self.original[1])?, count(self.original[2])?);
        // Per group, the size that says as much as the two unequal ones together.
        let per_group = (2 * n1 * n2 / (n1 + n2)).max(2);
        if n1 != n2 {
            notes.push(format!("small telescopes takes the original as two groups of {per_group}"));
        }
        let sign = if self.original[0] < 0.0 { -1.0 } else { 1.0 };
        let (m, n) = (count(self.reproduction[1])?, count(self.reproduction[2])?);
        let first = Summary::from_published(m, sign * self.reproduction[0], 1.0).map_err(BadInput::from)?;
        let second = Summary::from_published(n, 0.0, 1.0).map_err(BadInput::from)?;
        let found = small_telescopes(per_group, first, second).map_err(BadInput::from)?;
        let below = Estimate { name: "below_d33", ..found.reproduction };
        estimates.extend([found.detectable, below]);
        Ok(estimates)
    }
}
