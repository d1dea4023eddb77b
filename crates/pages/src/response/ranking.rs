//! `ranking`: a place for each output by radio buttons; a script adds dragging.

use askama::Template;
use study::response::Ranking;

use crate::field::{Field, Lettered};

#[derive(Template)]
#[template(path = "response/ranking.html")]
pub(super) struct View<'a> {
    field: Field<'a>,
    rows: Vec<Row>,
    ties: bool,
}

struct Row {
    output: Lettered,
    name: String,
    id: String,
    places: Vec<Place>,
    wrong: bool,
}

struct Place {
    number: usize,
    words: String,
    chosen: bool,
}

impl<'a> View<'a> {
    pub(super) fn new(ranking: &Ranking, field: Field<'a>) -> View<'a> {
        let outputs = field.lettered();
        let count = outputs.len();
        let row = |output: Lettered| {
            let posted = format!("rank_{}", output.value);
            let place = |number: usize| Place {
                number,
                words: field.words.one("ranking-place", "place", number),
                chosen: field.is(&posted, &number.to_string()),
            };
            Row {
                name: field.name(&posted),
                id: field.id(&posted),
                places: (1..=count).map(place).collect(),
                wrong: field.wrong(&posted),
                output,
            }
        };
        View { field, rows: outputs.into_iter().map(row).collect(), ties: ranking.ties }
    }
}
