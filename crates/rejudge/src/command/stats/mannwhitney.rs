//! `rejudge stats mannwhitney`: the rank test of two independent samples.

use clap::Args;
use stats::hypothesis::mann_whitney::mann_whitney;

use super::answer::{Answer, Numbers};
use super::groups::{GroupArguments, pairs};
use super::method_description::About;
use super::rank_p::RankArguments;
use super::test_arguments::{AdjustArguments, AskedArguments};
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "mannwhitney",
    aliases: &["mann-whitney", "mannwhitneyu", "ranksum"],
    what: "Mann-Whitney U (Wilcoxon rank-sum) test of two independent samples, exact with ties where affordable",
    formula: "U = R1 - n1(n1+1)/2; superiority = U / (n1 n2) = P(first > second) + P(equal)/2
        exact: conditional distribution given the ties, by the shift algorithm;
        normal: variance n1 n2 / 12 (N + 1 - sum (t^3-t) / (N(N-1)))",
    source: "Mann and Whitney 1947; Streitberg and Roehmel 1986, Statistical Software Newsletter 12; Lehmann 1975",
    checked_against: "R exactRankTests 0.8-35 wilcox.exact; R 4.2.2 wilcox.test (exact, normal, corrected)",
    not_when: "the same items or raters are in both samples: use wilcoxon; spreads differ and the medians are meant",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge stats mannwhitney ratings.csv --value rating --group system --adjust holm")]
pub(crate) struct Arguments {
    #[command(flatten)]
    groups: GroupArguments,
    #[command(flatten)]
    rank: RankArguments,
    #[command(flatten)]
    asked: AskedArguments,
    #[command(flatten)]
    adjust: AdjustArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let asked = self.asked.to_test_options()?;
        let groups = self.groups.load()?;
        let mut tests = Vec::new();
        for (first, second) in pairs(&groups.labels)? {
            let (a, b) = (&groups.labels[first], &groups.labels[second]);
            let test = mann_whitney(&groups.values[first], &groups.values[second], self.rank.method(), asked)
                .map_err(|e| BadInput(format!("{a} and {b}: {e}")))?;
            tests.push(test.with_labels(&[a, b]));
        }
        let mut numbers = Numbers::new("mannwhitney", self.adjust.apply(tests))
            .option("p", self.rank.word())
            .option("alternative", self.asked.alternative.word())
            .option("adjust", self.adjust.word());
        for (label, values) in groups.labels.iter().zip(&groups.values) {
            numbers = numbers.n(label, values.len());
        }
        Ok(Answer::Numbers(Numbers { notes: groups.notes, ..numbers }))
    }
}
