//! Which column of a table holds what: by flags, by a file, or by the names of the columns.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Args;
use dataset::{ChoiceBy, Dataset, Mapping, Subject};
use study::{Files as _, Study};

use super::table;
use crate::count_noun::count_noun;
use crate::folder::Folder;
use crate::outcome::{BadInput, BadUsage};

/// Which column holds what. Flags go before the mapping file.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Columns of a foreign table")]
pub(crate) struct MappingArguments {
    /// File that maps columns
    #[arg(long, value_name = "FILE")]
    mapping: Option<PathBuf>,
    /// Column with the participant
    #[arg(long, value_name = "COLUMN")]
    participant: Option<String>,
    /// Column with the item
    #[arg(long, value_name = "COLUMN")]
    item: Option<String>,
    /// Column with the criterion
    #[arg(long, value_name = "COLUMN")]
    criterion: Option<String>,
    /// Column with the system, if outputs were judged one at a time
    #[arg(long, value_name = "COLUMN")]
    system: Option<String>,
    /// Column with the system shown first, if two were compared
    #[arg(long, value_name = "COLUMN", requires = "system_b")]
    system_a: Option<String>,
    /// Column with the system shown second
    #[arg(long, value_name = "COLUMN", requires = "system_a")]
    system_b: Option<String>,
    /// Column with the rating, count or option
    #[arg(long, value_name = "COLUMN")]
    value: Option<String>,
    /// Column with the choice between two: `a`, `b`, `equal`, or a system
    #[arg(long, value_name = "COLUMN")]
    choice: Option<String>,
    /// Whether a choice names the side or the system, if a word could be either
    #[arg(long, value_name = "side|system", value_parser = choice_by)]
    choice_by: Option<ChoiceBy>,
    /// A value that means “no answer”, besides an empty cell, NA, NaN, null and None; may be given several times
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    missing: Vec<String>,
    /// Column with the best of the outputs shown
    #[arg(long, value_name = "COLUMN", requires = "worst")]
    best: Option<String>,
    /// Column with the worst of the outputs shown
    #[arg(long, value_name = "COLUMN", requires = "best")]
    worst: Option<String>,
    /// The list
    #[arg(long, value_name = "COLUMN")]
    list: Option<String>,
    /// Column with the position in the session
    #[arg(long, value_name = "COLUMN")]
    position: Option<String>,
    /// Column with the duration of the whole session in seconds
    #[arg(long, value_name = "COLUMN")]
    session_secs: Option<String>,
    /// Only rows where COLUMN is one of the values; may be given several times
    #[arg(long = "where", value_name = "COLUMN=VALUE[,VALUE]")]
    filters: Vec<String>,
}

impl MappingArguments {
    /// Reads a table; with a study its systems and criteria are the study's, and its folder may hold
    /// the mapping.
    pub(crate) fn read(&self, path: &Path, study: Option<(&Study, &Folder)>) -> anyhow::Result<Dataset> {
        let (table, fingerprint) = table(path)?;
        let ours = table.column("answer").is_some() && table.column("systems").is_some();
        let mapping = if ours { Mapping::default() } else { self.mapping(study.map(|(_, folder)| folder))? };
        let mapping = self.override_mapping(mapping)?;
        let (table, measured) = match study {
            None if !ours => importer::with_measured_numbers(Cow::Owned(table), &mapping),
            None | Some(_) => (Cow::Owned(table), Vec::new()),
        };
        let mut dataset = dataset::from_table(&table, &mapping, study.map(|(study, _)| study))
            .map_err(|misfit| BadInput(misfit.to_string()))?;
        dataset.notes.extend(measured);
        if let Some((study, _)) = study {
            refuse_unknown_items(&dataset, study, table.file())?;
        }
        dataset.provenance.data = Some(fingerprint);
        if ours {
            add_arrivals(&mut dataset, path)?;
        }
        for note in &dataset.notes {
            eprintln!("note: {note}");
        }
        Ok(dataset)
    }

