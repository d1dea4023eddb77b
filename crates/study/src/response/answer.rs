//! One answer to one question.

use serde::{Deserialize, Serialize};

use super::position::letter;
use super::{Form, Span};

/// One answer to one question, in terms of what was shown: outputs are known by where they stood,
/// counted from 0. Which system stood there is the session's business.
///
/// This is also the form in which answers are stored, so that the variants' names and shapes are
/// part of the data format: `{"rating":3}`, `{"pairwise":"second"}`, `{"ranking":[2,1,3]}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The value of the point chosen.
    Rating(i64),
    /// The position.
    Slider(f64),
    /// The place of each output as shown: 1 is first. Outputs that share a place push the next one
    /// down, as in a race: 1, 1, 3.
    Ranking(Vec<u32>),
    /// Which of the two.
    Pairwise(Preference),
    /// How much better one of the two is: above zero the first, below zero the second, by so many degrees; zero for equal.
    Graded(i32),
    /// The best and the worst.
    BestWorst {
        /// Where the best stood.
        best: usize,
        /// Where the worst stood.
        worst: usize,
    },
    /// The ids of the options chosen, in the order of the definition.
    Choice(Vec<String>),
    /// The spans marked, by where they start.
    Spans(Vec<Span>),
    /// How many.
    Count(u32),
    /// The words.
    Text(String),
    /// It could not be judged, for this reason of those that the study offers.
    Unable(String),
}

/// Which of two outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preference {
    /// The one shown first, or on the left.
    First,
    /// The one shown second, or on the right.
    Second,
    /// Neither over the other.
    Equal,
}

impl Preference {
    /// As the page posts it: `a`, `b` or `equal`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Preference::First => "a",
            Preference::Second => "b",
            Preference::Equal => "equal",
        }
    }

    /// The other way round.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Preference::First => Preference::Second,
            Preference::Second => Preference::First,
            Preference::Equal => Preference::Equal,
        }
    }
}

