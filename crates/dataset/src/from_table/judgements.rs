//! The judgements of a foreign table, made when they are asked for.

use std::borrow::Cow;
use std::collections::BTreeMap;

use study::Study;
use table::{Codes, Table};

use super::cells::{MappedCriterion, Reader};
use super::misfit::TableMisfit;
use super::systems::Systems;
use super::{column, guess, items, missing, rankings, require_cell, select_rows};
use crate::{Dataset, JudgedBy, Judgement, Mapping, Origin, Provenance, Subject};

/// The judgements of a foreign table, made one by one when they are asked for: a table of a million rows is never held as a
/// million judgements.
#[derive(Debug)]
pub struct TableJudgements<'t> {
    /// What is judged and by whom, and what a reader should know; without the judgements.
    pub names: Dataset,
    table: Cow<'t, Table>,
    mapping: Mapping,
    systems: Systems,
    criteria: Vec<MappedCriterion>,
    kept: JudgementSource,
}

/// Where the judgements are.
#[derive(Debug)]
enum JudgementSource {
    /// In the rows.
    Rows(Rows),
    /// Here: several rows make one.
    Joined(Vec<Judgement>),
}

/// The rows that hold judgements, and what they are about.
#[derive(Debug, Default)]
struct Rows {
    /// In the order of the judgements.
    order: Vec<u32>,
    /// By row: the number of the person.
    person: Codes,
    /// By row: the number of the item.
    item: Codes,
    /// By row: which systems were shown, a number in the order of [`Judgement`]s.
    shown: Codes,
    /// By row: list, attempt and position; empty where the table names none of them.
    place: [Codes; 3],
}

impl Rows {
    fn key(&self, row: u32) -> (u32, [u32; 3], u32, u32) {
        let number = |codes: &Codes| codes.get(row as usize).unwrap_or_default();
        let [list, attempt, position] = &self.place;
        let place = [number(list), number(attempt), number(position)];
        (number(&self.person), place, number(&self.item), number(&self.shown))
    }

    /// Who and what a row is about.
    fn participant_and_item(&self, row: usize) -> (u32, usize) {
        (self.person.get(row).unwrap_or_default(), self.item.get(row).unwrap_or_default() as usize)
    }

    /// Puts the rows in the order of their keys, by the last part of it first.
    fn sort(&mut self) {
        let order = sort_rows(std::mem::take(&mut self.order), &self.shown);
        let mut order = sort_rows(order, &self.item);
        for place in self.place.iter().rev().filter(|place| !place.is_empty()) {
            order = sort_rows(order, place);
        }
        self.order = sort_rows(order, &self.person);
    }
}

/// Rows in the order of their numbers, those with the same number as they were: each number is counted, which gives every row
/// its place.
fn sort_rows(mut rows: Vec<u32>, numbers: &Codes) -> Vec<u32> {
    let number = |row: u32| numbers.get(row as usize).unwrap_or_default() as usize;
    let highest = rows.iter().map(|row| number(*row)).max().unwrap_or_default();
    if rows.is_sorted_by_key(|row| number(*row)) {
        return rows;
    }
    // A table may number its lists by a platform's ids: counting up to them would take more memory than there is.
    if highest > rows.len().saturating_mul(4) {
        rows.sort_by_key(|row| number(*row));
        return rows;
    }
    let mut next = vec![0; highest + 2];
    rows.iter().for_each(|row| next[number(*row) + 1] += 1);
    for at in 1..next.len() {
        next[at] += next[at - 1];
    }
    let mut sorted = vec![0; rows.len()];
    for row in rows {
        let place = &mut next[number(row)];
        sorted[*place] = row;
        *place += 1;
    }
    sorted
}

/// Numbers in as few bytes as they take.
fn codes(numbers: Vec<u32>) -> Codes {
    numbers.into_iter().collect()
}

