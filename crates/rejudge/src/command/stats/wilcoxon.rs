//! `rejudge stats wilcoxon`: the signed-rank test of paired values.

use clap::Args;
use stats::hypothesis::wilcoxon::{Zeros, wilcoxon};

use super::answer::Answer;
use super::method_description::About;
use super::paired_tests::PairedArguments;
use super::rank_p::RankArguments;

pub(crate) const ABOUT: About = About {
    name: "wilcoxon",
    aliases: &["signed-rank"],
    what: "Wilcoxon signed-rank test of paired values, exact with ties and zeros where affordable",
    formula: "V = sum of the ranks of |d| over d > 0; zeros left out before ranking, or after it (--pratt)
        exact: each rank positive with probability 1/2, by the shift algorithm; normal: mean sum r/2, variance sum r^2/4
        rank_biserial = (V+ - V-) / sum r",
    source: "Wilcoxon 1945; Pratt 1959, JASA 54; Streitberg and Roehmel 1986; Kerby 2014",
    checked_against: "R exactRankTests 0.8-35 wilcox.exact; coin 1.4-2 wilcoxsign_test (Pratt); R 4.2.2 wilcox.test",
    not_when: "differences are not symmetric around their centre (use sign); several pairs come from one rater",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge stats wilcoxon ratings.csv --value rating --group system --paired-by item")]
pub(crate) struct Arguments {
    #[command(flatten)]
    paired: PairedArguments,
    /// Rank pairs without a difference with the others, then leave them out
    #[arg(long)]
    pratt: bool,
    #[command(flatten)]
    rank: RankArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let (zeros, word) = if self.pratt { (Zeros::RankedFirst, "pratt") } else { (Zeros::LeftOut, "wilcoxon") };
        let numbers = self
            .paired
            .run("wilcoxon", |differences, asked| wilcoxon(differences, zeros, self.rank.method(), asked))?;
        Ok(Answer::Numbers(numbers.option("zeros", word).option("p", self.rank.word())))
    }
}
