//! `rejudge stats preference`

use clap::Args;
use stats::Estimate;
use stats::preference::{Votes, pair_scores, position_bias, system_scores};
use stats::resample::Plan;

use super::answer::{Answer, Numbers};
use super::method_description::About;
use super::test_arguments::Confidence;
use super::votes::{NoChoice, ReadVotes, VoteArguments};
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "preference",
    aliases: &["win-rate"],
    what: "wins, losses, ties, win %, best-worst scale and average rank per system; shares per pair; position bias",
    formula: "win_percent = 100 wins / comparisons; best_worst = 100 (wins - losses) / comparisons; average_rank: 1 won, 2 lost, 1.5 tied
        share, tie_share, net_preference = share of the first minus share of the second, of all votes of the pair
        Intervals: percentiles over samples of whole items, whole raters, or both, as far as the columns are given.
        first_share: share of decided votes for what was shown first, exact binomial test against 1/2, Clopper-Pearson interval.",
    source: "Louviere, Flynn & Marley (2015), Best-Worst Scaling; Owen (2007), Annals of Applied Statistics 1; Clopper & Pearson (1934)",
    checked_against: "R 4.2.2 `binom.test`; counts against published tables",
    not_when: "Systems met different opponents: wins then depend on whom they met; use a Bradley-Terry model.",
};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rejudge stats preference votes.csv --a system_a --b system_b --choice choice --item item --rater rater"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    votes: VoteArguments,
    /// Bootstrap replicates for the intervals; 0 for none
    #[arg(long, value_name = "N", default_value_t = 1000)]
    bootstrap: usize,
    /// Seed of everything drawn
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Count rows without a choice as comparisons that nobody won, so that N is what was planned
    #[arg(long)]
    count_missing: bool,
    #[command(flatten)]
    confidence: Confidence,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let without = if self.count_missing { NoChoice::NobodyWon } else { NoChoice::LeftOut };
        let ReadVotes { votes, systems, items, raters, mut notes } = self.votes.read(without)?;
        let votes = Votes::new(votes, items.as_deref(), raters.as_deref()).map_err(BadInput::from)?;
        let plan = Plan { seed: self.seed, replicates: self.bootstrap };
        let level = self.confidence.level()?;
        let bad = |error: stats::StatError| BadInput(error.to_string());
        let mut estimates = Vec::new();
        for scores in system_scores(&votes, plan, level).map_err(bad)? {
            let name = &systems[scores.system as usize];
            for (label, count) in [("wins", scores.wins), ("losses", scores.losses), ("ties", scores.ties)] {
                estimates.push(Estimate::new(label, count as f64).with_labels([name]));
            }
            for estimate in [scores.win_percent, scores.best_worst, scores.average_rank] {
                estimates.push(estimate.with_labels([name]));
            }
        }
        for scores in pair_scores(&votes, plan, level).map_err(bad)? {
            let of = scores.systems.map(|system| systems[system as usize].clone());
            for estimate in [scores.share, scores.ties, scores.net] {
                estimates.push(estimate.with_labels(of.clone()));
            }
        }
        match position_bias(&votes, level) {
            Ok(bias) => estimates.push(bias.first),
            Err(error) => notes.push(format!("no position test: {error}")),
        }
        if self.bootstrap > 1 {
            notes.push(format!(
                "intervals: {} replicates, seed {}; {}",
                self.bootstrap,
                self.seed,
                votes.scheme_note()
            ));
        }
        if self.count_missing {
            notes.push("rows without a choice count as comparisons that nobody won".to_owned());
        }
        let mut numbers = Numbers::new(ABOUT.name, estimates)
            .option("bootstrap", self.bootstrap)
            .option("seed", self.seed)
            .option("count_missing", self.count_missing)
            .n("votes", votes.votes().len())
            .n("systems", systems.len());
        numbers.notes = notes;
        Ok(Answer::Numbers(numbers))
    }
}
