//! `rejudge stats fleiss`

use clap::Args;
use stats::Estimate;
use stats::agreement::{Chance, agreement};

use super::answer::{Answer, Numbers};
use super::method_description::About;
use super::ratings::{RatingsArguments, WeightsArgument, word};
use super::test_arguments::Confidence;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "fleiss",
    aliases: &["fleiss-kappa", "scott"],
    what: "Fleiss' kappa, for raters who may differ per item; with two raters this is Scott's pi",
    formula: "kappa = (p_a - p_e) / (1 - p_e)
        p_a: mean over items with two ratings or more of the share of agreeing pairs
        p_e = sum_kl w_kl pi_k pi_l, pi_k the mean over items of the share of value k
        Standard error linearised over items, t interval with items - 1 degrees of freedom.",
    source: "Fleiss (1971), Psychological Bulletin 76; Scott (1955); unequal counts and standard error: Gwet (2014), ch. 2-5",
    checked_against: "Python irrCAC 0.4.4 `fleiss`",
    not_when: "Nearly all ratings are one value: kappa is then low however often raters agree; see gwet.",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge stats fleiss votes.csv --rater rater --item item --value choice")]
pub(crate) struct Arguments {
    #[command(flatten)]
    ratings: RatingsArguments,
    /// How much credit unlike ratings get
    #[arg(long, default_value = "identity")]
    weights: WeightsArgument,
    #[command(flatten)]
    confidence: Confidence,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        beyond_chance(&self.ratings, Chance::Pooled, self.weights, self.confidence.level()?, ABOUT.name)
    }
}

/// A coefficient with its observed and expected agreement.
pub(super) fn beyond_chance(
    arguments: &RatingsArguments,
    chance: Chance,
    weights: WeightsArgument,
    level: f64,
    method: &'static str,
) -> anyhow::Result<Answer> {
    let (_, loaded) = arguments.load(weights.values())?;
    let result =
        agreement(&loaded.ratings()?, chance, weights.into(), level).map_err(|error| BadInput(error.to_string()))?;
    let mut coefficient = result.estimate;
    if chance == Chance::Gwet {
        coefficient.name = if weights == WeightsArgument::Identity { "AC1" } else { "AC2" };
    }
    let estimates = vec![coefficient, Estimate::new("p_a", result.observed), Estimate::new("p_e", result.expected)];
    let numbers = Numbers::new(method, estimates).option("weights", word(weights));
    Ok(Answer::Numbers(loaded.add_notes(numbers)?.n("paired_items", result.pairable)))
}
