//! Judgements from a table that we wrote ourselves.

use std::collections::{BTreeMap, BTreeSet};

use study::file::Better;
use study::response::{
    Answer, BestWorst, Choice, Choosable, Count, Pairwise, Preference, Ranking, Rating, Response, Slider, Spans, Text,
};
use study::{Study, without_formula};
use table::{Column, Table};

use super::{TableMisfit, column, require_cell};
use crate::shown_systems::split_ids;
use crate::{
    Check, Criterion, Dataset, ExclusionRule, Item, JudgedBy, Judgement, Origin, Provenance, Subject, System, Timing,
    suggests_lower,
};

const NEEDED: [&str; 8] = ["participant", "list", "attempt", "position", "item", "criterion", "systems", "answer"];

/// Whether the table has the columns that we write.
pub(super) fn is_ours(table: &Table) -> bool {
    NEEDED.iter().all(|name| table.column(name).is_some())
}

/// Reads the table back. Systems and criteria are those of the study, where one is given; else as
/// found, with scales as far as they were used.
pub(super) fn read(table: &Table, study: Option<&Study>) -> Result<Dataset, TableMisfit> {
    let answers = answers(table)?;
    let names = |name: &str| -> Result<Vec<String>, TableMisfit> {
        let found: BTreeSet<&str> = column(table, name)?.iter().flatten().collect();
        Ok(found.into_iter().map(str::to_owned).collect())
    };
    let check = table.column("check");
    let is_check = |row: usize| check.is_some_and(|column| column.get(row).is_some());
    let systems = systems(table, study, &is_check)?;
    let criteria = match study {
        Some(study) => (0..study.criteria.len()).map(|number| Criterion::from_study(study, number)).collect(),
        None => names("criterion")?.into_iter().map(|id| criterion(table, id, &answers)).collect::<Vec<_>>(),
    };
    let (strata, items) = items(table, &is_check)?;
    let checks = checks(table, &is_check)?;
    let mut dataset = Dataset {
        provenance: Provenance {
            study: study.map(|study| study.fingerprint.clone()),
            data: None,
            origin: Origin::Table { file: table.file().to_owned() },
            judged_by: judged_by(table)?,
            changed: Vec::new(),
        },
        participants: names("participant")?,
        systems,
        strata,
        items,
        criteria,
        checks,
        judgements: Vec::with_capacity(table.len()),
        remarks: None,
        questionnaire: None,
        arrivals: None,
        notes: Vec::new(),
    };
    for (row, answer) in answers.into_iter().enumerate() {
        let judgement = judgement(table, row, &dataset, answer)?;
        dataset.judgements.push(judgement);
    }
    if study.is_some() {
        check_columns(table, &dataset)?;
    }
    dataset.judgements.sort_by(super::judgements::order);
    Ok(dataset)
}

/// Refuses a table whose other columns say something else than `answer`: somebody edited one of them, and nobody can tell which
/// is meant. Judgements are still in the order of the rows. What marked spans come to depends on the study's weights, too.
fn check_columns(table: &Table, dataset: &Dataset) -> Result<(), TableMisfit> {
    let columns = crate::write::columns(dataset);
    let of_answers = columns.of_answers().filter_map(|(place, name)| Some((place, table.column(name)?)));
    let of_answers: Vec<(usize, &Column)> = of_answers.collect();
    for (row, judgement) in dataset.judgements.iter().enumerate() {
        if matches!(judgement.answer, Answer::Spans(_)) {
            continue;
        }
        let written = crate::write::judgement_cells(dataset, judgement, &columns);
        for (place, column) in &of_answers {
            let (found, written) = (column.get(row).unwrap_or_default(), &written[*place]);
            // Earlier versions, and other programs, do not mark every formula.
            if !is_same(found, written) && !is_same(&without_formula(found), written) {
                return Err(TableMisfit::Contradiction {
                    file: table.file().to_owned(),
                    row: table.row_number(row),
                    column: column.name().to_owned(),
                    found: found.to_owned(),
                    written: written.clone(),
                });
            }
        }
    }
    Ok(())
}

