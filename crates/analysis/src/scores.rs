//! The score of every system on one criterion.

use dataset::{Dataset, Subject};
use stats::resample::{Groups, Plan, Scheme, bootstrap};
use stats::{Estimate, Note};
use study::Study;
use study::response::{Answer, Preference, Response};

use crate::Named;

/// What a score is called, for a response kind that has one.
pub(crate) fn name(response: &Response) -> Option<&'static str> {
    match response {
        Response::Rating(_) | Response::Slider(_) | Response::Count(_) => Some("mean"),
        Response::Pairwise(_) => Some("win_percent"),
        Response::BestWorst(_) => Some("best_worst"),
        Response::Ranking(_) => Some("average_rank"),
        Response::Choice(_) | Response::Spans(_) | Response::Text(_) => None,
    }
}

/// What one answer says of each output shown, such that the mean over answers is the score: the
/// rating itself, 100 for the one chosen, 100 and −100 for best and worst, the place in a ranking.
pub(crate) fn values(answer: &Answer, outputs: usize) -> Option<Vec<f64>> {
    match answer {
        Answer::Rating(value) => Some(vec![*value as f64]),
        Answer::Slider(value) => Some(vec![*value]),
        Answer::Count(count) => Some(vec![f64::from(*count)]),
        Answer::Pairwise(preference) => Some(match preference {
            Preference::First => vec![100.0, 0.0],
            Preference::Second => vec![0.0, 100.0],
            Preference::Equal => vec![0.0, 0.0],
        }),
        Answer::BestWorst { best, worst } => Some(
            (0..outputs)
                .map(|o| {
                    if o == *best {
                        100.0
                    } else if o == *worst {
                        -100.0
                    } else {
                        0.0
                    }
                })
                .collect(),
        ),
        Answer::Ranking(places) => Some(places.iter().map(|place| f64::from(*place)).collect()),
        Answer::Choice(_) | Answer::Spans(_) | Answer::Text(_) => None,
    }
}

/// What is known of one system on one criterion, one position per answer.
#[derive(Default)]
struct Values {
    value: Vec<f64>,
    item: Vec<u32>,
    participant: Vec<u32>,
}

/// The score of each system with an interval from drawing items and participants again, both with
/// replacement (Owen 2007): answers on one item, or by one person, are not independent.
pub(crate) fn of(
    study: &Study,
    dataset: &Dataset,
    criterion: usize,
    plan: Plan,
    level: f64,
) -> Result<Vec<Named>, String> {
    let response = &study.criteria[criterion].response;
    let Some(name) = name(response) else {
        return Err(format!("a {} has no score by system", response.kind()));
    };
    let mut systems: Vec<Values> = study.systems.iter().map(|_| Values::default()).collect();
    for judgement in dataset.judgements.iter().filter(|judgement| judgement.criterion == criterion) {
        let Subject::Item { item, systems: shown } = &judgement.subject else { continue };
        let Some(values) = values(&judgement.answer, shown.len()) else { continue };
        for (system, value) in shown.iter().zip(values) {
            let of = &mut systems[*system as usize];
            of.value.push(value);
            of.item.push(*item as u32);
            of.participant.push(judgement.participant);
        }
    }
    let scored = study.systems.iter().zip(systems).filter(|(_, values)| !values.value.is_empty());
    let named = scored.map(|(system, values)| Named {
        criterion,
        criterion_id: study.criteria[criterion].id.0.clone(),
        n: values.value.len(),
        estimate: score(name, &values, plan, level).of([&system.id.0]),
    });
    Ok(named.collect())
}

fn score(name: &'static str, values: &Values, plan: Plan, level: f64) -> Estimate {
    let mean = |rows: &mut dyn Iterator<Item = usize>| {
        let (sum, n) = rows.fold((0.0, 0.0), |(sum, n), row| (sum + values.value[row], n + 1.0));
        (n > 0.0).then(|| sum / n)
    };
    let value = mean(&mut (0..values.value.len())).unwrap_or(0.0);
    let (items, people) = (Groups::by(&values.item), Groups::by(&values.participant));
    let scheme = if people.len() > 1 { Scheme::Crossed(&items, &people) } else { Scheme::Groups(&items) };
    let replicates = bootstrap(plan, &scheme, |rows| mean(&mut rows.iter().map(|row| *row as usize)));
    let note = (people.len() == 1).then(|| Note::Said("one person answered: the interval is over items".to_owned()));
    Estimate::new(name, value).interval(replicates.percentile(level).ok()).note(note)
}
