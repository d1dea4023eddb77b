//! How the columns of a table share the width of a page.

use super::heading_lines;
use crate::table::{Align, Table};

/// About so many letters of the usual size fill a column of an article in two columns, as conferences have it.
pub(super) const COLUMN: f64 = 38.0;
/// About so many fill a line over both columns, or of an article in one.
pub(super) const LINE: f64 = 70.0;
/// And so many its height, for a table that is turned.
const HEIGHT: f64 = 111.0;
/// And so many, in the small letters of a printed report, half its width.
pub(super) const HALF_A_PAGE: f64 = 74.0;
/// What stands between two columns, in letters.
const GAP: f64 = 2.4;
/// A column of sentences is not narrower than this, in letters.
const NARROWEST: f64 = 15.0;

/// Sizes of letters with how wide they are, the largest first.
const SIZES: [(&str, f64); 4] = [
    ("", 1.0),
    ("\\small", 0.9),
    ("\\footnotesize\\setlength{\\tabcolsep}{4pt}", 0.8),
    ("\\scriptsize\\setlength{\\tabcolsep}{3pt}", 0.7),
];

/// The letters and columns of a table such that it fits on the page.
pub(super) struct Columns {
    /// `table` where it fits in a column, `table*` over both, `sidewaystable` where it is too wide for the page.
    pub(super) environment: &'static str,
    /// What is said before the table about its letters; empty for the usual size.
    pub(super) size: &'static str,
    /// As `tabular` wants them.
    pub(super) alignment: String,
    /// Which columns are broken into lines.
    pub(super) broken: Vec<bool>,
}

impl Columns {
    /// The largest letters at which all columns fit; columns of words are broken into lines where they must be. What does
    /// not fit in the smallest letters is turned.
    pub(super) fn fit(table: &Table) -> Columns {
        let longest = longest(table);
        let rigid = |broken: &[bool]| -> f64 {
            let widths = longest.iter().zip(broken).filter(|(_, broken)| !**broken).map(|(width, _)| *width);
            widths.sum::<f64>() + GAP * longest.len() as f64
        };
        let none = vec![false; longest.len()];
        let whole = |environment: &'static str, size: &'static str| Columns {
            environment,
            size,
            alignment: alignment(table, |_| None),
            broken: none.clone(),
        };
        // Letters smaller than these are not worth a column.
        if let Some((size, _)) = SIZES[..3].iter().find(|(_, scale)| rigid(&none) <= COLUMN / scale) {
            return whole("table", size);
        }
        if rigid(&none) <= LINE {
            return whole("table*", "");
        }
        let words = |(column, width): (usize, &f64)| table.columns[column].align == Align::Left && *width > NARROWEST;
        let broken: Vec<bool> = longest.iter().enumerate().map(words).collect();
        let sentences = broken.iter().filter(|broken| **broken).count() as f64;
        let widths = [("table*", LINE), ("sidewaystable", HEIGHT)];
        let ways = widths.into_iter().flat_map(|way| SIZES.map(|size| (way, size)));
        let fits = |((_, line), (_, scale)): &((&str, f64), (&str, f64))| {
            line / scale - rigid(&broken) >= sentences * NARROWEST
        };
        let smallest = (widths[1], SIZES[SIZES.len() - 1]);
        let ((environment, line), (size, scale)) = ways.into_iter().find(fits).unwrap_or(smallest);
        let left = line / scale - rigid(&broken);
        // Each takes its share by how much it has to say, but none is squeezed.
        let room = left.max(sentences * NARROWEST) - sentences * NARROWEST;
        let wish = |column: usize| (longest[column] - NARROWEST).clamp(0.0, 60.0);
        let wishes: f64 = (0..longest.len()).filter(|column| broken[*column]).map(wish).sum();
        let width = |column: usize| {
            let letters = NARROWEST + room * wish(column) / wishes.max(1.0);
            broken[column].then(|| letters.min(longest[column]) * scale / line)
        };
        Columns { environment, size, alignment: alignment(table, width), broken: broken.clone() }
    }
}

/// How narrow the columns of a table can be, in letters: columns of words are broken into lines.
pub(super) fn narrowest(table: &Table) -> Vec<f64> {
    let widths = longest(table).into_iter().zip(&table.columns);
    widths.map(|(width, column)| if column.align == Align::Left { width.min(NARROWEST) } else { width }).collect()
}

/// Whether so many letters in so many columns fit into a line over both columns of a page, in letters that can be read.
pub(super) fn fits_a_line(letters: f64, columns: usize) -> bool {
    letters + GAP * columns as f64 <= LINE / SIZES[2].1
}

/// How wide a table is, in letters.
pub(super) fn letters(table: &Table) -> f64 {
    longest(table).iter().map(|width| width + GAP).sum()
}

/// The longest cell of each column, or the longest word of its heading where that is longer. Where what stands over several
/// columns is wider than they are, the last of them takes the rest, as in LaTeX.
fn longest(table: &Table) -> Vec<f64> {
    let rows = table.printed_rows();
    let cells = |column: usize| rows.iter().filter_map(move |row| row.as_ref().ok()?.get(column));
    let letters = |text: &str| text.chars().count();
    let head = |column: usize| table.columns[column].head.split(' ').map(letters).max().unwrap_or(0);
    let width = |column: usize| {
        let cell = cells(column).map(|cell| letters(&cell.words) + cell.marks.chars().count().div_ceil(2)).max();
        cell.unwrap_or(0).max(head(column)) as f64
    };
    let mut widths: Vec<f64> = (0..table.columns.len()).map(width).collect();
    let mut next = 0;
    for (over, length) in table.spans() {
        let under = &mut widths[next..next + length];
        let over = heading_lines(over).iter().map(|line| letters(line)).max().unwrap_or(0) as f64;
        let lacking = over - under.iter().sum::<f64>() - GAP * (length - 1) as f64;
        if let Some(last) = under.last_mut() {
            *last += lacking.max(0.0);
        }
        next += length;
    }
    widths
}

fn alignment(table: &Table, width: impl Fn(usize) -> Option<f64>) -> String {
    let column = |(index, column): (usize, &crate::table::Column)| match (width(index), column.align) {
        (Some(width), _) => format!("p{{{width:.2}\\linewidth}}"),
        (None, Align::Left) => "l".to_owned(),
        (None, Align::Right) => "r".to_owned(),
    };
    table.columns.iter().enumerate().map(column).collect()
}
