//! Judgements from a table that never saw our pages.

mod cells;
mod guess;
mod own;
mod rankings;

use std::collections::{BTreeMap, BTreeSet};

use study::Study;
use table::{Column, Table};
use thiserror::Error;

use crate::{Criterion, Dataset, Item, Judgement, Mapping, Origin, Provenance, System};
use cells::{Asked, Reader};

/// Why a table cannot be read by a mapping.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TableMisfit {
    /// A column that is named is not there.
    #[error("`{file}` has no column `{column}`{suggestion}")]
    NoColumn {
        /// The table.
        file: String,
        /// The column.
        column: String,
        /// `; did you mean …`, or nothing.
        suggestion: String,
    },
    /// Nothing says which column something is in.
    #[error("nothing says which column of `{file}` holds {what}; name it in the mapping{flag}")]
    Unsaid {
        /// The table.
        file: String,
        /// What is missing.
        what: &'static str,
        /// ` or with --participant`, or nothing.
        flag: &'static str,
    },
    /// A cell names something that is not known.
    #[error("row {row} of `{file}`: `{found}` is not a known {what}; {help}")]
    Unknown {
        /// The table.
        file: String,
        /// The row, as a spreadsheet counts.
        row: usize,
        /// What the cell holds.
        found: String,
        /// What it should be.
        what: &'static str,
        /// The remedy.
        help: String,
    },
    /// A cell is empty or no number where it must be.
    #[error("row {row} of `{file}`: column `{column}` holds `{found}`, but {must}")]
    Cell {
        /// The table.
        file: String,
        /// The row, as a spreadsheet counts.
        row: usize,
        /// The column.
        column: String,
        /// What the cell holds.
        found: String,
        /// What it must be.
        must: &'static str,
    },
    /// No row has an answer.
    #[error("no row of `{file}` has an answer in it")]
    Empty {
        /// The table.
        file: String,
    },
}

/// Judgements from a table: one of our own, or a foreign one by its mapping. Systems and criteria are those of the study, where one is given;
/// else those of the mapping, or as found. The order of rows does not matter.
///
/// # Errors
/// What keeps the table from being read, with the row where there is one. An answer that does not
/// fit its question is no such thing: it becomes a judgement excluded as `invalid`.
pub fn from_table(table: &Table, mapping: &Mapping, study: Option<&Study>) -> Result<Dataset, TableMisfit> {
    if own::is_ours(table) && *mapping == Mapping::default() {
        return own::read(table, study);
    }
    let mapping = mapping.clone().completed(table);
    let table = &kept(table, &mapping)?;
    let systems = Systems::of(table, &mapping, study)?;
    let asked = guess::criteria(table, &mapping, study)?;
    let participant = needed(table, mapping.participant.as_deref(), "the person", " or with --participant")?;
    let item = needed(table, mapping.item.as_deref(), "the item", " or with --item")?;
    let participants: BTreeSet<&str> = participant.iter().flatten().collect();
    let participants: Vec<String> = participants.into_iter().map(str::to_owned).collect();
    let (strata, items) = items(table, &mapping, item)?;
    let reader = Reader::new(table, &mapping, &systems)?;
    let mut judgements = Vec::new();
    for row in 0..table.len() {
        let person = filled(table, row, participant, "every answer needs its person")?;
        let person = participants.binary_search_by(|known| known.as_str().cmp(person)).unwrap_or(0);
        let about = filled(table, row, item, "every answer needs its item")?;
        let about = items.binary_search_by(|known| known.id.as_str().cmp(about)).unwrap_or(0);
        judgements.extend(reader.judgements(row, (person as u32, about), &asked)?);
    }
    if asked.iter().any(Asked::is_long_ranking) {
        judgements = rankings::gathered(judgements, &asked);
    }
    if judgements.is_empty() {
        return Err(TableMisfit::Empty { file: table.file().to_owned() });
    }
    judgements.sort_by(order);
    Ok(Dataset {
        provenance: Provenance {
            study: study.map(|study| study.fingerprint.clone()),
            data: None,
            origin: Origin::Table { file: table.file().to_owned() },
        },
        systems: systems.known,
        strata,
        items,
        criteria: asked.into_iter().map(|asked| asked.criterion).collect(),
        checks: Vec::new(),
        participants,
        judgements,
    })
}

