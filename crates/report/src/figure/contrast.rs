//! The effects of one claim in a small drawing: above zero is as claimed, one line per run.

use super::axis::{Scale, range, ticks};
use super::canvas::{Anchor, Area, Canvas, Dash, Ink, Point, Stroke, Text};
use super::frame::{mark, whisker};
use super::metrics::{fit_to_width, room};
use super::{Caption, Figure, palette};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// What the drawing shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrast {
    pub rows: Vec<ContrastRow>,
    /// Names of the runs; none when there is one.
    pub runs: Vec<String>,
    pub reference: Reference,
    /// What the numbers are, under the axis.
    pub note: String,
}

/// Two systems, and the difference of them in each run.
#[derive(Debug, Clone, PartialEq)]
pub struct ContrastRow {
    pub name: String,
    pub numbers: Vec<Option<Number>>,
}

/// What the claim says of the difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reference {
    Above,
    AtLeast(f64),
    /// About zero; the margin is on another scale.
    Equal,
    Within(f64),
}

/// Small enough for a card of a page, so that letters stay as large as in running text.
const SHEET: f64 = 204.0;
const NUMBERS: f64 = 88.0;
const NAME: f64 = 12.0;
const RUN: f64 = 12.0;
const LETTERS: f64 = 8.0;
/// More runs than this are named in their lines instead of a legend.
const LEGEND: usize = 4;
const RUN_NAME: f64 = 52.0;

/// One block of lines per comparison; what is as claimed lies in the tinted part.
#[must_use]
pub fn contrast(caption: Caption, contrast: &Contrast) -> Figure {
    let mut canvas = Canvas::new(SHEET, 0.0);
    let all = || contrast.rows.iter().flat_map(|row| row.numbers.iter().flatten());
    let ends = all().flat_map(|number| {
        let (low, high) = number.reach().unwrap_or((number.place(), number.place()));
        [number.place(), low, high]
    });
    let margin = match contrast.reference {
        Reference::AtLeast(by) => [0.0, by],
        Reference::Within(within) => [-within, within],
        Reference::Above | Reference::Equal => [0.0, 0.0],
    };
    let (low, high) = range(ends.chain([0.0]).chain(margin));
    // Of many runs each line begins with its name, since so many marks are not told apart.
    let names = if contrast.runs.len() > LEGEND { RUN_NAME } else { 0.0 };
    let scale = Scale { low, high, start: 4.0 + names, end: SHEET - NUMBERS - 6.0 };
    let mut top = 2.0;
    let named = contrast.runs.len() > LEGEND;
    if contrast.runs.len() > 1 && !named {
        top = legend(&mut canvas, &contrast.runs, top);
    }
    let lines = |row: &ContrastRow| row.numbers.iter().flatten().count().max(1) as f64;
    let height: f64 = contrast.rows.iter().map(|row| NAME + RUN * lines(row) + 2.0).sum();
    let bottom = top + height;
    for tick in ticks(scale.low, scale.high, 3) {
        let x = scale.position(tick.at);
        canvas.line(Point::new(x, bottom), Point::new(x, bottom + 3.0), Stroke::solid(Ink::Faint, 0.6));
        // A label that begins outside the sheet would lose its sign.
        let middle = x.max(1.0 + room(&tick.label, LETTERS) / 2.0);
        canvas.text(small(middle, bottom + 11.0, &tick.label).anchor(Anchor::Middle).ink(Ink::Faint));
    }
    let decimals = all().map(Number::decimals).max().unwrap_or(2).min(2);
    let mut y = top;
    for row in &contrast.rows {
        canvas.text(small(4.0, y + 9.0, &fit_to_width(&row.name, LETTERS, SHEET - 8.0)));
        y += NAME;
        // Names are not written over the tint and the line.
        let rows = (y, y + RUN * lines(row));
        tint(&mut canvas, &scale, contrast.reference, rows);
        let zero = scale.position(0.0);
        canvas.line(Point::new(zero, rows.0), Point::new(zero, rows.1), Stroke::solid(Ink::Text, 0.8));
        for (index, number) in row.numbers.iter().enumerate() {
            let Some(number) = number else { continue };
            let middle = y + RUN / 2.0;
            let series = if named { index.min(1) } else { index };
            let ink = Ink::Colour(palette::series(series).0);
            if let Some(run) = contrast.runs.get(index).filter(|_| named) {
                canvas.text(small(4.0, middle + 3.0, &fit_to_width(run, LETTERS, RUN_NAME - 4.0)).ink(Ink::Faint));
            }
            whisker(&mut canvas, &scale, number.reach(), middle, ink);
            mark(&mut canvas, Point::new(scale.position(number.place()), middle), series);
            canvas.text(small(SHEET - 2.0, middle + 3.0, &number.render(Face::Both, decimals)).anchor(Anchor::End));
            y += RUN;
        }
        y += 2.0;
    }
    canvas.height = bottom + 14.0;
    let data = data(&caption, contrast);
    let each = contrast.rows.iter().map(|row| {
        let shown = row.numbers.iter().enumerate().filter_map(|(index, number)| {
            let run = contrast.runs.get(index).map(|run| format!("{run} ")).unwrap_or_default();
            Some(format!("{run}{}", number.as_ref()?.render(Face::Both, decimals)))
        });
        format!("{}: {}.", row.name, shown.collect::<Vec<_>>().join("; "))
    });
    let claimed = match contrast.reference {
        Reference::Above => "Above zero is as claimed".to_owned(),
        Reference::AtLeast(by) => format!("At least {by} is as claimed"),
        Reference::Equal => "About zero is as claimed".to_owned(),
        Reference::Within(within) => format!("Within ±{within} is as claimed"),
    };
    let description = format!("{claimed}. {}", each.collect::<Vec<_>>().join(" "));
    let wide = canvas.clone();
    Figure { id: caption.id, title: contrast.note.clone(), description, canvas, wide, data }
}

