//! How the columns of a table share the width of a page.

use crate::table::{Align, Table};

/// About so many letters of the usual size fill a line of an article.
const LINE: f64 = 70.0;
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
    /// What is said before the table about its letters; empty for the usual size.
    pub(super) size: &'static str,
    /// As `tabular` wants them.
    pub(super) alignment: String,
    /// Which columns are broken into lines.
    pub(super) broken: Vec<bool>,
}

impl Columns {
    /// The largest letters at which all columns fit; columns of words are broken into lines where they must be.
    pub(super) fn of(table: &Table) -> Columns {
        let longest = longest(table);
        let rigid = |broken: &[bool]| -> f64 {
            let widths = longest.iter().zip(broken).filter(|(_, broken)| !**broken).map(|(width, _)| *width);
            widths.sum::<f64>() + GAP * longest.len() as f64
        };
        let none = vec![false; longest.len()];
        if rigid(&none) <= LINE {
            return Columns { size: "", alignment: alignment(table, |_| None), broken: none };
        }
        let words = |(column, width): (usize, &f64)| table.columns[column].align == Align::Left && *width > NARROWEST;
        let broken: Vec<bool> = longest.iter().enumerate().map(words).collect();
        let sentences = broken.iter().filter(|broken| **broken).count() as f64;
        let left = |scale: f64| LINE / scale - rigid(&broken);
        let fits = |(_, scale): &&(&str, f64)| left(*scale) >= sentences * NARROWEST;
        let (size, scale) = *SIZES.iter().find(fits).unwrap_or(&SIZES[SIZES.len() - 1]);
        // Each takes its share by how much it has to say, but none is squeezed.
        let room = left(scale).max(sentences * NARROWEST) - sentences * NARROWEST;
        let wish = |column: usize| (longest[column] - NARROWEST).clamp(0.0, 60.0);
        let wishes: f64 = (0..longest.len()).filter(|column| broken[*column]).map(wish).sum();
        let width = |column: usize| {
            let letters = NARROWEST + room * wish(column) / wishes.max(1.0);
            broken[column].then(|| letters.min(longest[column]) * scale / LINE)
        };
        Columns { size, alignment: alignment(table, width), broken: broken.clone() }
    }
}

/// The longest cell of each column, or the longest word of its heading where that is longer.
fn longest(table: &Table) -> Vec<f64> {
    let rows = table.laid_out();
    let cells = |column: usize| rows.iter().filter_map(move |row| row.as_ref().ok()?.get(column));
    let letters = |text: &str| text.chars().count();
    let head = |column: usize| table.columns[column].head.split(' ').map(letters).max().unwrap_or(0);
    (0..table.columns.len())
        .map(|column| {
            let cell = cells(column).map(|cell| letters(&cell.words) + cell.marks.chars().count().div_ceil(2)).max();
            cell.unwrap_or(0).max(head(column)) as f64
        })
        .collect()
}

fn alignment(table: &Table, width: impl Fn(usize) -> Option<f64>) -> String {
    let column = |(index, column): (usize, &crate::table::Column)| match (width(index), column.align) {
        (Some(width), _) => format!("p{{{width:.2}\\linewidth}}"),
        (None, Align::Left) => "l".to_owned(),
        (None, Align::Right) => "r".to_owned(),
    };
    table.columns.iter().enumerate().map(column).collect()
}
