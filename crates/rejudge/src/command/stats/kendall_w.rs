//! `rejudge stats kendall-w`

use clap::Args;
use stats::agreement::kendall_w;
use stats::resample::Plan;

use super::answer::{Answer, Numbers};
use super::method_description::About;
use super::ratings::{RatingsArguments, Values};
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "kendall-w",
    aliases: &["kendall_w", "concordance"],
    what: "Kendall's W, the concordance of several rankings, with and without correction for ties",
    formula:
        "W = 12 S / (m^2 (k^3 - k) - m sum T_j), S the squared deviations of the items' rank sums, T_j = sum (t^3 - t)
        chi2 = m(k - 1)W with k - 1 degrees of freedom; with --permutations each rater's ranks are shuffled instead",
    source: "Kendall & Babington Smith (1939), Annals of Mathematical Statistics 10; Kendall & Gibbons (1990), ch. 6",
    checked_against: "R 4.2.2 `friedman.test` (W = chi2 / (m(k - 1)))",
    not_when: "There are two rankings only: use spearman. QRA's W is the one without correction for ties.",
};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rejudge stats kendall-w scores.csv --rater experiment --item system --value score --permutations 9999"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    ratings: RatingsArguments,
    /// Permutations for the p-value; 0 for chi-square
    #[arg(long, value_name = "N", default_value_t = 0)]
    permutations: usize,
    /// Seed of everything drawn
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let (_, loaded) = self.ratings.load(Values::Numbers)?;
        let plan = (self.permutations > 0).then_some(Plan { seed: self.seed, replicates: self.permutations });
        let w = kendall_w(&loaded.ratings()?, plan).map_err(|error| BadInput(error.to_string()))?;
        let mut numbers = Numbers::new(ABOUT.name, vec![w.corrected, w.uncorrected, w.chi_squared]);
        if plan.is_some() {
            numbers = numbers.option("permutations", self.permutations).option("seed", self.seed);
        }
        Ok(Answer::Numbers(loaded.add_notes(numbers)?.n("complete_items", w.items)))
    }
}
