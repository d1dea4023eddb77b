//! The systems of a table, and the names they have there.

use std::collections::{BTreeMap, BTreeSet};

use study::Study;
use table::Table;

use super::misfit::{TableMisfit, Tally, UnreadValues};
use super::{column, plain_id, require_cell};
use crate::{Mapping, System, plain_name};

/// The systems and the names they have in the table.
#[derive(Debug)]
pub(super) struct Systems {
    pub(super) known: Vec<System>,
    exact: BTreeMap<String, u16>,
    /// By name in lower case; nothing where two systems differ in case only.
    folded: BTreeMap<String, Option<u16>>,
}

impl Systems {
    /// The systems of the study, else of the mapping, else as the table names them.
    pub(super) fn find_all(table: &Table, mapping: &Mapping, study: Option<&Study>) -> Result<Systems, TableMisfit> {
        let mut known: Vec<System> = match study {
            Some(study) => study.systems.iter().map(|s| System { id: s.id.0.clone(), name: s.name.clone() }).collect(),
            None => mapping.systems.iter().map(|(id, name)| System { id: id.clone(), name: name.clone() }).collect(),
        };
        if known.is_empty() {
            let mut found: BTreeSet<&str> = BTreeSet::new();
            for name in mapping.system.iter().chain(&mapping.shown) {
                found.extend(column(table, name)?.distinct());
            }
            known = found.into_iter().map(|id| System { id: id.to_owned(), name: id.to_owned() }).collect();
        }
        let systems = Systems::by_name(known, mapping);
        systems.refuse_unknown(table, mapping)?;
        Ok(systems)
    }

    fn by_name(known: Vec<System>, mapping: &Mapping) -> Systems {
        let mut systems = Systems { known: Vec::new(), exact: BTreeMap::new(), folded: BTreeMap::new() };
        for (index, system) in known.iter().enumerate() {
            let index = index as u16;
            for name in [Some(&system.id), Some(&system.name), mapping.systems.get(&system.id)].into_iter().flatten() {
                let name = plain_name(name);
                systems.exact.entry(name.clone().into_owned()).or_insert(index);
                let folded = systems.folded.entry(name.to_lowercase()).or_insert(Some(index));
                if *folded != Some(index) {
                    *folded = None;
                }
            }
        }
        Systems { known, ..systems }
    }

    /// Every cell that must name a system names a known one.
    fn refuse_unknown(&self, table: &Table, mapping: &Mapping) -> Result<(), TableMisfit> {
        let mut unread = Vec::new();
        for name in mapping.system.iter().filter(|_| mapping.shown.is_empty()).chain(&mapping.shown) {
            let cells = column(table, name)?;
            // Cells that are alike are looked at once; only where one is unknown are they counted.
            let mut all_known = true;
            cells.number_cells(|row, _| {
                let cell = require_cell(table, row, cells, "every answer needs its system")?;
                all_known &= self.find(cell).is_some();
                Ok(0)
            })?;
            if all_known {
                continue;
            }
            let mut tally = Tally::default();
            for row in 0..table.len() {
                let cell = require_cell(table, row, cells, "every answer needs its system")?;
                if self.find(cell).is_none() {
                    tally.count(cell, table.row_number(row));
                }
            }
            if !tally.is_empty() {
                let values = tally.into_values();
                let line =
                    |(name, _): &(String, _)| format!("\n  {} = {}", plain_id(name), toml::Value::from(name.as_str()));
                unread.push(UnreadValues {
                    file: table.file().to_owned(),
                    column: name.clone(),
                    wanted: "the name of a known system".to_owned(),
                    remedy: format!(
                        "say which system each is (id = \"name in the table\"):\n  [systems]{}",
                        values.iter().map(line).collect::<String>()
                    ),
                    values,
                });
            }
        }
        if unread.is_empty() { Ok(()) } else { Err(TableMisfit::Values(unread)) }
    }

    /// The system of that name; letter case matters only where two systems differ in nothing else.
    pub(super) fn find(&self, name: &str) -> Option<u16> {
        let name = plain_name(name);
        self.exact.get(&*name).copied().or_else(|| self.folded.get(&name.to_lowercase()).copied().flatten())
    }
}
