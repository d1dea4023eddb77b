//! The items of an import: what was shown, as far as the files say.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use dataset::Dataset;
use table::{Column, Table};

use crate::import_mapping::ImportMapping;
use crate::judgement_summary::JudgementSummary;

/// What was shown with each item. Texts stay where they are, in the table, and are known by their rows.
#[derive(Debug, Default)]
pub(crate) struct Items {
    /// The columns with what was shown beside the outputs.
    pub(super) show: Vec<String>,
    /// The columns with the outputs.
    texts: Vec<String>,
    /// By item: the first row about it.
    rows: Vec<Option<u32>>,
    /// By item and number of the system: which of the columns of texts, and the row.
    outputs: BTreeMap<(u32, u16), (u16, u32)>,
}

impl Items {
    pub(super) fn find(
        table: &Table,
        dataset: &Dataset,
        (wanted, summary): (&ImportMapping, &JudgementSummary),
        notes: &mut Vec<String>,
    ) -> Items {
        let there = |names: &[String]| names.iter().filter(|name| table.column(name).is_some()).cloned().collect();
        let mut items =
            Items { show: there(&wanted.import.show), texts: there(&wanted.import.outputs), ..Items::default() };
        let Some(ids) = wanted.columns.item.as_deref().and_then(|name| table.column(name)) else { return items };
        let different = items.see_rows(table, dataset, (ids, wanted));
        if let Some((item, system)) = different.first() {
            notes.push(format!(
                "{} outputs have more than one text, such as that of `{}` for item `{}`; items.csv has the first. If these were different items, choose another column as `item`",
                different.len(),
                dataset.systems[usize::from(*system)].id,
                dataset.items[*item as usize].id
            ));
        }
        if items.outputs.is_empty() && !summary.judged.is_empty() {
            notes.push("the files do not hold the texts that were judged: items.csv names each where its text belongs; put them in before serving the study".to_owned());
        }
        items
    }

    /// Finds the row of every text; the outputs that have more than one text.
    fn see_rows(
        &mut self,
        table: &Table,
        dataset: &Dataset,
        (ids, wanted): (&Column, &ImportMapping),
    ) -> BTreeSet<(u32, u16)> {
        let named = if wanted.columns.shown.is_empty() {
            wanted.columns.system.as_slice()
        } else {
            wanted.columns.shown.as_slice()
        };
        let columns = |names: &[String]| names.iter().filter_map(|name| table.column(name)).collect::<Vec<&Column>>();
        let (systems, texts) = (columns(named), columns(&self.texts));
        let number = |name: &str| {
            let name = name.trim();
            dataset.systems.iter().position(|system| system.name == name || system.id == name)
        };
        let item = |id: &str| dataset.items.binary_search_by(|item| item.id.as_str().cmp(id)).ok();
        let mut different = BTreeSet::new();
        self.rows.resize(dataset.items.len(), None);
        for row in 0..table.len() {
            let Some(item) = ids.get(row).and_then(item) else { continue };
            self.rows[item].get_or_insert(row as u32);
            for (place, (system, column)) in systems.iter().zip(&texts).enumerate() {
                let (Some(system), Some(text)) = (system.get(row).and_then(number), column.get(row)) else {
                    continue;
                };
                let key = (item as u32, system as u16);
                match self.outputs.get(&key) {
                    Some((place, row)) if texts[usize::from(*place)].get(*row as usize) != Some(text) => {
                        different.insert(key);
                    }
                    Some(_) => {}
                    None => {
                        self.outputs.insert(key, (place as u16, row as u32));
                    }
                }
            }
        }
        different
    }

    /// Whether every system has something for every item.
    pub(super) fn complete(&self, dataset: &Dataset, summary: &JudgementSummary) -> bool {
        let is_there = |item: usize, system: usize| {
            self.outputs.contains_key(&(item as u32, system as u16)) || summary.judged.contains(&(item, system as u16))
        };
        (0..dataset.items.len()).all(|item| (0..dataset.systems.len()).all(|system| is_there(item, system)))
    }

    /// Writes `items.csv`, one item after the other. Texts are as they were judged, also where a spreadsheet would take them for
    /// formulas: people are to be shown them again.
    #[expect(clippy::disallowed_methods, reason = "an apostrophe before a text would be shown to participants")]
    pub(crate) fn write(
        &self,
        table: Option<&Table>,
        (dataset, summary): (&Dataset, &JudgementSummary),
        out: impl io::Write,
    ) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        let header = std::iter::once("item")
            .chain(self.show.iter().map(String::as_str))
            .chain(dataset.strata.iter().map(String::as_str));
        writer.write_record(header.chain(dataset.systems.iter().map(|system| system.id.as_str())))?;
        let columns = |names: &[String]| {
            names.iter().filter_map(|name| table.and_then(|table| table.column(name))).collect::<Vec<&Column>>()
        };
        let (shown, texts) = (columns(&self.show), columns(&self.texts));
        for (number, item) in dataset.items.iter().enumerate() {
            let row = self.rows.get(number).copied().flatten();
            writer.write_field(&item.id)?;
            for column in &shown {
                writer.write_field(row.and_then(|row| column.get(row as usize)).unwrap_or_default())?;
            }
            for stratum in &item.strata {
                writer.write_field(stratum)?;
            }
            for (index, system) in dataset.systems.iter().enumerate() {
                let text = self.outputs.get(&(number as u32, index as u16));
                let text = text.and_then(|(place, row)| texts.get(usize::from(*place))?.get(*row as usize));
                if text.is_some_and(|text| !text.is_empty()) {
                    writer.write_field(text.unwrap_or_default())?;
                } else if text.is_some() || summary.judged.contains(&(number, index as u16)) {
                    writer
                        .write_field(format!("[text of {} for {}, not in the imported files]", system.id, item.id))?;
                } else {
                    writer.write_field("")?;
                }
            }
            writer.write_record(None::<&[u8]>)?;
        }
        writer.flush()
    }
}
