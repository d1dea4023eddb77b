//! CSV that people open in a spreadsheet.

use std::borrow::Cow;
use std::io::{self, Write};

/// What a spreadsheet takes for the beginning of a formula; the wide ones are those of East Asian keyboards.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Where a spreadsheet may begin a cell of its own: where numbers have decimal commas, cells are divided at semicolons, and
/// then quotation marks in the middle of a line hold nothing together.
const DIVIDERS: [char; 4] = [';', '\t', '\n', '\r'];

/// The words of a stranger that a spreadsheet would run as a formula, with an apostrophe before them; all else as it is.
#[must_use]
pub fn without_formula(cell: &str) -> Cow<'_, str> {
    mark_formulas(cell, |formula| format!("'{formula}"))
}

/// The same for JSON, which must stay what it says: the sign is written by its number.
#[must_use]
pub fn json_without_formula(json: &str) -> Cow<'_, str> {
    mark_formulas(json, |formula| {
        let mut letters = formula.chars();
        let sign = letters.next().map_or(0, u32::from);
        format!("\\u{sign:04x}{}", letters.as_str())
    })
}

fn mark_formulas(cell: &str, mark: impl Fn(&str) -> String) -> Cow<'_, str> {
    // Nearly every cell ends here, in tables of millions of them. Wide signs begin with the byte 0xEF.
    if !cell.bytes().any(|byte| matches!(byte, b'=' | b'+' | b'-' | b'@' | 0xef)) {
        return Cow::Borrowed(cell);
    }
    let piece = |piece: &str| {
        let words = piece.trim_start_matches(|letter: char| letter == '"' || letter.is_whitespace());
        let before = &piece[..piece.len() - words.len()];
        if is_formula(words.trim_end_matches(DIVIDERS).trim_end()) {
            format!("{before}{}", mark(words))
        } else {
            piece.to_owned()
        }
    };
    cell.split_inclusive(DIVIDERS).map(piece).collect()
}

/// A number is none, nor is a dash alone or the mouth of a smiley.
fn is_formula(words: &str) -> bool {
    let Some(rest) = words.strip_prefix(SIGNS) else { return false };
    !rest.is_empty() && !rest.starts_with(')') && words.parse::<f64>().is_err()
}

/// A table as CSV in which no cell is a formula. Whatever CSV this program writes for people is written by it.
pub struct CsvTable<W: Write>(csv::Writer<W>);

impl<W: Write> CsvTable<W> {
    /// A table to be written row by row, the header first.
    #[expect(clippy::disallowed_methods, reason = "the one place in which tables for people are written")]
    pub fn new(out: W) -> CsvTable<W> {
        CsvTable(csv::Writer::from_writer(out))
    }

    /// Writes a row.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn row<T: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = T>) -> io::Result<()> {
        for cell in cells {
            self.0.write_field(without_formula(cell.as_ref()).as_bytes()).map_err(io::Error::other)?;
        }
        self.0.write_record(None::<&[u8]>).map_err(io::Error::other)
    }

    /// Writes what is still in memory.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A whole table as CSV, the header first.
pub fn csv_text<R: IntoIterator<Item = T>, T: AsRef<str>>(rows: impl IntoIterator<Item = R>) -> String {
    let mut text = Vec::new();
    let mut table = CsvTable::new(&mut text);
    // Writing to memory cannot fail, so that neither can this.
    let written: io::Result<()> = rows.into_iter().try_for_each(|row| table.row(row));
    let _ = written.and_then(|()| table.finish());
    String::from_utf8(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{csv_text, json_without_formula, without_formula};

    #[test]
    fn what_strangers_write_is_never_a_formula() {
        for (written, shown) in [
            ("=HYPERLINK(\"http://x\")", "'=HYPERLINK(\"http://x\")"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2", "-2"),
            ("+1 for B", "'+1 for B"),
            ("-2+cmd|' /C calc'!A1", "'-2+cmd|' /C calc'!A1"),
            ("\t=1+1", "\t'=1+1"),
            ("＝SUM(A1)", "'＝SUM(A1)"),
            ("yes; =1+1", "yes; '=1+1"),
            ("yes;\"=1+1\"", "yes;\"'=1+1\""),
            ("two lines\r\n=1+1", "two lines\r\n'=1+1"),
            ("- one\n- two", "'- one\n'- two"),
            ("a = b", "a = b"),
            ("1;-2;+3.5", "1;-2;+3.5"),
            ("thank you ;-)", "thank you ;-)"),
            ("-", "-"),
            ("", ""),
        ] {
            assert_eq!(without_formula(written), shown);
        }
        assert_eq!(csv_text([["a", "b"], ["=1", "x,y"]]), "a,b\n'=1,\"x,y\"\n");
    }

    proptest! {
        #[test]
        fn json_says_the_same_and_nothing_is_marked_twice(words in "[-=+@;\"\\n\\t a1)＝]{0,12}") {
            let json = serde_json::json!({ "text": words }).to_string();
            let harmless = json_without_formula(&json);
            let read: serde_json::Value = serde_json::from_str(&harmless).unwrap();
            prop_assert_eq!(read["text"].as_str(), Some(&*words));
            prop_assert_eq!(without_formula(&harmless), harmless.clone());
            let marked = without_formula(&words);
            prop_assert_eq!(without_formula(&marked), marked.clone());
        }
    }
}
