//! `rejudge stats icc`

use clap::Args;
use stats::agreement::icc;

use super::answer::{Answer, Numbers};
use super::method_description::About;
use super::ratings::{RatingsArguments, Values};
use super::test_arguments::Confidence;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "icc",
    aliases: &["intraclass"],
    what: "intraclass correlation, all six forms with intervals",
    formula: "From the mean squares between items (B), within items (W), between raters (J) and residual (E), n items, k raters:
        ICC1 = (B - W) / (B + (k-1)W)            raters differ per item
        ICC2 = (B - E) / (B + (k-1)E + k(J-E)/n) raters are a sample, absolute agreement
        ICC3 = (B - E) / (B + (k-1)E)            these raters only, consistency
        ICC1k, ICC2k, ICC3k: the same for the mean of the k raters",
    source: "Shrout & Fleiss (1979), Psychological Bulletin 86; McGraw & Wong (1996), Psychological Methods 1",
    checked_against: "R psych 2.2.9 `ICC(lmer = FALSE)`",
    not_when: "Many ratings are missing: only items that every rater rated enter. Use alpha with --level interval, or a mixed model.",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge stats icc ratings.csv --rater rater --item item --value rating")]
pub(crate) struct Arguments {
    #[command(flatten)]
    ratings: RatingsArguments,
    #[command(flatten)]
    confidence: Confidence,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let (_, loaded) = self.ratings.load(Values::Numbers)?;
        let icc = icc(&loaded.ratings()?, self.confidence.level()?).map_err(|error| BadInput(error.to_string()))?;
        let mut numbers = loaded.add_notes(Numbers::new(ABOUT.name, icc.forms))?.n("complete_items", icc.items);
        if icc.left_out > 0 {
            numbers.notes.push(format!("{} items that some rater did not rate are left out", icc.left_out));
        }
        Ok(Answer::Numbers(numbers))
    }
}
