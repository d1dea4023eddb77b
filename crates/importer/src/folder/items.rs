//! The items of an import: what was shown, as far as the files say.

use std::collections::{BTreeMap, BTreeSet};

use dataset::{Dataset, Subject};
use table::Table;

use crate::wanted::Wanted;

/// What was shown with each item, by its id.
pub(super) struct Items {
    pub(super) show: Vec<String>,
    /// The texts above the outputs, in the order of `show`.
    shown: BTreeMap<String, Vec<String>>,
    /// By item and number of the system.
    outputs: BTreeMap<(String, usize), String>,
    /// Which outputs were judged.
    judged: BTreeSet<(String, usize)>,
    texts_known: bool,
}

impl Items {
    /// What is known of the items where only the judgements are.
    pub(super) fn of_judgements(dataset: &Dataset) -> Items {
        let mut items = Items {
            show: Vec::new(),
            shown: BTreeMap::new(),
            outputs: BTreeMap::new(),
            judged: BTreeSet::new(),
            texts_known: false,
        };
        items.see_judgements(dataset);
        items
    }

    fn see_judgements(&mut self, dataset: &Dataset) {
        for judgement in &dataset.judgements {
            if let Subject::Item { item, systems } = &judgement.subject {
                let id = &dataset.items[*item].id;
                self.judged.extend(systems.iter().map(|system| (id.clone(), usize::from(*system))));
            }
        }
    }

    pub(super) fn find(table: &Table, dataset: &Dataset, wanted: &Wanted, notes: &mut Vec<String>) -> Items {
        let show: Vec<String> =
            wanted.import.show.iter().filter(|name| table.column(name).is_some()).cloned().collect();
        let mut items = Items {
            show,
            shown: BTreeMap::new(),
            outputs: BTreeMap::new(),
            judged: BTreeSet::new(),
            texts_known: false,
        };
        let Some(ids) = wanted.columns.item.as_deref().and_then(|name| table.column(name)) else { return items };
        let system_columns: Vec<&String> = if wanted.columns.shown.is_empty() {
            wanted.columns.system.iter().collect()
        } else {
            wanted.columns.shown.iter().collect()
        };
        let systems: Vec<_> = system_columns.iter().filter_map(|name| table.column(name)).collect();
        let outputs: Vec<_> = wanted.import.outputs.iter().filter_map(|name| table.column(name)).collect();
        let shown: Vec<_> = items.show.iter().filter_map(|name| table.column(name)).collect();
        let number = |name: &str| {
            let name = name.trim();
            dataset.systems.iter().position(|system| system.name == name || system.id == name)
        };
        let mut different: BTreeSet<(String, usize)> = BTreeSet::new();
        for row in 0..table.len() {
            let Some(id) = ids.get(row) else { continue };
            items
                .shown
                .entry(id.to_owned())
                .or_insert_with(|| shown.iter().map(|column| column.get(row).unwrap_or_default().to_owned()).collect());
            for (system, output) in systems.iter().zip(&outputs) {
                let (Some(system), Some(output)) = (system.get(row).and_then(number), output.get(row)) else {
                    continue;
                };
                let key = (id.to_owned(), system);
                match items.outputs.get(&key) {
                    Some(known) if known != output => {
                        different.insert(key);
                    }
                    Some(_) => {}
                    None => {
                        items.outputs.insert(key, output.to_owned());
                    }
                }
            }
        }
        items.texts_known = !items.outputs.is_empty();
        items.see_judgements(dataset);
        if let Some((item, system)) = different.first() {
            notes.push(format!(
                "{} outputs have more than one text, such as that of `{}` for item `{item}`; items.csv has the first. If these were different items, choose another column as `item`",
                different.len(),
                dataset.systems[*system].id
            ));
        }
        if !items.texts_known && !dataset.judgements.is_empty() {
            notes.push("the files do not hold the texts that were judged: items.csv names each where its text belongs; put them in before serving the study".to_owned());
        }
        items
    }

    /// Whether every system has something for every item.
    pub(super) fn complete(&self, dataset: &Dataset) -> bool {
        dataset
            .items
            .iter()
            .all(|item| (0..dataset.systems.len()).all(|system| self.output(&item.id, system).is_some()))
    }

    fn output(&self, item: &str, system: usize) -> Option<&str> {
        let key = (item.to_owned(), system);
        match self.outputs.get(&key) {
            Some(text) => Some(text),
            None if self.judged.contains(&key) => Some(""),
            None => None,
        }
    }

    pub(super) fn to_csv(&self, dataset: &Dataset) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let header = std::iter::once("item")
            .chain(self.show.iter().map(String::as_str))
            .chain(dataset.strata.iter().map(String::as_str));
        // Writing to memory cannot fail, so that neither can this.
        let _ = writer.write_record(header.chain(dataset.systems.iter().map(|system| system.id.as_str())));
        for item in &dataset.items {
            let nothing = vec![String::new(); self.show.len()];
            let shown = self.shown.get(&item.id).unwrap_or(&nothing);
            let outputs =
                dataset.systems.iter().enumerate().map(|(index, system)| match self.output(&item.id, index) {
                    None => String::new(),
                    Some("") => format!("[text of {} for {}, not in the imported files]", system.id, item.id),
                    Some(text) => text.to_owned(),
                });
            let cells =
                std::iter::once(item.id.clone()).chain(shown.iter().cloned()).chain(item.strata.iter().cloned());
            let _ = writer.write_record(cells.chain(outputs));
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}
