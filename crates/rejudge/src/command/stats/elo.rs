//! `rejudge stats elo`: ratings followed vote by vote, over many orders.

use clap::Args;
use stats::strength::elo::{self, Options};

use super::answer::{Answer, Numbers};
use super::method_description::About;
use super::test_arguments::{Confidence, Orders};
use super::uncertainty_arguments::name_systems;
use super::votes::{NoChoice, VoteArguments};

pub(crate) const ABOUT: About = About {
    name: "elo",
    aliases: &[],
    what: "Elo ratings, averaged over orders of the votes drawn from a seed",
    formula: "R_a <- R_a + k (score - 1 / (1 + 10^((R_b - R_a) / 400))), and the opposite for b; a tie scores one half",
    source: "Elo 1978, The Rating of Chessplayers",
    checked_against: "evalica.elo, in the same order",
    not_when: "anyone will read the number as a measurement: it depends on the order of the votes and on k (use bt)",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:
  rejudge stats elo votes.csv --a system_a --b system_b --choice choice --orders 1000 --seed 7")]
pub(crate) struct Arguments {
    #[command(flatten)]
    votes: VoteArguments,
    /// How far one vote moves a rating
    #[arg(long, default_value_t = 32.0)]
    k: f64,
    /// Rating at the start
    #[arg(long, default_value_t = 1000.0)]
    initial: f64,
    #[command(flatten)]
    drawn: Orders,
    #[command(flatten)]
    confidence: Confidence,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let read = self.votes.read(NoChoice::LeftOut)?;
        let options = Options {
            initial: self.initial,
            k: self.k,
            orders: self.drawn.orders,
            seed: self.drawn.seed,
            level: self.confidence.level()?,
        };
        let estimates =
            elo::ratings(read.as_votes(), options, &read.systems).map_err(|e| name_systems(&e, &read.systems))?;
        let numbers = Numbers::new("elo", estimates)
            .option("k", self.k)
            .option("initial", self.initial)
            .option("orders", self.drawn.orders)
            .option("seed", self.drawn.seed)
            .option("confidence", self.confidence.confidence)
            .n("votes", read.votes.len())
            .n("systems", read.systems.len());
        Ok(Answer::Numbers(Numbers { notes: read.notes, ..numbers }))
    }
}