/// The columns of numbers that nothing is read from, where only its name says which column holds the answer.
fn unread_numbers(table: &Table, mapping: &Mapping) -> Option<String> {
    let read = mapping.columns();
    let is_number = |cell: &str| mapping.is_missing(cell) || cell.trim().parse::<f64>().is_ok();
    let unread = table.columns().iter().filter(|column| !read.contains(&column.name()));
    let numbers = unread.filter(|column| {
        let cells = || column.iter().flatten();
        cells().all(is_number) && cells().any(|cell| !mapping.is_missing(cell))
    });
    let names: Vec<String> = numbers.map(|column| format!("`{}`", column.name())).collect();
    let value = mapping.value.as_deref().unwrap_or_default();
    (!names.is_empty()).then(|| {
        format!(
            "answers are read from `{value}` alone, and not from the other numbers: {}; to read another, name it in the \
             mapping, as `value` or as a criterion's `column`",
            names.join(", ")
        )
    })
}

impl<'t> TableJudgements<'t> {
    /// Reads a table by its mapping: every row is looked at, and what cannot be read is refused.
    ///
    /// # Errors
    /// What keeps the table from being read, with the row where there is one.
    pub fn read(table: Cow<'t, Table>, mapping: &Mapping, study: Option<&Study>) -> Result<Self, TableMisfit> {
        let by_name = study.is_none() && mapping.value.is_none() && mapping.criteria.is_empty();
        let mapping = mapping.clone().with_guesses_from(&table);
        let mut notes = Vec::new();
        if by_name && mapping.value.is_some() {
            notes.extend(unread_numbers(&table, &mapping));
        }
        let (participant, item) = missing::find_keys(&table, &mapping)?;
        let table = select_rows(table, &mapping, &mut notes)?;
        let systems = Systems::find_all(&table, &mapping, study)?;
        let criteria = guess::criteria(&table, &mapping, study, &mut notes)?;
        let (participant, item) = (column(&table, &participant)?, column(&table, &item)?);
        let mut participants: Vec<String> = participant.distinct().into_iter().map(str::to_owned).collect();
        participants.sort();
        let (strata, items) = items(&table, &mapping, item)?;
        let person = codes(participant.map_cells(|row, _| {
            let person = require_cell(&table, row, participant, "every answer needs its person")?;
            Ok(participants.binary_search_by(|known| known.as_str().cmp(person)).unwrap_or(0) as u32)
        })?);
        let item = codes(item.map_cells(|row, _| {
            let item = require_cell(&table, row, item, "every answer needs its item")?;
            Ok(items.binary_search_by(|known| known.id.as_str().cmp(item)).unwrap_or(0) as u32)
        })?);
        let names = Dataset {
            provenance: Provenance {
                study: study.map(|study| study.fingerprint.clone()),
                data: None,
                origin: Origin::Table { file: table.file().to_owned() },
                judged_by: JudgedBy::Foreign,
                changed: Vec::new(),
            },
            systems: systems.known.clone(),
            strata,
            items,
            criteria: criteria.iter().map(|mapped| mapped.criterion.clone()).collect(),
            checks: Vec::new(),
            participants,
            judgements: Vec::new(),
            remarks: None,
            questionnaire: None,
            arrivals: None,
            notes,
        };
        let rows = Rows { person, item, ..Rows::default() };
        let mut all =
            TableJudgements { names, table, mapping, systems, criteria, kept: JudgementSource::Rows(Rows::default()) };
        all.look_at(rows)?;
        Ok(all)
    }

