//! The report as Markdown.

use std::fmt::Write as _;

use analysis::{Named, Results};
use study::Study;

use crate::format::{cell, interval, number};

/// The report. The same study and results give the same bytes.
#[must_use]
pub fn markdown(study: &Study, results: &Results, origin: &str) -> String {
    let mut text = format!("# {}\n\n{origin}\n\n", study.about.title);
    let count = |name: &str| results.get(name, None, &[]).map_or(0.0, |named| named.estimate.value);
    let _ = writeln!(
        text,
        "{} judgements by {} participants on {} items of {} systems.",
        count("judgements"),
        count("participants"),
        study.items.len(),
        study.systems.len()
    );
    if count("checks_answered") > 0.0 {
        let _ = writeln!(text, "{} of {} checks were passed.", count("checks_passed"), count("checks_answered"));
    }
    for criterion in &study.criteria {
        let _ = writeln!(text, "\n## {}\n\n*{}*\n", criterion.name, criterion.question);
        let of: Vec<&Named> =
            results.estimates.iter().filter(|named| named.criterion.as_deref() == Some(&criterion.id.0)).collect();
        text.push_str(&scores(study, results, &of));
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
        results.provenance.study.as_deref().unwrap_or("–"),
        results.provenance.seed
    );
    text
}

fn scores(study: &Study, results: &Results, of: &[&Named]) -> String {
    let score = |named: &&&Named| results.about.criteria.iter().any(|c| c.score.as_deref() == Some(&named.name));
    let about_systems: Vec<&&Named> = of.iter().filter(score).collect();
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
