//! Which section a number belongs to, by its name.

use analysis::{Named, Results};

/// A section that shows numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Home {
    People,
    Strata,
    Scores,
    Agreement,
    Comparisons,
    Time,
    Exclusions,
    /// Shown with every analysis of each claim.
    Analyses,
}

/// The home of a number. Names nobody has thought of stand with the comparisons: no number is lost.
pub(super) fn home(results: &Results, named: &Named) -> Home {
    let name = named.name.as_str();
    let scored = |name: &str| results.about.criteria.iter().any(|criterion| criterion.score.as_deref() == Some(name));
    let starts = |beginnings: &[&str]| beginnings.iter().any(|beginning| name.starts_with(beginning));
    if matches!(name, "score_in" | "difference_in" | "strata_differ" | "strata_differ_p") {
        Home::Strata
    } else if matches!(name, "otherwise" | "against_margin") {
        Home::Analyses
    } else if scored(name) || matches!(name, "sd" | "count" | "share" | "quantile") {
        Home::Scores
    } else if starts(&[
        "confiden",
        "score_confident",
        "score_unsure",
        "alpha",
        "kappa",
        "fleiss",
        "gwet",
        "icc",
        "percent_agreement",
        "rater",
        "retest",
        "division",
    ]) {
        Home::Agreement
    } else if starts(&["time", "pay", "session_minutes", "person_minutes", "list_minutes", "page_seconds"]) {
        Home::Time
    } else if starts(&["excluded", "cannot_judge", "score_with", "score_planned"]) {
        Home::Exclusions
    } else if matches!(name, "judgements" | "participants" | "items")
        || starts(&["check", "person", "page_remarks", "item_problems", "asked_only_if", "sessions", "arrivals"])
    {
        Home::People
    } else {
        Home::Comparisons
    }
}

/// The names with this home about one criterion, in the order they first appear, with their numbers.
pub(super) fn families<'a>(
    results: &'a Results,
    criterion: Option<&'a str>,
    at: Home,
) -> Vec<(&'a str, Vec<&'a Named>)> {
    let mut families: Vec<(&str, Vec<&Named>)> = Vec::new();
    for named in super::about(results, criterion).filter(|named| home(results, named) == at) {
        match families.iter_mut().find(|(name, _)| *name == named.name) {
            Some((_, numbers)) => numbers.push(named),
            None => families.push((&named.name, vec![named])),
        }
    }
    families
}
