//! Two texts with the words marked that only one of them has.

use crate::safe::escaped;

/// More comparisons of words than this are not made; texts that long are shown without marks.
const MOST_WORK: usize = 16_000_000;

/// A text as safe markup, in which words are marked that are not in the other, in this order.
pub(crate) fn mark_differences(text: &str, other: &str) -> String {
    let (words, others) = (words(text), words(other));
    let kept = common_words(&words, &others);
    let mut markup = String::with_capacity(text.len() * 2);
    let (mut from, mut open) = (0, false);
    for ((start, word), kept) in words.iter().zip(kept) {
        // What stands between two marked words belongs to the mark.
        if open && kept {
            markup.push_str("</mark>");
        }
        let between = escaped(&text[from..*start]);
        markup.push_str(&between);
        if !open && !kept {
            markup.push_str("<mark class=\"differs\">");
        }
        markup.push_str(&escaped(word));
        (from, open) = (start + word.len(), !kept);
    }
    if open {
        markup.push_str("</mark>");
    }
    markup + &escaped(&text[from..])
}

/// The words of a text with where they start.
fn words(text: &str) -> Vec<(usize, &str)> {
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace().map(|word| (start(word), word)).collect()
}

/// Which words are part of the longest sequence that both texts have.
fn common_words(words: &[(usize, &str)], others: &[(usize, &str)]) -> Vec<bool> {
    let same = |(a, b): &(&(usize, &str), &(usize, &str))| a.1 == b.1;
    let begin = words.iter().zip(others).take_while(same).count();
    let end = words[begin..].iter().rev().zip(others[begin..].iter().rev()).take_while(same).count();
    let (middle, other) = (&words[begin..words.len() - end], &others[begin..others.len() - end]);
    let mut kept = vec![true; words.len()];
    if middle.len().saturating_mul(other.len()) > MOST_WORK {
        return kept;
    }
    // longest[i][j]: of middle[i..] and other[j..].
    let width = other.len() + 1;
    let mut longest = vec![0u32; (middle.len() + 1) * width];
    for i in (0..middle.len()).rev() {
        for j in (0..other.len()).rev() {
            longest[i * width + j] = if middle[i].1 == other[j].1 {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < middle.len() {
        if j < other.len() && middle[i].1 == other[j].1 {
            (i, j) = (i + 1, j + 1);
        } else if j < other.len() && longest[i * width + j + 1] >= longest[(i + 1) * width + j] {
            j += 1;
        } else {
            kept[begin + i] = false;
            i += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::mark_differences;

    #[test]
    fn words_that_only_one_text_has_are_marked() {
        let check = |text: &str, other: &str, expected: &str| {
            let seen = mark_differences(text, other).replace("<mark class=\"differs\">", "[").replace("</mark>", "]");
            assert_eq!(seen, expected, "{text} | {other}");
        };
        check("the old cat slept", "the cat slept well", "the [old] cat slept");
        check("the cat slept well", "the old cat slept", "the cat slept [well]");
        check("a  b\nc", "a x c", "a  [b]\nc");
        check("one two three four", "five six", "[one two three four]");
        check("same words", "same words", "same words");
        check("x < y", "x > y", "x [&#60;] y");
        check("", "anything", "");
        check(" anything ", "", " [anything] ");
    }
}
