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
            let chosen = field.is("value", &posted);
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
}
