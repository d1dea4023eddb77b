//! A dataset as files: one row per judgement, and a codebook that says what every column means.

mod codebook;
mod delimited;
mod jsonl;
mod parquet;

use std::collections::{BTreeMap, BTreeSet};

use study::response::{Answer, Cell, Column, Contents};

use crate::shown_systems::join_ids;
use crate::{Dataset, Judgement, Subject};

pub use codebook::{codebook_json, codebook_markdown};
pub(crate) use delimited::judgement_cells;
pub use delimited::{CsvRows, to_csv};
pub use jsonl::to_jsonl;
pub use parquet::{WriteError, to_parquet};

/// A column every judgement has, whatever was asked.
struct CommonColumn {
    name: &'static str,
    content: Contents,
    description: &'static str,
    cell: fn(&Dataset, &Judgement) -> Cell,
}

const SHARED: [CommonColumn; 16] = [
    CommonColumn {
        name: "participant",
        content: Contents::Word,
        description: "pseudonym of the person",
        cell: |dataset, it| Cell::Word(dataset.participants[it.participant as usize].clone()),
    },
    CommonColumn {
        name: "list",
        content: Contents::Whole,
        description: "number of the list, from 0",
        cell: |_, it| Cell::Whole(it.list.into()),
    },
    CommonColumn {
        name: "attempt",
        content: Contents::Whole,
        description: "which of the person's sessions on this list, from 1",
        cell: |_, it| Cell::Whole(it.attempt.into()),
    },
    CommonColumn {
        name: "position",
        content: Contents::Whole,
        description: "place of the page in the session, from 1; 0 where that is not known",
        cell: |_, it| Cell::Whole(it.position.into()),
    },
    CommonColumn {
        name: "item",
        content: Contents::Word,
        description: "id of the item, or of the check",
        cell: |dataset, it| Cell::Word(named_subject(dataset, &it.subject)),
    },
    CommonColumn {
        name: "criterion",
        content: Contents::Word,
        description: "id of the criterion",
        cell: |dataset, it| Cell::Word(dataset.criteria[it.criterion].id.clone()),
    },
    CommonColumn {
        name: "kind",
        content: Contents::Word,
        description: "response kind",
        cell: |dataset, it| Cell::Word(dataset.criteria[it.criterion].response.kind().to_owned()),
    },
    CommonColumn {
        name: "systems",
        content: Contents::Word,
        description: "the systems shown, in the order shown, with blanks between, an id that holds a blank in quotation marks; letters of the texts of a check",
        cell: |dataset, it| Cell::Word(join_ids(&outputs(dataset, it))),
    },
    CommonColumn {
        name: "check",
        content: Contents::Word,
        description: "passed or failed, for a check; empty for an item",
        cell: |_, it| match it.subject {
            Subject::Item { .. } => Cell::Empty,
            Subject::Check { passed: true, .. } => Cell::Word("passed".to_owned()),
            Subject::Check { passed: false, .. } => Cell::Word("failed".to_owned()),
        },
    },
    CommonColumn {
        name: "excluded",
        content: Contents::Word,
        description: "the rule that excludes the judgement; empty where none does",
        cell: |_, it| it.excluded.as_ref().map_or(Cell::Empty, |rule| Cell::Word(rule.word().to_owned())),
    },
    CommonColumn {
        name: "shown_at_ms",
        content: Contents::Whole,
        description: "when the page was first shown, in milliseconds since 1970",
        cell: |_, it| it.timing.shown_at_ms.map_or(Cell::Empty, Cell::Whole),
    },
    CommonColumn {
        name: "answered_at_ms",
        content: Contents::Whole,
        description: "when the answer was sent, in milliseconds since 1970",
        cell: |_, it| it.timing.answered_at_ms.map_or(Cell::Empty, Cell::Whole),
    },
    CommonColumn {
        name: "active_secs",
        content: Contents::Number,
        description: "how long the page was really looked at, in seconds: as the browser reported it, at most what passed on the server",
        cell: |_, it| it.timing.active_secs.map_or(Cell::Empty, Cell::Number),
    },
    CommonColumn {
        name: "session_secs",
        content: Contents::Number,
        description: "how long the whole session took, in seconds, without breaks",
        cell: |_, it| it.timing.session_secs.map_or(Cell::Empty, Cell::Number),
    },
    CommonColumn {
        name: "origin",
        content: Contents::Word,
        description: "who judged: `people` on our own pages, `simulated` participants, or as a `foreign` table says",
        cell: |dataset, _| Cell::Word(dataset.provenance.judged_by.word().to_owned()),
    },
    CommonColumn {
        name: "answer",
        content: Contents::Json,
        description: "the answer as it was given, in terms of what was shown",
        cell: |_, it| Cell::Word(it.answer.to_json().to_string()),
    },
];

