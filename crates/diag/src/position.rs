//! Byte offsets as the lines and columns that people count.

use std::ops::Range;

/// A line and a column, both counted from 1; columns are characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Position {
    /// Where a byte offset stands.
    pub(crate) fn from_offset(text: &str, offset: usize) -> Position {
        let offset = boundary(text, offset);
        let start = line_start(text, offset);
        let line = text.as_bytes()[..start].iter().filter(|byte| **byte == b'\n').count() + 1;
        Position { line, column: text[start..offset].chars().count() + 1 }
    }
}

/// The start of the line that an offset is in.
pub(crate) fn line_start(text: &str, offset: usize) -> usize {
    text[..boundary(text, offset)].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The end of the line that an offset is in, without its line break.
pub(crate) fn line_end(text: &str, offset: usize) -> usize {
    let offset = boundary(text, offset);
    let end = text[offset..].find('\n').map_or(text.len(), |newline| offset + newline);
    if text[..end].ends_with('\r') && end > offset { end - 1 } else { end }
}

/// The part of a range that is on its first line, within the text and between characters.
pub(crate) fn on_first_line(text: &str, range: &Range<usize>) -> Range<usize> {
    let start = boundary(text, range.start);
    let end = boundary(text, range.end).clamp(start, line_end(text, start).max(start));
    start..end
}

fn boundary(text: &str, offset: usize) -> usize {
    text.floor_char_boundary(offset)
}

#[cfg(test)]
mod tests {
    use super::{Position, on_first_line};

    #[test]
    fn offsets_become_lines_and_columns_of_characters() {
        let text = "ab\r\nçd\nlast";
        let cases = [(0, 1, 1), (2, 1, 3), (4, 2, 1), (6, 2, 2), (5, 2, 1), (7, 2, 3), (8, 3, 1), (99, 3, 5)];
        for (offset, line, column) in cases {
            assert_eq!(Position::from_offset(text, offset), Position { line, column }, "offset {offset}");
        }
    }

    #[test]
    fn a_range_over_several_lines_is_cut_to_its_first() {
        assert_eq!(on_first_line("ab\r\ncd", &(1..6)), 1..2);
        assert_eq!(on_first_line("ab", &(5..9)), 2..2);
        assert_eq!(on_first_line("", &(0..0)), 0..0);
    }
}
