//! Whether two documents are the same but for the last of all the digits of a number, which another processor may compute otherwise.

/// Numbers that differ by less than this share are the same.
const SAME: f64 = 1e-9;

/// A number that is written with all its digits has this many, unless they end in zeros. One that was printed has fewer, and a
/// difference in its last digit is a difference of what it says.
const ALL_DIGITS: usize = 15;

/// How alike two documents are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alike {
    /// Byte for byte.
    Same,
    /// But for the last digits of numbers that are written with all their digits.
    WithinPrecision,
    /// They say different things.
    Different,
}

/// How alike two texts are.
#[must_use]
pub fn compare(first: &[u8], second: &[u8]) -> Alike {
    if first == second {
        return Alike::Same;
    }
    let (Ok(first), Ok(second)) = (std::str::from_utf8(first), std::str::from_utf8(second)) else {
        return Alike::Different;
    };
    let (mut first, mut second) = (first, second);
    loop {
        let (words, rest) = words(first);
        let Some(after) = second.strip_prefix(words) else { return Alike::Different };
        (first, second) = (rest, after);
        if first.is_empty() || second.is_empty() {
            return if first.len() == second.len() { Alike::WithinPrecision } else { Alike::Different };
        }
        let ((a, rest), (b, after)) = (number(first), number(second));
        if !same_number(a, b) {
            return Alike::Different;
        }
        (first, second) = (rest, after);
    }
}

/// Where two texts begin to differ: the line of the first, and the word there in each.
#[must_use]
pub fn first_difference(first: &str, second: &str) -> (usize, String, String) {
    let apart = first.char_indices().zip(second.chars()).find(|((_, a), b)| a != b);
    let at = apart.map_or(first.len().min(second.len()), |((at, _), _)| at);
    let ends = |c: char| c.is_whitespace() || "<>".contains(c);
    let word = |text: &str| {
        let start = text[..at].char_indices().rev().find(|(_, c)| ends(*c)).map_or(0, |(at, c)| at + c.len_utf8());
        let end = text[at..].find(ends).map_or(text.len(), |end| at + end);
        text[start..end].chars().take(40).collect()
    };
    (first[..at].matches('\n').count() + 1, word(first), word(second))
}

/// What stands before the first digit, and the rest.
fn words(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len()))
}

/// The number at the beginning, and the rest.
fn number(text: &str) -> (&str, &str) {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let mut end = digits(text);
    if let Some(decimals) = text[end..].strip_prefix('.') {
        let more = digits(decimals);
        end += if more == 0 { 0 } else { 1 + more };
    }
    if let Some(power) = text[end..].strip_prefix('e') {
        let sign = usize::from(power.starts_with(['-', '+']));
        let more = digits(&power[sign..]);
        end += if more == 0 { 0 } else { 1 + sign + more };
    }
    text.split_at(end)
}

fn same_number(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (Ok(x), Ok(y)) = (a.parse::<f64>(), b.parse::<f64>()) else { return false };
    (has_all_digits(a) || has_all_digits(b)) && (x - y).abs() <= SAME * x.abs().max(y.abs())
}

/// Whether a number is written with all the digits that it has. Whole numbers count something, and have no others.
fn has_all_digits(number: &str) -> bool {
    let figures = number.split('e').next().unwrap_or(number);
    let digits = figures.trim_start_matches(['0', '.']).bytes().filter(u8::is_ascii_digit).count();
    number.contains(['.', 'e']) && digits >= ALL_DIGITS
}

#[cfg(test)]
mod tests {
    use super::{Alike, compare, first_difference};

    #[test]
    fn the_last_of_all_digits_may_differ_and_no_printed_one() {
        let of = |first: &str, second: &str| compare(first.as_bytes(), second.as_bytes());
        assert_eq!(of("p = 0.05, n = 12", "p = 0.05, n = 12"), Alike::Same);
        assert_eq!(of("[1.23456789012345, 2e-12]", "[1.23456789012346, 2e-12]"), Alike::WithinPrecision);
        assert_eq!(of("0.30000000000000004 more", "0.3 more"), Alike::WithinPrecision);
        assert_eq!(of("1.2345678901234567e-20", "1.2345678901234569e-20"), Alike::WithinPrecision);
        assert_eq!(of("0.0000123456", "0.0000123457"), Alike::Different);
        assert_eq!(of("0.000000000000001", "0.000000000000002"), Alike::Different);
        assert_eq!(of("1.23456789012345", "1.23456889012345"), Alike::Different);
        assert_eq!(of("seed 12345678901234567", "seed 12345678901234568"), Alike::Different);
        assert_eq!(of("mean 0.50", "mean 0.5"), Alike::Different);
        assert_eq!(of("p = 0.05, n = 12", "p = 0.04, n = 12"), Alike::Different);
        assert_eq!(of("p = 0.05, n = 12", "p = 0.05, n = 13"), Alike::Different);
        assert_eq!(of("level 0.1", "level 0.05"), Alike::Different);
        assert_eq!(of("supported", "contradicted"), Alike::Different);
        assert_eq!(of("1.5 more", "1.5 more, and more"), Alike::Different);
        assert_eq!(of("1.5", "1.5 more"), Alike::Different);
        assert_eq!(of("1.5e-3", "1.5e-9"), Alike::Different);
        assert_eq!(of("", "1"), Alike::Different);
    }

    #[test]
    fn where_two_texts_begin_to_differ_is_told_with_the_word() {
        let of = |first: &str, second: &str| {
            let (line, first, second) = first_difference(first, second);
            format!("{line} {first} {second}")
        };
        assert_eq!(of("a\n<td>3.90</td>", "a\n<td>3.80</td>"), "2 3.90 3.80");
        assert_eq!(of("été 1", "été 12"), "1 1 12");
        assert_eq!(of("", "more of it"), "1  more");
    }
}