/// Whether a cell is as it was written, or as a spreadsheet saves that again.
fn is_same(found: &str, written: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    found == written
        || found.eq_ignore_ascii_case(written)
        || number(found).zip(number(written)).is_some_and(|(a, b)| (a - b).abs() <= 1e-9 * a.abs().max(b.abs()))
        || found.trim() == written.trim()
        || found.replace("\r\n", "\n") == written.replace("\r\n", "\n")
}

/// Who judged: one answer for the whole table, so that people and simulated participants are never taken together.
/// Tables from before it was written are as any other table.
fn judged_by(table: &Table) -> Result<JudgedBy, TableMisfit> {
    let Some(cells) = table.column("origin") else { return Ok(JudgedBy::Foreign) };
    let mut found = None;
    for row in 0..table.len() {
        let cell = cells.get(row).unwrap_or_default();
        let by = JudgedBy::from_word(cell).filter(|by| found.is_none_or(|found| found == *by));
        let wrong = || TableMisfit::Cell {
            file: table.file().to_owned(),
            row: table.row_number(row),
            column: "origin".to_owned(),
            found: cell.to_owned(),
            must: "every row says `people`, every row `simulated` or every row `foreign`; put others in a table of their own",
        };
        found = Some(by.ok_or_else(wrong)?);
    }
    Ok(found.unwrap_or(JudgedBy::Foreign))
}

/// Who judged, in a table of ours that is read by the names of its columns, or in one that was made from it.
pub(super) fn simulated_or_foreign(table: &Table) -> Result<JudgedBy, TableMisfit> {
    let says_simulated = |cells: &Column| cells.cells_once().any(|cell| cell == JudgedBy::Simulated.word());
    if table.column("origin").is_some_and(says_simulated) { judged_by(table) } else { Ok(JudgedBy::Foreign) }
}

/// The table without answers to checks, and how many they are, where it has the columns that this program writes of who judged and
/// which checks were passed; nothing where none is there.
#[must_use]
pub fn without_own_checks(table: &Table) -> Option<(Table, usize)> {
    let (origin, checks) = (table.column("origin")?, table.column("check")?);
    let is_ours = origin.cells_once().all(|cell| JudgedBy::from_word(cell).is_some())
        && checks.cells_once().all(|cell| matches!(cell, "passed" | "failed"));
    let keep: Vec<bool> = checks.iter().map(|cell| cell.is_none()).collect();
    let left_out = keep.iter().filter(|keep| !**keep).count();
    (is_ours && left_out > 0).then(|| (table.filtered(&keep), left_out))
}

fn answers(table: &Table) -> Result<Vec<Answer>, TableMisfit> {
    let cells = column(table, "answer")?;
    let read = |row: usize| {
        let cell = cells.get(row).unwrap_or_default();
        let value: Option<Answer> = serde_json::from_str(cell).ok();
        value.ok_or_else(|| TableMisfit::Cell {
            file: table.file().to_owned(),
            row: table.row_number(row),
            column: "answer".to_owned(),
            found: cell.to_owned(),
            must: "an answer as this program writes it is needed",
        })
    };
    (0..table.len()).map(read).collect()
}

fn systems(table: &Table, study: Option<&Study>, is_check: &dyn Fn(usize) -> bool) -> Result<Vec<System>, TableMisfit> {
    if let Some(study) = study {
        return Ok(study.systems.iter().map(|s| System { id: s.id.0.clone(), name: s.name.clone() }).collect());
    }
    let shown = column(table, "systems")?;
    let rows = (0..table.len()).filter(|row| !is_check(*row));
    let found: BTreeSet<String> = rows.flat_map(|row| split_ids(shown.get(row).unwrap_or_default())).collect();
    Ok(found.into_iter().map(|id| System { id: id.clone(), name: id }).collect())
}

