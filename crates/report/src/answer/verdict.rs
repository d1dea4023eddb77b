//! The outcome in one sentence.

use ::reproduction::{Comparison, sum_up, sum_up_claims};
use analysis::{Results, Verdict};

use crate::document::Words;
use crate::section::listed;

/// `Of 4 claims, 2 are supported (C1, C2) and 2 are inconclusive (C3, C4).`
pub(super) fn of_results(results: &Results) -> Words {
    let in_scope: Vec<_> = results.claims.iter().filter(|claim| claim.verdict != Verdict::OutOfScope).collect();
    if in_scope.is_empty() {
        return Words::of(
            "No claim was stated beforehand, so none is decided; the scores and their intervals are below.",
        );
    }
    let best_first = Verdict::ALL.into_iter().rev().filter_map(|verdict| {
        let ids: Vec<&str> =
            in_scope.iter().filter(|claim| claim.verdict == verdict).map(|claim| claim.id.as_str()).collect();
        let verb = if ids.len() == 1 { "is" } else { "are" };
        (!ids.is_empty()).then(|| format!("{} {verb} {} ({})", ids.len(), verdict.word(), ids.join(", ")))
    });
    let found = listed(&best_first.collect::<Vec<_>>());
    let claims = if in_scope.len() == 1 { "claim" } else { "claims" };
    Words::of(format!("Of {} {claims}, {found}.", in_scope.len()))
}

/// The same, of every run after the first.
pub(super) fn of_comparison(comparison: &Comparison) -> Words {
    let many = comparison.experiments.len() > 4;
    let sentences = if many { sum_up_claims(&comparison.claims) } else { sum_up(&comparison.claims) };
    if sentences.is_empty() {
        return Words::of("No claim was stated, so none is decided; the scores side by side are below.");
    }
    let capital = |sentence: &String| {
        let mut letters = sentence.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>() + ".").unwrap_or_default()
    };
    Words::of(sentences.iter().map(capital).collect::<Vec<_>>().join(" "))
}
