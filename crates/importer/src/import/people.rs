//! What a recruiting platform says about the people who answered, joined by their ids.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use table::{Column, InternedColumn, Table};

use super::ReadFiles;
use crate::personal;
use crate::question::Stop;
use crate::sheet::Sheet;
use crate::source::{is_void, plain_status, set};

/// Marks the answers of people whose work the platform says was returned, rejected or not finished.
pub(super) fn join(mut read: ReadFiles, sheets: &[&Sheet<'_>]) -> Result<ReadFiles, Stop> {
    let (mut status, several) = statuses(sheets)?;
    if status.is_empty() {
        return Ok(read);
    }
    // People who have pseudonyms already are found by the ids that they had.
    if let Some(column) = read.reading.original.as_ref().and_then(|original| original.people.as_ref()) {
        let (_, known) = personal::pseudonymise_column(column);
        let more: Vec<(String, String)> =
            known.into_iter().filter_map(|(id, pseudonym)| Some((pseudonym, status.get(&id)?.clone()))).collect();
        status.extend(more);
    }
    let table = &read.reading.table;
    let hits = |column: &Column| column.iter().flatten().filter(|cell| status.contains_key(cell.trim())).count();
    let Some(ids) = table.columns().iter().max_by_key(|column| hits(column)).filter(|column| hits(column) > 0) else {
        let message = "no column of the answers holds ids of the platform's file; give the answers with the ids (`PROLIFIC_PID`) in them";
        return Err(Stop::Unreadable(message.to_owned()));
    };
    let before = read.wanted.columns.excluded.as_deref().and_then(|name| table.column(name));
    let mut excluded = InternedColumn::new("excluded".to_owned(), table.len());
    let mut unknown = 0;
    for row in 0..table.len() {
        let state = ids.get(row).and_then(|id| status.get(id.trim()));
        unknown += usize::from(state.is_none());
        let rule = state.filter(|state| is_void(state)).map(|state| state.to_lowercase().replace(' ', "-"));
        excluded.push(before.and_then(|column| column.get(row)).or(rule.as_deref()));
    }
    let ids = ids.name().to_owned();
    read.reading.notes.push(format!(
        "joined with the platform's list of people by `{ids}`; {unknown} rows are of nobody in that list"
    ));
    if !several.is_empty() {
        read.reading.notes.push(format!(
            "{} people or submissions stand in the platform's list more than once, with different statuses: their answers count \
             where one of these does",
            several.len()
        ));
    }
    read.reading.table.set_column(excluded.finish());
    let mut known = read.wanted.written.clone();
    set(&mut known, "excluded", "excluded".into());
    if read.wanted.columns.participant.is_none() {
        set(&mut known, "participant", ids.into());
    }
    read.wanted = crate::import_mapping::ImportMapping::default().with_known(known).map_err(Stop::Unreadable)?;
    Ok(read)
}

/// What the platform says of each person and submission, and which of them it says different things of.
fn statuses(sheets: &[&Sheet<'_>]) -> Result<(HashMap<String, String>, BTreeSet<String>), Stop> {
    let mut status: HashMap<String, String> = HashMap::new();
    let mut several: BTreeSet<String> = BTreeSet::new();
    for sheet in sheets {
        let laid = Table::read_with_layout(&sheet.name, sheet.bytes, &sheet.layout)?;
        let column = |names: &[&str]| {
            let plain = |name: &str| name.trim().to_lowercase().replace([' ', '_', '-'], "");
            laid.table.columns().iter().find(|column| names.contains(&plain(column.name()).as_str()))
        };
        let ids = [column(&["participantid", "prolificpid", "prolificid"]), column(&["submissionid", "sessionid"])];
        let Some(states) = column(&["status"]) else { continue };
        for row in 0..laid.table.len() {
            let state = plain_status(states.get(row).unwrap_or_default());
            for id in ids.iter().flatten().filter_map(|column| column.get(row)) {
                match status.entry(id.trim().to_owned()) {
                    Entry::Vacant(first) => {
                        first.insert(state.clone());
                    }
                    // Whoever came again is left out only where no work of theirs counts.
                    Entry::Occupied(mut before) if *before.get() != state => {
                        several.insert(id.trim().to_owned());
                        if is_void(before.get()) {
                            before.insert(state.clone());
                        }
                    }
                    Entry::Occupied(_) => {}
                }
            }
        }
    }
    Ok((status, several))
}
