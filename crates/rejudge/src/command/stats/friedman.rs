//! `rejudge stats friedman`: the rank test of several groups in complete blocks.

use clap::{Args, ValueEnum};
use stats::hypothesis::Blocks as Complete;
use stats::hypothesis::friedman::friedman;
use stats::hypothesis::friedman_pairs::{PostHoc, pairs};

use super::answer::{Answer, Numbers};
use super::blocks::{Blocks, Columns};
use super::groups::GroupArguments;
use super::method_description::About;
use super::test_arguments::AdjustArguments;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "friedman",
    aliases: &[],
    what: "Friedman rank test of several groups within blocks, corrected for ties, with pairwise comparisons",
    formula: "chi2 = (k-1) sum (Rj - n(k+1)/2)^2 / (A - nk(k+1)^2/4), A the sum of squared ranks; df = k - 1
        F = (n-1) chi2 / (n(k-1) - chi2) (Iman and Davenport); W = chi2 / (n(k-1))
        --post-hoc: Nemenyi (studentized range), Conover (t), or Wilcoxon for each pair",
    source: "Friedman 1937, JASA 32; Iman and Davenport 1980; Conover 1999, Practical Nonparametric Statistics; Nemenyi 1963; Demsar 2006, JMLR 7",
    checked_against: "R 4.2.2 friedman.test; post-hoc: the formulas evaluated with scipy 1.17 t and studentized_range",
    not_when: "blocks lack some groups (they are left out whole: use a mixed model); few blocks: chi-square is rough, read F",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats friedman scores.csv --value score --group system --block item
  rejudge stats friedman scores.csv --value score --group system --block item --post-hoc conover --adjust holm")]
pub(crate) struct Arguments {
    #[command(flatten)]
    groups: GroupArguments,
    /// Column with the blocks (items, raters) that have a value in every group
    #[arg(long, value_name = "COLUMN")]
    block: String,
    /// Compare all pairs of groups as well
    #[arg(long, value_enum, value_name = "METHOD")]
    post_hoc: Option<Pairwise>,
    #[command(flatten)]
    adjust: AdjustArguments,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Pairwise {
    Nemenyi,
    Conover,
    Wilcoxon,
}

impl Pairwise {
    fn method(self) -> (PostHoc, &'static str) {
        match self {
            Pairwise::Nemenyi => (PostHoc::Nemenyi, "nemenyi"),
            Pairwise::Conover => (PostHoc::Conover, "conover"),
            Pairwise::Wilcoxon => (PostHoc::Wilcoxon, "wilcoxon"),
        }
    }
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let GroupArguments { data, value, group, levels } = &self.groups;
        let block = &self.block;
        let blocks = Blocks::from_columns(&data.load()?, Columns { value, group, block }, levels)?;
        let (rows, notes) = blocks.complete(block);
        let complete = Complete::new(&rows).map_err(BadInput::from)?;
        let mut estimates = friedman(&complete).map_err(BadInput::from)?.estimates();
        let mut word = "none";
        if let Some(pairwise) = self.post_hoc {
            let (method, name) = pairwise.method();
            word = name;
            let tests = pairs(&complete, method).map_err(BadInput::from)?;
            let named = tests
                .into_iter()
                .map(|pair| pair.test.with_labels(&[&blocks.labels[pair.first], &blocks.labels[pair.second]]))
                .collect();
            estimates.extend(self.adjust.apply(named));
        }
        let numbers = Numbers::new("friedman", estimates)
            .option("block", block.as_str())
            .option("post_hoc", word)
            .option("adjust", self.adjust.word())
            .n("blocks", rows.len())
            .n("groups", blocks.labels.len());
        Ok(Answer::Numbers(Numbers { notes, ..numbers }))
    }
}
