//! `rejudge stats tost`: whether a difference is small enough not to matter.

use clap::Args;
use stats::effect::Successes;
use stats::equivalence::{self, Bounds, Tost, Variances, Verdict};
use stats::{Estimate, Note};

use super::answer::{Answer, Numbers, number, p_phrase};
use super::method_description::About;
use super::samples::{Kind, SampleArguments};
use crate::outcome::{BadInput, BadUsage};

pub(crate) const ABOUT: About = About {
    name: "tost",
    aliases: &["equivalence"],
    what: "equivalence: two one-sided tests of means, paired values, correlations or shares",
    formula: "t_lower = (difference - low) / SE, t_upper = (difference - high) / SE; p is the larger one-sided p
        equivalent at alpha exactly when the 1 - 2 alpha interval lies within the bounds
        means: Welch's SE and df, or pooled; correlation: Fisher's z; shares: unpooled SE, normal",
    source: "Schuirmann 1987, J. Pharmacokinetics and Biopharmaceutics 15; Lakens 2017, SPPS 8;
        Goertzen & Cribbie 2010 (correlations); Tunes da Silva et al. 2009 (shares)",
    checked_against: "statsmodels 0.15.0 ttost_ind, ttost_paired, ttost_mean",
    not_when: "the margin was chosen after seeing the data; the values come from few raters or items (they are not
        independent); a share is near 0 or 1 in a small sample",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats tost ratings.csv --value rating --group run --margin 0.2
  rejudge stats tost ratings.csv --value rating --group run --paired-by item --margin 0.2
  rejudge stats tost --mean 3.71 3.12 --sd 0.59 0.92 --n 200 200 --margin-d 0.2 --pooled
  rejudge stats tost --r 0.05 --pairs 120 --margin 0.2
  rejudge stats tost --successes 148 180 --of 226 324 --margin 0.1

