//! `rejudge stats gwet`

use clap::Args;
use stats::agreement::Chance;

use super::answer::Answer;
use super::fleiss::beyond_chance;
use super::method_description::About;
use super::ratings::{RatingsArguments, WeightsArgument};
use super::test_arguments::Confidence;

pub(crate) const ABOUT: About = About {
    name: "gwet",
    aliases: &["ac1", "ac2"],
    what: "Gwet's AC1, and AC2 with weights: stays high where nearly all ratings are one value",
    formula: "AC = (p_a - p_e) / (1 - p_e), p_e = T_w / (q(q - 1)) sum_k pi_k (1 - pi_k)
        T_w the sum of all weights, q the number of values that occur. Standard error linearised over items, t interval.",
    source: "Gwet (2008), British Journal of Mathematical and Statistical Psychology 61; (2014) Handbook, 4th ed.",
    checked_against: "Python irrCAC 0.4.4 `gwet`",
    not_when: "Readers expect alpha or kappa: give it beside them, not instead.",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge stats gwet votes.csv --rater rater --item item --value choice")]
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
        beyond_chance(&self.ratings, Chance::Gwet, self.weights, self.confidence.level()?, ABOUT.name)
    }
}
