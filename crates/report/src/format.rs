//! Numbers as they are printed.

use stats::Interval;

/// Three decimals below ten, two below a hundred, one above: what a reader can take in.
pub(crate) fn number(x: f64) -> String {
    let decimals = if x.abs() < 10.0 {
        3
    } else if x.abs() < 100.0 {
        2
    } else {
        1
    };
    format!("{x:.decimals$}")
}

/// An interval in brackets, or a dash where there is none.
pub(crate) fn interval(interval: Option<Interval>) -> String {
    interval.map_or_else(|| "–".to_owned(), |i| format!("[{}, {}]", number(i.low), number(i.high)))
}

/// A cell of a Markdown table: nothing in it can end the cell or the row.
pub(crate) fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}
