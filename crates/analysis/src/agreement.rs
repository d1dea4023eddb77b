//! How far participants agree on one criterion.

use std::collections::HashMap;

use stats::agreement::{Drawn, Level, Ratings, alpha_replicates, krippendorff_alpha};
use stats::resample::Plan;
use study::response::Response;

use crate::judged::Judged;
use crate::sheet::Sheet;

/// Krippendorff's alpha at the level of the response kind, with an interval from drawing items
/// again, all pairs or sets of an item together.
pub(crate) fn put(sheet: &mut Sheet, judged: &Judged<'_>, plan: Plan, level: f64) {
    let scale = match &judged.criterion.response {
        Response::Rating(_) | Response::Ranking(_) => Level::Ordinal,
        Response::Slider(_) | Response::Count(_) | Response::Spans(_) => Level::Interval,
        Response::Pairwise(_) | Response::BestWorst(_) => Level::Nominal,
        Response::Choice(_) | Response::Text(_) => return,
    };
    let rated = Rated::of(judged);
    let Ok(ratings) = Ratings::new(&rated.participant, &rated.question, &rated.value) else { return };
    match krippendorff_alpha(&ratings, scale) {
        Ok(alpha) => {
            let interval = alpha_replicates(&ratings, scale, Drawn::Clusters(&rated.item), plan)
                .and_then(|replicates| replicates.percentile(level))
                .ok();
            sheet.put(alpha.estimate.interval(interval), rated.value.len(), "Krippendorff's alpha");
        }
        Err(reason) => sheet.miss("alpha", &reason.to_string()),
    }
}

/// What raters could agree on: one row per output of a question. A question is an item with the
/// outputs shown, in whatever order.
#[derive(Debug, Default)]
pub(crate) struct Rated {
    pub(crate) participant: Vec<u32>,
    pub(crate) question: Vec<u32>,
    pub(crate) item: Vec<u32>,
    pub(crate) value: Vec<f64>,
}

impl Rated {
    pub(crate) fn of(judged: &Judged<'_>) -> Rated {
        let pairwise = matches!(judged.criterion.response, Response::Pairwise(_));
        let mut numbers: HashMap<(u32, Vec<u32>, u32), u32> = HashMap::new();
        let mut rated = Rated::default();
        for rows in judged.judgement.chunk_by(|a, b| a == b).scan(0, |start, chunk| {
            let rows = *start..*start + chunk.len();
            *start += chunk.len();
            Some(rows)
        }) {
            let mut together: Vec<u32> = judged.system[rows.clone()].to_vec();
            together.sort_unstable();
            // The outputs of a set of two say the same thing twice; one of them is enough.
            let kept = if together.len() == 2 { 1 } else { together.len() };
            for row in rows.clone().filter(|row| together[..kept].contains(&judged.system[*row])) {
                let next = numbers.len() as u32;
                let question = (judged.item[row], together.clone(), judged.system[row]);
                rated.question.push(*numbers.entry(question).or_insert(next));
                rated.participant.push(judged.participant[row]);
                rated.item.push(judged.item[row]);
                let value = judged.value[row];
                let equal = pairwise && judged.value[rows.clone()].iter().all(|value| *value <= 0.0);
                rated.value.push(if equal { 50.0 } else { value });
            }
        }
        rated
    }
}
