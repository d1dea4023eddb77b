//! Cells that people open in a spreadsheet.

/// The words of a stranger that a spreadsheet would run as a formula, with an apostrophe before them; all else as it is.
#[must_use]
pub fn without_formula(cell: &str) -> String {
    let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
    if formula { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::without_formula;

    #[test]
    fn what_strangers_write_is_never_a_formula() {
        for (written, shown) in [
            ("=HYPERLINK(\"http://x\")", "'=HYPERLINK(\"http://x\")"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2", "-2"),
            ("+1 for B", "'+1 for B"),
            ("-2+cmd|' /C calc'!A1", "'-2+cmd|' /C calc'!A1"),
            ("\t=1+1", "'\t=1+1"),
            ("a = b", "a = b"),
            ("", ""),
        ] {
            assert_eq!(without_formula(written), shown);
        }
    }
}
