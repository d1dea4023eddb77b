//! `rejudge stats tukey`: all pairs of groups with simultaneous intervals.

use clap::Args;
use stats::hypothesis::anova::summaries;
use stats::hypothesis::tukey::{Variances, all_pairs};

use super::answer::{Answer, Numbers};
use super::groups::GroupArguments;
use super::method_description::About;
use super::test_arguments::Confidence;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "tukey",
    aliases: &["hsd", "games-howell"],
    what: "Tukey's honestly significant differences (Tukey-Kramer; --games-howell for unequal variances)",
    formula: "q = |mi - mj| / sqrt(v/2 (1/ni + 1/nj)), v the pooled variance on N - k df; p = P(range of k means > q)
        --games-howell: own variances and Welch's df for each pair",
    source: "Tukey 1949; Kramer 1956; Games and Howell 1976; studentized range by nested Gauss-Legendre quadrature",
    checked_against: "scipy 1.17 tukey_hsd (equal_var=False for Games-Howell)",
    not_when: "groups share items or raters: differences of such means have other errors (use lmm with contrasts, or friedman)",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge stats tukey ratings.csv --value rating --group system

`difference` is the first group minus the second; its p-values and intervals hold for all pairs together.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    groups: GroupArguments,
    /// Do not assume equal variances
    #[arg(long)]
    games_howell: bool,
    #[command(flatten)]
    confidence: Confidence,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let level = self.confidence.level()?;
        let groups = self.groups.load()?;
        let summaries = summaries(&groups.values).map_err(|e| super::anova::smallest(&groups, e))?;
        let (variances, word) =
            if self.games_howell { (Variances::Unequal, "games-howell") } else { (Variances::Equal, "tukey-kramer") };
        let pairs = all_pairs(&summaries, variances, level).map_err(BadInput::from)?;
        let estimates = pairs
            .into_iter()
            .flat_map(|pair| {
                pair.test.with_labels(&[&groups.labels[pair.first], &groups.labels[pair.second]]).estimates()
            })
            .collect();
        let mut numbers =
            Numbers::new("tukey", estimates).option("kind", word).option("confidence", level).n("values", groups.len());
        for (label, values) in groups.labels.iter().zip(&groups.values) {
            numbers = numbers.n(label, values.len());
        }
        Ok(Answer::Numbers(Numbers { notes: groups.notes, ..numbers }))
    }
}
