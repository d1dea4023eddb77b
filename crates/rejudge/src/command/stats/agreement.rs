//! `rejudge stats agreement`

use clap::{Args, ValueEnum};
use stats::agreement::{
    Chance, PairMeasure, Weighting, agreement, divided_items, krippendorff_alpha, rater_pairs, without_each_rater,
};
use stats::correlation::Correlation;
use stats::{Estimate, Note};

use super::answer::{Answer, Numbers};
use super::method_description::About;
use super::ratings::{LevelArgument, LoadedRatings, RatingsArguments, Values, word};
use super::test_arguments::Confidence;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "agreement",
    aliases: &["percent-agreement"],
    what: "percent agreement, every two raters, alpha without each rater, and the items that divide raters most",
    formula: "agreement: mean over items with two ratings or more of the share of equal pairs; p_chance: with all values equally likely
        pair: the measure chosen with --pairs, on the items both rated
        alpha_without: Krippendorff's alpha without the rater
        difference, mse: largest minus smallest rating of an item, and mean squared deviation from its mean",
    source: "Gwet (2014), Handbook of Inter-Rater Reliability; Krippendorff (2011)",
    checked_against: "Python irrCAC 0.4.4, krippendorff 0.9.0, statsmodels 0.15.0; R 4.2.2 `cor.test`",
    not_when: "Chance must be taken off: use alpha, kappa, fleiss or gwet.",
};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rejudge stats agreement ratings.csv --rater rater --item item --value rating --pairs spearman"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    ratings: RatingsArguments,
    /// How every two raters are compared
    #[arg(long, default_value = "percent")]
    pairs: PairsArgument,
    /// What the values mean, for alpha
    #[arg(long, default_value = "ordinal")]
    level: LevelArgument,
    /// How many of the most divided items to show
    #[arg(long, value_name = "N", default_value_t = 5)]
    items: usize,
    #[command(flatten)]
    confidence: Confidence,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PairsArgument {
    /// Share of equal ratings
    Percent,
    /// Cohen's kappa
    Kappa,
    /// Cohen's kappa, quadratic weights
    QuadraticKappa,
    /// Krippendorff's alpha
    Alpha,
    /// Pearson's r
    Pearson,
    /// Spearman's rho
    Spearman,
    /// Kendall's tau-b
    Kendall,
}

impl Arguments {
    fn measure(&self) -> PairMeasure {
        match self.pairs {
            PairsArgument::Percent => PairMeasure::Percent,
            PairsArgument::Kappa => PairMeasure::Kappa(Weighting::Identity),
            PairsArgument::QuadraticKappa => PairMeasure::Kappa(Weighting::Quadratic),
            PairsArgument::Alpha => PairMeasure::Alpha(self.level.into()),
            PairsArgument::Pearson => PairMeasure::Correlation(Correlation::Pearson),
            PairsArgument::Spearman => PairMeasure::Correlation(Correlation::Spearman),
            PairsArgument::Kendall => PairMeasure::Correlation(Correlation::Kendall),
        }
    }

    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let names =
            matches!(self.pairs, PairsArgument::Percent | PairsArgument::Kappa) && self.level == LevelArgument::Nominal;
        let (_, loaded) = self.ratings.load(if names { Values::NumbersOrNames } else { Values::Numbers })?;
        let ratings = loaded.ratings()?;
        let level = self.confidence.level()?;
        let percent = agreement(&ratings, Chance::Nothing, Weighting::Identity, level)
            .map_err(|error| BadInput(error.to_string()))?;
        let mut whole = percent.estimate;
        whole.p = None;
        let mut estimates = vec![whole];
        let mut notes = Vec::new();
        match krippendorff_alpha(&ratings, self.level.into()) {
            Ok(alpha) => estimates.push(alpha.estimate),
            Err(error) => notes.push(format!("no alpha: {error}")),
        }
        self.add_pairs(&loaded, &mut estimates, &mut notes)?;
        self.add_without(&loaded, &mut estimates, &mut notes)?;
        for division in divided_items(&ratings).into_iter().take(self.items) {
            let item = loaded.item_names[division.item as usize].clone();
            let rated = Note::Said(format!("{} ratings, mean {:.2}", division.ratings, division.mean));
            estimates.push(Estimate::new("difference", division.difference).with_labels([item.clone()]).note(rated));
            estimates.push(Estimate::new("mse", division.mse).with_labels([item]));
        }
        let mut numbers = Numbers::new(ABOUT.name, estimates)
            .option("pairs", word(self.pairs))
            .option("level", word(self.level))
            .option("items", self.items);
        numbers.notes = notes;
        Ok(Answer::Numbers(loaded.add_notes(numbers)?))
    }

    fn add_pairs(
        &self,
        loaded: &LoadedRatings,
        estimates: &mut Vec<Estimate>,
        notes: &mut Vec<String>,
    ) -> anyhow::Result<()> {
        for pair in rater_pairs(&loaded.ratings()?, self.measure(), self.confidence.level()?) {
            let of = pair.raters.map(|rater| loaded.rater_names[rater as usize].clone());
            match pair.agreement {
                Ok(estimate) => {
                    estimates
                        .push(estimate.with_labels(of).note(Note::Said(format!("{} items both rated", pair.items))));
                }
                Err(error) => notes.push(format!("{} and {}: {error}", of[0], of[1])),
            }
        }
        Ok(())
    }

    fn add_without(
        &self,
        loaded: &LoadedRatings,
        estimates: &mut Vec<Estimate>,
        notes: &mut Vec<String>,
    ) -> anyhow::Result<()> {
        for (rater, alpha) in without_each_rater(&loaded.ratings()?, self.level.into()) {
            let of = loaded.rater_names[rater as usize].clone();
            match alpha {
                Ok(alpha) => estimates.push(Estimate::new("alpha_without", alpha).with_labels([of])),
                Err(error) => notes.push(format!("alpha without {of}: {error}")),
            }
        }
        Ok(())
    }
}
