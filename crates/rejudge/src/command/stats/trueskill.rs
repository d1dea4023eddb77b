//! `rejudge stats trueskill`: beliefs followed vote by vote, over many orders.

use clap::Args;
use stats::preference::{Choice, Vote};
use stats::strength::trueskill::{self, Options};

use super::answer::{Answer, Numbers};
use super::method_description::About;
use super::test_arguments::{Confidence, Orders};
use super::uncertainty_arguments::name_systems;
use super::votes::{NoChoice, VoteArguments};

pub(crate) const ABOUT: About = About {
    name: "trueskill",
    aliases: &[],
    what: "TrueSkill means and deviations, averaged over orders of the votes drawn from a seed",
    formula: "c^2 = 2 beta^2 + sigma_w^2 + sigma_l^2, t = (mu_w - mu_l) / c, e = margin / c
        mu_w <- mu_w + sigma_w^2 / c v(t, e), sigma_w^2 <- sigma_w^2 (1 - sigma_w^2 / c^2 w(t, e)), v = pdf / cdf at t - e
        margin = qnorm((p_tie + 1) / 2) sqrt(2) beta",
    source: "Herbrich, Minka & Graepel 2007, NIPS 19",
    checked_against: "trueskill 0.4.5 with its mpmath backend, in the same order",
    not_when: "anyone will read the number as a measurement: it depends on the order of the votes (use bt)",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:
  rejudge stats trueskill votes.csv --a system_a --b system_b --choice choice --orders 1000 --seed 7")]
pub(crate) struct Arguments {
    #[command(flatten)]
    votes: VoteArguments,
    /// Mean of the first belief
    #[arg(long, default_value_t = 25.0)]
    mu: f64,
    /// Its standard deviation; a third of the mean when absent
    #[arg(long)]
    sigma: Option<f64>,
    /// Spread of a performance around its skill; half of sigma when absent
    #[arg(long)]
    beta: Option<f64>,
    /// By how much beliefs widen before each vote; a hundredth of sigma when absent
    #[arg(long)]
    tau: Option<f64>,
    /// Probability of a tie between equals; the share of ties in the votes when absent
    #[arg(long)]
    tie_probability: Option<f64>,
    #[command(flatten)]
    drawn: Orders,
    #[command(flatten)]
    confidence: Confidence,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let read = self.votes.read(NoChoice::LeftOut)?;
        let sigma = self.sigma.unwrap_or(self.mu / 3.0);
        let options = Options {
            mu: self.mu,
            sigma,
            beta: self.beta.unwrap_or(sigma / 2.0),
            tau: self.tau.unwrap_or(sigma / 100.0),
            tie_probability: self.tie_probability.unwrap_or_else(|| share_of_ties(&read.votes)),
            orders: self.drawn.orders,
            seed: self.drawn.seed,
            level: self.confidence.level()?,
        };
        let estimates =
            trueskill::ratings(read.as_votes(), options, &read.systems).map_err(|e| name_systems(&e, &read.systems))?;
        let numbers = Numbers::new("trueskill", estimates)
            .option("mu", options.mu)
            .option("sigma", options.sigma)
            .option("beta", options.beta)
            .option("tau", options.tau)
            .option("tie_probability", options.tie_probability)
            .option("orders", self.drawn.orders)
            .option("seed", self.drawn.seed)
            .option("confidence", self.confidence.confidence)
            .n("votes", read.votes.len())
            .n("systems", read.systems.len());
        Ok(Answer::Numbers(Numbers { notes: read.notes, ..numbers }))
    }
}

fn share_of_ties(votes: &[Vote]) -> f64 {
    let ties = votes.iter().filter(|vote| vote.choice == Choice::Neither).count();
    ties as f64 / votes.len().max(1) as f64
}
