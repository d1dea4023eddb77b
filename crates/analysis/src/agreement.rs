//! How far participants agree on one criterion.

use std::collections::BTreeMap;

use dataset::{Dataset, Subject};
use stats::agreement::{Drawn, Level, Ratings, alpha_replicates, krippendorff_alpha};
use stats::resample::Plan;
use study::Study;
use study::response::Response;

use crate::Named;
use crate::scores::values;

/// Krippendorff's alpha at the level of the response kind, with an interval from drawing items
/// again, all pairs or sets of an item together. What was judged is an output, or each output of a pair or set.
pub(crate) fn of(
    study: &Study,
    dataset: &Dataset,
    criterion: usize,
    plan: Plan,
    level: f64,
) -> Result<Vec<Named>, String> {
    let response = &study.criteria[criterion].response;
    let scale = match response {
        Response::Rating(_) | Response::Ranking(_) => Level::Ordinal,
        Response::Slider(_) | Response::Count(_) => Level::Interval,
        Response::Pairwise(_) | Response::BestWorst(_) => Level::Nominal,
        Response::Choice(_) | Response::Spans(_) | Response::Text(_) => {
            return Err(format!("agreement on a {} is not measured yet", response.kind()));
        }
    };
    let mut judged: BTreeMap<(usize, Vec<u16>, u16), u32> = BTreeMap::new();
    let (mut raters, mut items, mut rated, mut clusters) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for judgement in dataset.judgements.iter().filter(|judgement| judgement.criterion == criterion) {
        let Subject::Item { item, systems } = &judgement.subject else { continue };
        let Some(values) = values(&judgement.answer, systems.len()) else { continue };
        let mut together = systems.clone();
        together.sort_unstable();
        // The two outputs of a pair say the same thing twice; one of them is enough.
        let kept = if matches!(response, Response::Pairwise(_)) { 1 } else { together.len() };
        for system in &together[..kept] {
            let next = judged.len() as u32;
            let code = *judged.entry((*item, together.clone(), *system)).or_insert(next);
            let place = systems.iter().position(|shown| shown == system).unwrap_or(0);
            raters.push(judgement.participant);
            items.push(code);
            clusters.push(*item as u32);
            rated.push(if matches!(response, Response::Pairwise(_)) { choice(&values, place) } else { values[place] });
        }
    }
    let ratings = Ratings::new(&raters, &items, &rated).map_err(|e| format!("alpha: {e}"))?;
    let alpha = krippendorff_alpha(&ratings, scale).map_err(|e| format!("alpha: {e}"))?;
    let interval = alpha_replicates(&ratings, scale, Drawn::Clusters(&clusters), plan)
        .and_then(|replicates| replicates.percentile(level))
        .ok();
    let estimate = alpha.estimate.interval(interval);
    let criterion_id = study.criteria[criterion].id.0.clone();
    Ok(vec![Named { criterion, criterion_id, estimate, n: rated.len() }])
}

/// 1 when the output at `place` was chosen, 2 when the other was, 0 when they were called equal.
fn choice(values: &[f64], place: usize) -> f64 {
    let chosen = |value: f64| value > 0.0;
    if chosen(values[place]) {
        1.0
    } else if values.iter().any(|value| chosen(*value)) {
        2.0
    } else {
        0.0
    }
}
