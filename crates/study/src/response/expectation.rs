//! What a passing answer to a check is: the `answer` column of `checks.csv`.

use super::position::{index, letter};
use super::{Answer, Preference};

/// What a passing answer is, parsed.
#[derive(Debug, Clone, PartialEq)]
pub enum Expectation {
    /// A number within these bounds, both included.
    Within {
        /// The least.
        minimum: f64,
        /// The most.
        maximum: f64,
    },
    /// One of these preferences.
    Preferred(Vec<Preference>),
    /// Each of these orders: outputs that share a place, the best first.
    Orders(Vec<Vec<Vec<usize>>>),
    /// This best, or this worst, or both.
    Extremes {
        /// The best.
        best: Option<usize>,
        /// The worst.
        worst: Option<usize>,
    },
    /// Exactly one of these sets of options.
    Options(Vec<Vec<String>>),
    /// Nothing marked.
    Unmarked,
    /// Something marked with each of these categories; with none named, anything marked.
    Marked(Vec<String>),
    /// A day between these, both included.
    Days {
        /// The first.
        earliest: Option<String>,
        /// The last.
        latest: Option<String>,
    },
    /// One of these wordings, whatever the case of its letters.
    Words(Vec<String>),
}

/// Why an `answer` cell cannot be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadExpectation {
    /// One lower-case phrase without full stop.
    pub message: String,
    /// What could stand there.
    pub help: String,
}

impl BadExpectation {
    pub(super) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        BadExpectation { message: message.into(), help: help.into() }
    }
}

impl Expectation {
    /// Whether the answer passes. The answer's outputs are in the order written in the file, see
    /// [`Answer::reordered`]. An answer of another kind does not pass.
    #[must_use]
    pub fn met_by(&self, answer: &Answer) -> bool {
        match self {
            Expectation::Within { minimum, maximum } => {
                answer.number().is_some_and(|given| (*minimum..=*maximum).contains(&given))
            }
            Expectation::Preferred(passing) => answer.choice().is_some_and(|given| passing.contains(&given)),
            Expectation::Orders(orders) => {
                matches!(answer, Answer::Ranking(places) if orders.iter().all(|order| in_order(order, places)))
            }
            Expectation::Extremes { best, worst } => {
                matches!(answer, Answer::BestWorst { best: given_best, worst: given_worst }
                    if best.is_none_or(|best| best == *given_best) && worst.is_none_or(|worst| worst == *given_worst))
            }
            Expectation::Options(sets) => matches!(answer, Answer::Choice(given)
                if sets.iter().any(|set| set.len() == given.len() && set.iter().all(|id| given.contains(id)))),
            Expectation::Unmarked => matches!(answer, Answer::Spans(spans) if spans.is_empty()),
            Expectation::Marked(categories) => matches!(answer, Answer::Spans(spans)
                if !spans.is_empty() && categories.iter().all(|id| spans.iter().any(|span| span.category == *id))),
            Expectation::Days { earliest, latest } => matches!(answer, Answer::Text(given) if !given.is_empty()
                && earliest.as_ref().is_none_or(|day| given >= day) && latest.as_ref().is_none_or(|day| given <= day)),
            Expectation::Words(wordings) => matches!(answer, Answer::Text(given)
                if wordings.iter().any(|words| words.to_lowercase() == given.trim().to_lowercase())),
        }
    }
}

fn in_order(order: &[Vec<usize>], places: &[u32]) -> bool {
    let place = |output: &usize| places.get(*output).copied().unwrap_or(u32::MAX);
    let level = order.iter().all(|shared| shared.windows(2).all(|pair| place(&pair[0]) == place(&pair[1])));
    level
        && order
            .windows(2)
            .all(|pair| pair[0].iter().all(|upper| pair[1].iter().all(|lower| place(upper) < place(lower))))
}