/// Judgements in an order of their own, so that nothing depends on the order of rows.
fn order(a: &Judgement, b: &Judgement) -> std::cmp::Ordering {
    let subject = |judgement: &Judgement| match &judgement.subject {
        crate::Subject::Item { item, systems } => (*item, systems.clone()),
        crate::Subject::Check { check, .. } => (*check, Vec::new()),
    };
    (a.session(), a.position, subject(a), a.criterion).cmp(&(b.session(), b.position, subject(b), b.criterion))
}

/// Only the rows the mapping asks for.
fn kept(table: &Table, mapping: &Mapping) -> Result<Table, TableMisfit> {
    let mut keep = vec![true; table.len()];
    for (name, values) in &mapping.only {
        let cells = column(table, name)?;
        for (keep, cell) in keep.iter_mut().zip(cells.iter()) {
            *keep &= values.iter().any(|value| value == cell.unwrap_or_default());
        }
    }
    Ok(table.filtered(&keep))
}

fn column<'t>(table: &'t Table, name: &str) -> Result<&'t Column, TableMisfit> {
    table.column(name).ok_or_else(|| {
        let nearest = diag::nearest(name, table.columns().iter().map(Column::name));
        TableMisfit::NoColumn {
            file: table.file().to_owned(),
            column: name.to_owned(),
            suggestion: nearest.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default(),
        }
    })
}

fn needed<'t>(
    table: &'t Table,
    name: Option<&str>,
    what: &'static str,
    flag: &'static str,
) -> Result<&'t Column, TableMisfit> {
    column(table, name.ok_or(TableMisfit::Unsaid { file: table.file().to_owned(), what, flag })?)
}

fn filled<'t>(table: &Table, row: usize, column: &'t Column, must: &'static str) -> Result<&'t str, TableMisfit> {
    column.get(row).ok_or_else(|| TableMisfit::Cell {
        file: table.file().to_owned(),
        row: table.row_number(row),
        column: column.name().to_owned(),
        found: String::new(),
        must,
    })
}

/// The items by id, with their strata as the first row of each says.
fn items(table: &Table, mapping: &Mapping, item: &Column) -> Result<(Vec<String>, Vec<Item>), TableMisfit> {
    let strata: Vec<&Column> = mapping.strata.iter().map(|name| column(table, name)).collect::<Result<_, _>>()?;
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    for (row, id) in item.iter().enumerate() {
        if let Some(id) = id {
            first.entry(id).or_insert(row);
        }
    }
    let of = |row: usize| strata.iter().map(|column| column.get(row).unwrap_or_default().to_owned()).collect();
    let items = first.into_iter().map(|(id, row)| Item { id: id.to_owned(), strata: of(row) }).collect();
    Ok((mapping.strata.clone(), items))
}

/// The systems and what stands for them in the table.
pub(crate) struct Systems {
    known: Vec<System>,
    /// By what is written, folded to lower case.
    written: BTreeMap<String, u16>,
}

impl Systems {
    fn of(table: &Table, mapping: &Mapping, study: Option<&Study>) -> Result<Systems, TableMisfit> {
        let mut known: Vec<System> = match study {
            Some(study) => study.systems.iter().map(|s| System { id: s.id.0.clone(), name: s.name.clone() }).collect(),
            None => mapping.systems.iter().map(|(id, name)| System { id: id.clone(), name: name.clone() }).collect(),
        };
        if known.is_empty() {
            let mut found: BTreeSet<&str> = BTreeSet::new();
            for name in mapping.system.iter().chain(&mapping.shown) {
                found.extend(column(table, name)?.iter().flatten());
            }
            known = found.into_iter().map(|id| System { id: id.to_owned(), name: id.to_owned() }).collect();
        }
        let mut written = BTreeMap::new();
        for (index, system) in known.iter().enumerate() {
            for words in [Some(&system.id), Some(&system.name), mapping.systems.get(&system.id)].into_iter().flatten() {
                written.entry(words.to_lowercase()).or_insert(index as u16);
            }
        }
        Ok(Systems { known, written })
    }

    fn find(&self, words: &str) -> Option<u16> {
        self.written.get(words).or_else(|| self.written.get(&words.trim().to_lowercase())).copied()
    }
}

/// A criterion of a dataset without its judgements.
fn criterion_of(study: &study::Criterion) -> Criterion {
    Criterion {
        id: study.id.0.clone(),
        name: study.name.clone(),
        response: study.response.clone(),
        better: study.better,
    }
}
