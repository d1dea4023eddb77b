//! How many pages, lists or people took how long: a histogram.

use super::axis::{Scale, range};
use super::canvas::{Area, Canvas, Ink, Point, Stroke};
use super::frame::{MARGIN, NARROW, WIDE, axis_below, axis_left};
use super::{Caption, Figure, palette};
use crate::number::{Face, Number, Spot};
use crate::table::{Cell, Column, Table};

/// One bar: from where to where, and how many.
#[derive(Debug, Clone, PartialEq)]
pub struct Bin {
    pub from: Spot,
    /// The last may have no end.
    pub to: Spot,
    pub count: Number,
}

const PLOT: f64 = 150.0;
pub(super) const LEFT: f64 = 48.0;

/// Bars touch; their height is the count.
#[must_use]
pub fn histogram(caption: Caption, bins: &[Bin], axis: &str) -> Figure {
    let words: Vec<String> = bins
        .iter()
        .map(|bin| {
            let count = bin.count.render(Face::Value, 0);
            format!("{} to {}: {count}", bin.from.label(), bin.to.label())
        })
        .collect();
    let description = format!("Histogram. {}.", words.join("; "));
    let sheet = |width| draw_histogram(width, bins, axis);
    let data = data(&caption, bins, axis);
    Figure { id: caption.id, title: caption.title, description, canvas: sheet(NARROW), wide: sheet(WIDE), data }
}

fn draw_histogram(width: f64, bins: &[Bin], axis: &str) -> Canvas {
    let top = MARGIN + 18.0;
    let bottom = top + PLOT;
    let mut canvas = Canvas::new(width, 0.0);
    let (low, high) = edges(bins);
    let across = Scale { low, high, start: LEFT, end: width - MARGIN - 10.0 };
    let (_, most) = range(bins.iter().map(|bin| bin.count.place()).chain([0.0]));
    let up = Scale { low: 0.0, high: most, start: bottom, end: top };
    let open = bins.last().filter(|bin| !bin.to.place().is_finite());
    let below = open.map_or_else(|| axis.to_owned(), |bin| format!("{axis} (last bar: {} and more)", bin.from.label()));
    canvas.height = axis_below(&mut canvas, &across, bottom, bottom, &below);
    axis_left(&mut canvas, &up, LEFT, width - MARGIN - 10.0, "count");
    for bin in bins {
        let (from, to) = (across.position(bin.from.place()), across.position(bin.to.place()));
        let y = up.position(bin.count.place());
        let area = Area { x: from + 0.4, y, width: (to - from - 0.8).max(0.4), height: bottom - y };
        canvas.area(area, Ink::Colour(palette::BLUE));
    }
    canvas.line(Point::new(LEFT, bottom), Point::new(across.end, bottom), Stroke::solid(Ink::Text, 1.0));
    canvas
}

fn edges(bins: &[Bin]) -> (f64, f64) {
    let low = bins.iter().map(|bin| bin.from.place()).fold(f64::INFINITY, f64::min);
    // A bin without end is drawn as wide as the one before it.
    let end = |(index, bin): (usize, &Bin)| {
        let before = bins.get(index.saturating_sub(1)).map_or(0.0, |bin| bin.to.place() - bin.from.place());
        if bin.to.place().is_finite() { bin.to.place() } else { bin.from.place() + before }
    };
    let high = bins.iter().enumerate().map(end).filter(|end| end.is_finite()).fold(f64::NEG_INFINITY, f64::max);
    if low < high { (low, high) } else { (0.0, 1.0) }
}

fn data(caption: &Caption, bins: &[Bin], axis: &str) -> Table {
    let columns = vec![
        Column::numbers("from").under_heading(axis),
        Column::numbers("to").under_heading(axis),
        Column::numbers("count"),
    ];
    let mut table = Table::new(format!("{}-data", caption.id), caption.title.clone(), columns);
    for bin in bins {
        let count = Cell::Number(bin.count.clone(), Face::Value);
        table.row(vec![Cell::text(bin.from.label()), Cell::text(bin.to.label()), count]);
    }
    table
}
