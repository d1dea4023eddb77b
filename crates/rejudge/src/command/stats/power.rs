//! `rejudge stats power`: power, size needed, or effect detectable, whichever is left out.

use clap::{Args, Subcommand};
use stats::Estimate;
use stats::power::{EffectMeasure, Question, Sides, Size, Test};

use super::answer::{Answer, Numbers, number};
use super::method_description::About;
use crate::outcome::{BadInput, BadUsage};

pub(crate) const ABOUT: About = About {
    name: "power",
    aliases: &["sample-size"],
    what: "power, the size needed or the effect detectable: t, ANOVA, chi-square, correlation, equivalence",
    formula:
        "t: noncentral t with delta = d sqrt(n) or d sqrt(n/2), both tails; ANOVA: noncentral F with lambda = f^2 N
        chi-square: noncentral chi-square with lambda = w^2 N; eta2: f^2 = eta2 / (1 - eta2)
        correlation: Fisher's z with its bias; equivalence: exact, integrated over the standard deviation",
    source: "Cohen 1988; Phillips 1990, J. Pharmacokinetics and Biopharmaceutics 18 (equivalence)",
    checked_against: "R 4.2.2 power.t.test(strict = TRUE), pwr 1.3-0; SciPy 1.17.1",
    not_when: "ratings are clustered by rater and item: their number is not n (rehearse the study instead);
        the effect is the one just observed, which adds nothing to its p-value",
};

#[derive(Debug, Args)]
#[command(after_help = "Give two of effect, size and --power; the third is computed.

Examples:
  rejudge stats power ttest --d 0.5 --n 64
  rejudge stats power ttest --d 0.5 --power 0.8 --paired
  rejudge stats power anova --groups 4 --eta2 0.06 --power 0.9
  rejudge stats power anova --groups 4 --total 180 --power 0.8
  rejudge stats power tost --margin-d 0.3 --power 0.8")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    of: Of,
}

#[derive(Debug, Subcommand)]
enum Of {
    /// t-test of two independent samples, pairs or one sample
    Ttest(TtestArguments),
    /// One-way analysis of variance
    Anova(AnovaArguments),
    /// Chi-square test
    Chisq(ChisqArguments),
    /// Test of a correlation
    Correlation(CorrelationArguments),
    /// Two one-sided tests of equivalence
    Tost(TostArguments),
}

/// What is asked of any test.
#[derive(Debug, Args)]
struct PowerArguments {
    /// How many per group (pairs, when paired)
    #[arg(long, value_name = "COUNT", conflicts_with = "total")]
    n: Option<f64>,
    /// How many altogether
    #[arg(long, value_name = "COUNT")]
    total: Option<f64>,
    /// The power
    #[arg(long, value_name = "SHARE")]
    power: Option<f64>,
    /// The level of the test
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
}

#[derive(Debug, Args)]
struct TtestArguments {
    /// Difference of means over the standard deviation (paired: of the differences)
    #[arg(long, allow_negative_numbers = true)]
    d: Option<f64>,
    /// Paired values
    #[arg(long, conflicts_with = "one_sample")]
    paired: bool,
    /// One sample against a fixed value
    #[arg(long)]
    one_sample: bool,
    /// Look in the direction of the effect only
    #[arg(long)]
    one_sided: bool,
    #[command(flatten)]
    known: PowerArguments,
}

#[derive(Debug, Args)]
struct AnovaArguments {
    /// How many groups
    #[arg(long)]
    groups: u32,
    /// Cohen's f: SD of group means over that within groups
    #[arg(long, conflicts_with = "eta2")]
    f: Option<f64>,
    /// Share of variance explained
    #[arg(long)]
    eta2: Option<f64>,
    #[command(flatten)]
    known: PowerArguments,
}

#[derive(Debug, Args)]
struct ChisqArguments {
    /// Degrees of freedom
    #[arg(long)]
    df: f64,
    /// Cohen's w = sqrt(chi2 / N)
    #[arg(long)]
    w: Option<f64>,
    #[command(flatten)]
    known: PowerArguments,
}

#[derive(Debug, Args)]
struct CorrelationArguments {
    /// The correlation
    #[arg(long, allow_negative_numbers = true)]
    r: Option<f64>,
    /// Look in the direction of the effect only
    #[arg(long)]
    one_sided: bool,
    #[command(flatten)]
    known: PowerArguments,
}

#[derive(Debug, Args)]
struct TostArguments {
    /// The margin over the standard deviation
    #[arg(long, value_name = "D")]
    margin_d: f64,
    /// The true difference over the standard deviation
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    d: f64,
    /// Paired values or one sample
    #[arg(long)]
    paired: bool,
    #[command(flatten)]
    known: PowerArguments,
}

