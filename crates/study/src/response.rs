//! The response kinds: how a criterion is asked.
//!
//! A kind is the unit of growth. Its file holds its definition as written in `study.toml`, how an
//! answer is validated, which dataset columns it yields, how to simulate an answer and what a
//! passing answer to a check is. Matches on [`Response`] have no `_` arm, so that the compiler
//! lists the places to visit for a new kind.

use date::Date;
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

mod answer;
mod best_worst;
mod choice;
mod column;
mod count;
mod date;
mod expectation;
mod form;
mod pairwise;
pub mod position;
mod problem;
mod ranking;
mod rating;
mod simulation;
mod slider;
mod span;
mod spans;
mod text;

#[cfg(test)]
mod tests;

pub use answer::{Answer, Preference};
pub use best_worst::BestWorst;
pub use choice::{Choice, Choosable};
pub use column::{Cell, Column, Contents};
pub use count::Count;
pub use date::Days;
pub use expectation::{BadExpectation, Expectation};
pub use form::{Complaint, Form, Reason};
pub use pairwise::{Pairwise, grade_word};
pub use problem::Problem;
pub use ranking::Ranking;
pub use rating::{Labels, Rating};
pub use simulation::View;
pub use slider::Slider;
pub use span::{Span, SpanText};
pub use spans::{Category, Severity, Spans};
pub use text::Text;

/// How a criterion is asked.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(from = "ResponseFile")]
pub enum Response {
    /// One of a number of points on a scale.
    Rating(Rating),
    /// A position on a continuous scale.
    Slider(Slider),
    /// All outputs shown, put in order.
    Ranking(Ranking),
    /// One of two outputs.
    Pairwise(Pairwise),
    /// The best and the worst of several outputs.
    BestWorst(BestWorst),
    /// One or several of a list of options.
    Choice(Choice),
    /// Spans of the output marked with a category and a severity.
    Spans(Spans),
    /// How many of something.
    Count(Count),
    /// Words.
    Text(Text),
}

/// How a criterion is asked.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum ResponseFile {
    /// One of a number of points on a scale.
    Rating(Rating),
    /// A position on a continuous scale.
    Slider(Slider),
    /// All outputs shown, put in order.
    Ranking(Ranking),
    /// One of two outputs.
    Pairwise(Pairwise),
    /// The best and the worst of several outputs.
    BestWorst(BestWorst),
    /// One or several of a list of options.
    Choice(Choice),
    /// Spans of the output marked with a category and a severity.
    Spans(Spans),
    /// How many of something.
    Count(Count),
    /// Words.
    Text(Text),
    /// A date.
    Date(Date),
}

impl From<ResponseFile> for Response {
    fn from(written: ResponseFile) -> Self {
        match written {
            ResponseFile::Rating(kind) => Response::Rating(kind),
            ResponseFile::Slider(kind) => Response::Slider(kind),
            ResponseFile::Ranking(kind) => Response::Ranking(kind),
            ResponseFile::Pairwise(kind) => Response::Pairwise(kind),
            ResponseFile::BestWorst(kind) => Response::BestWorst(kind),
            ResponseFile::Choice(kind) => Response::Choice(kind),
            ResponseFile::Spans(kind) => Response::Spans(kind),
            ResponseFile::Count(kind) => Response::Count(kind),
            ResponseFile::Text(kind) => Response::Text(kind),
            ResponseFile::Date(kind) => Response::Text(kind.into()),
        }
    }
}

/// The name of a response kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// See [`Response::Rating`].
    Rating,
    /// See [`Response::Slider`].
    Slider,
    /// See [`Response::Ranking`].
    Ranking,
    /// See [`Response::Pairwise`].
    Pairwise,
    /// See [`Response::BestWorst`].
    BestWorst,
    /// See [`Response::Choice`].
    Choice,
    /// See [`Response::Spans`].
    Spans,
    /// See [`Response::Count`].
    Count,
    /// See [`Response::Text`].
    Text,
}

impl Kind {
    /// The word used in `study.toml`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Rating => "rating",
            Kind::Slider => "slider",
            Kind::Ranking => "ranking",
            Kind::Pairwise => "pairwise",
            Kind::BestWorst => "best-worst",
            Kind::Choice => "choice",
            Kind::Spans => "spans",
            Kind::Count => "count",
            Kind::Text => "text",
        }
    }
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

/// What every response kind provides.
trait Definition {
    /// What is wrong with the definition itself.
    fn problems(&self) -> Vec<Problem>;

