//! A look at the answers so far, and the answers as files.

use std::collections::BTreeSet;

use analysis::Options;
use dataset::{Dataset, Judgement, Subject, System};
use jiff::Timestamp;
use live::{Format, NotConcluded, SoFar};
use study::Study;

use super::persons::persons;
use super::places::places;

/// Enough for intervals to look at; the report takes more.
const REPLICATES: usize = 300;
/// Coverage of intervals.
const LEVEL: f64 = 0.95;

/// What the answers say: scores with intervals, agreement, which place is preferred, and how each person answers.
pub(super) fn summarize_answers(
    study: &Study,
    dataset: &Dataset,
    until: Option<Timestamp>,
) -> Result<SoFar, NotConcluded> {
    let of_items = |judgement: &&Judgement| matches!(judgement.subject, Subject::Item { .. });
    let judgements = dataset.included_judgements().filter(of_items).count();
    let excluded = dataset.judgements.iter().filter(of_items).count() - judgements;
    let people: BTreeSet<u32> =
        dataset.included_judgements().filter(of_items).map(|judgement| judgement.participant).collect();
    let options = Options { seed: study.about.seed, replicates: REPLICATES, level: LEVEL };
    let results = analysis::so_far(study, dataset, options);
    let mut document = report::so_far(&results);
    document.sections.extend(places(dataset));
    document.sections.extend(persons(dataset));
    let sections = report::fragment(&document).map_err(|error| NotConcluded(error.to_string()))?;
    Ok(SoFar { until, judgements, excluded, people: people.len(), sections })
}

/// Orders the systems by their ids, so that the order of the study's file is not to be seen.
pub(super) fn in_order_of_ids(dataset: &mut Dataset) {
    let mut order: Vec<usize> = (0..dataset.systems.len()).collect();
    order.sort_by(|a, b| {
        let id = |system: &usize| &dataset.systems[*system].id;
        (id(a).len(), id(a)).cmp(&(id(b).len(), id(b)))
    });
    let place = |system: u16| order.iter().position(|known| *known == usize::from(system)).unwrap_or_default() as u16;
    for judgement in &mut dataset.judgements {
        if let Subject::Item { systems, .. } = &mut judgement.subject {
            systems.iter_mut().for_each(|system| *system = place(*system));
        }
    }
    dataset.systems = order.iter().map(|system| dataset.systems[*system].clone()).collect();
}

/// Calls the systems of each judgement by the places in which they stood. Pages of items and sessions show the texts in
/// their places, beside the answers: a file with anything about the systems, joined with them, would tell whose the texts
/// are.
pub(super) fn withhold_systems(dataset: &mut Dataset) {
    let mut most = 0;
    for judgement in &mut dataset.judgements {
        if let Subject::Item { systems, .. } = &mut judgement.subject {
            most = most.max(systems.len());
            systems.iter_mut().zip(0..).for_each(|(system, place)| *system = place);
        }
    }
    let withheld = |place: usize| System {
        id: format!("withheld-{place}"),
        name: format!("withheld until the study is unblinded, shown in place {place}"),
    };
    dataset.systems = (1..=most.max(dataset.systems.len())).map(withheld).collect();
}

/// The judgements as a file.
pub(super) fn write_judgements(dataset: &Dataset, format: Format) -> Result<Vec<u8>, NotConcluded> {
    Ok(match format {
        Format::Csv => dataset::to_csv(dataset).into_bytes(),
        Format::Jsonl => dataset::to_jsonl(dataset).into_bytes(),
        Format::Parquet => dataset::to_parquet(dataset).map_err(|error| NotConcluded(error.to_string()))?,
        Format::Codebook => dataset::codebook_markdown(dataset).into_bytes(),
        Format::CodebookJson => (dataset::codebook_json(dataset).to_string() + "\n").into_bytes(),
    })
}