impl Answer {
    /// The word used in `study.toml` for the kind this answers, or for what it says instead.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Answer::Rating(_) => "rating",
            Answer::Slider(_) => "slider",
            Answer::Ranking(_) => "ranking",
            Answer::Pairwise(_) | Answer::Graded(_) => "pairwise",
            Answer::BestWorst { .. } => "best-worst",
            Answer::Choice(_) => "choice",
            Answer::Spans(_) => "spans",
            Answer::Count(_) => "count",
            Answer::Text(_) => "text",
            Answer::Unable(_) => "cannot-judge",
        }
    }

    /// The number it is, where it is one: of the point, of the position, or how many.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Answer::Rating(value) => Some(*value as f64),
            Answer::Slider(value) => Some(*value),
            Answer::Count(count) => Some(f64::from(*count)),
            Answer::Ranking(_)
            | Answer::Pairwise(_)
            | Answer::Graded(_)
            | Answer::BestWorst { .. }
            | Answer::Choice(_)
            | Answer::Spans(_)
            | Answer::Text(_)
            | Answer::Unable(_) => None,
        }
    }

    /// Which of two it prefers, however much, where it is about two.
    #[must_use]
    pub fn choice(&self) -> Option<Preference> {
        match self {
            Answer::Pairwise(preference) => Some(*preference),
            Answer::Graded(grade) => Some(match grade {
                0 => Preference::Equal,
                1.. => Preference::First,
                _second => Preference::Second,
            }),
            Answer::Rating(_)
            | Answer::Slider(_)
            | Answer::Ranking(_)
            | Answer::BestWorst { .. }
            | Answer::Choice(_)
            | Answer::Spans(_)
            | Answer::Count(_)
            | Answer::Text(_)
            | Answer::Unable(_) => None,
        }
    }

    /// Where the output stood that was put before all others shown, where one was.
    #[must_use]
    pub fn preferred_position(&self) -> Option<usize> {
        match self {
            Answer::Pairwise(_) | Answer::Graded(_) => match self.choice()? {
                Preference::First => Some(0),
                Preference::Second => Some(1),
                Preference::Equal => None,
            },
            Answer::BestWorst { best, .. } => Some(*best),
            Answer::Ranking(places) => {
                let mut first = places.iter().enumerate().filter(|(_, place)| **place == 1).map(|(shown, _)| shown);
                first.next().filter(|_| first.next().is_none())
            }
            Answer::Rating(_)
            | Answer::Slider(_)
            | Answer::Choice(_)
            | Answer::Spans(_)
            | Answer::Count(_)
            | Answer::Text(_)
            | Answer::Unable(_) => None,
        }
    }

    /// The form it is stored in.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Reads what [`Answer::to_json`] wrote.
    ///
    /// # Errors
    /// When it is something else.
    pub fn from_json(value: &serde_json::Value) -> Result<Self, serde_json::Error> {
        Answer::deserialize(value)
    }

    /// What a browser posts to give this answer.
    #[must_use]
    pub fn to_form(&self) -> Form {
        let form = Form::default();
        match self {
            Answer::Rating(value) => form.with_field("value", value),
            Answer::Slider(value) => form.with_field("value", value),
            Answer::Count(value) => form.with_field("value", value),
            Answer::Text(words) => form.with_field("value", words),
            Answer::Unable(reason) => form.with_field("unable", reason),
            Answer::Ranking(places) => places
                .iter()
                .enumerate()
                .fold(form, |form, (i, place)| form.with_field(format!("rank_{}", letter(i)), place)),
            Answer::Pairwise(preference) => form.with_field("choice", preference.word()),
            Answer::Graded(grade) => form.with_field("choice", super::grade_word(*grade)),
            Answer::BestWorst { best, worst } => {
                form.with_field("best", letter(*best)).with_field("worst", letter(*worst))
            }
            Answer::Choice(chosen) if chosen.is_empty() => form.with_field("none", "yes"),
            Answer::Choice(chosen) => chosen.iter().fold(form, |form, id| form.with_field("option", id)),
            Answer::Spans(spans) if spans.is_empty() => form.with_field("none", "yes"),
            Answer::Spans(spans) => spans.iter().fold(form, |form, span| {
                form.with_field("start", span.text.field(span.start))
                    .with_field("end", span.text.field(span.end))
                    .with_field("category", &span.category)
                    .with_field("severity", span.severity.as_deref().unwrap_or_default())
            }),
        }
    }

    /// The same answer when the output that stood at `i` is known as `order[i]`: from where outputs
    /// stood on the page to how they are written in the file. Positions missing in `order` stay.
    #[must_use]
    pub fn reordered(&self, order: &[usize]) -> Answer {
        let place = |shown: usize| order.get(shown).copied().unwrap_or(shown);
        match self {
            Answer::Ranking(places) => {
                let mut moved = places.clone();
                for (shown, rank) in places.iter().enumerate() {
                    if let Some(slot) = moved.get_mut(place(shown)) {
                        *slot = *rank;
                    }
                }
                Answer::Ranking(moved)
            }
            Answer::Pairwise(preference) if place(0) > place(1) => Answer::Pairwise(preference.swapped()),
            Answer::Graded(grade) if place(0) > place(1) => Answer::Graded(-grade),
            Answer::BestWorst { best, worst } => Answer::BestWorst { best: place(*best), worst: place(*worst) },
            Answer::Pairwise(_)
            | Answer::Graded(_)
            | Answer::Rating(_)
            | Answer::Slider(_)
            | Answer::Choice(_)
            | Answer::Spans(_)
            | Answer::Count(_)
            | Answer::Text(_)
            | Answer::Unable(_) => self.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Preference};

    #[test]
    fn an_answer_is_a_number_or_prefers_an_output_or_neither() {
        for (answer, number, preferred) in [
            (Answer::Rating(-2), Some(-2.0), None),
            (Answer::Slider(0.5), Some(0.5), None),
            (Answer::Count(7), Some(7.0), None),
            (Answer::Pairwise(Preference::First), None, Some(0)),
            (Answer::Pairwise(Preference::Second), None, Some(1)),
            (Answer::Pairwise(Preference::Equal), None, None),
            (Answer::Graded(2), None, Some(0)),
            (Answer::Graded(-1), None, Some(1)),
            (Answer::Graded(0), None, None),
            (Answer::BestWorst { best: 2, worst: 0 }, None, Some(2)),
            (Answer::Ranking(vec![2, 3, 1]), None, Some(2)),
            // Two share the first place: neither is before all others.
            (Answer::Ranking(vec![1, 3, 1]), None, None),
            (Answer::Ranking(vec![1]), None, Some(0)),
            (Answer::Ranking(Vec::new()), None, None),
            (Answer::Choice(vec!["1".to_owned()]), None, None),
            (Answer::Spans(Vec::new()), None, None),
            (Answer::Text("3".to_owned()), None, None),
        ] {
            assert_eq!((answer.number(), answer.preferred_position()), (number, preferred), "{answer:?}");
        }
    }
}
