//! `rejudge stats kappa`

use clap::Args;
use stats::Estimate;
use stats::agreement::{Chance, agreement, cohen_kappa};

use super::answer::{Answer, Numbers};
use super::method_description::About;
use super::ratings::{RatingsArguments, Values, WeightsArgument, word};
use super::test_arguments::Confidence;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "kappa",
    aliases: &["cohen", "cohens-kappa", "weighted-kappa"],
    what: "Cohen's kappa of two raters, plain, linear or quadratic; Conger's for more",
    formula: "kappa = (p_o - p_e) / (1 - p_e), p_o = sum w_ij p_ij, p_e = sum w_ij p_i. p_.j
        Weights: 1 - |c - k| / range (linear), 1 - (c - k)^2 / range^2 (quadratic)
        Standard error of Fleiss, Cohen & Everitt, Wald interval, p with the standard error under independence.
        More than two raters: p_e averaged over all pairs of raters (Conger), Gwet's standard error, t interval.",
    source: "Cohen (1960), Educational and Psychological Measurement 20; (1968), Psychological Bulletin 70;
        Fleiss, Cohen & Everitt (1969), Psychological Bulletin 72; Conger (1980), Psychological Bulletin 88",
    checked_against: "Python statsmodels 0.15.0 `cohens_kappa`; irrCAC 0.4.4 `conger`",
    not_when: "Ratings are missing in many patterns, or raters differ per item: use alpha or fleiss.",
};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rejudge stats kappa ratings.csv --rater rater --item item --value rating --weights quadratic --where rater=001,002"
)]
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
        let (_, loaded) = self.ratings.load(self.weights.values())?;
        let ratings = loaded.ratings()?;
        let bad = |error: stats::StatError| BadInput(error.to_string());
        let level = self.confidence.level()?;
        let two = loaded.raters.iter().any(|rater| *rater != loaded.raters[0])
            && loaded.raters.iter().collect::<std::collections::HashSet<_>>().len() == 2;
        let of_all = agreement(&ratings, Chance::PerRater, self.weights.into(), level).map_err(bad)?;
        let (kappa, how) = if two {
            (cohen_kappa(&ratings, self.weights.into(), level).map_err(bad)?, "Cohen's kappa")
        } else {
            (of_all.estimate, "more than two raters: Conger's kappa")
        };
        let estimates = vec![kappa, Estimate::new("p_o", of_all.observed), Estimate::new("p_e", of_all.expected)];
        let mut numbers = Numbers::new(ABOUT.name, estimates).option("weights", word(self.weights));
        numbers.notes.push(how.to_owned());
        Ok(Answer::Numbers(loaded.add_notes(numbers)?))
    }
}

impl WeightsArgument {
    /// Weights need numbers; without them categories may have names.
    pub(crate) fn values(self) -> Values {
        match self {
            WeightsArgument::Identity => Values::NumbersOrNames,
            WeightsArgument::Linear | WeightsArgument::Quadratic | WeightsArgument::Ordinal => Values::Numbers,
        }
    }
}