fn items(table: &Table, is_check: &dyn Fn(usize) -> bool) -> Result<(Vec<String>, Vec<Item>), TableMisfit> {
    let columns: Vec<&Column> = table.columns().iter().filter(|column| column.name().starts_with("stratum_")).collect();
    let ids = column(table, "item")?;
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    for row in (0..table.len()).filter(|row| !is_check(*row)) {
        if let Some(id) = ids.get(row) {
            first.entry(id).or_insert(row);
        }
    }
    let strata = |row: usize| columns.iter().map(|column| column.get(row).unwrap_or_default().to_owned()).collect();
    let items = first.into_iter().map(|(id, row)| Item { id: id.to_owned(), strata: strata(row) }).collect();
    let names = columns.iter().map(|column| column.name().trim_start_matches("stratum_").to_owned()).collect();
    Ok((names, items))
}

fn checks(table: &Table, is_check: &dyn Fn(usize) -> bool) -> Result<Vec<Check>, TableMisfit> {
    let (ids, shown) = (column(table, "item")?, column(table, "systems")?);
    let mut checks: BTreeMap<&str, usize> = BTreeMap::new();
    for row in (0..table.len()).filter(|row| is_check(*row)) {
        let outputs = split_ids(shown.get(row).unwrap_or_default()).len();
        checks.insert(ids.get(row).unwrap_or_default(), outputs);
    }
    Ok(checks.into_iter().map(|(id, outputs)| Check { id: id.to_owned(), outputs }).collect())
}

fn judgement(table: &Table, row: usize, dataset: &Dataset, answer: Answer) -> Result<Judgement, TableMisfit> {
    let cell = |name: &str| require_cell(table, row, column(table, name)?, "every judgement needs it");
    let optional = |name: &str| table.column(name).and_then(|column| column.get(row));
    let wrong = |name: &str, must: &'static str| TableMisfit::Cell {
        file: table.file().to_owned(),
        row: table.row_number(row),
        column: name.to_owned(),
        found: optional(name).unwrap_or_default().to_owned(),
        must,
    };
    let whole = |name: &str| cell(name)?.parse::<u32>().map_err(|_| wrong(name, "a whole number is needed"));
    let number = |name: &str| optional(name).and_then(|cell| cell.parse().ok()).filter(|x: &f64| x.is_finite());
    let instant = |name: &str| optional(name).and_then(|cell| cell.parse().ok());
    let item = cell("item")?;
    let subject = match optional("check") {
        Some(word) => Subject::Check {
            check: dataset.checks.iter().position(|check| check.id == item).unwrap_or(0),
            passed: word == "passed",
        },
        None => {
            let place = |id: &str| dataset.systems.iter().position(|system| system.id == id);
            let systems: Option<Vec<u16>> =
                split_ids(cell("systems")?).iter().map(|id| place(id).map(|place| place as u16)).collect();
            Subject::Item {
                item: dataset.items.binary_search_by(|known| known.id.as_str().cmp(item)).unwrap_or(0),
                systems: systems.ok_or_else(|| wrong("systems", "the systems of the study are needed"))?,
            }
        }
    };
    let person = cell("participant")?;
    let asked = cell("criterion")?;
    let criterion = dataset.criteria.iter().position(|criterion| criterion.id == asked);
    Ok(Judgement {
        participant: dataset.participants.binary_search_by(|known| known.as_str().cmp(person)).unwrap_or(0) as u32,
        list: whole("list")?,
        attempt: whole("attempt")?,
        position: whole("position")?,
        subject,
        criterion: criterion.ok_or_else(|| wrong("criterion", "a criterion of the study is needed"))?,
        answer,
        confidence: optional("confidence").and_then(|cell| cell.parse().ok()),
        timing: Timing {
            shown_at_ms: instant("shown_at_ms"),
            answered_at_ms: instant("answered_at_ms"),
            active_secs: number("active_secs"),
            session_secs: number("session_secs"),
        },
        excluded: optional("excluded").map(ExclusionRule::from_word),
    })
}

