//! Scores as bars from zero, several series beside each other: best-worst scores of an original and
//! its reproduction.

use super::axis::{Scale, range_of};
use super::canvas::{Area, Canvas, Ink, Point, Stroke};
use super::frame::{Key, MARGIN, NARROW, WIDE, axis_below, gutter, legend, row_name, whisker};
use super::intervals::{Series, data, describe};
use super::{Axis, Caption, Figure, palette};

const BAR: f64 = 13.0;
const GAP: f64 = 9.0;

/// One group of bars per name, one bar per series; `None` leaves a bar out.
#[must_use]
pub fn bars(caption: Caption, names: &[String], series: &[Series], axis: &Axis) -> Figure {
    let sheet = |width| draw_bars(width, names, series, axis);
    let description = format!("Bars from zero, one group per row. {}", describe(names, series));
    let data = data(&caption, names, series);
    Figure { id: caption.id, title: caption.title, description, canvas: sheet(NARROW), wide: sheet(WIDE), data }
}

fn draw_bars(width: f64, names: &[String], series: &[Series], axis: &Axis) -> Canvas {
    let mut canvas = Canvas::new(width, 0.0);
    let left = gutter(names.iter().map(String::as_str));
    let keys: Vec<(&str, Key)> = series
        .iter()
        .enumerate()
        .map(|(index, one)| {
            let (colour, hatch, _) = palette::series(index);
            (one.name.as_str(), Key::Area(colour, hatch))
        })
        .collect();
    let keys = if keys.len() > 1 { &keys[..] } else { &[] };
    let top = legend(&mut canvas, left, MARGIN, keys);
    let step = BAR * series.len() as f64 + GAP;
    let bottom = top + step * names.len() as f64;
    let numbers = series.iter().flat_map(|one| one.numbers.iter().flatten());
    let ends = numbers.flat_map(|number| {
        let (low, high) = number.reach().unwrap_or((number.place(), number.place()));
        [number.place(), low, high]
    });
    let (low, high) = range_of(axis.ends, ends.chain([0.0]));
    let scale = Scale { low, high, start: left, end: width - MARGIN - 8.0 };
    canvas.height = axis_below(&mut canvas, &scale, top, bottom, &axis.title);
    let zero = scale.position(0.0);
    for (row, name) in names.iter().enumerate() {
        let y = top + step * row as f64 + GAP / 2.0;
        row_name(&mut canvas, name, left, y + (step - GAP) / 2.0);
        for (index, one) in series.iter().enumerate() {
            let Some(number) = one.numbers.get(row).and_then(Option::as_ref) else { continue };
            let (colour, hatch, _) = palette::series(index);
            let y = y + BAR * index as f64;
            let end = scale.position(number.place());
            let area = Area { x: zero.min(end), y: y + 0.5, width: (end - zero).abs(), height: BAR - 1.0 };
            canvas.hatch_area(area, Ink::Colour(colour), hatch);
            whisker(&mut canvas, &scale, number.reach(), y + BAR / 2.0, Ink::Text);
        }
    }
    canvas.line(Point::new(zero, top), Point::new(zero, bottom), Stroke::solid(Ink::Text, 1.0));
    canvas
}