    fn mapping(&self, folder: Option<&Folder>) -> anyhow::Result<Mapping> {
        const NAME: &str = "mapping.toml";
        let (name, bytes) = match (&self.mapping, folder) {
            (Some(path), _) => {
                let bytes =
                    std::fs::read(path).map_err(|e| BadInput(format!("`{}` cannot be read: {e}", path.display())))?;
                (path.display().to_string(), bytes)
            }
            (None, Some(folder)) if folder.exists(NAME) => {
                let bytes = folder.read(NAME).map_err(|_| BadInput(format!("`{NAME}` cannot be read")))?;
                (NAME.to_owned(), bytes)
            }
            (None, _) => return Ok(Mapping::default()),
        };
        let text = String::from_utf8(bytes).map_err(|_| BadInput(format!("`{name}` is not UTF-8")))?;
        Ok(Mapping::read(&text).map_err(|problem| BadInput(format!("`{name}`: {problem}")))?)
    }

    /// The mapping with what the flags say.
    fn override_mapping(&self, mut mapping: Mapping) -> anyhow::Result<Mapping> {
        let fields = [
            (&mut mapping.participant, &self.participant),
            (&mut mapping.item, &self.item),
            (&mut mapping.criterion, &self.criterion),
            (&mut mapping.system, &self.system),
            (&mut mapping.value, &self.value),
            (&mut mapping.choice, &self.choice),
            (&mut mapping.best, &self.best),
            (&mut mapping.worst, &self.worst),
            (&mut mapping.list, &self.list),
            (&mut mapping.position, &self.position),
            (&mut mapping.session_secs, &self.session_secs),
        ];
        for (field, flag) in fields {
            if let Some(column) = flag {
                *field = Some(column.clone());
            }
        }
        if let (Some(a), Some(b)) = (&self.system_a, &self.system_b) {
            mapping.shown = vec![a.clone(), b.clone()];
        }
        mapping.choice_by = self.choice_by.or(mapping.choice_by);
        mapping.missing.extend(self.missing.iter().cloned());
        for filter in &self.filters {
            let (column, values) = filter
                .split_once('=')
                .ok_or_else(|| BadUsage(format!("`--where {filter}` needs the form COLUMN=VALUE[,VALUE]")))?;
            mapping.only.insert(column.to_owned(), values.split(',').map(str::to_owned).collect());
        }
        Ok(mapping)
    }
}

/// Refuses judgements of items that the study does not have: they would count beside those that it has.
fn refuse_unknown_items(dataset: &Dataset, study: &Study, file: &str) -> anyhow::Result<()> {
    const MOST: usize = 10;
    let known: BTreeSet<_> = study.items.iter().map(|item| dataset::plain_name(&item.id.0)).collect();
    let mut unknown: BTreeMap<&str, usize> = BTreeMap::new();
    for judgement in &dataset.judgements {
        if let Subject::Item { item, .. } = &judgement.subject {
            let id = dataset.items[*item].id.as_str();
            if !known.contains(&dataset::plain_name(id)) {
                *unknown.entry(id).or_default() += 1;
            }
        }
    }
    if unknown.is_empty() {
        return Ok(());
    }
    let listed: Vec<String> = unknown
        .iter()
        .take(MOST)
        .map(|(id, count)| format!("`{id}` ({})", count_noun(*count, "judgement", "judgements")))
        .collect();
    let more = unknown.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Err(BadInput(format!(
        "`{file}` has judgements of items that the study's items do not include: {}{more}; correct the ids, add the items to the study, or \
         take these rows out (`--where` keeps rows by their values)",
        listed.join(", ")
    ))
    .into())
}

/// The arrivals that were written beside judgements.
fn add_arrivals(dataset: &mut Dataset, judgements: &Path) -> anyhow::Result<()> {
    let file = judgements.with_file_name(dataset::ARRIVALS_FILE);
    let (true, Ok(bytes)) = (judgements.extension().is_some_and(|it| it == "csv"), std::fs::read(&file)) else {
        return Ok(());
    };
    let known = dataset.add_arrivals(&bytes, &std::fs::read(judgements)?);
    if !known.map_err(|misfit| BadInput(misfit.to_string()))? {
        let note = "was not written together with these judgements, so arrivals are not known";
        dataset.notes.push(format!("`{}` {note}", file.display()));
    }
    Ok(())
}

fn choice_by(word: &str) -> Result<ChoiceBy, String> {
    match word {
        "side" => Ok(ChoiceBy::Side),
        "system" => Ok(ChoiceBy::System),
        _ => Err("it is `side` or `system`".to_owned()),
    }
}
