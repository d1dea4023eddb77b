//! The response kinds: how a criterion is asked.
//!
//! A kind is the unit of growth. Its file holds its definition as written in `study.toml`, how an
//! answer is validated, which dataset columns it yields and how to simulate an answer. Matches on
//! [`Response`] have no `_` arm, so that the compiler lists the places to visit for a new kind.

use schemars::JsonSchema;
use serde::Deserialize;

mod best_worst;
mod choice;
mod count;
mod pairwise;
mod ranking;
mod rating;
mod slider;
mod spans;
mod text;

pub use best_worst::BestWorst;
pub use choice::{Choice, Choosable};
pub use count::Count;
pub use pairwise::Pairwise;
pub use ranking::Ranking;
pub use rating::{Labels, Rating};
pub use slider::Slider;
pub use spans::{Category, Severity, Spans};
pub use text::Text;

/// How a criterion is asked.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Response {
    /// One of a number of points on a scale.
    Rating(Rating),
    /// A position on a continuous scale.
    Slider(Slider),
    /// All outputs shown put in order.
    Ranking(Ranking),
    /// One of two outputs.
    Pairwise(Pairwise),
    /// The best and the worst of several outputs.
    BestWorst(BestWorst),
    /// One or several of a list of options.
    Choice(Choice),
    /// Stretches of the output marked with a category and a severity.
    Spans(Spans),
    /// How many of something.
    Count(Count),
    /// Words.
    Text(Text),
}

/// How many outputs one question shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arity {
    /// One output.
    One,
    /// Two outputs.
    Two,
    /// Several outputs.
    Many,
}

impl Response {
    /// The word used in `study.toml`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Response::Rating(_) => "rating",
            Response::Slider(_) => "slider",
            Response::Ranking(_) => "ranking",
            Response::Pairwise(_) => "pairwise",
            Response::BestWorst(_) => "best-worst",
            Response::Choice(_) => "choice",
            Response::Spans(_) => "spans",
            Response::Count(_) => "count",
            Response::Text(_) => "text",
        }
    }

    /// How many outputs one question shows.
    #[must_use]
    pub fn arity(&self) -> Arity {
        match self {
            Response::Rating(_)
            | Response::Slider(_)
            | Response::Choice(_)
            | Response::Spans(_)
            | Response::Count(_)
            | Response::Text(_) => Arity::One,
            Response::Pairwise(_) => Arity::Two,
            Response::Ranking(_) | Response::BestWorst(_) => Arity::Many,
        }
    }
}