/// The marks of the runs, in as many lines as they need; what follows begins where it ends.
fn legend(canvas: &mut Canvas, runs: &[String], mut top: f64) -> f64 {
    let mut x = 4.0;
    for (index, run) in runs.iter().enumerate() {
        let words = fit_to_width(run, LETTERS, 80.0);
        let wide = 20.0 + room(&words, LETTERS);
        if x > 4.0 && x + wide > SHEET {
            (x, top) = (4.0, top + RUN);
        }
        mark(canvas, Point::new(x + 3.0, top + 6.0), index);
        canvas.text(small(x + 10.0, top + 9.0, &words).ink(Ink::Faint));
        x += wide;
    }
    top + 14.0
}

fn small(x: f64, y: f64, words: &str) -> Text {
    Text { size: LETTERS, ..Text::new(x, y, words) }
}

/// Where the difference is as claimed.
fn tint(canvas: &mut Canvas, scale: &Scale, reference: Reference, (top, bottom): (f64, f64)) {
    let (from, to) = match reference {
        Reference::Above => (0.0, scale.high),
        Reference::AtLeast(by) => (by, scale.high),
        Reference::Within(within) => (-within, within),
        Reference::Equal => return,
    };
    let (x, end) = (scale.position(from), scale.position(to));
    canvas.area(Area { x, y: top, width: end - x, height: bottom - top }, Ink::Tint);
    if from > 0.0 {
        let stroke = Stroke { ink: Ink::Faint, width: 0.8, dash: Dash::Short };
        canvas.line(Point::new(x, top), Point::new(x, bottom), stroke);
    }
}

fn data(caption: &Caption, contrast: &Contrast) -> Table {
    let mut columns = vec![Column::words("")];
    let one = [String::new()];
    let runs = if contrast.runs.is_empty() { &one[..] } else { &contrast.runs };
    for run in runs {
        let over = |column: Column| if run.is_empty() { column } else { column.under_heading(run) };
        columns.extend([over(Column::numbers("value")), over(Column::numbers("interval"))]);
    }
    let mut table = Table::new(format!("{}-data", caption.id), caption.title.clone(), columns);
    for row in &contrast.rows {
        let mut cells = vec![Cell::text(&row.name)];
        for number in &row.numbers {
            cells.extend([
                Cell::from_number(number.clone(), Face::Value),
                Cell::from_number(number.clone(), Face::Interval),
            ]);
        }
        table.row(cells);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Breadth, Setting, svg};

    #[test]
    fn a_negative_number_at_the_left_end_keeps_its_sign() {
        let reach = |low: f64, high: f64| {
            let interval = stats::Interval { low, high, level: 0.95, kind: "t" };
            let estimate = stats::Estimate::from((low + high) / 2.0).interval(interval);
            Some(Number::from(&::reproduction::ComparisonNumber {
                reading: ::reproduction::Reading::Effects,
                statistic: analysis::Statistic::DIFFERENCE,
                criterion: None,
                between: Vec::new(),
                estimate,
                n: None,
                printed: None,
            }))
        };
        let row = ContrastRow { name: "A − B".to_owned(), numbers: vec![reach(-99.0, 60.0)] };
        let shown = Contrast { rows: vec![row], runs: Vec::new(), reference: Reference::Above, note: String::new() };
        let drawn = contrast(Caption { id: "c".to_owned(), title: "c".to_owned() }, &shown);
        let text = svg(&drawn, Setting::File(Breadth::Column));
        let (before, _) = text.split_once(">−100<").unwrap();
        let (_, x) = before.rsplit_once("<text x=\"").unwrap();
        let x: f64 = x.split('"').next().unwrap().parse().unwrap();
        assert!(x > room("−100", LETTERS) / 2.0, "{x}");
    }
}
