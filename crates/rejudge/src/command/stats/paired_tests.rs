//! Tests of paired values on all pairs of groups: what `wilcoxon` and `sign` share.

use clap::Args;
use stats::hypothesis::wilcoxon::differences;
use stats::hypothesis::{Test, TestOptions};

use super::answer::Numbers;
use super::blocks::{Blocks, Columns};
use super::groups::GroupArguments;
use super::test_arguments::{AdjustArguments, AskedArguments};
use crate::outcome::BadInput;

/// The columns of paired values and what is asked of them.
#[derive(Debug, Args)]
pub(crate) struct PairedArguments {
    #[command(flatten)]
    groups: GroupArguments,
    /// Column that says which values belong together, such as the item or the rater
    #[arg(long, value_name = "COLUMN")]
    paired_by: String,
    #[command(flatten)]
    asked: AskedArguments,
    #[command(flatten)]
    adjust: AdjustArguments,
}

impl PairedArguments {
    /// The test of the differences of each pair of groups.
    pub(crate) fn run(
        &self,
        method: &'static str,
        test: impl Fn(&[f64], TestOptions) -> stats::Result<Test>,
    ) -> anyhow::Result<Numbers> {
        let asked = self.asked.to_test_options()?;
        let GroupArguments { data, value, group, levels } = &self.groups;
        let block = &self.paired_by;
        let blocks = Blocks::from_columns(&data.load()?, Columns { value, group, block }, levels)?;
        let mut tests = Vec::new();
        let mut n = Vec::new();
        for (first, second) in blocks.pairs()? {
            let (a, b) = (&blocks.labels[first], &blocks.labels[second]);
            let pair = blocks.pair(first, second);
            let mut tested = differences(&pair.first, &pair.second)
                .and_then(|differences| test(&differences, asked))
                .map_err(|e| BadInput(format!("{a} and {b}, paired by `{block}`: {e}")))?;
            tested.statistic = tested.statistic.note(pair.note());
            tests.push(tested.with_labels(&[a, b]));
            n.push((format!("pairs {a} – {b}"), pair.first.len()));
        }
        let mut numbers = Numbers::new(method, self.adjust.apply(tests))
            .option("paired_by", block.as_str())
            .option("alternative", self.asked.alternative.word())
            .option("confidence", self.asked.confidence.confidence)
            .option("adjust", self.adjust.word());
        for (name, count) in n {
            numbers = numbers.n(&name, count);
        }
        Ok(Numbers { notes: blocks.notes, ..numbers })
    }
}