/// What was asked with how many outputs: which columns a dataset has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerColumns(BTreeSet<(usize, usize)>);

impl AnswerColumns {
    /// Takes a judgement of the dataset into account.
    pub fn include(&mut self, names: &Dataset, judgement: &Judgement) {
        self.0.insert((judgement.criterion, count_outputs(names, judgement)));
    }
}

/// The columns of a dataset, and where the cells of each answer stand in them.
pub(crate) struct Columns {
    all: Vec<Column>,
    /// How many of them every judgement has.
    every: usize,
    /// For each column that not every judgement has: which of the cells of an answer it holds. By what was asked, so that it is
    /// not looked for again for every judgement.
    places: BTreeMap<(usize, usize), Vec<Option<usize>>>,
}

impl Columns {
    /// The names of those that say what was answered, each with its place.
    pub(crate) fn of_answers(&self) -> impl Iterator<Item = (usize, &str)> {
        self.all.iter().enumerate().skip(self.every).map(|(place, column)| (place, column.name.as_str()))
    }
}

/// The columns of a dataset.
pub(crate) fn columns(dataset: &Dataset) -> Columns {
    let mut asked = AnswerColumns::default();
    dataset.judgements.iter().for_each(|judgement| asked.include(dataset, judgement));
    columns_for(dataset, &asked)
}

/// Those every judgement has, one for each stratum, and one for each that some response kind yields. A column that two kinds
/// yield under one name is one column.
fn columns_for(dataset: &Dataset, AnswerColumns(asked): &AnswerColumns) -> Columns {
    let column = |name: String, content: Contents, description: String| Column {
        name,
        content,
        description,
        values: Vec::new(),
        output: None,
    };
    let shared = SHARED.iter().map(|it| column(it.name.to_owned(), it.content, it.description.to_owned()));
    let strata = dataset.strata.iter().map(|name| {
        column(format!("stratum_{name}"), Contents::Word, format!("the stratum of the item under `{name}`"))
    });
    let part = in_parts(dataset).then(|| {
        column("part".to_owned(), Contents::Word, "id of the part of the study in which it was asked".to_owned())
    });
    let unable = offers_reasons(dataset).then(|| {
        let description = "why the participant could not judge; empty where they answered".to_owned();
        column("cannot_judge".to_owned(), Contents::Text, description)
    });
    let sure = asks_confidence(dataset).then(|| {
        let description = "how sure the participant is, from 1; empty where they were not asked".to_owned();
        let words = dataset.criteria.iter().find(|criterion| !criterion.confidence.is_empty());
        let levels = words.map(|criterion| (1..).zip(&criterion.confidence)).into_iter().flatten();
        let values = levels.map(|(level, words): (u32, &String)| (level.to_string(), words.clone())).collect();
        Column { values, ..column("confidence".to_owned(), Contents::Whole, description) }
    });
    let mut columns: Vec<Column> = shared.chain(strata).chain(part).chain(unable).chain(sure).collect();
    let every = columns.len();
    for (criterion, outputs) in asked {
        for column in dataset.criteria[*criterion].response.columns(*outputs) {
            match columns.iter_mut().find(|known| known.name == column.name) {
                None => columns.push(column),
                Some(known) if known.content != column.content => known.content = Contents::Text,
                Some(_) => {}
            }
        }
    }
    let places = asked.iter().map(|(criterion, outputs)| {
        let own = dataset.criteria[*criterion].response.columns(*outputs);
        let place = |column: &Column| own.iter().position(|known| known.name == column.name);
        ((*criterion, *outputs), columns[every..].iter().map(place).collect())
    });
    let places = places.collect();
    Columns { all: columns, every, places }
}

