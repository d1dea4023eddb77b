//! The report as Markdown.

use std::fmt::Write as _;

use analysis::{Named, Results};
use study::Study;

use crate::format::{cell, interval, number};

/// The report. The same study and results give the same bytes.
#[must_use]
pub fn markdown(study: &Study, results: &Results, origin: &str) -> String {
    let mut text = format!("# {}\n\n{origin}\n\n", study.about.title);
    let _ = writeln!(
        text,
        "{} judgements by {} participants on {} items of {} systems.",
        results.judgements,
        results.participants,
        study.items.len(),
        study.systems.len()
    );
    if results.checks.0 > 0 {
        let _ = writeln!(text, "{} of {} checks were passed.", results.checks.1, results.checks.0);
    }
    for (index, criterion) in study.criteria.iter().enumerate() {
        let _ = writeln!(text, "\n## {}\n\n*{}*\n", criterion.name, criterion.question);
        let of: Vec<&Named> = results.estimates.iter().filter(|named| named.criterion == index).collect();
        text.push_str(&scores(study, &of));
        text.push_str(&agreement(&of));
    }
    if !results.missing.is_empty() {
        text.push_str("\n## Not computed\n\n");
        for reason in &results.missing {
            let _ = writeln!(text, "- {reason}");
        }
    }
    let _ = writeln!(
        text,
        "\n## Provenance\n\nStudy `{}`; intervals from seed {}; every number above is in `results.json`.",
        results.study, results.seed
    );
    text
}

fn scores(study: &Study, of: &[&Named]) -> String {
    let about_systems: Vec<&&Named> = of.iter().filter(|named| !named.estimate.of.is_empty()).collect();
    let Some(first) = about_systems.first() else { return String::new() };
    let mut text =
        format!("| system | {} | interval | n |\n|---|---:|---|---:|\n", first.estimate.name.replace('_', " "));
    for named in &about_systems {
        let system = &named.estimate.of[0];
        let name = study.systems.iter().find(|s| s.id.0 == *system).map_or(system, |s| &s.name);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            cell(name),
            number(named.estimate.value),
            interval(named.estimate.interval),
            named.n
        );
    }
    if let Some(made) = first.estimate.interval {
        let _ = writeln!(text, "\n{}% intervals, {}, over items and participants.", made.level * 100.0, made.kind);
    }
    text
}

fn agreement(of: &[&Named]) -> String {
    let mut text = String::new();
    for named in of.iter().filter(|named| named.estimate.name == "alpha") {
        let _ = writeln!(
            text,
            "\nKrippendorff's alpha {} {}.",
            number(named.estimate.value),
            interval(named.estimate.interval)
        );
    }
    text
}
