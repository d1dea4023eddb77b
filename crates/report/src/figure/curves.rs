//! How a chance grows with the size of a study: power curves, one line per claim.

use super::axis::Scale;
use super::canvas::{Canvas, Dash, Ink, Point, SMALL, Stroke, Text};
use super::frame::{MARGIN, NARROW, WIDE, axis_below, axis_left};
use super::histogram::LEFT;
use super::metrics::{fit_to_width, room};
use super::{Caption, Figure, palette};
use crate::number::{Face, Number, Spot};
use crate::table::{Cell, Column, Table};

/// One line: its name, and the chance at each size.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    pub name: String,
    pub points: Vec<(Spot, Number)>,
}

const PLOT: f64 = 190.0;
const WIDEST_NAME: f64 = 120.0;

/// Chances between 0 and 1 with their intervals; `wanted` draws a line across, such as 0.8.
#[must_use]
pub fn curves(caption: Caption, curves: &[Curve], axis: &str, wanted: Option<f64>) -> Figure {
    let sheet = |width| draw_curves(width, curves, axis, wanted);
    let description = format!("Curves of a chance against size. {}", describe(curves));
    let data = data(&caption, curves, axis);
    Figure { id: caption.id, title: caption.title, description, canvas: sheet(NARROW), wide: sheet(WIDE), data }
}

fn draw_curves(width: f64, curves: &[Curve], axis: &str, wanted: Option<f64>) -> Canvas {
    let mut canvas = Canvas::new(width, 0.0);
    let names = curves.iter().map(|curve| room(&curve.name, SMALL));
    let right = names.fold(0.0, f64::max).min(WIDEST_NAME) + 20.0;
    let top = MARGIN + 18.0;
    let bottom = top + PLOT;
    let sizes = || curves.iter().flat_map(|curve| &curve.points).map(|(size, _)| size.place());
    let (low, high) = sizes().fold((0.0, f64::MIN_POSITIVE), |(low, high): (f64, f64), at| (low.min(at), high.max(at)));
    let across = Scale { low, high, start: LEFT, end: width - MARGIN - right };
    let up = Scale { low: 0.0, high: 1.0, start: bottom, end: top };
    canvas.height = axis_below(&mut canvas, &across, top, bottom, axis);
    axis_left(&mut canvas, &up, LEFT, across.end, "power");
    if let Some(wanted) = wanted {
        let stroke = Stroke { ink: Ink::Text, width: 0.9, dash: Dash::Long };
        canvas.line(Point::new(LEFT, up.position(wanted)), Point::new(across.end, up.position(wanted)), stroke);
    }
    let mut labels = Vec::new();
    for (index, curve) in curves.iter().enumerate() {
        let (colour, _, dash) = palette::series(index);
        let ink = Ink::Colour(colour);
        let at =
            |(size, chance): &(Spot, Number)| Point::new(across.position(size.place()), up.position(chance.place()));
        for pair in &curve.points {
            let point = at(pair);
            if let Some((low, high)) = pair.1.reach() {
                let (from, to) = (Point::new(point.x, up.position(low)), Point::new(point.x, up.position(high)));
                canvas.line(from, to, Stroke::solid(ink, 1.0));
            }
            canvas.disc(point, 2.6, ink);
        }
        canvas.path(curve.points.iter().map(at).collect(), Stroke { ink, width: 1.8, dash });
        if let Some(last) = curve.points.last() {
            labels.push((at(last).y, fit_to_width(&curve.name, SMALL, WIDEST_NAME), ink));
        }
    }
    write_apart(&mut canvas, labels, across.end + 7.0);
    canvas
}

/// Names at the ends of their lines, moved apart where lines meet.
fn write_apart(canvas: &mut Canvas, mut labels: Vec<(f64, String, Ink)>, x: f64) {
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = f64::NEG_INFINITY;
    for (y, words, ink) in labels {
        let y = y.max(free);
        canvas.disc(Point::new(x, y), 3.0, ink);
        canvas.text(Text::new(x + 7.0, y + 3.2, words).small());
        free = y + SMALL + 2.5;
    }
}

fn describe(curves: &[Curve]) -> String {
    let each = curves.iter().map(|curve| {
        let points =
            curve.points.iter().map(|(size, chance)| format!("{} at {}", chance.render(Face::Value, 2), size.label()));
        format!("{}: {}.", curve.name, points.collect::<Vec<_>>().join(", "))
    });
    each.collect::<Vec<_>>().join(" ")
}

fn data(caption: &Caption, curves: &[Curve], axis: &str) -> Table {
    let columns =
        vec![Column::words(""), Column::numbers(axis), Column::numbers("chance"), Column::numbers("interval")];
    let mut table = Table::new(format!("{}-data", caption.id), caption.title.clone(), columns);
    for curve in curves {
        for (size, chance) in &curve.points {
            let cell = |number: &Number, face| Cell::Number(number.clone(), face);
            table.row(vec![
                Cell::text(&curve.name),
                Cell::text(size.label()),
                cell(chance, Face::Value),
                cell(chance, Face::Interval),
            ]);
        }
    }
    table
}