    /// Makes every judgement once and keeps where they are.
    fn look_at(&mut self, mut rows: Rows) -> Result<(), TableMisfit> {
        let mapping = &self.mapping;
        let placed = mapping.list.is_some() || mapping.attempt.is_some() || mapping.position.is_some();
        let joined = self.criteria.iter().any(MappedCriterion::is_long_ranking);
        let mut reader = Reader::new(&self.table, mapping, &self.systems, &self.criteria)?;
        let mut shown: BTreeMap<Vec<u16>, u32> = BTreeMap::new();
        let mut held = Vec::new();
        rows.order.reserve_exact(self.table.len());
        for row in 0..self.table.len() {
            let found = reader.judgements(row, rows.participant_and_item(row))?;
            if placed {
                let place = found.first().map(|first| [first.list, first.attempt, first.position]);
                for (codes, number) in rows.place.iter_mut().zip(place.unwrap_or_default()) {
                    codes.push(number);
                }
            }
            let mut number = 0;
            if let Some(Judgement { subject: Subject::Item { systems, .. }, .. }) = found.first() {
                rows.order.push(row as u32);
                let next = shown.len() as u32;
                number = match shown.get(systems) {
                    Some(known) => *known,
                    None => *shown.entry(systems.clone()).or_insert(next),
                };
            }
            rows.shown.push(number);
            if joined {
                held.extend(found);
            }
        }
        let notes = reader.finish()?;
        if rows.order.is_empty() {
            return Err(TableMisfit::Empty { file: self.table.file().to_owned() });
        }
        self.names.notes.extend(notes);
        self.kept = if joined {
            let mut held = rankings::join_places(held, &self.criteria);
            held.sort_by(order);
            JudgementSource::Joined(held)
        } else {
            let mut ranks = vec![0; shown.len()];
            for (rank, number) in shown.into_values().enumerate() {
                ranks[number as usize] = rank as u32;
            }
            rows.shown = rows.shown.iter().filter_map(|number| ranks.get(number as usize).copied()).collect();
            rows.sort();
            JudgementSource::Rows(rows)
        };
        Ok(())
    }

    /// The table the judgements are in.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Every judgement, in an order of their own, so that nothing depends on the order of rows.
    pub fn for_each(&self, mut visit: impl FnMut(Judgement)) {
        let rows = match &self.kept {
            JudgementSource::Joined(all) => return all.iter().cloned().for_each(visit),
            JudgementSource::Rows(rows) => rows,
        };
        self.each_of(&rows.order, rows, &mut visit);
    }

    fn each_of(&self, order: &[u32], rows: &Rows, mut visit: impl FnMut(Judgement)) {
        // Whatever could be refused was refused when the rows were looked at.
        let Ok(mut reader) = Reader::new(&self.table, &self.mapping, &self.systems, &self.criteria) else { return };
        for alike in order.chunk_by(|a, b| rows.key(*a) == rows.key(*b)) {
            let mut together: Vec<Judgement> = Vec::new();
            for row in alike.iter().map(|row| *row as usize) {
                together.extend(reader.judgements(row, rows.participant_and_item(row)).unwrap_or_default());
            }
            together.sort_by_key(|judgement| judgement.criterion);
            together.into_iter().for_each(&mut visit);
        }
    }

    /// The first of them.
    #[must_use]
    pub fn first(&self, count: usize) -> Vec<Judgement> {
        let rows = match &self.kept {
            JudgementSource::Joined(all) => return all.iter().take(count).cloned().collect(),
            JudgementSource::Rows(rows) => rows,
        };
        let mut first = Vec::new();
        self.each_of(&rows.order[..count.min(rows.order.len())], rows, |judgement| first.push(judgement));
        first.truncate(count);
        first
    }

    /// All of them together.
    #[must_use]
    pub fn into_dataset(mut self) -> Dataset {
        let mut judgements = Vec::new();
        match std::mem::replace(&mut self.kept, JudgementSource::Joined(Vec::new())) {
            JudgementSource::Joined(all) => judgements = all,
            rows @ JudgementSource::Rows(_) => {
                self.kept = rows;
                self.for_each(|judgement| judgements.push(judgement));
            }
        }
        Dataset { judgements, ..self.names }
    }
}

/// Judgements in an order of their own.
pub(super) fn order(a: &Judgement, b: &Judgement) -> std::cmp::Ordering {
    let subject = |judgement: &Judgement| match &judgement.subject {
        Subject::Item { item, systems } => (*item, systems.clone()),
        Subject::Check { check, .. } => (*check, Vec::new()),
    };
    (a.session(), a.position, subject(a), a.criterion).cmp(&(b.session(), b.position, subject(b), b.criterion))
}

#[cfg(test)]
mod tests {
    use super::{Codes, sort_rows};

    #[test]
    fn rows_are_sorted_by_small_numbers_and_by_ids_of_platforms() {
        for far in [9, 4_000_000_000] {
            let numbers: Codes = [far, 7, 8, 7].into_iter().collect();
            assert_eq!(sort_rows(vec![0, 1, 2, 3], &numbers), [1, 3, 2, 0]);
            assert_eq!(sort_rows(vec![3, 1, 2], &numbers), [3, 1, 2]);
        }
    }
}