/// The cells of a judgement, one for each of `columns`. An output is written as the system that
/// stood there.
fn cells(dataset: &Dataset, judgement: &Judgement, columns: &Columns) -> Vec<Cell> {
    let response = &dataset.criteria[judgement.criterion].response;
    let mut cells: Vec<Cell> = SHARED.iter().map(|shared| (shared.cell)(dataset, judgement)).collect();
    cells.extend((0..dataset.strata.len()).map(|stratum| match &judgement.subject {
        Subject::Item { item, .. } => Cell::Word(dataset.items[*item].strata[stratum].clone()),
        Subject::Check { .. } => Cell::Empty,
    }));
    if in_parts(dataset) {
        let part = &dataset.criteria[judgement.criterion].part;
        cells.push(part.clone().map_or(Cell::Empty, Cell::Word));
    }
    if offers_reasons(dataset) {
        let reason = if let Answer::Unable(reason) = &judgement.answer { Some(reason) } else { None };
        cells.push(reason.map_or(Cell::Empty, |reason| Cell::Word(reason.clone())));
    }
    if asks_confidence(dataset) {
        cells.push(judgement.confidence.map_or(Cell::Empty, |level| Cell::Whole(level.into())));
    }
    let names = outputs(dataset, judgement);
    let given: Vec<Cell> = response.cells(&judgement.answer);
    let places = columns.places.get(&(judgement.criterion, names.len())).map(Vec::as_slice).unwrap_or_default();
    cells.extend(places.iter().map(|place| match place.and_then(|place| given.get(place)) {
        None => Cell::Empty,
        Some(Cell::Output(output)) => names.get(*output).map_or(Cell::Empty, |name| Cell::Word(name.clone())),
        Some(cell @ (Cell::Empty | Cell::Whole(_) | Cell::Number(_) | Cell::Word(_))) => cell.clone(),
    }));
    cells
}

/// Whether criteria were asked in several parts.
fn in_parts(dataset: &Dataset) -> bool {
    dataset.criteria.iter().any(|criterion| criterion.part.is_some())
}

/// Whether people could say that they cannot judge.
fn offers_reasons(dataset: &Dataset) -> bool {
    dataset.criteria.iter().any(|criterion| !criterion.cannot_judge.is_empty())
}

/// Whether people were asked how sure they are.
fn asks_confidence(dataset: &Dataset) -> bool {
    dataset.criteria.iter().any(|criterion| !criterion.confidence.is_empty())
}

fn count_outputs(dataset: &Dataset, judgement: &Judgement) -> usize {
    match &judgement.subject {
        Subject::Item { systems, .. } => systems.len(),
        Subject::Check { check, .. } => dataset.checks[*check].outputs,
    }
}

fn outputs(dataset: &Dataset, judgement: &Judgement) -> Vec<String> {
    outputs_of(dataset, &judgement.subject)
}

/// The id of the item, or of the check.
pub(crate) fn named_subject(dataset: &Dataset, subject: &Subject) -> String {
    match subject {
        Subject::Item { item, .. } => dataset.items[*item].id.clone(),
        Subject::Check { check, .. } => dataset.checks[*check].id.clone(),
    }
}

/// The names of what was shown: systems, or the letters of a check's texts.
pub(crate) fn outputs_of(dataset: &Dataset, subject: &Subject) -> Vec<String> {
    match subject {
        Subject::Item { systems, .. } => systems.iter().map(|s| dataset.systems[*s as usize].id.clone()).collect(),
        Subject::Check { check, .. } => {
            (0..dataset.checks[*check].outputs).map(study::response::position::letter).collect()
        }
    }
}
