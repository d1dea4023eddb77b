//! `rejudge stats alpha`

use clap::{Args, ValueEnum};
use stats::agreement::{Ratings, ResampleUnit, alpha_replicates, krippendorff_alpha};
use stats::resample::{Groups, Scheme, jackknife};

use super::answer::{Answer, Numbers};
use super::data::Data;
use super::method_description::About;
use super::ratings::{LevelArgument, LoadedRatings, RatingsArguments, ResamplingArguments, Values, word};
use super::test_arguments::Confidence;
use crate::outcome::{BadInput, BadUsage};

pub(crate) const ABOUT: About = About {
    name: "alpha",
    aliases: &["krippendorff"],
    what: "Krippendorff's alpha, for any number of raters and any pattern of missing ratings",
    formula: "alpha = 1 - D_o / D_e
        D_o = 1/n sum over items of 1/(m_u - 1) sum over pairs of ratings of delta2(v, w)
        D_e = 1/(n(n - 1)) sum over values c, k of n_c n_k delta2(c, k)
        delta2: 0 or 1 (nominal), squared distance of mid-ranks (ordinal), (c - k)^2 (interval), ((c - k)/(c + k))^2 (ratio)
        Interval: percentile, basic or BCa over samples of items, clusters of items, raters, or both; everything is computed anew in each.
        Of a rater drawn twice the copies are not paired with each other.",
    source: "Krippendorff (2011), Computing Krippendorff's alpha-reliability; (2019) Content Analysis, 4th ed., ch. 12;
        BCa: Efron (1987), JASA 82",
    checked_against: "Python krippendorff 0.9.0 `alpha` (R irr 0.84.1 `kripp.alpha` is wrong on complete data of three raters or more)",
    not_when: "Nearly all ratings are one value: alpha is then low however often raters agree; show percent agreement and Gwet's AC1 too.",
};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rejudge stats alpha ratings.csv --rater rater --item item --value rating --level ordinal --bootstrap 1000"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    ratings: RatingsArguments,
    /// What the values mean
    #[arg(long)]
    level: LevelArgument,
    #[command(flatten)]
    resampling: ResamplingArguments,
    /// What is drawn: item, rater, both, or a COLUMN that clusters items
    #[arg(long, default_value = "item", value_name = "item|rater|both|COLUMN")]
    by: String,
    /// How the interval is made from the replicates
    #[arg(long, default_value = "percentile")]
    interval: IntervalArgument,
    #[command(flatten)]
    confidence: Confidence,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum IntervalArgument {
    /// Quantiles of the replicates
    Percentile,
    /// The same, reflected about the estimate
    Basic,
    /// Quantiles shifted for bias and skewness; alpha is computed anew without each thing drawn
    Bca,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let values = if self.level == LevelArgument::Nominal { Values::NumbersOrNames } else { Values::Numbers };
        let (data, loaded) = self.ratings.load(values)?;
        let ratings = loaded.ratings()?;
        let bad = |error: stats::StatError| BadInput(error.to_string());
        let alpha = krippendorff_alpha(&ratings, self.level.into()).map_err(bad)?;
        let mut estimate = alpha.estimate;
        if let Some(plan) = self.resampling.plan() {
            let clusters;
            let drawn = match self.by.as_str() {
                "item" => ResampleUnit::Items,
                "rater" => ResampleUnit::Raters,
                "both" => ResampleUnit::ItemsAndRaters,
                column => {
                    clusters = clusters_of(&data, &loaded, column)?;
                    ResampleUnit::Clusters(&clusters)
                }
            };
            let replicates = alpha_replicates(&ratings, self.level.into(), drawn, plan).map_err(bad)?;
            let level = self.confidence.level()?;
            let interval = match self.interval {
                IntervalArgument::Percentile => replicates.percentile(level),
                IntervalArgument::Basic => replicates.basic(estimate.value, level),
                IntervalArgument::Bca => {
                    let left_out = self.left_out(&loaded, drawn)?;
                    replicates.bca(estimate.value, &left_out, level)
                }
            };
            estimate = estimate.interval(interval.map_err(bad)?).note(replicates.note());
            estimate.se = replicates.standard_error().ok();
        }
        let mut numbers = Numbers::new(ABOUT.name, vec![estimate]).option("level", word(self.level));
        if self.resampling.bootstrap > 0 {
            numbers = numbers
                .option("bootstrap", self.resampling.bootstrap)
                .option("by", self.by.as_str())
                .option("interval", word(self.interval))
                .option("seed", self.resampling.seed);
        }
        numbers = loaded.add_notes(numbers)?.n("paired_items", alpha.items);
        numbers.estimates.push(stats::Estimate::new("D_o", alpha.observed));
        numbers.estimates.push(stats::Estimate::new("D_e", alpha.expected));
        numbers.sentence = format!(
            "alpha = {:.3}: disagreement is {:.0}% of what chance would give.",
            numbers.estimates[0].value,
            100.0 * alpha.observed / alpha.expected
        );
        Ok(Answer::Numbers(numbers))
    }

    /// Alpha without each item, cluster or rater.
    fn left_out(&self, loaded: &LoadedRatings, drawn: ResampleUnit<'_>) -> anyhow::Result<Vec<f64>> {
        let labels = match drawn {
            ResampleUnit::Items => &loaded.items,
            ResampleUnit::Clusters(clusters) => clusters,
            ResampleUnit::Raters => loaded.raters.as_slice(),
            ResampleUnit::ItemsAndRaters => {
                let words = "`--interval bca` needs one thing drawn, not both; use percentile or basic";
                return Err(BadUsage(words.to_owned()).into());
            }
        };
        let groups = Groups::from_labels(labels);
        Ok(jackknife(&Scheme::Groups(&groups), |rows| {
            let codes = |of: &[u32]| rows.iter().map(|row| of[*row as usize]).collect::<Vec<u32>>();
            let values: Vec<f64> = rows.iter().map(|row| loaded.values[*row as usize]).collect();
            let (raters, items) = (codes(&loaded.raters), codes(&loaded.items));
            let ratings = Ratings::new(&raters, &items, &values).ok()?;
            Some(krippendorff_alpha(&ratings, self.level.into()).ok()?.estimate.value)
        }))
    }
}

fn clusters_of(data: &Data, loaded: &LoadedRatings, column: &str) -> anyhow::Result<Vec<u32>> {
    let clusters = data.factor(column)?;
    loaded
        .rows
        .iter()
        .map(|row| {
            clusters.codes[*row].ok_or_else(|| {
                BadInput(format!("column `{column}` is empty where there is a rating; every item needs a cluster"))
                    .into()
            })
        })
        .collect()
}
