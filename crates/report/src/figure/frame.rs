//! What figures have in common: gutters for names, legends, axes.

use super::axis::{Scale, Tick, ticks, ticks_with_ends};
use super::canvas::{Anchor, Area, BODY, Canvas, Dash, Hatch, Ink, Point, SMALL, Stroke, Text};
use super::metrics::{fit_to_width, fitted_end, room};
use super::palette::{self, Rgb};

/// Wide enough for names and numbers, and so narrow that letters can still be read in one of two columns of a paper.
pub(super) const NARROW: f64 = 350.0;
/// The width of both columns, where letters are as large as in one.
pub(super) const WIDE: f64 = 732.0;
/// Room around the drawing.
pub(super) const MARGIN: f64 = 8.0;
const WIDEST_NAME: f64 = 130.0;
/// An axis has a label for about so many points.
const LABEL_EVERY: f64 = 36.0;
const LEGEND_LINE: f64 = 16.0;

/// The sample of a legend.
#[derive(Debug, Clone, Copy)]
pub(super) enum Key {
    Area(Rgb, Hatch),
    Line(Rgb, Dash),
    /// The mark of the nth series.
    Mark(usize),
}

/// Room for the names of rows, the gap after them included.
pub(super) fn gutter<'a>(names: impl IntoIterator<Item = &'a str>) -> f64 {
    let widest = names.into_iter().map(|name| room(name, BODY)).fold(0.0, f64::max);
    MARGIN + widest.min(WIDEST_NAME) + 8.0
}

/// The name of a row, right-aligned in its gutter; a long one in two lines.
pub(super) fn row_name(canvas: &mut Canvas, name: &str, gutter: f64, middle: f64) {
    let room_for = gutter - MARGIN - 6.0;
    let mut line = |words: &str, size: f64, base: f64| {
        canvas.text(Text { size, ..Text::new(gutter - 8.0, base, words).anchor(Anchor::End) });
    };
    if room(name, BODY) <= room_for {
        return line(name, BODY, middle + BODY * 0.35);
    }
    let (first, second) = in_two_lines(name, room_for);
    if second.is_empty() {
        return line(&first, BODY, middle + BODY * 0.35);
    }
    line(&first, SMALL, middle - 1.5);
    line(&second, SMALL, middle + SMALL - 1.5);
}

/// A long name in two lines. One that is longer still keeps its end, too: names of systems often differ only there.
fn in_two_lines(name: &str, room_for: f64) -> (String, String) {
    let centre = name.len() / 2;
    let spaces = || name.match_indices(' ').map(|(at, _)| at);
    let Some(at) = spaces().min_by_key(|at| at.abs_diff(centre)) else {
        return (fit_to_width(name, BODY, room_for), String::new());
    };
    let (first, second) = (&name[..at], &name[at + 1..]);
    if room(first, SMALL).max(room(second, SMALL)) <= room_for {
        return (first.to_owned(), second.to_owned());
    }
    let first = spaces().map(|at| &name[..at]).take_while(|it| room(it, SMALL) <= room_for).last();
    let first = first.map_or_else(|| fit_to_width(name, SMALL, room_for), str::to_owned);
    let rest = name.get(first.len()..).unwrap_or(name);
    (first.clone(), fitted_end(rest.trim_start(), SMALL, room_for))
}

/// A legend of as many lines as it needs; gives the y below it.
pub(super) fn legend(canvas: &mut Canvas, left: f64, top: f64, keys: &[(&str, Key)]) -> f64 {
    let (mut x, mut y) = (left, top);
    for (label, key) in keys {
        let label = fit_to_width(label, SMALL, canvas.width - left - 40.0);
        let wide = 22.0 + room(&label, SMALL);
        if x > left && x + wide > canvas.width - MARGIN {
            x = left;
            y += LEGEND_LINE;
        }
        sample(canvas, Point::new(x, y + 1.0), *key);
        canvas.text(Text::new(x + 20.0, y + SMALL, label).small());
        x += wide + 14.0;
    }
    if keys.is_empty() { top } else { y + LEGEND_LINE + 4.0 }
}