/// `4`, `>= 3`, `< 2`, `1..2`: numbers on a scale from `minimum` to `maximum`.
pub(super) fn numbers(text: &str, minimum: f64, maximum: f64) -> Result<Expectation, BadExpectation> {
    let help = format!(
        "write a value from {minimum} to {maximum}, a range such as `{minimum}..{maximum}`, or a bound such as `>= {minimum}`"
    );
    let value = |part: &str| match part.trim().parse::<f64>() {
        Ok(value) if value < minimum || value > maximum => Err(BadExpectation::new(
            format!("`{}` is not on the scale from {minimum} to {maximum}", part.trim()),
            &help,
        )),
        Ok(value) if !value.is_nan() => Ok(value),
        Ok(_) | Err(_) => Err(BadExpectation::new(format!("`{}` is not a number", part.trim()), &help)),
    };
    let text = text.trim();
    let (low, high) = if let Some((from, to)) = text.split_once("..") {
        (value(from)?, value(to.strip_prefix('=').unwrap_or(to))?)
    } else if let Some(bound) = text.strip_prefix(">=").or_else(|| text.strip_prefix('≥')) {
        (value(bound)?, maximum)
    } else if let Some(bound) = text.strip_prefix("<=").or_else(|| text.strip_prefix('≤')) {
        (minimum, value(bound)?)
    } else if let Some(bound) = text.strip_prefix('>') {
        (value(bound)?.next_up(), maximum)
    } else if let Some(bound) = text.strip_prefix('<') {
        (minimum, value(bound)?.next_down())
    } else {
        let exact = value(text.strip_prefix('=').unwrap_or(text))?;
        (exact, exact)
    };
    if low > high {
        return Err(BadExpectation::new(format!("no answer can be `{text}`"), help));
    }
    Ok(Expectation::Within { minimum: low, maximum: high })
}

/// The same where only whole numbers can be answered: `2.5` names none.
pub(super) fn whole_numbers(text: &str, minimum: i64, maximum: i64) -> Result<Expectation, BadExpectation> {
    let expectation = numbers(text, minimum as f64, maximum as f64)?;
    if matches!(expectation, Expectation::Within { minimum, maximum } if minimum.ceil() > maximum.floor()) {
        return Err(BadExpectation::new(format!("no whole number is `{}`", text.trim()), "write a whole number"));
    }
    Ok(expectation)
}

/// `2008-11-17`, `<= 2008-11-17`, `1990-01-01..1999-12-31`: days.
pub(super) fn days(text: &str) -> Result<Expectation, BadExpectation> {
    let help = "write a day as `2026-11-17`, a bound such as `<= 2026-11-17`, or two days with `..` between them";
    let read = |written: &str| {
        let message = || format!("`{}` is no day", written.trim());
        super::date::day(written).map(Some).ok_or_else(|| BadExpectation::new(message(), help))
    };
    let text = text.trim();
    let (earliest, latest) = if let Some((from, to)) = text.split_once("..") {
        (read(from)?, read(to)?)
    } else if let Some(day) = text.strip_prefix(">=").or_else(|| text.strip_prefix('≥')) {
        (read(day)?, None)
    } else if let Some(day) = text.strip_prefix("<=").or_else(|| text.strip_prefix('≤')) {
        (None, read(day)?)
    } else {
        (read(text)?, read(text)?)
    };
    if earliest.is_some() && latest.is_some() && earliest > latest {
        return Err(BadExpectation::new(format!("no day is `{text}`"), help));
    }
    Ok(Expectation::Days { earliest, latest })
}

/// The index of an output named by its letter.
pub(super) fn output(word: &str, outputs: usize) -> Result<usize, BadExpectation> {
    index(word, outputs).ok_or_else(|| {
        let last = letter(outputs.saturating_sub(1));
        BadExpectation::new(
            format!("`{}` is not one of the outputs", word.trim()),
            format!("this check shows the outputs `a` to `{last}`"),
        )
    })
}