/// A question with what is known of its answer.
struct PowerQuestion<'a> {
    test: Test,
    /// The effect, or `Err` with one of the wanted measure.
    effect: Result<EffectMeasure, EffectMeasure>,
    known: &'a PowerArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let sides = |one_sided: bool| if one_sided { Sides::One } else { Sides::Two };
        let asked = match &self.of {
            Of::Ttest(t) => PowerQuestion {
                test: if t.paired || t.one_sample {
                    Test::OneSample(sides(t.one_sided))
                } else {
                    Test::TwoSample(sides(t.one_sided))
                },
                effect: t.d.map(EffectMeasure::CohenD).ok_or(EffectMeasure::CohenD(0.0)),
                known: &t.known,
            },
            Of::Anova(a) => PowerQuestion {
                test: Test::Anova { groups: f64::from(a.groups) },
                effect: (a.eta2.map(EffectMeasure::EtaSquared))
                    .or(a.f.map(EffectMeasure::CohenF))
                    .ok_or(EffectMeasure::CohenF(0.0)),
                known: &a.known,
            },
            Of::Chisq(c) => PowerQuestion {
                test: Test::ChiSquare { df: c.df },
                effect: c.w.map(EffectMeasure::CohenW).ok_or(EffectMeasure::CohenW(0.0)),
                known: &c.known,
            },
            Of::Correlation(c) => PowerQuestion {
                test: Test::Correlation(sides(c.one_sided)),
                effect: c.r.map(EffectMeasure::R).ok_or(EffectMeasure::R(0.0)),
                known: &c.known,
            },
            Of::Tost(t) => PowerQuestion {
                test: if t.paired {
                    Test::TostOneSample { margin: t.margin_d }
                } else {
                    Test::TostTwoSample { margin: t.margin_d }
                },
                effect: Ok(EffectMeasure::CohenD(t.d)),
                known: &t.known,
            },
        };
        asked.answer()
    }
}

impl PowerQuestion<'_> {
    fn answer(&self) -> anyhow::Result<Answer> {
        let PowerArguments { n, total, power, alpha } = self.known;
        let question = Question { test: self.test, alpha: *alpha };
        let size = n.map(Size::PerGroup).or(total.map(Size::Total));
        let mut estimates = Vec::new();
        let sentence = match (self.effect, size, power) {
            (Ok(effect), Some(size), None) => {
                let power = question.power(effect, size).map_err(BadInput::from)?;
                estimates.push(Estimate::new("power", power));
                format!("The power is {}.", number(power))
            }
            (Ok(effect), None, Some(power)) => {
                let like = Size::PerGroup(0.0);
                let needed = question.size(effect, *power, like).map_err(BadInput::from)?.value();
                // A size a hair above a whole number by rounding is that number.
                let whole = (needed - 1e-9).ceil();
                let groups = self.test.groups();
                estimates.push(Estimate::new("n_per_group", needed));
                estimates.push(Estimate::new("n_per_group_whole", whole));
                estimates.push(Estimate::new("n_total", whole * groups));
                format!("{} per group are needed, {} altogether.", number(whole), number(whole * groups))
            }
            (Err(like), Some(size), Some(power)) => {
                let effect = question.effect(like, size, *power).map_err(BadInput::from)?;
                estimates.push(Estimate::new(effect.name(), effect.value()));
                if let EffectMeasure::CohenF(f) = effect {
                    estimates.push(Estimate::new("eta2", f * f / (1.0 + f * f)));
                }
                format!("The smallest effect found with that power is {} = {}.", effect.name(), number(effect.value()))
            }
            _ => {
                let words = "give two of effect, size (--n or --total) and --power; the third is computed";
                return Err(BadUsage(words.to_owned()).into());
            }
        };
        let mut numbers = Numbers::new("power", estimates).option("alpha", *alpha);
        if let Ok(effect) = self.effect {
            numbers = numbers.option("effect_measure", effect.name()).option("effect", effect.value());
        }
        if let Some(size) = size {
            let per = if matches!(size, Size::Total(_)) { "n_total" } else { "n_per_group" };
            numbers = numbers.option(per, size.value());
        }
        if let Some(power) = power {
            numbers = numbers.option("power", *power);
        }
        if matches!(self.test, Test::Correlation(_)) {
            numbers.notes.push("by Fisher's z with its bias, not the exact distribution of r".to_owned());
        }
        Ok(Answer::Numbers(Numbers { sentence, ..numbers }))
    }
}
