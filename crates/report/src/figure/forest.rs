//! Estimates of one effect under each other, with their pooled value as a diamond: a forest plot
//! (Lewis and Clarke 2001).

use super::axis::{Scale, range};
use super::canvas::{Anchor, BODY, Canvas, Dash, Ink, Point, SMALL, Stroke, Text};
use super::frame::{MARGIN, NARROW, WIDE, axis_below, gutter, row_name, whisker};
use super::metrics::{fit_to_width, room};
use super::{Caption, Figure, palette};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Row, Table};

/// What a forest plot shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Forest {
    pub groups: Vec<Group>,
    /// Where there is no effect: zero for differences, one for ratios.
    pub none: f64,
    /// What the numbers are.
    pub axis: String,
}

/// Estimates of one effect; without a name when there is only one group.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    pub name: String,
    pub rows: Vec<(String, Number)>,
    /// The pooled estimate, drawn as a diamond.
    pub pooled: Option<(String, Number)>,
}

const ROW: f64 = 20.0;
const GAP: f64 = 5.0;

/// Rows with points and intervals, the numbers printed at the right.
#[must_use]
pub fn forest(caption: Caption, forest: &Forest) -> Figure {
    let all = || forest.groups.iter().flat_map(|group| group.rows.iter().chain(&group.pooled));
    let decimals = all().map(|(_, number)| number.decimals()).max().unwrap_or(2).min(2);
    let words = all().map(|(name, number)| format!("{name}: {}.", number.render(Face::Both, decimals)));
    let words = words.collect::<Vec<_>>().join(" ");
    let description = format!("Forest plot: points with their intervals, pooled values as diamonds. {words}");
    let sheet = |width| draw_forest(width, forest);
    let data = data(&caption, forest);
    Figure { id: caption.id, title: caption.title, description, canvas: sheet(NARROW), wide: sheet(WIDE), data }
}

fn draw_forest(width: f64, forest: &Forest) -> Canvas {
    let all = || forest.groups.iter().flat_map(|group| group.rows.iter().chain(&group.pooled));
    let mut canvas = Canvas::new(width, 0.0);
    let left = gutter(all().map(|(name, _)| name.as_str()));
    let decimals = all().map(|(_, number)| number.decimals()).max().unwrap_or(2).min(2);
    let printed = |number: &Number| number.render(Face::Both, decimals);
    let right = all().map(|(_, number)| room(&printed(number), SMALL)).fold(0.0, f64::max) + 12.0;
    let ends = all().flat_map(|(_, number)| {
        let (low, high) = number.reach().unwrap_or((number.place(), number.place()));
        [number.place(), low, high]
    });
    let (low, high) = range(ends.chain([forest.none]));
    let scale = Scale { low, high, start: left + 4.0, end: width - MARGIN - right };
    let named = |group: &Group| f64::from(u8::from(!group.name.is_empty()));
    let high_of = |group: &Group| {
        ROW * (group.rows.len() as f64 + f64::from(u8::from(group.pooled.is_some())) + named(group)) + GAP
    };
    let bottom = MARGIN + forest.groups.iter().map(high_of).sum::<f64>();
    canvas.height = axis_below(&mut canvas, &scale, MARGIN, bottom, &forest.axis);
    let none = scale.position(forest.none);
    let dashed = Stroke { ink: Ink::Text, width: 0.9, dash: Dash::Long };
    let mut top = MARGIN;
    for group in &forest.groups {
        let mut y = top + ROW / 2.0;
        // It leaves the names of groups alone.
        let from = top + ROW * named(group);
        canvas.line(Point::new(none, from), Point::new(none, top + high_of(group)), dashed);
        if !group.name.is_empty() {
            canvas.text(Text::new(MARGIN, y + 3.5, fit_to_width(&group.name, BODY, width - 2.0 * MARGIN)).bold());
            y += ROW;
        }
        for (name, number) in &group.rows {
            row_name(&mut canvas, name, left, y);
            whisker(&mut canvas, &scale, number.reach(), y, Ink::Colour(palette::BLUE));
            canvas.disc(Point::new(scale.position(number.place()), y), 4.0, Ink::Colour(palette::BLUE));
            canvas.text(Text::new(width - MARGIN, y + 3.2, printed(number)).small().anchor(Anchor::End));
            y += ROW;
        }
        if let Some((name, number)) = &group.pooled {
            row_name(&mut canvas, name, left, y);
            canvas.polygon(diamond(&scale, number, y), Ink::Colour(palette::VERMILLION));
            canvas.text(Text::new(width - MARGIN, y + 3.2, printed(number)).small().anchor(Anchor::End));
        }
        top += high_of(group);
    }
    canvas
}

fn diamond(scale: &Scale, number: &Number, y: f64) -> Vec<Point> {
    let middle = scale.position(number.place());
    let (low, high) =
        number.reach().map_or((middle - 5.0, middle + 5.0), |(low, high)| (scale.position(low), scale.position(high)));
    vec![Point::new(low, y), Point::new(middle, y - 6.0), Point::new(high, y), Point::new(middle, y + 6.0)]
}

fn data(caption: &Caption, forest: &Forest) -> Table {
    let columns = vec![Column::words(""), Column::numbers("value"), Column::numbers("interval")];
    let mut table = Table::new(format!("{}-data", caption.id), caption.title.clone(), columns);
    for group in &forest.groups {
        if !group.name.is_empty() {
            table.rows.push(Row::Group(group.name.clone()));
        }
        for (name, number) in group.rows.iter().chain(&group.pooled) {
            let cell = |face| Cell::Number(number.clone(), face);
            table.row(vec![Cell::text(name), cell(Face::Value), cell(Face::Interval)]);
        }
    }
    table
}
