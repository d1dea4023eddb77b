//! Votes between two systems from the columns of a table.

use clap::Args;
use stats::preference::{Choice, Vote};
use stats::strength::Clusters;

use super::data::{DataArguments, suggestion};
use crate::outcome::BadInput;

/// Where the votes are.
#[derive(Debug, Args)]
pub(crate) struct VoteArguments {
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
    /// Column with the judge
    #[arg(long, value_name = "COLUMN")]
    rater: Option<String>,
}

/// What a row without a choice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoChoice {
    /// No vote.
    LeftOut,
    /// A comparison that nobody won.
    NobodyWon,
}

/// Votes read from a table.
#[derive(Debug)]
pub(crate) struct ReadVotes {
    /// System names in alphabetical order; votes name them by number.
    pub(crate) systems: Vec<String>,
    /// The votes.
    pub(crate) votes: Vec<Vote>,
    /// The item of each vote, when asked for.
    pub(crate) items: Option<Vec<u32>>,
    /// The rater of each vote, when asked for.
    pub(crate) raters: Option<Vec<u32>>,
    /// What is to be said about the reading.
    pub(crate) notes: Vec<String>,
}

/// How the column of choices says who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coding {
    Names,
    Sides,
}

impl VoteArguments {
    /// Reads the votes.
    pub(crate) fn read(&self, without: NoChoice) -> anyhow::Result<ReadVotes> {
        let data = self.data.load()?;
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
            let choice = match (choices.codes[row], without) {
                (Some(choice), _) => {
                    let word = &choices.levels[choice as usize];
                    read_choice(coding, word, first, second).ok_or_else(|| {
                        let (place, column) = (data.row_words(row), &self.choice);
                        let words = format!("`{word}` in column `{column}` is neither `{first}` nor `{second}`");
                        BadInput(format!("{place}: {words}, which were compared"))
                    })?
                }
                (None, NoChoice::NobodyWon) => Choice::Neither,
                (None, NoChoice::LeftOut) => continue,
            };
            let (item, rater) = (items.as_ref().map(|i| i.codes[row]), raters.as_ref().map(|r| r.codes[row]));
            if item == Some(None) || rater == Some(None) {
                continue;
            }
            votes.push(Vote { first: number(first), second: number(second), choice });
            item_of.extend(item.flatten());
            rater_of.extend(rater.flatten());
        }
        let mut notes = vec![self.coding_note(coding)];
        let missing = data.len() - votes.len();
        if missing > 0 {
            notes.push(format!("{missing} rows without a choice, a system, an item or a rater are left out"));
        }
        Ok(ReadVotes { systems, votes, items: items.map(|_| item_of), raters: raters.map(|_| rater_of), notes })
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

    fn coding_note(&self, coding: Coding) -> String {
        match coding {
            Coding::Names => format!("`{}` holds the name of the system chosen", self.choice),
            Coding::Sides => format!("`{}` holds the side chosen: `{}` is A, `{}` is B", self.choice, self.a, self.b),
        }
    }
}

/// What a word of the column of choices says, if anything.
fn read_choice(coding: Coding, word: &str, first: &str, second: &str) -> Option<Choice> {
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

impl ReadVotes {
    /// Which votes belong together: by item, by rater or both.
    pub(crate) fn clusters(&self) -> Option<Clusters<'_>> {
        match (&self.items, &self.raters) {
            (Some(item), Some(rater)) => Some(Clusters::Two(item, rater)),
            (Some(one), None) | (None, Some(one)) => Some(Clusters::One(one)),
            (None, None) => None,
        }
    }

    /// The votes as the models of strength want them.
    pub(crate) fn as_votes(&self) -> stats::strength::Votes<'_> {
        stats::strength::Votes { systems: self.systems.len(), votes: &self.votes }
    }
}
