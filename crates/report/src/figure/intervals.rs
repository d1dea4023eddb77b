//! Scores as points with their intervals, one row per system, several series in a row.

use super::axis::{Scale, range_of};
use super::canvas::{Canvas, Ink, Point, Stroke};
use super::frame::{Key, MARGIN, NARROW, WIDE, axis_below, gutter, legend, mark, row_name, whisker};
use super::{Axis, Caption, Figure, palette};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// Numbers of one origin, such as the original or a reproduction; one per row, where there is one.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    pub name: String,
    pub numbers: Vec<Option<Number>>,
}

const ROW: f64 = 14.0;
const GAP: f64 = 8.0;

/// One row per name; each series has its colour and its shape (filled, ringed, square).
#[must_use]
pub fn intervals(caption: Caption, names: &[String], series: &[Series], axis: &Axis) -> Figure {
    let sheet = |width| draw_intervals(width, names, series, axis);
    let description = format!("Points with their intervals, one row each. {}", describe(names, series));
    let data = data(&caption, names, series);
    Figure { id: caption.id, title: caption.title, description, canvas: sheet(NARROW), wide: sheet(WIDE), data }
}

fn draw_intervals(width: f64, names: &[String], series: &[Series], axis: &Axis) -> Canvas {
    let mut canvas = Canvas::new(width, 0.0);
    let left = gutter(names.iter().map(String::as_str));
    let keys: Vec<(&str, Key)> =
        series.iter().enumerate().map(|(index, one)| (one.name.as_str(), Key::Mark(index))).collect();
    let keys = if keys.len() > 1 { &keys[..] } else { &[] };
    let top = legend(&mut canvas, left, MARGIN, keys);
    let step = ROW * series.len().max(1) as f64 + GAP;
    let bottom = top + step * names.len() as f64;
    let numbers = series.iter().flat_map(|one| one.numbers.iter().flatten());
    let reached = numbers.flat_map(|number| {
        let (low, high) = number.reach().unwrap_or((number.place(), number.place()));
        [number.place(), low, high]
    });
    let (low, high) = range_of(axis.ends, reached);
    let scale = Scale { low, high, start: left + 6.0, end: width - MARGIN - 8.0 };
    canvas.height = axis_below(&mut canvas, &scale, top, bottom, &axis.title);
    for (row, name) in names.iter().enumerate() {
        let y = top + step * row as f64;
        if row > 0 {
            canvas.line(Point::new(left, y), Point::new(width - MARGIN, y), Stroke::solid(Ink::Rule, 0.4));
        }
        row_name(&mut canvas, name, left, y + step / 2.0);
        for (index, one) in series.iter().enumerate() {
            let Some(number) = one.numbers.get(row).and_then(Option::as_ref) else { continue };
            let y = y + GAP / 2.0 + ROW * (index as f64 + 0.5);
            let ink = Ink::Colour(palette::series(index).0);
            whisker(&mut canvas, &scale, number.reach(), y, ink);
            mark(&mut canvas, Point::new(scale.position(number.place()), y), index);
        }
    }
    canvas
}

/// The numbers behind rows of series.
pub(super) fn data(caption: &Caption, names: &[String], series: &[Series]) -> Table {
    let mut columns = vec![Column::words("")];
    for one in series {
        columns.push(Column::numbers("value").under_heading(&one.name));
        columns.push(Column::numbers("interval").under_heading(&one.name));
    }
    let mut table = Table::new(format!("{}-data", caption.id), caption.title.clone(), columns);
    for (row, name) in names.iter().enumerate() {
        let mut cells = vec![Cell::text(name)];
        for one in series {
            let number = one.numbers.get(row).cloned().flatten();
            cells.push(Cell::from_number(number.clone(), Face::Value));
            cells.push(Cell::from_number(number, Face::Interval));
        }
        table.row(cells);
    }
    table
}

/// Rows of series in words.
pub(super) fn describe(names: &[String], series: &[Series]) -> String {
    let row = |(row, name): (usize, &String)| {
        let each = series.iter().filter_map(|one| {
            let number = one.numbers.get(row)?.as_ref()?;
            let shown = number.render(Face::Both, number.decimals());
            Some(if series.len() > 1 { format!("{} {shown}", one.name) } else { shown })
        });
        format!("{name}: {}.", each.collect::<Vec<_>>().join("; "))
    };
    names.iter().enumerate().map(row).collect::<Vec<_>>().join(" ")
}