    /// Validates what a browser posted, given the outputs in the order shown.
    fn read(&self, form: &Form, shown: &[&str]) -> Result<Answer, Vec<Complaint>>;

    /// The dataset columns an answer fills, when a question shows this many outputs.
    fn columns(&self, outputs: usize) -> Vec<Column>;

    /// The cells of an answer, one per column; `None` for an answer of another kind.
    fn cells(&self, answer: &Answer) -> Option<Vec<Cell>>;

    /// The answer of a made-up person.
    fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer;

    /// Parses what a passing answer to a check is, when the check shows this many outputs.
    fn expects(&self, text: &str, outputs: usize) -> Result<Expectation, BadExpectation>;
}

impl Response {
    fn definition(&self) -> &dyn Definition {
        match self {
            Response::Rating(kind) => kind,
            Response::Slider(kind) => kind,
            Response::Ranking(kind) => kind,
            Response::Pairwise(kind) => kind,
            Response::BestWorst(kind) => kind,
            Response::Choice(kind) => kind,
            Response::Spans(kind) => kind,
            Response::Count(kind) => kind,
            Response::Text(kind) => kind,
        }
    }

    /// What is wrong with the definition itself, for the checker to report at its key.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        self.definition().problems()
    }

    /// The column shown with every question in which spans may be marked, too.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        if let Response::Spans(spans) = self { spans.source.as_deref() } else { None }
    }

    /// Validates what a browser posted for one question, given the texts that it is about: the outputs in the order shown,
    /// and behind them the text of [`Response::source`].
    ///
    /// # Errors
    /// Everything that keeps it from being an answer, field by field.
    pub fn read(&self, form: &Form, shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        self.definition().read(form, shown)
    }

    /// The dataset columns an answer fills, when a question shows this many outputs.
    #[must_use]
    pub fn columns(&self, outputs: usize) -> Vec<Column> {
        self.definition().columns(outputs)
    }

    /// The cells of an answer, one per column of [`Response::columns`]; none for an answer of
    /// another kind.
    #[must_use]
    pub fn cells(&self, answer: &Answer) -> Vec<Cell> {
        self.definition().cells(answer).unwrap_or_default()
    }

    /// The answer of a made-up person. The same view and generator give the same answer.
    pub fn simulate(&self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Answer {
        self.definition().simulate(view, rng)
    }

    /// Parses the `answer` cell of a check that shows this many outputs.
    ///
    /// | kind | passing answers |
    /// |---|---|
    /// | `rating`, `slider`, `count` | `4`, `>= 3`, `< 2`, `1..2` |
    /// | `ranking` | `b > a > c`; only some outputs: `a > c, b > c`; shared places: `a = b > c` |
    /// | `pairwise` | `b`, `equal`, `b or equal` |
    /// | `best-worst` | `best b worst a`, `best b` |
    /// | `choice` | an option's id, `x or y`; with several: exactly `x, y`, or `none` |
    /// | `spans` | `none`, `some`, or categories that must be marked: `spelling, grammar` |
    /// | `text` | the words, `these or those` |
    /// | `date` | `2026-11-17`, `<= 2008-11-17`, `1990-01-01..1999-12-31` |
    ///
    /// # Errors
    /// When no answer to this question could pass it.
    pub fn expects(&self, text: &str, outputs: usize) -> Result<Expectation, BadExpectation> {
        self.definition().expects(text, outputs)
    }

    /// Whether an answer passes a check that shows this many outputs.
    ///
    /// # Errors
    /// When `expected` is nothing that could be answered; a checked study has none such.
    pub fn passes(&self, expected: &str, outputs: usize, answer: &Answer) -> Result<bool, BadExpectation> {
        Ok(self.expects(expected, outputs)?.met_by(answer))
    }

    /// The name of its kind.
    #[must_use]
    pub fn name(&self) -> Kind {
        match self {
            Response::Rating(_) => Kind::Rating,
            Response::Slider(_) => Kind::Slider,
            Response::Ranking(_) => Kind::Ranking,
            Response::Pairwise(_) => Kind::Pairwise,
            Response::BestWorst(_) => Kind::BestWorst,
            Response::Choice(_) => Kind::Choice,
            Response::Spans(_) => Kind::Spans,
            Response::Count(_) => Kind::Count,
            Response::Text(_) => Kind::Text,
        }
    }

    /// The word used in `study.toml`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        if matches!(self, Response::Text(Text { days: Some(_), .. })) { "date" } else { self.name().word() }
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
