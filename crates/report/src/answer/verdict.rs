//! The outcome in one sentence.

use ::reproduction::{Comparison, sum_up, sum_up_claims, sum_up_verdicts};
use analysis::{Results, Statistic, Verdict};

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
        |found| Words::plain(sentence(&format!("{found}{}", limit_words(results)))),
    )
}

/// `, for these two people only`: with one or two people, or items, nothing was found out about others.
fn limit_words(results: &Results) -> String {
    let count = |statistic| results.get(statistic, None, &[]).map_or(0.0, |named| named.estimate.value);
    let limits = [
        (Statistic::Participants, "this one person", "these two people"),
        (Statistic::Items, "this one item", "these two items"),
    ];
    let limits: Vec<&str> = limits
        .into_iter()
        .filter_map(|(statistic, one, two)| match count(statistic) as usize {
            1 => Some(one),
            2 => Some(two),
            _ => None,
        })
        .collect();
    if limits.is_empty() { String::new() } else { format!(", for {} only", limits.join(" and ")) }
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
