//! One dot per person along an axis, equal ones above each other; who lies lowest is named.

use super::axis::{Scale, range_of};
use super::canvas::{Anchor, Canvas, Ink, Point, Text};
use super::frame::{MARGIN, NARROW, WIDE, axis_below};
use super::metrics::{fit_to_width, room};
use super::{Axis, Caption, Figure, palette};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

const RADIUS: f64 = 3.4;
const LETTERS: f64 = 9.0;
/// So many of the lowest are named.
const NAMED: usize = 3;

/// A stacked dot plot (Wilkinson 1999).
#[must_use]
pub fn dots(caption: Caption, people: &[(String, Number)], axis: &Axis) -> Figure {
    let mut ordered: Vec<&(String, Number)> = people.iter().collect();
    ordered.sort_by(|a, b| a.1.place().total_cmp(&b.1.place()));
    let sheet = |width| draw_dots(width, &ordered, axis);
    let ends = ordered.first().zip(ordered.last()).map(|((low, a), (high, b))| {
        let shown = |number: &Number| number.render(Face::Value, number.decimals());
        format!(" From {low} with {} to {high} with {}.", shown(a), shown(b))
    });
    let description = format!("One dot for each of {} people along an axis.{}", people.len(), ends.unwrap_or_default());
    let columns = vec![Column::words(""), Column::numbers("value")];
    let mut data = Table::new(format!("{}-data", caption.id), caption.title.clone(), columns);
    for (name, number) in people {
        data.row(vec![Cell::text(name), Cell::Number(number.clone(), Face::Value)]);
    }
    Figure { id: caption.id, title: caption.title, description, canvas: sheet(NARROW), wide: sheet(WIDE), data }
}

/// People in the order of their numbers.
fn draw_dots(width: f64, ordered: &[&(String, Number)], axis: &Axis) -> Canvas {
    let mut canvas = Canvas::new(width, 0.0);
    let (low, high) = range_of(axis.ends, ordered.iter().map(|(_, number)| number.place()));
    let scale = Scale { low, high, start: MARGIN + 8.0, end: width - MARGIN - 8.0 };
    // Dots that would touch stand above each other.
    let mut columns: Vec<(f64, Vec<&str>)> = Vec::new();
    for (name, number) in ordered {
        let x = scale.position(number.place());
        match columns.last_mut() {
            Some((at, names)) if x - *at < 2.0 * RADIUS => names.push(name),
            _ => columns.push((x, vec![name])),
        }
    }
    let tallest = columns.iter().map(|(_, names)| names.len()).max().unwrap_or(0);
    let top = MARGIN + LETTERS + 4.0;
    let bottom = top + 2.0 * RADIUS * tallest as f64 + 4.0;
    canvas.height = axis_below(&mut canvas, &scale, top, bottom, &axis.title);
    for (x, names) in &columns {
        for height in 0..names.len() {
            let y = bottom - RADIUS - 1.0 - 2.0 * RADIUS * height as f64;
            canvas.disc(Point::new(*x, y), RADIUS, Ink::Colour(palette::BLUE));
        }
    }
    let lowest: Vec<&str> = ordered.iter().take(NAMED).map(|(name, _)| name.as_str()).collect();
    if let (true, Some((x, _))) = (ordered.len() > NAMED, columns.first()) {
        let words = fit_to_width(&format!("lowest: {}", lowest.join(", ")), LETTERS, width - 2.0 * MARGIN);
        let middle = room(&words, LETTERS) / 2.0;
        let x = x.clamp(MARGIN + middle, (width - MARGIN - middle).max(MARGIN + middle));
        canvas.text(Text::new(x, MARGIN + LETTERS, words).small().anchor(Anchor::Middle).ink(Ink::Faint));
    }
    canvas
}
