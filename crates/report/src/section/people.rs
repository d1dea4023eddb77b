//! Who took part, and how many came how far.

use analysis::{NamedEstimate, Results, Statistic, Topic};

use super::home::families;
use crate::document::Section;
use crate::figure::{Caption, Stage, flow};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("who-took-part", "Who took part");
    let title = match results.get(Statistic::Arrivals, None, &[]) {
        Some(_) => "From arrivals to analysed judgements",
        None => "From answers received to answers analysed",
    };
    let drawn = flow(Caption { id: "flow".to_owned(), title: title.to_owned() }, &stages(results));
    let table = Table { id: "participants-flow".to_owned(), ..drawn.data.clone() };
    section.figure(drawn);
    section.table(table);
    let columns = vec![Column::words(""), Column::numbers("count")];
    let mut table = Table::new("who-took-part-counts", "Participants and what they did", columns);
    let checked =
        results.get(Statistic::ChecksAnswered, None, &[]).is_some_and(|answered| answered.estimate.value > 0.0);
    let people = || {
        families(results, None, Topic::People).into_iter().filter(|(statistic, _)| {
            !matches!(
                statistic,
                Statistic::Sessions
                    | Statistic::SessionsLeftOut
                    | Statistic::SessionsAnalysed
                    | Statistic::Arrivals
                    | Statistic::ArrivalsWithoutAnswers
            )
        })
    };
    for (statistic, numbers) in people() {
        if let [one] = numbers[..]
            && (checked || !matches!(statistic, Statistic::ChecksAnswered | Statistic::ChecksPassed))
        {
            table.row(vec![Cell::text(statistic.words()), Cell::Number(Number::from(one), Face::Value)]);
        }
    }
    section.table(table);
    for (statistic, numbers) in people() {
        if numbers.len() > 1 {
            let id = format!("who-took-part-{}", crate::slug(statistic.word()));
            section.table(super::family::table(results, id, statistic.words(), &numbers));
        }
    }
    section
}

/// Sessions first: all that began where that is known, those with answers, those that count. Then their judgements.
fn stages(results: &Results) -> Vec<Stage> {
    let lost = |statistic: Statistic, skip: &[&str]| -> Vec<(String, Number)> {
        let reasons = results.all(statistic, None).filter(|named| !skip.contains(&named.of[0].as_str()));
        reasons.map(|named| (describe_rule(named), Number::from(named))).collect()
    };
    let stage = |statistic: Statistic, words: &str, lost: Vec<(String, Number)>| {
        let number = Number::from(results.get(statistic, None, &[])?);
        Some(Stage { name: words.to_owned(), number: Some(number), lost })
    };
    // What left out a whole session is told there.
    let whole: Vec<&str> = results.all(Statistic::SessionsLeftOut, None).map(|named| named.of[0].as_str()).collect();
    let arrivals = stage(Statistic::Arrivals, "arrivals", lost(Statistic::ArrivalsWithoutAnswers, &[]));
    let unknown = Stage { name: "arrivals not known".to_owned(), number: None, lost: Vec::new() };
    let stages = [
        arrivals.or(Some(unknown)),
        stage(Statistic::Sessions, "sessions with answers", lost(Statistic::SessionsLeftOut, &[])),
        stage(Statistic::SessionsAnalysed, "sessions analysed", lost(Statistic::ExcludedBy, &whole)),
        stage(Statistic::Participants, "participants analysed", Vec::new()),
        stage(Statistic::Judgements, "judgements analysed", Vec::new()),
    ];
    if results.get(Statistic::Sessions, None, &[]).is_none() {
        Vec::new()
    } else {
        stages.into_iter().flatten().collect()
    }
}

/// A rule of exclusion as a reader knows it.
fn describe_rule(named: &NamedEstimate) -> String {
    let rule = named.of.join(" ");
    match (named.statistic, rule.as_str()) {
        (Statistic::ExcludedBy, "cannot-judge") => "judgements that people could not make".to_owned(),
        (Statistic::ExcludedBy, "invalid") => "judgements without a valid answer".to_owned(),
        (Statistic::ExcludedBy, rule) => format!("judgements, {}", rule.replace('-', " ")),
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
