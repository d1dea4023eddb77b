//! The outcome in one sentence.

use ::reproduction::{Comparison, sum_up, sum_up_claims, sum_up_verdicts};
use analysis::{Results, Verdict};

use crate::document::{Words, sentence};

/// `C1 and C2 are supported, C3 is inconclusive.`
pub(super) fn of_results(results: &Results) -> Words {
    let verdicts: Vec<(&str, Verdict)> =
        results.claims.iter().map(|claim| (claim.id.as_str(), claim.verdict)).collect();
    sum_up_verdicts(&verdicts).map_or_else(
        || {
            Words::plain(
                "No claim was stated beforehand, so none is decided; the scores and their intervals are below.",
            )
        },
        |found| Words::plain(sentence(&found)),
    )
}

/// The same, of every run after the first.
pub(super) fn of_comparison(comparison: &Comparison) -> Words {
    let many = comparison.experiments.len() > 4;
    let sentences = if many { sum_up_claims(&comparison.claims) } else { sum_up(&comparison.claims) };
    if sentences.is_empty() {
        return Words::plain("No claim was stated, so none is decided; the scores side by side are below.");
    }
    Words::plain(sentences.iter().map(|it| sentence(it)).collect::<Vec<_>>().join(" "))
}
