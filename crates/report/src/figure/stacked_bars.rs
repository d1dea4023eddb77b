//! Bars cut into parts, under each other: the drawing behind distributions and preferences.

use super::canvas::{Anchor, Area, BODY, Canvas, Hatch, Ink, Point, SMALL, Stroke, Text, Weight};
use super::frame::{Key, MARGIN, NARROW, WIDE, gutter, legend, row_name};
use super::metrics::{fit_to_width, width};
use super::palette::Rgb;
use super::{Caption, Figure};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Row, Table};

/// A bar: its name and one number per part, in the order of the legend.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    pub name: String,
    pub parts: Vec<Number>,
}

/// A part of every bar.
pub(super) struct Part<'a> {
    pub(super) name: &'a str,
    pub(super) looks: (Rgb, Hatch),
}

/// What lines up: the left edges, or the middles of the order of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alignment {
    Left,
    Middle,
}

const BAR: f64 = 19.0;
const STEP: f64 = 24.0;
const GAP: f64 = 9.0;
const HEADING: f64 = 16.0;

/// Bars under a heading; without one where there is only one group, or bars speak for themselves.
#[derive(Debug, Clone, PartialEq)]
pub struct BarGroup {
    pub name: String,
    pub bars: Vec<Bar>,
}

impl From<Vec<Bar>> for BarGroup {
    fn from(bars: Vec<Bar>) -> BarGroup {
        BarGroup { name: String::new(), bars }
    }
}

/// Groups of bars. Lengths are shares of the bar's sum, so bars of different n can be compared.
pub(super) fn stacked_figure(
    caption: Caption,
    description: String,
    parts: &[Part],
    (groups, aligned): (&[BarGroup], Alignment),
) -> Figure {
    let sheet = |width| draw_stacked_bars(width, parts, groups, aligned);
    let data = data(&caption, parts, groups);
    Figure { id: caption.id, title: caption.title, description, canvas: sheet(NARROW), wide: sheet(WIDE), data }
}

fn draw_stacked_bars(wide: f64, parts: &[Part], groups: &[BarGroup], aligned: Alignment) -> Canvas {
    let bars = || groups.iter().flat_map(|group| &group.bars);
    let left = gutter(bars().map(|bar| bar.name.as_str()));
    let mut canvas = Canvas::new(wide, 0.0);
    let keys: Vec<(&str, Key)> = parts.iter().map(|part| (part.name, Key::Area(part.looks.0, part.looks.1))).collect();
    let mut y = legend(&mut canvas, left.min(60.0), MARGIN, &keys) + 2.0;
    let top = y;
    // How far the bars reach to either side of what lines up, as shares.
    let before = bars().map(|bar| offset(bar, aligned)).fold(0.0, f64::max);
    let after = bars().map(|bar| 1.0 - offset(bar, aligned)).fold(0.0, f64::max);
    let full = (wide - MARGIN - left) / (before + after).max(1e-9);
    let zero = left + before * full;
    let named = groups.iter().filter(|group| !group.name.is_empty()).count();
    let bars_high = STEP * bars().count() as f64 + HEADING * named as f64 + GAP * groups.len().saturating_sub(1) as f64;
    let bottom = top + bars_high - (STEP - BAR);
    if aligned == Alignment::Middle {
        canvas.line(Point::new(zero, top - 4.0), Point::new(zero, bottom + 4.0), Stroke::solid(Ink::Text, 1.0));
    }
    for group in groups {
        if !group.name.is_empty() {
            let name = fit_to_width(&group.name, BODY, wide - 2.0 * MARGIN);
            canvas.text(Text::new(MARGIN, y + BODY, name).bold());
            y += HEADING;
        }
        for bar in &group.bars {
            row_name(&mut canvas, &bar.name, left, y + BAR / 2.0);
            draw(&mut canvas, bar, parts, Area { x: zero - offset(bar, aligned) * full, y, width: full, height: BAR });
            y += STEP;
        }
        y += GAP;
    }
    canvas.height = bottom + MARGIN;
    canvas
}

fn total(bar: &Bar) -> f64 {
    bar.parts.iter().map(|part| part.place().max(0.0)).sum()
}

/// The share of a bar that lies left of what lines up.
fn offset(bar: &Bar, aligned: Alignment) -> f64 {
    let total = total(bar);
    match aligned {
        Alignment::Left => 0.0,
        Alignment::Middle if total > 0.0 => {
            let k = bar.parts.len();
            let lower: f64 = bar.parts[..k / 2].iter().map(Number::place).sum();
            let middle = if k % 2 == 1 { bar.parts[k / 2].place() / 2.0 } else { 0.0 };
            (lower + middle) / total
        }
        Alignment::Middle => 0.0,
    }
}

fn draw(canvas: &mut Canvas, bar: &Bar, parts: &[Part], room: Area) {
    let total = total(bar);
    if total <= 0.0 {
        canvas.text(Text::new(room.x + 4.0, room.y + BAR * 0.68, "no judgements").small().ink(Ink::Faint));
        return;
    }
    // Printed shares may add up to a little more than one.
    let face = if total <= 1.05 { Face::Percent } else { Face::Value };
    let decimals = if face == Face::Percent { 2 } else { 0 };
    let mut x = room.x;
    for (number, part) in bar.parts.iter().zip(parts) {
        let wide = room.width * number.place().max(0.0) / total;
        let (colour, hatch) = part.looks;
        canvas.hatch_area(Area { x, width: wide, ..room }, Ink::Colour(colour), hatch);
        let label = number.render(face, decimals);
        let needed = width(&label, SMALL, Weight::Regular) + 4.0;
        if needed <= wide {
            let middle = x + wide / 2.0;
            if hatch != Hatch::None {
                let behind = Area { x: middle - needed / 2.0, y: room.y + 4.0, width: needed, height: BAR - 8.0 };
                canvas.area(behind, Ink::Colour(colour));
            }
            let ink = Ink::Colour(colour.legible_on());
            canvas.text(Text::new(middle, room.y + BAR * 0.68, label).small().anchor(Anchor::Middle).ink(ink));
        }
        x += wide;
    }
}

fn data(caption: &Caption, parts: &[Part], groups: &[BarGroup]) -> Table {
    let mut columns = vec![Column::words("")];
    columns.extend(parts.iter().map(|part| Column::numbers(part.name)));
    let mut table = Table::new(format!("{}-data", caption.id), caption.title.clone(), columns);
    for group in groups {
        if !group.name.is_empty() {
            table.rows.push(Row::Group(group.name.clone()));
        }
        for bar in &group.bars {
            let numbers = bar.parts.iter().map(|number| Cell::Number(number.clone(), Face::Value));
            table.row(std::iter::once(Cell::text(&bar.name)).chain(numbers).collect());
        }
    }
    table
}

/// In words: every bar with its parts.
pub(super) fn describe(groups: &[BarGroup], parts: &[Part]) -> String {
    let bars = groups.iter().flat_map(|group| group.bars.iter().map(move |bar| (group, bar))).map(|(group, bar)| {
        let of: Vec<String> = bar
            .parts
            .iter()
            .zip(parts)
            .map(|(number, part)| format!("{} {}", part.name, number.render(Face::Value, number.decimals().min(2))))
            .collect();
        let name = if group.name.is_empty() { bar.name.clone() } else { format!("{}, {}", group.name, bar.name) };
        format!("{name}: {}.", of.join(", "))
    });
    bars.collect::<Vec<_>>().join(" ")
}
