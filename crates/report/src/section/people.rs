//! Who took part, and how many came how far.

use analysis::{Named, Results};

use super::family::words;
use super::home::{Home, families};
use crate::document::Section;
use crate::figure::{Caption, Stage, flow};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("who-took-part", "Who took part");
    let title = match results.get("arrivals", None, &[]) {
        Some(_) => "From those who came to what was analysed",
        None => "From the answers that came to those that were analysed",
    };
    let drawn = flow(Caption { id: "flow".to_owned(), title: title.to_owned() }, &stages(results));
    let table = Table { id: "participants-flow".to_owned(), ..drawn.data.clone() };
    section.figure(drawn);
    section.table(table);
    let columns = vec![Column::words(""), Column::numbers("count")];
    let mut table = Table::new("who-took-part-counts", "Participants and what they did", columns);
    let checked = results.get("checks_answered", None, &[]).is_some_and(|answered| answered.estimate.value > 0.0);
    let people = || {
        families(results, None, Home::People)
            .into_iter()
            .filter(|(name, _)| !name.starts_with("sessions") && !name.starts_with("arrivals"))
    };
    for (name, numbers) in people() {
        if let [one] = numbers[..]
            && (checked || !name.starts_with("checks"))
        {
            table.row(vec![Cell::text(words(name)), Cell::Number(Number::from(one), Face::Value)]);
        }
    }
    section.table(table);
    for (name, numbers) in people() {
        if numbers.len() > 1 {
            let id = format!("who-took-part-{}", crate::slug(name));
            section.table(super::family::table(results, id, words(name), &numbers));
        }
    }
    section
}

/// Sessions first: all that began where that is known, those with answers, those that count. Then their judgements.
fn stages(results: &Results) -> Vec<Stage> {
    let lost = |name: &'static str, skip: &[&str]| -> Vec<(String, Number)> {
        let reasons = results.all(name, None).filter(|named| !skip.contains(&named.of[0].as_str()));
        reasons.map(|named| (why(named), Number::from(named))).collect()
    };
    let stage = |name: &str, words: &str, lost: Vec<(String, Number)>| {
        let number = Number::from(results.get(name, None, &[])?);
        Some(Stage { name: words.to_owned(), number: Some(number), lost })
    };
    // What left out a whole session is told there.
    let whole: Vec<&str> = results.all("sessions_left_out", None).map(|named| named.of[0].as_str()).collect();
    let arrivals = stage("arrivals", "arrivals", lost("arrivals_without_answers", &[]));
    let unknown = Stage { name: "arrivals not known".to_owned(), number: None, lost: Vec::new() };
    let stages = [
        arrivals.or(Some(unknown)),
        stage("sessions", "sessions with answers", lost("sessions_left_out", &[])),
        stage("sessions_analysed", "sessions analysed", lost("excluded_by", &whole)),
        stage("participants", "participants analysed", Vec::new()),
        stage("judgements", "judgements analysed", Vec::new()),
    ];
    if results.get("sessions", None, &[]).is_none() { Vec::new() } else { stages.into_iter().flatten().collect() }
}

/// A rule of exclusion as a reader knows it.
fn why(named: &Named) -> String {
    let rule = named.of.join(" ");
    match (named.name.as_str(), rule.as_str()) {
        ("excluded_by", "cannot-judge") => "judgements that people could not make".to_owned(),
        ("excluded_by", "invalid") => "judgements without a valid answer".to_owned(),
        ("excluded_by", rule) => format!("judgements, {}", rule.replace('-', " ")),
        (_, "turned-away-full") => "turned away, no place left".to_owned(),
        (_, "turned-away-paused") => "turned away, study paused".to_owned(),
        (_, "turned-away-closed") => "turned away, study closed".to_owned(),
        (_, "turned-away-took-part") => "turned away, took part before".to_owned(),
        (_, "declined") => "did not consent".to_owned(),
        (_, "screened-out") => "did not pass screening".to_owned(),
        (_, "failed-training") => "failed the training".to_owned(),
        (_, "failed-check") => "failed a check".to_owned(),
        (_, "too-late") => "ran out of time".to_owned(),
        (_, "returned") => "gave the task back".to_owned(),
        (_, "withdrawn") => "withdrew, answers erased".to_owned(),
        (_, "left") => "left without an answer".to_owned(),
        (_, "failed-checks") => "failed checks".to_owned(),
        (_, "incomplete") => "left before the end".to_owned(),
        (_, "lapsed") => "ran out of time".to_owned(),
        (_, "repeated") => "came a second time".to_owned(),
        (_, "same-answer") => "gave one answer throughout".to_owned(),
        (_, "faster-than") => "too fast".to_owned(),
        (_, "slower-than") => "too slow".to_owned(),
        (_, rule) => rule.replace('-', " "),
    }
}
