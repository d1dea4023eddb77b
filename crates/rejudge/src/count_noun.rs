//! A number with its noun.

use dataset::Dataset;

/// `1 item`, `2 items`.
pub(crate) fn count_noun(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// `240 judgements and 6 checks`: checks are kept with the judgements, but decide nothing.
pub(crate) fn count_answers(dataset: &Dataset) -> String {
    let items = dataset.item_judgements().count();
    let judgements = count_noun(items, "judgement", "judgements");
    match dataset.judgements.len() - items {
        0 => judgements,
        checks => format!("{judgements} and {}", count_noun(checks, "check", "checks")),
    }
}
