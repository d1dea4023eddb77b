//! The judgements of a table, and what became of every answer looked for.

use std::borrow::Cow;
use std::collections::BTreeMap;

use dataset::{Dataset, Mapping, TableJudgements};
use study::response::Response;
use table::Table;

use crate::counts::Counts;
use crate::import_mapping::ImportMapping;
use crate::judgement_summary::JudgementSummary;
use crate::question::Stop;

/// Reads the table by its mapping and counts.
pub(super) fn read(
    table: Table,
    wanted: &ImportMapping,
    (counts, notes): (&mut Counts, &mut Vec<String>),
) -> Result<(TableJudgements<'static>, JudgementSummary), Stop> {
    // Rows have been selected and counted already.
    let mapping = Mapping { only: BTreeMap::new(), ..wanted.columns.clone() };
    let file = table.file().to_owned();
    let mut found = match TableJudgements::read(Cow::Owned(table), &mapping, None) {
        Err(dataset::TableMisfit::Empty { .. }) => {
            let reasons: Vec<String> =
                counts.left_out.iter().map(|left| format!("{} rows: {}", left.count, left.reason)).collect();
            return Err(Stop::Unreadable(format!("`{file}` holds no answer. {}", reasons.join("; "))));
        }
        other => other?,
    };
    widen_scales(&mut found.names, notes);
    // What is not there is in the counts.
    notes.extend(
        std::mem::take(&mut found.names.notes)
            .into_iter()
            .filter(|note| !note.contains("have no answer in") && !note.contains("left out")),
    );
    let mut summary = JudgementSummary::default();
    found.for_each(|judgement| summary.see(&found.names, &judgement));
    let summary = summary.finish();
    if summary.again > 0 && !notes.iter().any(|note| note.contains("import.repeated")) {
        notes.push(format!(
            "answers by someone who had answered the same question before: {}; all of them count, unless you say \
             `import.repeated = \"latest\"`: then the last in the file does",
            summary.again
        ));
    }
    count_answers(found.table(), &mapping, (&found.names, &summary), counts);
    other_criteria(found.table(), &mapping, counts);
    counts.judgements = summary.judgements;
    counts.exclude(summary.excluded.clone());
    Ok((found, summary))
}

/// A scale of which only one point was ever chosen.
fn widen_scales(dataset: &mut Dataset, notes: &mut Vec<String>) {
    for criterion in &mut dataset.criteria {
        if let Response::Rating(rating) = &mut criterion.response
            && rating.points < 2
        {
            let only = rating.lowest();
            let low = only.min(1);
            rating.minimum = i32::try_from(low).ok();
            rating.points = u32::try_from(only - low + 1).unwrap_or(2).max(2);
            notes.push(format!(
                "`{}` is always {only}: its scale is not known and written as {low} to {}; give it a `response` in the mapping",
                criterion.id,
                rating.highest()
            ));
        }
    }
}

/// What became of every answer looked for, criterion by criterion.
fn count_answers(
    table: &Table,
    mapping: &Mapping,
    (dataset, summary): (&Dataset, &JudgementSummary),
    counts: &mut Counts,
) {
    for (index, criterion) in dataset.criteria.iter().enumerate() {
        let given = mapping.criteria.iter().find(|given| given.id == criterion.id);
        let answers = summary.answers.get(index).copied().unwrap_or_default();
        let about = mapping.criterion.as_deref().and_then(|name| table.column(name));
        let written = given.map(|given| given.written.clone().unwrap_or_else(|| given.id.clone()));
        let asked_in = |row: usize| match (about, &written) {
            (Some(column), Some(written)) => column.get(row).unwrap_or_default().trim() == written,
            (_, _) => true,
        };
        let rows = || (0..table.len()).filter(|row| asked_in(*row));
        let asked = rows().count();
        counts.asked += asked;
        counts.answers += answers;
        let one_column = match criterion.response {
            Response::Pairwise(_) => mapping
                .choice
                .clone()
                .or_else(|| given.and_then(|given| given.column.clone()))
                .or_else(|| mapping.value.clone()),
            Response::BestWorst(_) => None,
            Response::Ranking(_) if !mapping.ranks.is_empty() => None,
            _ => given.and_then(|given| given.column.clone()).or_else(|| mapping.value.clone()),
        };
        match one_column.as_deref().and_then(|name| table.column(name)) {
            Some(column) => {
                for row in rows() {
                    let cell = column.get(row).unwrap_or_default().trim();
                    if mapping.is_missing(cell) {
                        let what = if cell.is_empty() { "empty".to_owned() } else { format!("`{cell}`") };
                        counts.without_answer(format!("{}: {what}", criterion.name), 1);
                    }
                }
            }
            None => counts.without_answer(format!("{}: empty", criterion.name), asked - answers),
        }
    }
}

/// Rows about criteria that the mapping does not ask for.
fn other_criteria(table: &Table, mapping: &Mapping, counts: &mut Counts) {
    let Some(column) = mapping.criterion.as_deref().and_then(|name| table.column(name)) else { return };
    let known: Vec<&str> = mapping.criteria.iter().map(|given| given.written.as_deref().unwrap_or(&given.id)).collect();
    for cell in column.iter() {
        let cell = cell.unwrap_or_default().trim();
        if !known.contains(&cell) {
            counts.asked += 1;
            counts.without_answer(format!("about `{cell}`, which is not asked for"), 1);
        }
    }
}
