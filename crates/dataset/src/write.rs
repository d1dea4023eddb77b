//! A dataset as CSV.

use study::Study;
use study::response::{Cell, Column};

use crate::{Dataset, Judgement, Subject};

/// Columns every judgement has, whatever was asked.
const SHARED: [&str; 8] = ["participant", "list", "position", "item", "criterion", "kind", "systems", "check"];

/// The dataset as CSV: one row per judgement; behind the shared columns, one for each that some
/// response kind of the study yields. Outputs are written as the systems that stood there.
#[must_use]
pub fn to_csv(dataset: &Dataset, study: &Study) -> String {
    let answers = answer_columns(study, dataset);
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail, so that neither can this.
    let _ = writer.write_record(SHARED.iter().map(|name| (*name).to_owned()).chain(answers.iter().cloned()));
    for judgement in &dataset.judgements {
        let _ = writer.write_record(row(judgement, study, &answers));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn answer_columns(study: &Study, dataset: &Dataset) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for judgement in &dataset.judgements {
        for column in columns(judgement, study) {
            if !names.contains(&column.name) {
                names.push(column.name);
            }
        }
    }
    names
}

fn columns(judgement: &Judgement, study: &Study) -> Vec<Column> {
    study.criteria[judgement.criterion].response.columns(outputs(judgement, study).len())
}

/// The names of what was shown: systems, or the letters of a check's texts.
fn outputs(judgement: &Judgement, study: &Study) -> Vec<String> {
    match &judgement.subject {
        Subject::Item { systems, .. } => systems.iter().map(|s| study.systems[*s as usize].id.0.clone()).collect(),
        Subject::Check { check, .. } => {
            let letters = (b'a'..=b'z').map(|letter| char::from(letter).to_string());
            letters.take(study.checks[*check].outputs.len()).collect()
        }
    }
}

fn row(judgement: &Judgement, study: &Study, answers: &[String]) -> Vec<String> {
    let criterion = &study.criteria[judgement.criterion];
    let (item, check) = match &judgement.subject {
        Subject::Item { item, .. } => (study.items[*item].id.0.clone(), String::new()),
        Subject::Check { check, passed } => {
            (study.checks[*check].id.clone(), if *passed { "passed" } else { "failed" }.to_owned())
        }
    };
    let shown = outputs(judgement, study);
    let mut row = vec![
        format!("p{:04}", judgement.participant + 1),
        judgement.list.to_string(),
        judgement.position.to_string(),
        item,
        criterion.id.0.clone(),
        criterion.response.kind().to_owned(),
        shown.join(" "),
        check,
    ];
    let cells = criterion.response.cells(&judgement.answer);
    let named: Vec<(String, Cell)> = columns(judgement, study).into_iter().map(|c| c.name).zip(cells).collect();
    row.extend(answers.iter().map(|name| match named.iter().find(|(column, _)| column == name) {
        None | Some((_, Cell::Empty)) => String::new(),
        Some((_, Cell::Whole(whole))) => whole.to_string(),
        Some((_, Cell::Number(number))) => number.to_string(),
        Some((_, Cell::Word(word))) => word.clone(),
        Some((_, Cell::Output(output))) => shown.get(*output).cloned().unwrap_or_default(),
    }));
    row
}
