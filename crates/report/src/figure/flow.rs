//! How many came how far: boxes under each other, and beside each arrow those who went no further (as CONSORT draws it,
//! Schulz et al. 2010).

use super::canvas::{Anchor, Area, Canvas, Ink, Point, SMALL, Stroke, Text};
use super::frame::{MARGIN, NARROW, WIDE};
use super::metrics::fit_to_width;
use super::{Caption, Figure};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// A stage, and who did not go on to the next.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    pub name: String,
    /// Nothing where it is not known.
    pub number: Option<Number>,
    /// Why, and how many.
    pub lost: Vec<(String, Number)>,
}

const BOX: f64 = 22.0;
const LINE: f64 = 12.0;
const GAP: f64 = 16.0;
/// The width of the boxes in the middle; those beside the arrows begin after it.
const MIDDLE: f64 = 150.0;

/// Boxes from top to bottom.
#[must_use]
pub fn flow(caption: Caption, stages: &[Stage]) -> Figure {
    let data = data(&caption, stages);
    let all = stages.iter().map(|stage| {
        let lost: Vec<String> =
            stage.lost.iter().map(|(why, number)| format!("{why} {}", whole_number(number))).collect();
        let lost = if lost.is_empty() { String::new() } else { format!(", of whom not further: {}", lost.join(", ")) };
        format!("{}{lost}.", describe(stage))
    });
    let description = format!("Boxes from top to bottom. {}", all.collect::<Vec<_>>().join(" "));
    let sheet = |width| draw_flow(width, stages);
    Figure { id: caption.id, title: caption.title, description, canvas: sheet(NARROW), wide: sheet(WIDE), data }
}

fn draw_flow(width: f64, stages: &[Stage]) -> Canvas {
    let mut canvas = Canvas::new(width, 0.0);
    let axis = MARGIN + MIDDLE / 2.0;
    let beside = MARGIN + MIDDLE + 14.0;
    let mut y = MARGIN;
    for (index, stage) in stages.iter().enumerate() {
        frame(&mut canvas, Area { x: MARGIN, y, width: MIDDLE, height: BOX });
        let words = fit_to_width(&describe(stage), SMALL, MIDDLE - 8.0);
        canvas.text(Text::new(axis, y + BOX / 2.0 + SMALL * 0.35, words).small().anchor(Anchor::Middle));
        y += BOX;
        let high = LINE * stage.lost.len() as f64 + 6.0;
        if !stage.lost.is_empty() {
            let top = y + 4.0;
            frame(&mut canvas, Area { x: beside, y: top, width: width - MARGIN - beside, height: high });
            canvas.line(Point::new(axis, top + high / 2.0), Point::new(beside, top + high / 2.0), pen());
            for (line, (why, number)) in stage.lost.iter().enumerate() {
                let words =
                    fit_to_width(&format!("{why}: {}", whole_number(number)), SMALL, width - MARGIN - beside - 10.0);
                canvas.text(Text::new(beside + 5.0, top + 3.0 + LINE * (line as f64 + 0.75), words).small());
            }
        }
        if index + 1 < stages.len() {
            let end = y + if stage.lost.is_empty() { GAP } else { high + 8.0 };
            canvas.line(Point::new(axis, y), Point::new(axis, end), pen());
            canvas.polygon(
                [(-3.0, -6.0), (3.0, -6.0), (0.0, 0.0)].map(|(dx, dy)| Point::new(axis + dx, end + dy)).to_vec(),
                Ink::Text,
            );
            y = end;
        } else if !stage.lost.is_empty() {
            y += high + 8.0;
        }
    }
    canvas.height = y + MARGIN;
    canvas
}

fn whole_number(number: &Number) -> String {
    number.render(Face::Value, 0)
}

fn describe(stage: &Stage) -> String {
    let number = stage.number.as_ref().map(|number| format!(": {}", whole_number(number)));
    format!("{}{}", stage.name, number.unwrap_or_default())
}

fn pen() -> Stroke {
    Stroke::solid(Ink::Text, 0.9)
}

fn frame(canvas: &mut Canvas, Area { x, y, width, height }: Area) {
    let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)];
    canvas.path(corners.map(|(x, y)| Point::new(x, y)).to_vec(), pen());
}

/// The same as a table, for those who cannot see the boxes.
pub(crate) fn data(caption: &Caption, stages: &[Stage]) -> Table {
    let columns = vec![Column::words(""), Column::numbers("count")];
    let mut table = Table::new(format!("{}-data", caption.id), caption.title.clone(), columns);
    for stage in stages {
        let number = stage.number.clone().map_or(Cell::Empty, |number| Cell::Number(number, Face::Value));
        table.row(vec![Cell::text(&stage.name), number]);
        for (why, number) in &stage.lost {
            table.row(vec![Cell::text(format!("– {why}")), Cell::Number(number.clone(), Face::Value)]);
        }
    }
    table
}
