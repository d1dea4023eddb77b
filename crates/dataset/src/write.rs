//! A dataset as CSV.

use study::response::{Cell, Column};

use crate::{Dataset, Judgement, Subject};

/// Columns every judgement has, whatever was asked.
const SHARED: [&str; 10] =
    ["participant", "list", "attempt", "position", "item", "criterion", "kind", "systems", "check", "excluded"];

/// The dataset as CSV: one row per judgement; behind the shared columns, one for each that some
/// response kind of the study yields. Outputs are written as the systems that stood there.
#[must_use]
pub fn to_csv(dataset: &Dataset) -> String {
    let answers = answer_columns(dataset);
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail, so that neither can this.
    let _ = writer.write_record(SHARED.iter().map(|name| (*name).to_owned()).chain(answers.iter().cloned()));
    for judgement in &dataset.judgements {
        let _ = writer.write_record(row(judgement, dataset, &answers));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn answer_columns(dataset: &Dataset) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for judgement in &dataset.judgements {
        for column in columns(judgement, dataset) {
            if !names.contains(&column.name) {
                names.push(column.name);
            }
        }
    }
    names
}

fn columns(judgement: &Judgement, dataset: &Dataset) -> Vec<Column> {
    dataset.criteria[judgement.criterion].response.columns(outputs(judgement, dataset).len())
}

/// The names of what was shown: systems, or the letters of a check's texts.
fn outputs(judgement: &Judgement, dataset: &Dataset) -> Vec<String> {
    match &judgement.subject {
        Subject::Item { systems, .. } => systems.iter().map(|s| dataset.systems[*s as usize].id.clone()).collect(),
        Subject::Check { check, .. } => {
            let letters = (b'a'..=b'z').map(|letter| char::from(letter).to_string());
            letters.take(dataset.checks[*check].outputs).collect()
        }
    }
}

fn row(judgement: &Judgement, dataset: &Dataset, answers: &[String]) -> Vec<String> {
    let criterion = &dataset.criteria[judgement.criterion];
    let (item, check) = match &judgement.subject {
        Subject::Item { item, .. } => (dataset.items[*item].id.clone(), String::new()),
        Subject::Check { check, passed } => {
            (dataset.checks[*check].id.clone(), if *passed { "passed" } else { "failed" }.to_owned())
        }
    };
    let shown = outputs(judgement, dataset);
    let mut row = vec![
        dataset.participants[judgement.participant as usize].clone(),
        judgement.list.to_string(),
        judgement.attempt.to_string(),
        judgement.position.to_string(),
        item,
        criterion.id.clone(),
        criterion.response.kind().to_owned(),
        shown.join(" "),
        check,
        judgement.excluded.as_ref().map(|rule| rule.word().to_owned()).unwrap_or_default(),
    ];
    let cells = criterion.response.cells(&judgement.answer);
    let named: Vec<(String, Cell)> = columns(judgement, dataset).into_iter().map(|c| c.name).zip(cells).collect();
    row.extend(answers.iter().map(|name| match named.iter().find(|(column, _)| column == name) {
        None | Some((_, Cell::Empty)) => String::new(),
        Some((_, Cell::Whole(whole))) => whole.to_string(),
        Some((_, Cell::Number(number))) => number.to_string(),
        Some((_, Cell::Word(word))) => word.clone(),
        Some((_, Cell::Output(output))) => shown.get(*output).cloned().unwrap_or_default(),
    }));
    row
}
