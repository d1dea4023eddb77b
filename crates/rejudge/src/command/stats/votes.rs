//! Votes between two systems from the columns of a table.

use clap::Args;
use stats::preference::{Choice, Vote};
use stats::strength::Clusters;

use super::data::{DataArguments, Factor, suggestion};
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
        // Names are looked up once for each that there is, and not in every row.
        let numbers = |of: &Factor| -> Vec<u32> {
            of.levels.iter().map(|name| systems.binary_search(name).map_or(0, |place| place as u32)).collect()
        };
        let (a_numbers, b_numbers) = (numbers(&a), numbers(&b));
        let (coding, words) = self.read_words(&choices.levels, &systems)?;
        let items = self.item.as_ref().map(|column| data.factor(column)).transpose()?;
        let raters = self.rater.as_ref().map(|column| data.factor(column)).transpose()?;
        let (mut votes, mut item_of, mut rater_of) = (Vec::with_capacity(data.len()), Vec::new(), Vec::new());
        for row in 0..data.len() {
            let (Some(first), Some(second)) = (a.codes[row], b.codes[row]) else { continue };
            let (first, second) = (a_numbers[first as usize], b_numbers[second as usize]);
            let choice = match (choices.codes[row], without) {
                (Some(choice), _) => match words[choice as usize] {
                    ChoiceWord::Side(side) => side,
                    ChoiceWord::System(chosen) if chosen == first => Choice::First,
                    ChoiceWord::System(chosen) if chosen == second => Choice::Second,
                    // A system may be called `tie`.
                    ChoiceWord::System(other) if is_tie(&systems[other as usize]) => Choice::Neither,
                    ChoiceWord::System(other) => {
                        let (place, column, word) = (data.row_words(row), &self.choice, &systems[other as usize]);
                        let (first, second) = (&systems[first as usize], &systems[second as usize]);
                        let words = format!("`{word}` in column `{column}` is neither `{first}` nor `{second}`");
                        return Err(BadInput(format!("{place}: {words}, which were compared")).into());
                    }
                },
                (None, NoChoice::NobodyWon) => Choice::Neither,
                (None, NoChoice::LeftOut) => continue,
            };
            let (item, rater) = (items.as_ref().map(|i| i.codes[row]), raters.as_ref().map(|r| r.codes[row]));
            if item == Some(None) || rater == Some(None) {
                continue;
            }
            votes.push(Vote { first, second, choice });
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

    /// What each word says. Names of systems win over the words A and B, in case a system is called A.
    fn read_words(&self, words: &[String], systems: &[String]) -> anyhow::Result<(Coding, Vec<ChoiceWord>)> {
        let name = |word: &String| match systems.binary_search(word) {
            Ok(system) => Some(ChoiceWord::System(system as u32)),
            Err(_) => is_tie(word).then_some(ChoiceWord::Side(Choice::Neither)),
        };
        if let Some(read) = words.iter().map(name).collect() {
            return Ok((Coding::Names, read));
        }
        if let Some(read) = words.iter().map(|word| side(word).map(ChoiceWord::Side)).collect() {
            return Ok((Coding::Sides, read));
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

/// What a word of the column of choices says.
#[derive(Debug, Clone, Copy)]
enum ChoiceWord {
    /// A side, or neither, whatever was compared.
    Side(Choice),
    /// A system, by its number, which must have been compared.
    System(u32),
}

fn is_tie(word: &str) -> bool {
    side(word) == Some(Choice::Neither)
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