fn sample(canvas: &mut Canvas, at: Point, key: Key) {
    match key {
        Key::Area(colour, hatch) => {
            canvas.hatch_area(Area { x: at.x, y: at.y, width: 15.0, height: 9.0 }, Ink::Colour(colour), hatch);
        }
        Key::Line(colour, dash) => {
            let stroke = Stroke { ink: Ink::Colour(colour), width: 2.0, dash };
            canvas.line(Point::new(at.x, at.y + 4.5), Point::new(at.x + 16.0, at.y + 4.5), stroke);
        }
        Key::Mark(series) => mark(canvas, Point::new(at.x + 9.0, at.y + 4.5), series),
    }
}

/// A horizontal axis under a plot, its grid going up to `top`. Gives the y below it.
pub(super) fn axis_below(canvas: &mut Canvas, scale: &Scale, top: f64, bottom: f64, title: &str) -> f64 {
    let labels = ((scale.end - scale.start) / LABEL_EVERY).clamp(3.0, 6.0) as usize;
    for Tick { at, label } in ticks_with_ends(scale.low, scale.high, labels) {
        let x = scale.position(at);
        canvas.line(Point::new(x, top), Point::new(x, bottom), Stroke::solid(Ink::Rule, 0.6));
        canvas.text(Text::new(x, bottom + 13.0, label).small().anchor(Anchor::Middle).ink(Ink::Faint));
    }
    if title.is_empty() {
        return bottom + 18.0;
    }
    let middle = f64::midpoint(scale.start, scale.end);
    canvas.text(Text::new(middle, bottom + 27.0, title).small().anchor(Anchor::Middle).ink(Ink::Faint));
    bottom + 33.0
}

/// A vertical axis at the left of a plot, its title above it.
pub(super) fn axis_left(canvas: &mut Canvas, scale: &Scale, left: f64, right: f64, title: &str) {
    for Tick { at, label } in ticks(scale.low, scale.high, 5) {
        let y = scale.position(at);
        canvas.line(Point::new(left, y), Point::new(right, y), Stroke::solid(Ink::Rule, 0.6));
        canvas.text(Text::new(left - 5.0, y + 3.2, label).small().anchor(Anchor::End).ink(Ink::Faint));
    }
    canvas.text(Text::new(MARGIN, scale.position(scale.high) - 9.0, title).small().ink(Ink::Faint));
}

/// A point and, where it has one, its interval as a line with ends. An end beyond the scale has none: the line runs to the edge.
pub(super) fn whisker(canvas: &mut Canvas, scale: &Scale, reach: Option<(f64, f64)>, y: f64, ink: Ink) {
    let Some((low, high)) = reach else { return };
    let (from, to) = (scale.position(low), scale.position(high));
    canvas.line(Point::new(from, y), Point::new(to, y), Stroke::solid(ink, 1.2));
    for (x, end) in [(from, low), (to, high)] {
        if (scale.low..=scale.high).contains(&end) {
            canvas.line(Point::new(x, y - 3.0), Point::new(x, y + 3.0), Stroke::solid(ink, 1.2));
        }
    }
}

/// The mark of a series: disc, square, diamond: series differ without colour.
pub(super) fn mark(canvas: &mut Canvas, at: Point, series: usize) {
    let ink = Ink::Colour(palette::series(series).0);
    let square = |r: f64| [(-r, -r), (r, -r), (r, r), (-r, r)].map(|(x, y)| Point::new(at.x + x, at.y + y)).to_vec();
    let diamond =
        |r: f64| [(0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0)].map(|(x, y)| Point::new(at.x + x, at.y + y)).to_vec();
    // Colours come back after six; the shapes then begin with another.
    match (series + series / 6) % 3 {
        0 => canvas.disc(at, 4.0, ink),
        1 => canvas.polygon(square(3.6), ink),
        _ => canvas.polygon(diamond(5.0), ink),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_that_differ_at_their_ends_stay_different() {
        let name = |end: &str| format!("A neural system with an exceedingly long descriptive name, version {end}");
        let (first, second) = in_two_lines(&name("final"), 130.0);
        let (other, last) = in_two_lines(&name("draft"), 130.0);
        assert!(first == other && second != last && second.starts_with('…') && second.ends_with("final"), "{second}");
        assert!(room(&first, SMALL).max(room(&second, SMALL)) <= 130.0, "{first} / {second}");
        let two = in_two_lines("BART with SVM reranking", 100.0);
        assert_eq!(two, ("BART with".to_owned(), "SVM reranking".to_owned()));
    }
}
