//! Rankings whose places stand in a row each.

use std::collections::BTreeMap;

use study::response::Answer;

use super::cells::MappedCriterion;
use crate::{Judgement, Subject};

/// Joins the places that one person gave to the outputs of one item into one ranking.
pub(super) fn join_places(judgements: Vec<Judgement>, criteria: &[MappedCriterion]) -> Vec<Judgement> {
    let mut whole = Vec::new();
    let mut gathered: BTreeMap<_, Judgement> = BTreeMap::new();
    for judgement in judgements {
        let Subject::Item { item, systems } = &judgement.subject else { continue };
        if !criteria[judgement.criterion].is_long_ranking() || judgement.excluded.is_some() {
            whole.push(judgement);
            continue;
        }
        let key = (judgement.session(), *item, judgement.criterion);
        match gathered.get_mut(&key) {
            None => {
                gathered.insert(key, judgement);
            }
            Some(together) => {
                if let (Answer::Ranking(all), Answer::Ranking(more)) = (&mut together.answer, &judgement.answer) {
                    all.extend(more);
                }
                if let Subject::Item { systems: all, .. } = &mut together.subject {
                    all.extend(systems);
                }
            }
        }
    }
    whole.extend(gathered.into_values());
    whole
}
