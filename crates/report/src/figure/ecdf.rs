//! What share took at most how long: the empirical cumulative distribution, as steps.

use super::axis::{Scale, range};
use super::canvas::{Canvas, Ink, Point, Stroke};
use super::frame::{Key, MARGIN, NARROW, WIDE, axis_below, axis_left, legend};
use super::histogram::LEFT;
use super::{Caption, Figure, palette};
use crate::number::{Face, Number, Spot};
use crate::table::{Cell, Column, Table};

/// One line: its name, and from the shortest time on the share that took at most so long.
#[derive(Debug, Clone, PartialEq)]
pub struct Steps {
    pub name: String,
    pub steps: Vec<(Spot, Number)>,
}

const PLOT: f64 = 150.0;

/// One line of steps per name, in its own colour and dashes.
#[must_use]
pub fn ecdf(caption: Caption, lines: &[Steps], axis: &str) -> Figure {
    let sheet = |width| draw_steps(width, lines, axis);
    let description = format!("Cumulative distribution as steps. {}", describe(lines));
    let data = data(&caption, lines, axis);
    Figure { id: caption.id, title: caption.title, description, canvas: sheet(NARROW), wide: sheet(WIDE), data }
}

fn draw_steps(width: f64, lines: &[Steps], axis: &str) -> Canvas {
    let mut canvas = Canvas::new(width, 0.0);
    let keys: Vec<(&str, Key)> = lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let (colour, _, dash) = palette::series(index);
            (line.name.as_str(), Key::Line(colour, dash))
        })
        .collect();
    let top = legend(&mut canvas, LEFT, MARGIN, if keys.len() > 1 { &keys[..] } else { &[] }) + 18.0;
    let bottom = top + PLOT;
    let end = reach(lines);
    let drawn = |time: &Spot| time.place() <= end;
    let all = || lines.iter().flat_map(|line| &line.steps);
    let (low, high) = range(all().map(|(time, _)| time.place().min(end)));
    let across = Scale { low, high, start: LEFT, end: width - MARGIN - 10.0 };
    let longest = all().map(|(time, _)| time).filter(|time| !drawn(time));
    let longest = longest.max_by(|a, b| a.place().total_cmp(&b.place()));
    let below =
        longest.map_or_else(|| axis.to_owned(), |time| format!("{axis} (beyond the edge up to {})", time.label()));
    let up = Scale { low: 0.0, high: 1.0, start: bottom, end: top };
    canvas.height = axis_below(&mut canvas, &across, top, bottom, &below);
    axis_left(&mut canvas, &up, LEFT, across.end, "share");
    for (index, line) in lines.iter().enumerate() {
        let (colour, _, dash) = palette::series(index);
        let mut height = up.position(0.0);
        let mut path = vec![Point::new(across.start, height)];
        for (time, share) in line.steps.iter().filter(|(time, _)| drawn(time)) {
            let x = across.position(time.place());
            path.push(Point::new(x, height));
            height = up.position(share.place());
            path.push(Point::new(x, height));
        }
        path.push(Point::new(across.end, height));
        canvas.path(path, Stroke { ink: Ink::Colour(colour), width: 1.8, dash });
    }
    canvas
}

/// How far the axis goes: twice the time that nineteen in twenty took, so that the few who left the page open overnight
/// do not squeeze everyone else against the edge.
fn reach(lines: &[Steps]) -> f64 {
    let most = |line: &Steps| line.steps.iter().find(|(_, share)| share.place() >= 0.95).map(|(time, _)| time.place());
    2.0 * lines.iter().filter_map(most).fold(0.0, f64::max)
}

/// Half and nine tenths: what a reader takes from the curve.
fn describe(lines: &[Steps]) -> String {
    let reached = |line: &Steps, share: f64| {
        let step = line.steps.iter().find(|(_, reached)| reached.place() >= share - 1e-12);
        step.map_or_else(|| "–".to_owned(), |(time, _)| time.label().to_owned())
    };
    let each = lines.iter().map(|line| {
        format!("{}: half within {}, nine tenths within {}.", line.name, reached(line, 0.5), reached(line, 0.9))
    });
    each.collect::<Vec<_>>().join(" ")
}

fn data(caption: &Caption, lines: &[Steps], axis: &str) -> Table {
    let columns = vec![Column::words(""), Column::numbers(axis), Column::numbers("share")];
    let mut table = Table::new(format!("{}-data", caption.id), caption.title.clone(), columns);
    for line in lines {
        for (time, share) in &line.steps {
            let cell = |number: &Number| Cell::Number(number.clone(), Face::Value);
            table.row(vec![Cell::text(&line.name), Cell::text(time.label()), cell(share)]);
        }
    }
    table
}
