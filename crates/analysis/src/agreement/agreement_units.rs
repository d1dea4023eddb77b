//! What raters could agree on.

use std::collections::HashMap;

use dataset::Subject;
use study::response::{Answer, Response};

use crate::rows::CriterionRows;

/// What raters could agree on: one row per output of a question. A question is an item with the
/// outputs shown, in whatever order.
#[derive(Debug, Default)]
pub(super) struct AgreementUnits {
    pub(super) participant: Vec<u32>,
    pub(super) question: Vec<u32>,
    pub(super) item: Vec<u32>,
    pub(super) value: Vec<f64>,
    /// What each question is about: its item, then the systems shown.
    pub(super) labels: Vec<Vec<String>>,
    /// How an answer became a value, where that can be done in two ways.
    pub(super) coding: Option<&'static str>,
}

impl AgreementUnits {
    pub(super) fn from_judgements(judged: &CriterionRows<'_>) -> AgreementUnits {
        if matches!(judged.criterion.response, Response::Choice(_)) {
            return AgreementUnits::of_options(judged);
        }
        let mut rated = AgreementUnits::default();
        let mut numbers: HashMap<(u32, Vec<u32>, u32), u32> = HashMap::new();
        let two = judged.judgements.iter().any(|judgement| systems_of(&judgement.subject).len() == 2);
        let fixed = fixed_sides(judged);
        if two {
            rated.coding = Some(if fixed {
                "coded by side: everyone saw the outputs of a question in the same order"
            } else {
                "coded by system: sides differed between people"
            });
        }
        let mut start = 0;
        for chunk in judged.judgement.chunk_by(|a, b| a == b) {
            let rows = start..start + chunk.len();
            start = rows.end;
            let mut together: Vec<u32> = judged.system[rows.clone()].to_vec();
            together.sort_unstable();
            // The outputs of a set of two say the same thing twice; one of them is enough.
            let pair = together.len() == 2;
            for row in rows.clone() {
                let system = judged.system[row];
                let counts = if pair && fixed { row == rows.start } else { !pair || system == together[0] };
                if !counts {
                    continue;
                }
                let next = numbers.len() as u32;
                let about = (judged.item[row], together.clone(), if pair { 0 } else { system });
                let number = *numbers.entry(about).or_insert(next);
                if number == next {
                    rated.labels.push(label(judged, row, &together));
                }
                rated.question.push(number);
                rated.participant.push(judged.participant[row]);
                rated.item.push(judged.item[row]);
                rated.value.push(judged.net[row]);
            }
        }
        rated
    }

    /// Options have no value: each set of options chosen is a category.
    fn of_options(judged: &CriterionRows<'_>) -> AgreementUnits {
        let mut rated = AgreementUnits::default();
        let (mut questions, mut categories) = (HashMap::new(), HashMap::new());
        for judgement in &judged.judgements {
            let (Subject::Item { item, systems }, Answer::Choice(chosen)) = (&judgement.subject, &judgement.answer)
            else {
                continue;
            };
            let next = questions.len() as u32;
            let number = *questions.entry((*item, systems.clone())).or_insert(next);
            if number == next {
                let ids = systems.iter().map(|system| judged.id(*system as usize).to_owned());
                rated.labels.push(std::iter::once(judged.dataset.items[*item].id.clone()).chain(ids).collect());
            }
            let next = categories.len() as u32;
            let category = *categories.entry(chosen.clone()).or_insert(next);
            rated.question.push(number);
            rated.participant.push(judgement.participant);
            rated.item.push(*item as u32);
            rated.value.push(f64::from(category));
        }
        rated
    }
}

fn label(judged: &CriterionRows<'_>, row: usize, together: &[u32]) -> Vec<String> {
    let item = &judged.dataset.items[judged.item[row] as usize].id;
    let systems = if together.len() == 2 { together } else { std::slice::from_ref(&judged.system[row]) };
    let ids = systems.iter().map(|system| judged.id(*system as usize).to_owned());
    std::iter::once(item.clone()).chain(ids).collect()
}

fn systems_of(subject: &Subject) -> &[u16] {
    match subject {
        Subject::Item { systems, .. } => systems,
        Subject::Check { .. } => &[],
    }
}

/// Whether everyone saw the outputs of each question in the same order.
fn fixed_sides(judged: &CriterionRows<'_>) -> bool {
    let mut order: HashMap<(usize, Vec<u16>), &[u16]> = HashMap::new();
    judged.judgements.iter().all(|judgement| {
        let Subject::Item { item, systems } = &judgement.subject else { return true };
        let mut together = systems.clone();
        together.sort_unstable();
        *order.entry((*item, together)).or_insert(systems) == systems.as_slice()
    })
}
