//! `rejudge stats sign`: the sign test of paired values.

use clap::Args;
use stats::hypothesis::sign::sign_test;

use super::answer::Answer;
use super::method_description::About;
use super::paired_tests::PairedArguments;

pub(crate) const ABOUT: About = About {
    name: "sign",
    aliases: &["sign-test"],
    what: "sign test of paired values: is the first larger as often as smaller",
    formula: "exact binomial test of positives among differences other than zero, against 1/2; share with Clopper-Pearson interval",
    source: "Dixon and Mood 1946, JASA 41; Clopper and Pearson 1934, Biometrika 26",
    checked_against: "R 4.2.2 binom.test",
    not_when: "sizes of differences mean something (use wilcoxon); votes of one rater or item are clustered (use preference)",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge stats sign ratings.csv --value rating --group system --paired-by item")]
pub(crate) struct Arguments {
    #[command(flatten)]
    paired: PairedArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        Ok(Answer::Numbers(self.paired.run("sign", sign_test)?))
    }
}