/// A criterion as its answers show it.
fn criterion(table: &Table, id: String, answers: &[Answer]) -> Criterion {
    let asked = table.column("criterion");
    let of: Vec<&Answer> = answers
        .iter()
        .enumerate()
        .filter(|(row, _)| asked.and_then(|column| column.get(*row)) == Some(&id))
        .map(|(_, answer)| answer)
        .collect();
    let response = response(&of);
    let has_end = matches!(response, Response::Rating(_) | Response::Slider(_) | Response::Count(_));
    let better_known = !has_end || !suggests_lower(&id);
    let is_lower = !better_known || matches!(response, Response::Ranking(_));
    let better = if is_lower { Better::Lower } else { Better::Higher };
    let first = (0..table.len()).find(|row| asked.and_then(|column| column.get(*row)) == Some(&id));
    let part = first.and_then(|row| table.column("part")?.get(row)).map(str::to_owned);
    let reason = |answer: &&Answer| if let Answer::Unable(reason) = answer { Some(reason.clone()) } else { None };
    let reasons: BTreeSet<String> = of.iter().filter_map(reason).collect();
    let level = |row: usize| table.column("confidence")?.get(row)?.parse::<u32>().ok();
    let asked_of = |row: &usize| asked.and_then(|column| column.get(*row)) == Some(&id);
    let most = (0..table.len()).filter(asked_of).filter_map(level).max().unwrap_or(0);
    let confidence = (1..=most).map(|level| level.to_string()).collect();
    let cannot_judge = reasons.into_iter().collect();
    Criterion {
        name: id.clone(),
        id,
        response,
        ends_known: false,
        better,
        better_known,
        part,
        cannot_judge,
        confidence,
        only_if: None,
    }
}

fn response(answers: &[&Answer]) -> Response {
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    };
    let valid = answers.iter().find(|answer| !matches!(answer, Answer::Text(_) | Answer::Unable(_)));
    match valid.or(answers.first()) {
        None | Some(Answer::Text(_) | Answer::Unable(_)) => {
            Response::Text(Text { optional: true, lines: true, ..Text::default() })
        }
        Some(Answer::Rating(_)) => {
            let value = |answer: &&Answer| if let Answer::Rating(value) = answer { Some(*value as f64) } else { None };
            let (low, high) = range(&mut answers.iter().filter_map(value));
            Response::Rating(Rating { points: (high - low) as u32 + 1, minimum: Some(low as i32), labels: None })
        }
        Some(Answer::Slider(_)) => {
            let value = |answer: &&Answer| if let Answer::Slider(value) = answer { Some(*value) } else { None };
            let (minimum, maximum) = range(&mut answers.iter().filter_map(value));
            Response::Slider(Slider { minimum, maximum, step: None, low: None, high: None })
        }
        Some(Answer::Ranking(_)) => Response::Ranking(Ranking { ties: true }),
        Some(Answer::Pairwise(_)) => {
            let ties = answers.iter().any(|answer| **answer == Answer::Pairwise(Preference::Equal));
            Response::Pairwise(Pairwise { ties, equal: None, degrees: Vec::new() })
        }
        Some(Answer::Graded(_)) => {
            let grade = |answer: &&Answer| if let Answer::Graded(grade) = answer { Some(*grade) } else { None };
            let ties = answers.iter().filter_map(grade).any(|grade| grade == 0);
            let strongest = answers.iter().filter_map(grade).map(i32::unsigned_abs).max().unwrap_or(0).max(2);
            let degrees = (1..=strongest).map(|degree| format!("better by {degree}")).collect();
            Response::Pairwise(Pairwise { ties, equal: None, degrees })
        }
        Some(Answer::BestWorst { .. }) => Response::BestWorst(BestWorst { best: None, worst: None }),
        Some(Answer::Choice(_)) => {
            let chosen = |answer: &&Answer| if let Answer::Choice(ids) = answer { ids.clone() } else { Vec::new() };
            let options: BTreeSet<String> = answers.iter().flat_map(chosen).collect();
            let options = options.into_iter().map(Choosable::Words).collect();
            Response::Choice(Choice { options, several: true, allow_none: true })
        }
        Some(Answer::Spans(_)) => {
            let (categories, severities) = (Vec::new(), Vec::new());
            Response::Spans(Spans { categories, severities, overlap: true, source: None, missing: false })
        }
        Some(Answer::Count(_)) => Response::Count(Count::default()),
    }
}
