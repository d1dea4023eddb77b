//! The items of an import: what was shown, as far as the files say.

use std::collections::{BTreeMap, BTreeSet};

use dataset::Dataset;
use table::{Column, Table};

use crate::judgement_summary::JudgementSummary;
use crate::wanted::ImportMapping;

/// What was shown with each item. Texts stay where they are, in the table, and are known by their rows.
pub(super) struct Items<'t> {
    pub(super) show: Vec<String>,
    /// The columns of `show`.
    shown: Vec<&'t Column>,
    /// The columns with the outputs.
    texts: Vec<&'t Column>,
    /// By item: the first row about it.
    rows: Vec<Option<usize>>,
    /// By item and number of the system: which of the columns of texts, and the row.
    outputs: BTreeMap<(usize, u16), (usize, usize)>,
    /// Which outputs were judged.
    judged: &'t BTreeSet<(usize, u16)>,
}

impl<'t> Items<'t> {
    /// What is known of the items where only the judgements are.
    pub(super) fn of_judgements(summary: &'t JudgementSummary) -> Items<'t> {
        Items {
            show: Vec::new(),
            shown: Vec::new(),
            texts: Vec::new(),
            rows: Vec::new(),
            outputs: BTreeMap::new(),
            judged: &summary.judged,
        }
    }

    pub(super) fn find(
        table: &'t Table,
        dataset: &Dataset,
        (wanted, summary): (&ImportMapping, &'t JudgementSummary),
        notes: &mut Vec<String>,
    ) -> Items<'t> {
        let mut items = Items::of_judgements(summary);
        items.show = wanted.import.show.iter().filter(|name| table.column(name).is_some()).cloned().collect();
        let columns = |names: &[String]| names.iter().filter_map(|name| table.column(name)).collect::<Vec<_>>();
        items.shown = columns(&items.show);
        items.texts = columns(&wanted.import.outputs);
        let Some(ids) = wanted.columns.item.as_deref().and_then(|name| table.column(name)) else { return items };
        let different = items.see_rows(table, dataset, (ids, wanted));
        if let Some((item, system)) = different.first() {
            notes.push(format!(
                "{} outputs have more than one text, such as that of `{}` for item `{}`; items.csv has the first. If these were different items, choose another column as `item`",
                different.len(),
                dataset.systems[usize::from(*system)].id,
                dataset.items[*item].id
            ));
        }
        if items.outputs.is_empty() && !items.judged.is_empty() {
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
    ) -> BTreeSet<(usize, u16)> {
        let named = if wanted.columns.shown.is_empty() {
            wanted.columns.system.as_slice()
        } else {
            wanted.columns.shown.as_slice()
        };
        let systems: Vec<&Column> = named.iter().filter_map(|name| table.column(name)).collect();
        let number = |name: &str| {
            let name = name.trim();
            dataset.systems.iter().position(|system| system.name == name || system.id == name)
        };
        let item = |id: &str| dataset.items.binary_search_by(|item| item.id.as_str().cmp(id)).ok();
        let mut different = BTreeSet::new();
        self.rows.resize(dataset.items.len(), None);
        for row in 0..table.len() {
            let Some(item) = ids.get(row).and_then(item) else { continue };
            self.rows[item].get_or_insert(row);
            for (place, (system, text)) in systems.iter().zip(&self.texts).enumerate() {
                let (Some(system), Some(text)) = (system.get(row).and_then(number), text.get(row)) else {
                    continue;
                };
                let key = (item, system as u16);
                match self.outputs.get(&key) {
                    Some((place, row)) if self.texts[*place].get(*row) != Some(text) => {
                        different.insert(key);
                    }
                    Some(_) => {}
                    None => {
                        self.outputs.insert(key, (place, row));
                    }
                }
            }
        }
        different
    }

    /// Whether every system has something for every item.
    pub(super) fn complete(&self, dataset: &Dataset) -> bool {
        (0..dataset.items.len())
            .all(|item| (0..dataset.systems.len()).all(|system| self.output(item, system as u16).is_some()))
    }

    fn output(&self, item: usize, system: u16) -> Option<&str> {
        match self.outputs.get(&(item, system)) {
            Some((place, row)) => self.texts[*place].get(*row),
            None => self.judged.contains(&(item, system)).then_some(""),
        }
    }

    /// Texts are as they were judged, also where a spreadsheet would take them for formulas: people are to be shown them again.
    #[expect(clippy::disallowed_methods, reason = "an apostrophe before a text would be shown to participants")]
    pub(super) fn to_csv(&self, dataset: &Dataset) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let header = std::iter::once("item")
            .chain(self.show.iter().map(String::as_str))
            .chain(dataset.strata.iter().map(String::as_str));
        // Writing to memory cannot fail, so that neither can this.
        let _ = writer.write_record(header.chain(dataset.systems.iter().map(|system| system.id.as_str())));
        for (number, item) in dataset.items.iter().enumerate() {
            let row = self.rows.get(number).copied().flatten();
            let _ = writer.write_field(&item.id);
            for column in &self.shown {
                let _ = writer.write_field(row.and_then(|row| column.get(row)).unwrap_or_default());
            }
            for stratum in &item.strata {
                let _ = writer.write_field(stratum);
            }
            for (index, system) in dataset.systems.iter().enumerate() {
                let _ = match self.output(number, index as u16) {
                    None => writer.write_field(""),
                    Some("") => writer
                        .write_field(format!("[text of {} for {}, not in the imported files]", system.id, item.id)),
                    Some(text) => writer.write_field(text),
                };
            }
            let _ = writer.write_record(None::<&[u8]>);
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}
