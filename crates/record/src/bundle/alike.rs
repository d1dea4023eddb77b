//! Whether two documents are the same but for the last digit of a number, which another machine may round otherwise.

/// Numbers that differ by less than this share are the same.
const SAME: f64 = 1e-9;

/// How alike two documents are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alike {
    /// Byte for byte.
    Same,
    /// But for the last digit shown of some numbers.
    Rounded,
    /// They say different things.
    Different,
}

/// How alike two texts are.
#[must_use]
pub fn alike(first: &[u8], second: &[u8]) -> Alike {
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
            return if first.len() == second.len() { Alike::Rounded } else { Alike::Different };
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
    // Whole numbers count something, and are not rounded.
    let decimals = |number: &str| number.split_once('.').map(|(_, decimals)| decimals.len());
    let Some(shown) = decimals(a) else { return false };
    let last = 10f64.powi(-i32::try_from(shown).unwrap_or(i32::MAX));
    let apart = (x - y).abs();
    let in_last_digit = decimals(b) == Some(shown) && !a.contains('e') && apart <= last * 1.000_001;
    apart <= SAME * x.abs().max(y.abs()) || in_last_digit
}

#[cfg(test)]
mod tests {
    use super::{Alike, alike, first_difference};

    #[test]
    fn a_last_digit_may_be_rounded_otherwise_and_nothing_else_may_differ() {
        let of = |first: &str, second: &str| alike(first.as_bytes(), second.as_bytes());
        assert_eq!(of("p = 0.05, n = 12", "p = 0.05, n = 12"), Alike::Same);
        assert_eq!(of("p = 0.05, n = 12", "p = 0.04, n = 12"), Alike::Rounded);
        assert_eq!(of("[1.2345678901234, 2e-12]", "[1.2345678901235, 2e-12]"), Alike::Rounded);
        assert_eq!(of("p = 0.05, n = 12", "p = 0.03, n = 12"), Alike::Different);
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
