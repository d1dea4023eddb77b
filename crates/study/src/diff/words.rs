//! How two texts differ, in a few words.

/// Nothing for the same text; else, for each side, how many words it has, how many of its lines the other
/// lacks, and the first of these.
pub(super) fn describe_change(a: &str, b: &str) -> Option<(String, String)> {
    let lines = |text: &str| -> Vec<String> {
        text.lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|l| !l.is_empty())
            .collect()
    };
    let (first, second) = (lines(a), lines(b));
    if first == second {
        return None;
    }
    let (only_first, only_second) = differing_lines(&first, &second);
    let beside = |own: &[&str]| own.first().copied().unwrap_or_default().to_owned();
    Some((
        describe_side(&first, &only_first, &beside(&only_second)),
        describe_side(&second, &only_second, &beside(&only_first)),
    ))
}

/// The most letters of a text that are shown, and those before the place where it begins to differ.
const SHOWN: usize = 60;
const BEFORE: usize = 20;

/// A text as far as it can be shown, from a little before it begins to differ from another.
pub(super) fn excerpt(text: &str, other: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let same = letters.iter().zip(other.chars()).take_while(|(a, b)| **a == *b).count();
    let from = if letters.len() > SHOWN { same.saturating_sub(BEFORE) } else { 0 };
    let from =
        if from == 0 { 0 } else { letters[from..same].iter().position(|c| *c == ' ').map_or(from, |at| from + at + 1) };
    let shown: String = letters[from..].iter().take(SHOWN).collect();
    let (before, after) = (if from > 0 { "…" } else { "" }, if letters.len() > from + SHOWN { "…" } else { "" });
    format!("“{before}{shown}{after}”")
}

fn describe_side(lines: &[String], own: &[&str], other: &str) -> String {
    let words: usize = lines.iter().map(|line| line.split(' ').count()).sum();
    if lines.is_empty() {
        return "none".to_owned();
    }
    let Some(line) = own.first() else { return format!("{words} words") };
    let plural = if own.len() == 1 { "line" } else { "lines" };
    format!("{words} words, {} {plural} of its own: {}", own.len(), excerpt(line, other))
}

/// The lines of each side that are in no longest common subsequence of both.
fn differing_lines<'a>(a: &'a [String], b: &'a [String]) -> (Vec<&'a str>, Vec<&'a str>) {
    let mut length = vec![vec![0u32; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            length[i][j] = if a[i] == b[j] { length[i + 1][j + 1] + 1 } else { length[i + 1][j].max(length[i][j + 1]) };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut first, mut second) = (Vec::new(), Vec::new());
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
        } else if length[i + 1][j] >= length[i][j + 1] {
            first.push(a[i].as_str());
            i += 1;
        } else {
            second.push(b[j].as_str());
            j += 1;
        }
    }
    first.extend(a[i..].iter().map(String::as_str));
    second.extend(b[j..].iter().map(String::as_str));
    (first, second)
}
