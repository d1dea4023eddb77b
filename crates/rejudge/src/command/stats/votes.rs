//! Votes between two systems from the columns of a table.

use std::collections::BTreeSet;

use clap::Args;
use stats::strength::{Clusters, Outcome, Votes};

use super::data::{Data, DataArguments, suggestion};
use crate::outcome::BadInput;

/// Words for "equal" that people write in a choice column.
const TIE_WORDS: &[&str] = &["equal", "tie", "tied", "draw", "same", "both", "neither"];

/// Where the votes are.
#[derive(Debug, Args)]
pub(crate) struct VoteArguments {
    #[command(flatten)]
    pub(crate) data: DataArguments,
    /// Column with the system shown first
    #[arg(long, value_name = "COLUMN")]
    a: String,
    /// Column with the system shown second
    #[arg(long, value_name = "COLUMN")]
    b: String,
    /// Column with what was chosen: the system's name, or A, B, or a word such as `equal`
    #[arg(long, value_name = "COLUMN")]
    choice: String,
    /// Column with the item; votes on one item belong together
    #[arg(long, value_name = "COLUMN")]
    item: Option<String>,
    /// Column with the rater; votes of one rater belong together
    #[arg(long, value_name = "COLUMN")]
    rater: Option<String>,
}

/// Votes read from a table.
#[derive(Debug)]
pub(crate) struct ReadVotes {
    /// System names, sorted.
    pub(crate) systems: Vec<String>,
    first: Vec<u32>,
    second: Vec<u32>,
    outcome: Vec<Outcome>,
    item: Option<Vec<u32>>,
    rater: Option<Vec<u32>>,
    /// What is to be said about the reading.
    pub(crate) notes: Vec<String>,
}

impl VoteArguments {
    /// Reads the votes.
    pub(crate) fn read(&self) -> anyhow::Result<ReadVotes> {
        let data = self.data.load()?;
        let (first, second, choice) = (data.column(&self.a)?, data.column(&self.b)?, data.column(&self.choice)?);
        let systems: BTreeSet<&str> = first.iter().chain(second.iter()).flatten().collect();
        let systems: Vec<&str> = systems.into_iter().collect();
        let code = |name: &str| systems.binary_search(&name).ok().and_then(|code| u32::try_from(code).ok());
        let mut votes = ReadVotes {
            systems: systems.iter().map(|&name| name.to_owned()).collect(),
            first: Vec::new(),
            second: Vec::new(),
            outcome: Vec::new(),
            item: None,
            rater: None,
            notes: Vec::new(),
        };
        let mut kept = Vec::new();
        for row in 0..data.len() {
            let (Some(a), Some(b), Some(chosen)) = (first.get(row), second.get(row), choice.get(row)) else { continue };
            let place = || data.row_words(row);
            if a == b {
                return Err(BadInput(format!("{}: `{a}` is compared with itself", place())).into());
            }
            let outcome = outcome(a, b, chosen).ok_or_else(|| {
                let known: Vec<&str> = [a, b, "A", "B", "equal"].to_vec();
                BadInput(format!("{}: choice `{chosen}` is neither side{}", place(), suggestion(chosen, &known)))
            })?;
            if let (Some(a), Some(b)) = (code(a), code(b)) {
                votes.first.push(a);
                votes.second.push(b);
                votes.outcome.push(outcome);
                kept.push(row);
            }
        }
        let missing = data.len() - kept.len();
        if missing > 0 {
            votes.notes.push(format!("{missing} rows without both systems and a choice, left out"));
        }
        votes.item = clusters(&data, self.item.as_deref(), &kept)?;
        votes.rater = clusters(&data, self.rater.as_deref(), &kept)?;
        Ok(votes)
    }
}

/// What a choice cell says. A system called `A` is meant before the side `A`.
fn outcome(a: &str, b: &str, chosen: &str) -> Option<Outcome> {
    let chosen = chosen.trim();
    if chosen == a {
        Some(Outcome::First)
    } else if chosen == b {
        Some(Outcome::Second)
    } else if chosen.eq_ignore_ascii_case("a") {
        Some(Outcome::First)
    } else if chosen.eq_ignore_ascii_case("b") {
        Some(Outcome::Second)
    } else {
        TIE_WORDS.iter().any(|word| chosen.eq_ignore_ascii_case(word)).then_some(Outcome::Tie)
    }
}

fn clusters(data: &Data, column: Option<&str>, kept: &[usize]) -> anyhow::Result<Option<Vec<u32>>> {
    let Some(column) = column else { return Ok(None) };
    let factor = data.factor(column)?;
    let codes = kept.iter().map(|&row| {
        factor.codes[row].ok_or_else(|| {
            BadInput(format!("{}: nothing in column `{column}`, so the vote has no cluster", data.row_words(row)))
                .into()
        })
    });
    codes.collect::<anyhow::Result<Vec<u32>>>().map(Some)
}

impl ReadVotes {
    /// The votes as the statistics want them.
    pub(crate) fn votes(&self) -> Votes<'_> {
        Votes { systems: self.systems.len(), first: &self.first, second: &self.second, outcome: &self.outcome }
    }

    /// Which votes belong together, by item, by rater or both.
    pub(crate) fn clusters(&self) -> Option<Clusters<'_>> {
        match (&self.item, &self.rater) {
            (Some(item), Some(rater)) => Some(Clusters::Two(item, rater)),
            (Some(one), None) | (None, Some(one)) => Some(Clusters::One(one)),
            (None, None) => None,
        }
    }
}
