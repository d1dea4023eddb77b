//! How wide text is in Helvetica, from Adobe's published font metrics (Core 14 AFM, 1997), in
//! thousandths of the size. Both back ends lay out with these, and SVG asks for the same face.

use unicode_width::UnicodeWidthChar as _;

use super::canvas::Weight;

/// Characters 32 to 126.
const REGULAR: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];

/// The width of one line of text in points. Bold is a little wider; characters without published
/// metrics count as a digit, wide ones as a full square.
#[must_use]
pub(super) fn width(words: &str, size: f64, weight: Weight) -> f64 {
    let thousandths: f64 = words.chars().map(|c| f64::from(advance(c))).sum();
    let bolder = match weight {
        Weight::Regular => 1.0,
        Weight::Bold => 1.06,
    };
    thousandths * bolder * size / 1000.0
}

fn advance(c: char) -> u16 {
    match c {
        ' '..='~' => REGULAR[c as usize - 32],
        '–' | '−' => 556,
        '—' | '…' => 1000,
        _ => match c.width() {
            Some(0) => 0,
            Some(1) | None => 556,
            Some(_) => 1000,
        },
    }
}

/// Room for text in a face like Helvetica: where it is missing, the face that stands in is up to a
/// sixth wider.
#[must_use]
pub(crate) fn room(words: &str, size: f64) -> f64 {
    width(words, size, Weight::Regular) * 1.17
}

/// The text, cut with an ellipsis where it is wider than the room it has.
#[must_use]
pub(super) fn fit_to_width(words: &str, size: f64, room: f64) -> String {
    if self::room(words, size) <= room {
        return words.to_owned();
    }
    let mut kept = String::new();
    for c in words.chars() {
        kept.push(c);
        if self::room(&kept, size) + size > room {
            kept.pop();
            break;
        }
    }
    format!("{}…", kept.trim_end())
}

/// The end of a text, after an ellipsis where it is wider than the room it has.
#[must_use]
pub(super) fn fitted_end(words: &str, size: f64, room: f64) -> String {
    if self::room(words, size) <= room {
        return words.to_owned();
    }
    let mut ends = words.char_indices().map(|(at, _)| words[at..].trim_start());
    let end = ends.find(|end| self::room(end, size) + size <= room);
    format!("…{}", end.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{fit_to_width, width};
    use crate::figure::canvas::Weight;

    #[test]
    fn widths_are_those_of_the_font() {
        // H 722, e 556, l 222, l 222, o 556.
        assert!((width("Hello", 10.0, Weight::Regular) - 22.78).abs() < 1e-9);
        assert!((width("漢", 10.0, Weight::Regular) - 10.0).abs() < 1e-9);
    }

    #[test]
    fn long_names_are_cut_and_short_ones_are_not() {
        assert_eq!(fit_to_width("SVM", 10.0, 60.0), "SVM");
        let cut = fit_to_width("A very long name of a system", 10.0, 60.0);
        assert!(cut.ends_with('…') && width(&cut, 10.0, Weight::Regular) <= 60.0, "{cut}");
    }
}