The margin is in the units of the values; --margin-d takes it in standard deviations of the first group. \
Without a margin, the smallest effect the first study could have found is used and said.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    samples: SampleArguments,
    /// The largest difference that does not matter, in either direction
    #[arg(long, value_name = "DIFFERENCE", group = "margins")]
    margin: Option<f64>,
    /// The same in standard deviations of the first group (of the differences, when paired)
    #[arg(long, value_name = "D", group = "margins")]
    margin_d: Option<f64>,
    /// Lower and upper bound, when they differ
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"], group = "margins", allow_negative_numbers = true)]
    bounds: Vec<f64>,
    /// Assume equal variances (Student); by default they are not (Welch)
    #[arg(long)]
    pooled: bool,
    /// A correlation, with --pairs
    #[arg(long, requires = "pairs", conflicts_with_all = ["file", "mean"], allow_negative_numbers = true)]
    r: Option<f64>,
    /// Of how many pairs
    #[arg(long, requires = "r")]
    pairs: Option<usize>,
    /// How many successes, in one or two groups, with --of
    #[arg(long, num_args = 1..=2, value_name = "COUNT", requires = "of", conflicts_with_all = ["file", "mean", "r"])]
    successes: Vec<u32>,
    /// Of how many
    #[arg(long, num_args = 1..=2, value_name = "COUNT", requires = "successes")]
    of: Vec<u32>,
    /// The share that one group is compared with
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    share: f64,
    /// The level of each one-sided test
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let (found, n, notes) = match (self.r, self.pairs, self.successes.is_empty()) {
            (Some(r), Some(pairs), _) => {
                let tost = equivalence::tost_correlation(r, pairs, self.plain_bounds()?, self.alpha);
                (vec![(Vec::new(), tost.map_err(BadInput::from)?)], vec![("pairs".to_owned(), pairs)], Vec::new())
            }
            (_, _, false) => (vec![(Vec::new(), self.of_shares()?)], Vec::new(), Vec::new()),
            (_, _, true) => self.of_samples()?,
        };
        let sentence = match found.as_slice() {
            [(labels, only)] => sentence(labels, only, self.alpha),
            _ => String::new(),
        };
        let mut numbers = Numbers::new("tost", found.into_iter().flat_map(|(l, t)| estimates(&l, t)).collect())
            .option("alpha", self.alpha)
            .option("variances", if self.pooled { "pooled" } else { "welch" });
        for (name, count) in n {
            numbers = numbers.n(&name, count);
        }
        Ok(Answer::Numbers(Numbers { notes, sentence, ..numbers }))
    }

    /// The bounds when they do not depend on a standard deviation.
    fn plain_bounds(&self) -> anyhow::Result<Bounds> {
        match (self.margin, self.bounds.as_slice()) {
            (Some(margin), _) => Ok(Bounds::symmetric(margin).map_err(BadInput::from)?),
            (None, [low, high]) => Ok(Bounds::new(*low, *high).map_err(BadInput::from)?),
            (None, _) => Err(BadUsage("say what is small enough: --margin or --bounds LOW HIGH".to_owned()).into()),
        }
    }

    fn of_shares(&self) -> anyhow::Result<Tost> {
        let groups: Vec<Successes> = self
            .successes
            .iter()
            .zip(&self.of)
            .map(|(count, of)| Successes::new(*count, *of))
            .collect::<stats::Result<_>>()
            .map_err(BadInput::from)?;
        let bounds = self.plain_bounds()?;
        let tost = match groups.as_slice() {
            [only] => equivalence::tost_proportion(*only, self.share, bounds, self.alpha),
            [first, second] => equivalence::tost_proportions(*first, *second, bounds, self.alpha),
            _ => return Err(BadUsage("--successes and --of need the same one or two numbers".to_owned()).into()),
        };
        Ok(tost.map_err(BadInput::from)?)
    }

    fn of_samples(&self) -> anyhow::Result<TostRows> {
        let samples = self.samples.load()?;
        let mut notes = samples.notes;
        let mut found = Vec::new();
        for pair in samples.pairs {
            let words = |e: stats::StatError| BadInput(format!("{} and {}: {e}", pair.labels[0], pair.labels[1]));
            let (sd, sizes) = match &pair.kind {
                Kind::Paired(paired) => (paired.differences.sd, (paired.differences.n, paired.differences.n)),
                Kind::Independent { first, second, .. } => (first.sd, (first.n, second.n)),
            };
            let bounds = match (self.margin_d, self.margin.is_some() || !self.bounds.is_empty()) {
                (Some(d), _) => Bounds::from_standardised(d, sd).map_err(words)?,
                (None, true) => self.plain_bounds()?,
                (None, false) => {
                    let smallest = equivalence::smallest_detectable(sizes.0, sizes.1, 0.05).map_err(words)?.value;
                    notes.push(format!(
                        "no margin given: {} – {} uses d = {}, the smallest that groups of {} and {} could have shown",
                        pair.labels[0],
                        pair.labels[1],
                        number(smallest),
                        sizes.0,
                        sizes.1
                    ));
                    Bounds::from_standardised(smallest, sd).map_err(words)?
                }
            };
            let tost = match &pair.kind {
                Kind::Paired(paired) => equivalence::tost_mean(paired.differences, 0.0, bounds, self.alpha),
                Kind::Independent { first, second, .. } => {
                    let variances = if self.pooled { Variances::Pooled } else { Variances::Welch };
                    equivalence::tost_means(*first, *second, variances, bounds, self.alpha)
                }
            };
            found.push((pair.labels.to_vec(), tost.map_err(words)?));
        }
        Ok((found, samples.n, notes))
    }
}

/// Tests with their labels, sizes and notes.
type TostRows = (Vec<(Vec<String>, Tost)>, Vec<(String, usize)>, Vec<String>);

fn estimates(labels: &[String], tost: Tost) -> Vec<Estimate> {
    let bounds = format!("bounds {} and {}", number(tost.bounds.low()), number(tost.bounds.high()));
    let verdict = Estimate::new("tost_p", tost.p.value())
        .p(tost.p)
        .note(Note::Said(bounds))
        .note(Note::Said(verdict(tost.verdict).to_owned()));
    [verdict, tost.difference, tost.lower, tost.upper]
        .into_iter()
        .map(|e| e.with_labels(labels.iter().cloned()))
        .collect()
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Equivalent => "equivalent",
        Verdict::DifferentButSmall => "different from zero, but within the bounds",
        Verdict::Different => "different, not equivalent",
        Verdict::Inconclusive => "inconclusive",
    }
}

fn sentence(labels: &[String], tost: &Tost, alpha: f64) -> String {
    let what = match labels {
        [first, second] => format!("{first} and {second} are"),
        _ => "The two are".to_owned(),
    };
    let shown = match tost.verdict {
        Verdict::Equivalent | Verdict::DifferentButSmall => "shown",
        Verdict::Different | Verdict::Inconclusive => "not shown",
    };
    format!(
        "{what} {shown} to differ by less than the bounds [{}, {}] at level {} ({}): {}.",
        number(tost.bounds.low()),
        number(tost.bounds.high()),
        number(alpha),
        p_phrase(tost.p),
        verdict(tost.verdict)
    )
}
