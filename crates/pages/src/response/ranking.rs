//! `ranking`: a place for each output by radio buttons, or a field above eight; a script adds dragging.

use askama::Template;
use study::response::Ranking;

use crate::field::{Field, OutputLabel, Shows};
use crate::piece::Shape;

/// Up to here every place has a button of its own.
const MOST_BUTTONS: usize = 8;

#[derive(Template)]
#[template(path = "response/ranking.html")]
pub(super) struct View<'a> {
    field: Field<'a>,
    rows: Vec<Row<'a>>,
    ties: bool,
}

struct Row<'a> {
    output: OutputLabel,
    name: String,
    id: String,
    given: &'a str,
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
        let outputs = field.lettered_outputs();
        let count = outputs.len();
        let row = |output: OutputLabel| {
            let posted = format!("rank_{}", output.value);
            let place = |number: usize| Place {
                number,
                words: field.words.with_value("ranking-place", "place", number),
                chosen: field.has_value(&posted, &number.to_string()),
            };
            Row {
                name: field.name(&posted),
                id: field.id(&posted),
                given: field.value(&posted),
                places: (1..=count).map(place).collect(),
                wrong: field.wrong(&posted),
                output,
            }
        };
        View { field, rows: outputs.into_iter().map(row).collect(), ties: ranking.ties }
    }

    /// Whether places are typed: so many buttons would leave no room for the texts.
    fn types_places(&self) -> bool {
        self.rows.len() > MOST_BUTTONS
    }

    fn place_of(&self, row: &Row<'_>) -> String {
        self.field.words.with_value("ranking-place-of", "text", row.output.name.as_str())
    }
}
