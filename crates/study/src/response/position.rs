//! The letters by which the outputs of one question are known: `a`, `b`, … `z`, `aa`, `ab`, …

/// The letter of the output at `index`, counted from 0.
#[must_use]
pub fn letter(index: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = index + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

/// The index of the output with this letter, in either case, among `outputs` of them.
#[must_use]
pub fn index(letters: &str, outputs: usize) -> Option<usize> {
    let wanted = letters.trim().to_ascii_lowercase();
    (0..outputs).find(|index| letter(*index) == wanted)
}

#[cfg(test)]
mod tests {
    use super::{index, letter};

    #[test]
    fn letters_count_like_the_columns_of_a_spreadsheet() {
        let seen: Vec<String> = [0, 1, 25, 26, 27, 701, 702].map(letter).to_vec();
        assert_eq!(seen, ["a", "b", "z", "aa", "ab", "zz", "aaa"]);
        assert!((0..800).all(|i| index(&letter(i), 800) == Some(i)));
        assert_eq!(index("C", 2), None);
    }
}
