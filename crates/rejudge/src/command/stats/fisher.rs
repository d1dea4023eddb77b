//! `rejudge stats fisher`: Fisher's exact test.

use clap::Args;
use stats::hypothesis::Contingency;
use stats::hypothesis::fisher::fisher;

use super::answer::{Answer, Numbers};
use super::crosstable::CrossArguments;
use super::method_description::About;
use super::test_arguments::AskedArguments;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "fisher",
    aliases: &["fisher-exact"],
    what: "Fisher's exact test of a table of counts, with the conditional odds ratio of a 2 x 2 table",
    formula: "p: all tables with the same margins that are no more probable than the one observed
        odds_ratio: conditional maximum likelihood; its interval inverts the one-sided tests
        larger tables: all tables column by column, or 100000 random ones where that is too many (a note says so)",
    source: "Fisher 1934; Cornfield 1956; Mehta and Patel 1983, JASA 78",
    checked_against: "R 4.2.2 fisher.test; scipy 1.17 contingency.odds_ratio(kind='conditional')",
    not_when: "answers of one rater or item are several (they are not independent); pairs (use mcnemar)",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats fisher votes.csv --rows system --columns choice
  rejudge stats fisher --counts \"8 2; 1 5\"")]
pub(crate) struct Arguments {
    #[command(flatten)]
    table: CrossArguments,
    /// Seed for drawing tables when there are too many to go through
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    asked: AskedArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let asked = self.asked.to_test_options()?;
        let table = self.table.load()?;
        let counts = Contingency::new(&table.counts).map_err(BadInput::from)?;
        let test = fisher(&counts, self.seed, asked).map_err(BadInput::from)?;
        let numbers = Numbers::new("fisher", test.estimates())
            .option("alternative", self.asked.alternative.word())
            .option("confidence", self.asked.confidence.confidence)
            .option("seed", self.seed)
            .n("counted", table.total());
        let preamble = table.text();
        Ok(Answer::Numbers(Numbers { notes: table.notes, preamble, ..numbers }))
    }
}
