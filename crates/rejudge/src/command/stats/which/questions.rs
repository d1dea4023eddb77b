//! What has to be known, and asking for it.

use std::io::{IsTerminal as _, Write as _};

use clap::ValueEnum;
use study::response::Kind;

use crate::outcome::BadUsage;

/// What is to be found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Goal {
    /// Whether one system is better than another
    Difference,
    /// Whether two systems are the same, within a margin
    Equivalence,
    /// Whether people agree with each other
    Agreement,
    /// How good each system is beside the others
    Strength,
    /// Whether two measures go together
    Correlation,
    /// Whether a second run came out as the first
    Reproduction,
    /// How many people and items are needed
    Size,
}

/// How the answers were given: the response kinds of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Answers {
    /// One of a number of points on a scale
    Rating,
    /// A position on a continuous scale
    Slider,
    /// How many of something
    Count,
    /// Marked parts of a text
    Spans,
    /// One of two outputs
    Pairwise,
    /// The best and the worst of several outputs
    BestWorst,
    /// Several outputs put in order
    Ranking,
    /// One or several options without an order
    Choice,
    /// Words
    Text,
}

impl Answers {
    pub(super) fn kind(self) -> Kind {
        match self {
            Answers::Rating => Kind::Rating,
            Answers::Slider => Kind::Slider,
            Answers::Count => Kind::Count,
            Answers::Spans => Kind::Spans,
            Answers::Pairwise => Kind::Pairwise,
            Answers::BestWorst => Kind::BestWorst,
            Answers::Ranking => Kind::Ranking,
            Answers::Choice => Kind::Choice,
            Answers::Text => Kind::Text,
        }
    }
}

/// Which judgements belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Design {
    /// A person judged several outputs, or an output was judged by several people: nearly every study
    Repeated,
    /// One value for each system and item, such as a mean over people: pairs by item
    Paired,
    /// Every judgement is by another person and of another item
    Independent,
}

/// What was said, or is asked now; stops where nobody can be asked.
pub(super) fn settle<T: ValueEnum>(said: Option<T>, flag: &str, question: &str) -> anyhow::Result<T> {
    if let Some(said) = said {
        return Ok(said);
    }
    let options: Vec<(String, String)> =
        T::value_variants().iter().filter_map(T::to_possible_value).map(|value| name_and_help(&value)).collect();
    if !(std::io::stdin().is_terminal() && std::io::stderr().is_terminal()) {
        let words: Vec<&str> = options.iter().map(|(word, _)| word.as_str()).collect();
        return Err(BadUsage(format!("{question} Say `{flag}` and one of {}", words.join(", "))).into());
    }
    eprintln!("{question}");
    for (number, (word, meaning)) in options.iter().enumerate() {
        eprintln!("  {}  {word}: {meaning}", number + 1);
    }
    loop {
        eprint!("number or word (empty to stop): ");
        std::io::stderr().flush()?;
        let mut typed = String::new();
        if std::io::stdin().read_line(&mut typed)? == 0 || typed.trim().is_empty() {
            return Err(BadUsage(format!("stopped; `{flag}` was not answered")).into());
        }
        let typed = typed.trim();
        let number = typed.parse::<usize>().ok().map(|number| number.wrapping_sub(1));
        let by_number = number.and_then(|number| T::value_variants().get(number)).cloned();
        match by_number.or_else(|| T::from_str(typed, true).ok()) {
            Some(chosen) => {
                eprintln!();
                return Ok(chosen);
            }
            None => eprintln!("there is no {typed}"),
        }
    }
}

fn name_and_help(value: &clap::builder::PossibleValue) -> (String, String) {
    (value.get_name().to_owned(), value.get_help().map(ToString::to_string).unwrap_or_default())
}
