//! The nearest known word to one that is not known.

/// The candidate most like `word`, if any is near enough to be meant.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&typed, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= (candidate.chars().count().max(typed.chars().count()) / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_finds_its_word_and_nonsense_finds_none() {
        let keys = ["title", "language", "seed"];
        assert_eq!(nearest("tilte", keys), Some("title"));
        assert_eq!(nearest("Language", keys), Some("language"));
        assert_eq!(nearest("completions", keys), None);
    }
}
