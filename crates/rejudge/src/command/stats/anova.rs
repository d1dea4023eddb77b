//! `rejudge stats anova`: one-way analysis of variance, between or within subjects.

use clap::Args;
use stats::hypothesis::anova::{one_way, summaries, welch};
use stats::hypothesis::{Blocks as Complete, repeated_measures::repeated_measures};

use super::answer::{Answer, Numbers};
use super::blocks::{Blocks, Columns};
use super::groups::{GroupArguments, Groups};
use super::method_description::About;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "anova",
    aliases: &["aov"],
    what: "one-way analysis of variance: between groups (Fisher, Welch) or repeated measures (Greenhouse-Geisser, Huynh-Feldt)",
    formula: "between: F = (SSB / (k-1)) / (SSW / (N-k)), eta2 = SSB / (SSB + SSW)
        --welch: weights n/s^2, df2 = (k^2-1) / (3 sum (1-w/W)^2/(n-1))
        --within: F = MS(group) / MS(group x subject), df (k-1), (n-1)(k-1); F_gg and F_hf have them multiplied by epsilon",
    source: "Fisher 1925; Welch 1951, Biometrika 38; Greenhouse and Geisser 1959, Psychometrika 24; Huynh and Feldt 1976",
    checked_against: "R 4.2.2 oneway.test, aov; afex 1.2-1 aov_ez with car 3.1-1",
    not_when: "scores of one item add to a constant (best-worst scores, ranks): use friedman;
        raters and items are crossed and both should generalise: use lmm",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats anova ratings.csv --value rating --group system
  rejudge stats anova scores.csv --value score --group system --within item")]
pub(crate) struct Arguments {
    #[command(flatten)]
    groups: GroupArguments,
    /// Do not assume equal variances
    #[arg(long, conflicts_with = "within")]
    welch: bool,
    /// Repeated measures: the column with the subjects (raters or items) that have a value in every group
    #[arg(long, value_name = "COLUMN")]
    within: Option<String>,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        match &self.within {
            Some(block) => self.run_within_subjects(block),
            None => self.run_between_subjects(),
        }
    }

    fn run_between_subjects(&self) -> anyhow::Result<Answer> {
        let groups = self.groups.load()?;
        let summaries = summaries(&groups.values).map_err(|e| smallest(&groups, e))?;
        let test = if self.welch { welch(&summaries) } else { one_way(&summaries) }.map_err(BadInput::from)?;
        let kind = if self.welch { "welch" } else { "fisher" };
        let mut numbers = Numbers::new("anova", test.estimates()).option("kind", kind).n("values", groups.len());
        for (label, values) in groups.labels.iter().zip(&groups.values) {
            numbers = numbers.n(label, values.len());
        }
        Ok(Answer::Numbers(Numbers { notes: groups.notes, ..numbers }))
    }

    fn run_within_subjects(&self, block: &str) -> anyhow::Result<Answer> {
        let GroupArguments { data, value, group, levels } = &self.groups;
        let blocks = Blocks::from_columns(&data.load()?, Columns { value, group, block }, levels)?;
        let (rows, notes) = blocks.complete(block);
        let test = Complete::new(&rows).and_then(|blocks| repeated_measures(&blocks)).map_err(BadInput::from)?;
        let numbers = Numbers::new("anova", test.estimates())
            .option("kind", "repeated")
            .option("within", block)
            .n("subjects", rows.len())
            .n("groups", blocks.labels.len());
        Ok(Answer::Numbers(Numbers { notes, ..numbers }))
    }
}

/// Which group is too small, when one is.
pub(crate) fn smallest(groups: &Groups, error: stats::StatError) -> BadInput {
    let smallest = groups.labels.iter().zip(&groups.values).min_by_key(|(_, values)| values.len());
    match smallest {
        Some((label, values)) if values.len() < 2 => BadInput(format!("group `{label}`: {error}")),
        _ => BadInput::from(error),
    }
}
