//! How every rater goes with every other: a square of numbers coloured from −1 to 1.

use super::canvas::{Anchor, Area, Canvas, Ink, SMALL, Text, Weight};
use super::frame::{MARGIN, NARROW, WIDE, gutter, row_name};
use super::metrics::width;
use super::{Caption, Figure, palette};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// A square of numbers between −1 and 1; `None` where two have nothing in common: the cell stays blank.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatMap {
    pub names: Vec<String>,
    /// One row per name, one number per column.
    pub rows: Vec<Vec<Option<Number>>>,
}

const LARGEST_CELL: f64 = 34.0;

/// Columns carry the numbers of the rows' names. Numbers are printed where cells have room for them.
#[must_use]
pub fn heat_map(caption: Caption, map: &HeatMap) -> Figure {
    let found = map.rows.iter().flatten().flatten();
    let extreme = |wins: fn(f64, f64) -> bool| {
        found.clone().reduce(|a, b| if wins(b.place(), a.place()) { b } else { a }).map(|n| n.render(Face::Value, 2))
    };
    let words = match (extreme(|a, b| a < b), extreme(|a, b| a > b)) {
        (Some(least), Some(most)) => format!("They lie between {least} and {most}."),
        _ => "There are none.".to_owned(),
    };
    let description =
        format!("A square of cells, one row and one column per participant, coloured by their correlation. {words}");
    let sheet = |width| draw_heat_map(width, map);
    let data = data(&caption, map);
    Figure { id: caption.id, title: caption.title, description, canvas: sheet(NARROW), wide: sheet(WIDE), data }
}

fn draw_heat_map(wide: f64, map: &HeatMap) -> Canvas {
    let k = map.names.len().max(1);
    let numbered: Vec<String> = map.names.iter().enumerate().map(|(i, name)| format!("{name}  {}", i + 1)).collect();
    let left = gutter(numbered.iter().map(String::as_str));
    let cell = ((wide - MARGIN - left) / k as f64).min(LARGEST_CELL);
    let high = cell.min(22.0).max(cell.min(8.0));
    let top = MARGIN + 14.0;
    let mut canvas = Canvas::new(wide, top + high * k as f64 + MARGIN);
    for (row, name) in numbered.iter().enumerate() {
        let y = top + high * row as f64;
        if high >= SMALL + 1.0 || row % 2 == 0 {
            row_name(&mut canvas, name, left, y + high / 2.0);
        }
        let x = left + cell * (row as f64 + 0.5);
        if cell >= 14.0 || row % 5 == 0 {
            let number = Text::new(x, top - 4.0, (row + 1).to_string()).small();
            canvas.text(number.anchor(Anchor::Middle).ink(Ink::Faint));
        }
        for (column, number) in map.rows.get(row).into_iter().flatten().enumerate() {
            let area = Area { x: left + cell * column as f64, y, width: cell - 1.0, height: high - 1.0 };
            square(&mut canvas, area, number.as_ref());
        }
    }
    canvas
}

fn square(canvas: &mut Canvas, area: Area, number: Option<&Number>) {
    let Some(number) = number else { return };
    let colour = palette::diverging(f64::midpoint(number.place(), 1.0));
    canvas.area(area, Ink::Colour(colour));
    let label = number.render(Face::Value, 2).replace("0.", ".");
    if width(&label, SMALL, Weight::Regular) <= area.width && area.height >= SMALL {
        let (x, y) = (area.x + area.width / 2.0, area.y + area.height / 2.0 + SMALL * 0.35);
        let ink = Ink::Colour(colour.legible_on());
        canvas.text(Text::new(x, y, label).small().anchor(Anchor::Middle).ink(ink));
    }
}

fn data(caption: &Caption, map: &HeatMap) -> Table {
    let mut columns = vec![Column::words("")];
    columns.extend(map.names.iter().map(|name| Column::numbers(name)));
    let mut table = Table::new(format!("{}-data", caption.id), caption.title.clone(), columns);
    for (name, row) in map.names.iter().zip(&map.rows) {
        let cells = row.iter().map(|number| Cell::from_number(number.clone(), Face::Value));
        table.row(std::iter::once(Cell::text(name)).chain(cells).collect());
    }
    table
}
