//! `rating`: radio buttons, a row of numbers or a list of words.

use askama::Template;
use study::response::{Labels, Rating};

use crate::field::Field;

#[derive(Template)]
#[template(path = "response/rating.html")]
pub(super) struct View<'a> {
    field: Field<'a>,
    points: Vec<Point<'a>>,
    layout: Layout,
    low: &'a str,
    high: &'a str,
}

struct Point<'a> {
    value: String,
    words: &'a str,
    chosen: bool,
}

/// Words for every point are read best one below the other when there are more than a few.
#[derive(PartialEq, Eq)]
enum Layout {
    /// Numbers side by side, words at the ends.
    Row,
    /// Each point with its words, side by side where there is room.
    Worded,
}

impl<'a> View<'a> {
    pub(super) fn new(rating: &'a Rating, field: Field<'a>) -> View<'a> {
        let point = |value: i64| {
            let posted = value.to_string();
            let chosen = field.has_value("value", &posted);
            Point { value: posted, words: rating.label(value).unwrap_or_default(), chosen }
        };
        let (layout, low, high) = match &rating.labels {
            Some(Labels::Every(_)) => (Layout::Worded, "", ""),
            Some(Labels::Ends { low, high }) => (Layout::Row, low.as_str(), high.as_str()),
            None => (Layout::Row, "", ""),
        };
        View { field, points: (rating.lowest()..=rating.highest()).map(point).collect(), layout, low, high }
    }

    /// The key that chooses a point: its value where all values are digits, else where it stands.
    fn key(&self, point: &Point<'_>, position: &usize) -> String {
        let digits = self.points.iter().all(|point| point.value.len() == 1);
        if digits { point.value.clone() } else { position.to_string() }
    }

    /// Whether the words of all points fit beside each other on a phone.
    fn fits_a_phone(&self) -> bool {
        fit_a_phone(&self.points.iter().map(|point| point.words).collect::<Vec<_>>())
    }
}

/// Whether these words fit beside each other on a phone: some 42 letters share the width of a narrow one, and a label
/// may have four lines.
fn fit_a_phone(labels: &[&str]) -> bool {
    let share = 42.0 / labels.len() as f64;
    let fits = |label: &&str| {
        let (mut lines, mut line) = (1, 0.0);
        for word in label.split_whitespace() {
            let letters: f64 = word.chars().map(width).sum();
            if letters > share {
                return false;
            }
            let space = if line > 0.0 { 1.0 } else { 0.0 };
            if line + space + letters > share {
                lines += 1;
                line = letters;
            } else {
                line += space + letters;
            }
        }
        lines <= 4
    };
    (2..=5).contains(&labels.len()) && labels.iter().all(fits)
}

/// How wide a character is, in letters of ordinary width; what is not Latin may be wider.
fn width(character: char) -> f64 {
    match character {
        'm' | 'w' | 'A'..='Z' => 1.25,
        ' '..='~' => 1.0,
        _ => 1.2,
    }
}

#[cfg(test)]
mod tests {
    use super::fit_a_phone;

    #[test]
    fn short_words_stand_beside_each_other_on_a_phone_and_long_ones_below() {
        assert!(fit_a_phone(&["not at all", "hardly", "partly", "mostly", "entirely"]));
        assert!(fit_a_phone(&[
            "Strongly disagree",
            "Disagree",
            "Neither agree nor disagree",
            "Agree",
            "Strongly agree"
        ]));
        assert!(fit_a_phone(&["disagree", "neither", "agree completely"]));
        assert!(!fit_a_phone(&["not at all", "hardly", "partly", "considerably", "entirely"]), "a long word");
        assert!(
            !fit_a_phone(&["not at all", "in a few of its words, not in others", "partly", "mostly", "entirely"]),
            "many lines"
        );
        assert!(!fit_a_phone(&["1", "2", "3", "4", "5", "6"]), "six points");
    }
}
