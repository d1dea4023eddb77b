//! `rejudge stats preference`

use clap::Args;
use stats::Estimate;
use stats::preference::{Choice, Vote, Votes, pair_scores, position_bias, system_scores};
use stats::resample::Plan;

use super::about::About;
use super::answer::{Answer, Numbers};
use super::asked::Confidence;
use super::data::{Data, DataArguments, suggestion};
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "preference",
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
    data: DataArguments,
    /// Column with the system shown first
    #[arg(long, value_name = "COLUMN")]
    a: String,
    /// Column with the system shown second
    #[arg(long, value_name = "COLUMN")]
    b: String,
    /// Column with the choice: the system's name, or A, B and tie
    #[arg(long, value_name = "COLUMN")]
    choice: String,
    /// Column that says which item was judged
    #[arg(long, value_name = "COLUMN")]
    item: Option<String>,
    /// Column that says who judged
    #[arg(long, value_name = "COLUMN")]
    rater: Option<String>,
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

/// How the column of choices says who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coding {
    Names,
    Sides,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let data = self.data.load()?;
        let Read { votes, systems, coding, missing } = self.read(&data)?;
        let plan = Plan { seed: self.seed, replicates: self.bootstrap };
        let level = self.confidence.level()?;
        let bad = |error: stats::StatError| BadInput(error.to_string());
        let mut estimates = Vec::new();
        for scores in system_scores(&votes, plan, level).map_err(bad)? {
            let name = &systems[scores.system as usize];
            for (label, count) in [("wins", scores.wins), ("losses", scores.losses), ("ties", scores.ties)] {
                estimates.push(Estimate::new(label, count as f64).of([name]));
            }
            for estimate in [scores.win_percent, scores.best_worst, scores.average_rank] {
                estimates.push(estimate.of([name]));
            }
        }
        for scores in pair_scores(&votes, plan, level).map_err(bad)? {
            let of = scores.systems.map(|system| systems[system as usize].clone());
            for estimate in [scores.share, scores.ties, scores.net] {
                estimates.push(estimate.of(of.clone()));
            }
        }
        let mut notes = vec![match coding {
            Coding::Names => format!("`{}` holds the name of the system chosen", self.choice),
            Coding::Sides => format!("`{}` holds the side chosen: `{}` is A, `{}` is B", self.choice, self.a, self.b),
        }];
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
        if missing > 0 {
            notes.push(format!("{missing} rows without a choice or a system are left out"));
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

    fn read(&self, data: &Data) -> anyhow::Result<Read> {
        let (a, b, choices) = (data.factor(&self.a)?, data.factor(&self.b)?, data.factor(&self.choice)?);
        let mut systems = a.levels.clone();
        systems.extend(b.levels.iter().filter(|name| !a.levels.contains(name)).cloned());
        systems.sort();
        let number = |name: &String| systems.binary_search(name).map_or(0, |place| place as u32);
        let coding = self.coding(&choices.levels, &systems)?;
        let items = self.item.as_ref().map(|column| data.factor(column)).transpose()?;
        let raters = self.rater.as_ref().map(|column| data.factor(column)).transpose()?;
        let (mut votes, mut item_of, mut rater_of) = (Vec::new(), Vec::new(), Vec::new());
        for row in 0..data.len() {
            let (Some(first), Some(second)) = (a.codes[row], b.codes[row]) else { continue };
            let (first, second) = (&a.levels[first as usize], &b.levels[second as usize]);
            let choice = match choices.codes[row] {
                Some(choice) => {
                    let word = &choices.levels[choice as usize];
                    chosen(coding, word, first, second).ok_or_else(|| {
                        BadInput(format!(
                            "row {}: `{word}` in column `{}` is neither `{first}` nor `{second}`, which were compared",
                            data.row_number(row),
                            self.choice
                        ))
                    })?
                }
                None if self.count_missing => Choice::Neither,
                None => continue,
            };
            let (item, rater) = (items.as_ref().map(|i| i.codes[row]), raters.as_ref().map(|r| r.codes[row]));
            if item == Some(None) || rater == Some(None) {
                continue;
            }
            votes.push(Vote { first: number(first), second: number(second), choice });
            item_of.extend(item.flatten());
            rater_of.extend(rater.flatten());
        }
        let missing = data.len() - votes.len();
        let votes = Votes::new(votes, items.map(|_| item_of.as_slice()), raters.map(|_| rater_of.as_slice()))
            .map_err(|error| BadInput(error.to_string()))?;
        Ok(Read { votes, systems, coding, missing })
    }

    /// Names of systems win over the words A and B, in case a system is called A.
    fn coding(&self, words: &[String], systems: &[String]) -> anyhow::Result<Coding> {
        let tie = |word: &String| side(word) == Some(Choice::Neither);
        if words.iter().all(|word| tie(word) || systems.contains(word)) {
            return Ok(Coding::Names);
        }
        if words.iter().all(|word| side(word).is_some()) {
            return Ok(Coding::Sides);
        }
        let known: Vec<&str> = systems.iter().map(String::as_str).chain(["A", "B", "tie"]).collect();
        let stray = words.iter().find(|word| !systems.contains(word) && side(word).is_none());
        let word = stray.map_or("", String::as_str);
        Err(BadInput(format!(
            "`{word}` in column `{}` is neither a system nor A, B or tie{}",
            self.choice,
            suggestion(word, &known)
        ))
        .into())
    }
}

/// What was read, with the systems in alphabetical order.
struct Read {
    votes: Votes,
    systems: Vec<String>,
    coding: Coding,
    missing: usize,
}

/// What a word of the column of choices says, if anything.
fn chosen(coding: Coding, word: &str, first: &str, second: &str) -> Option<Choice> {
    match coding {
        Coding::Sides => side(word),
        Coding::Names if word == first => Some(Choice::First),
        Coding::Names if word == second => Some(Choice::Second),
        Coding::Names => side(word).filter(|choice| *choice == Choice::Neither),
    }
}

/// The words for a side of the screen.
fn side(word: &str) -> Option<Choice> {
    match word.trim().to_ascii_lowercase().as_str() {
        "a" | "first" | "left" | "1" => Some(Choice::First),
        "b" | "second" | "right" | "2" => Some(Choice::Second),
        "tie" | "equal" | "neither" | "same" | "0" => Some(Choice::Neither),
        _ => None,
    }
}
