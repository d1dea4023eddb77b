//! How sure people said they are, and whether those who are sure say something else.

use study::response::Response;

use crate::Statistic;
use crate::rows::{CriterionRows, score_name};
use crate::sheet::{ALONE, Sheet};

/// The mean of how sure people are, and the scores of the answers of which they are sure beside those of the others. Sure is
/// whoever chose from the upper half of the words.
pub(crate) fn of_criterion(sheet: &mut Sheet, judged: &CriterionRows<'_>) {
    let levels = judged.criterion.confidence.len() as u32;
    let said: Vec<u32> = judged.judgements.iter().filter_map(|judgement| judgement.confidence).collect();
    if levels == 0 || said.is_empty() {
        return;
    }
    let mean = said.iter().map(|level| f64::from(*level)).sum::<f64>() / said.len() as f64;
    sheet.add(Statistic::Confidence, ALONE, mean, said.len(), &format!("mean, from 1 to {levels}"));
    let sure = said.iter().filter(|level| is_sure(**level, levels)).count();
    sheet.count(Statistic::ConfidentAnswers, ALONE, sure, said.len());
    if matches!(judged.criterion.response, Response::Choice(_) | Response::Text(_)) {
        return;
    }
    let Some(score) = score_name(&judged.criterion.response) else { return };
    for (statistic, wanted) in [(Statistic::ScoreConfident, true), (Statistic::ScoreUnsure, false)] {
        for system in judged.systems() {
            let level = |row: usize| judged.judgements[judged.judgement[row] as usize].confidence;
            let fits = |row: &usize| {
                judged.system[*row] as usize == system && level(*row).is_some_and(|it| is_sure(it, levels) == wanted)
            };
            let values: Vec<f64> = (0..judged.value.len()).filter(fits).map(|row| judged.value[row]).collect();
            if !values.is_empty() {
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                let words = if wanted { "of which people were sure" } else { "of which people were less sure" };
                let words = format!("{score} of the answers {words}");
                sheet.add(statistic, [judged.id(system)], mean, values.len(), &words);
            }
        }
    }
}

/// Whether a level is in the upper half of the words.
fn is_sure(level: u32, levels: u32) -> bool {
    2 * level > levels + 1
}
