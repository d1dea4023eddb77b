//! The sections of a report, one file each, in the order a reader asks.

mod agreement;
mod asked;
mod claims;
mod comparisons;
mod deviations;
mod exclusions;
mod family;
mod home;
mod methods;
mod people;
mod provenance;
mod references;
mod rehearsal;
mod reproduction;
mod scores;
mod time;

use ::reproduction::Comparison;
use analysis::{Named, Results};
use study::Study;

pub use rehearsal::rehearsal;

use crate::document::{Document, Section};

/// What a report is made from.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    pub results: &'a Results,
    /// The study, for questions, deviations and what else is said in words.
    pub study: Option<&'a Study>,
}

/// The report. Sections with nothing to say are left out.
#[must_use]
pub fn document(input: &Input<'_>) -> Document {
    laid_out(input, None)
}

/// What the answers say while more come in: scores and agreement. Claims and comparisons are for the end.
#[must_use]
pub fn so_far(results: &Results) -> Document {
    let input = Input { results, study: None };
    let sections = vec![scores::section(&input), agreement::section(results)];
    made(results.about.title.clone(), results.provenance.origin.clone(), sections)
}

/// The report of a study together with its comparison with the one it repeats.
#[must_use]
pub fn reproduction(input: &Input<'_>, comparison: &Comparison) -> Document {
    laid_out(input, Some(comparison))
}

fn laid_out(input: &Input<'_>, comparison: Option<&Comparison>) -> Document {
    let results = input.results;
    let mut sections = vec![
        asked::section(input),
        people::section(results),
        claims::section(results),
        scores::section(input),
        agreement::section(results),
        comparisons::section(results),
    ];
    sections.extend(comparison.into_iter().flat_map(reproduction::sections));
    sections.extend([
        deviations::section(input),
        time::section(results),
        exclusions::section(input),
        methods::section(results),
        provenance::section(results),
    ]);
    made(results.about.title.clone(), results.provenance.origin.clone(), sections)
}

/// The report of a comparison alone.
#[must_use]
pub fn comparison(title: &str, comparison: &Comparison) -> Document {
    let names: Vec<String> = comparison
        .experiments
        .iter()
        .map(|experiment| match experiment.source.as_str() {
            "" => experiment.name.clone(),
            source => format!("{} ({source})", experiment.name),
        })
        .collect();
    let mut sections = reproduction::sections(comparison);
    sections.push(reproduction::provenance());
    made(title.to_owned(), format!("A comparison of {}.", listed(&names)), sections)
}

fn made(title: String, origin: String, mut sections: Vec<Section>) -> Document {
    sections.retain(|section| !section.blocks.is_empty());
    Document { title, origin, language: "en".to_owned(), sections }
}

/// The printed name of a label: a system's name, or the label itself.
fn printed<'a>(results: &'a Results, label: &'a str) -> &'a str {
    results.about.systems.iter().find(|system| system.id == label).map_or(label, |system| &system.name)
}

/// Every estimate about one criterion, or about the whole study.
fn about<'a>(results: &'a Results, criterion: Option<&'a str>) -> impl Iterator<Item = &'a Named> {
    results.estimates.iter().filter(move |named| named.criterion.as_deref() == criterion)
}

/// "A", "A and B", "A, B and C".
fn listed<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}
