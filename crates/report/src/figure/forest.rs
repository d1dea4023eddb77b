//! Estimates of one effect under each other, with their pooled value as a diamond: a forest plot
//! (Lewis and Clarke 2001).

use super::axis::{Scale, range};
use super::canvas::{Anchor, Canvas, Dash, Ink, Point, SMALL, Stroke, Text};
use super::frame::{MARGIN, WIDTH, axis_below, gutter, row_name, whisker};
use super::metrics::room;
use super::{Caption, Figure, palette};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// What a forest plot shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Forest {
    pub rows: Vec<(String, Number)>,
    /// Pooled estimates, drawn as diamonds below the line.
    pub pooled: Vec<(String, Number)>,
    /// Where there is no effect: zero for differences, one for ratios.
    pub none: f64,
    /// What the numbers are.
    pub axis: String,
}

const ROW: f64 = 20.0;

/// Rows with points and intervals, the numbers printed at the right.
#[must_use]
pub fn forest(caption: Caption, forest: &Forest) -> Figure {
    let all = || forest.rows.iter().chain(&forest.pooled);
    let mut canvas = Canvas::new(WIDTH, 0.0);
    let left = gutter(all().map(|(name, _)| name.as_str()));
    let decimals = all().map(|(_, number)| number.decimals()).max().unwrap_or(2).min(2);
    let printed = |number: &Number| number.shown(Face::Both, decimals);
    let right = all().map(|(_, number)| room(&printed(number), SMALL)).fold(0.0, f64::max) + 12.0;
    let (low, high) = range(
        all()
            .flat_map(|(_, number)| {
                let (low, high) = number.reach().unwrap_or((number.place(), number.place()));
                [number.place(), low, high]
            })
            .chain([forest.none]),
    );
    let scale = Scale { low, high, start: left + 4.0, end: WIDTH - MARGIN - right };
    let top = MARGIN;
    let apart = if forest.pooled.is_empty() { 0.0 } else { 6.0 };
    let bottom = top + ROW * all().count() as f64 + apart;
    canvas.height = axis_below(&mut canvas, &scale, top, bottom, &forest.axis);
    let none = scale.at(forest.none);
    let dashed = Stroke { ink: Ink::Text, width: 0.9, dash: Dash::Long };
    canvas.line(Point::new(none, top), Point::new(none, bottom), dashed);
    for (index, (name, number)) in all().enumerate() {
        let pooled = index >= forest.rows.len();
        let y = top + ROW * (index as f64 + 0.5) + if pooled { apart } else { 0.0 };
        row_name(&mut canvas, name, left, y);
        if pooled {
            canvas.polygon(diamond(&scale, number, y), Ink::Colour(palette::VERMILLION));
        } else {
            whisker(&mut canvas, &scale, number.reach(), y, Ink::Colour(palette::BLUE));
            canvas.disc(Point::new(scale.at(number.place()), y), 4.0, Ink::Colour(palette::BLUE));
        }
        canvas.text(Text::new(WIDTH - MARGIN, y + 3.2, printed(number)).small().anchor(Anchor::End));
    }
    if !forest.pooled.is_empty() {
        let y = top + ROW * forest.rows.len() as f64 + apart / 2.0;
        canvas.line(Point::new(MARGIN, y), Point::new(WIDTH - MARGIN, y), Stroke::solid(Ink::Rule, 0.8));
    }
    let words = all().map(|(name, number)| format!("{name}: {}.", printed(number))).collect::<Vec<_>>().join(" ");
    let description = format!("Forest plot: points with their intervals, pooled values as diamonds. {words}");
    let data = data(&caption, all());
    Figure { id: caption.id, title: caption.title, description, canvas, data }
}

fn diamond(scale: &Scale, number: &Number, y: f64) -> Vec<Point> {
    let middle = scale.at(number.place());
    let (low, high) =
        number.reach().map_or((middle - 5.0, middle + 5.0), |(low, high)| (scale.at(low), scale.at(high)));
    vec![Point::new(low, y), Point::new(middle, y - 6.0), Point::new(high, y), Point::new(middle, y + 6.0)]
}

fn data<'a>(caption: &Caption, rows: impl Iterator<Item = &'a (String, Number)>) -> Table {
    let columns = vec![Column::words(""), Column::numbers("value"), Column::numbers("interval")];
    let mut table = Table::new(format!("{}-data", caption.id), caption.title.clone(), columns);
    for (name, number) in rows {
        let cell = |face| Cell::Number(number.clone(), face);
        table.row(vec![Cell::text(name), cell(Face::Value), cell(Face::Interval)]);
    }
    table
}
