//! Which section a number belongs to.

use analysis::{NamedEstimate, Results, Statistic, Topic};

/// The topic of a number. What is the score of no criterion here, and what is not usual among results, is a comparison: no
/// number is lost.
pub(super) fn topic(results: &Results, named: &NamedEstimate) -> Topic {
    let can_be_score = matches!(
        named.statistic,
        Statistic::Mean | Statistic::WinPercent | Statistic::BestWorst | Statistic::AverageRank | Statistic::MeanWeight
    );
    let is_score = || results.about.criteria.iter().any(|criterion| criterion.score == Some(named.statistic));
    let topic = named.statistic.topic();
    let of_results = !matches!(topic, Topic::Reproduction | Topic::Rehearsal);
    if of_results && (!can_be_score || is_score()) { topic } else { Topic::Comparisons }
}

/// The statistics of one topic about one criterion, in the order they first appear, with their numbers.
pub(super) fn families<'a>(
    results: &'a Results,
    criterion: Option<&'a str>,
    wanted: Topic,
) -> Vec<(Statistic, Vec<&'a NamedEstimate>)> {
    let mut families: Vec<(Statistic, Vec<&NamedEstimate>)> = Vec::new();
    for named in super::estimates_about(results, criterion).filter(|named| topic(results, named) == wanted) {
        match families.iter_mut().find(|(statistic, _)| *statistic == named.statistic) {
            Some((_, numbers)) => numbers.push(named),
            None => families.push((named.statistic, vec![named])),
        }
    }
    families
}
