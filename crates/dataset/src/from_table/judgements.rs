//! The judgements of a foreign table, made when they are asked for.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use study::Study;
use table::{Codes, Table};

use super::cells::{MappedCriterion, Reader};
use super::misfit::TableMisfit;
use super::systems::Systems;
use super::{
    column, exclusions, guess, items, missing, own, rankings, require_cell, select_rows, without_self_comparisons,
};
use crate::{Dataset, Judgement, Mapping, Origin, Provenance, Subject, with_plain_names};

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
    Rows(Box<Rows>),
    /// Here: several rows make one.
    Joined(Vec<Judgement>),
}

/// What the rows are about, as far as judgements are put in order by it.
#[derive(Debug, Default)]
struct Rows {
    /// The first row of every stretch of rows by one person, in the order of the people.
    stretches: Vec<u32>,
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

    /// Finds the stretches of rows by one person.
    fn find_stretches(&mut self) {
        let begins = |row: &usize| *row == 0 || self.person.get(*row) != self.person.get(row - 1);
        let mut starts: Vec<u32> = Vec::with_capacity((0..self.person.len()).filter(begins).count());
        starts.extend((0..self.person.len()).filter(begins).map(|row| row as u32));
        self.stretches = sort_rows(starts, &self.person);
    }

    /// The rows of each person in the order of their keys. They are put in order when they are asked for: a number for each row of
    /// a large table would take more memory than the table.
    fn by_person(&self) -> impl Iterator<Item = Vec<u32>> {
        let person = |row: u32| self.person.get(row as usize);
        let people = self.stretches.chunk_by(move |one, next| person(*one) == person(*next));
        people.map(move |stretches| {
            let stretch = |start: &u32| {
                let start = *start;
                (start..).take_while(move |row| (*row as usize) < self.person.len() && person(*row) == person(start))
            };
            self.sort(stretches.iter().flat_map(stretch).collect())
        })
    }

    /// Puts the rows of a person in the order of their keys, by the last part of it first.
    fn sort(&self, rows: Vec<u32>) -> Vec<u32> {
        let mut rows = sort_rows(sort_rows(rows, &self.shown), &self.item);
        for place in self.place.iter().rev().filter(|place| !place.is_empty()) {
            rows = sort_rows(rows, place);
        }
        rows
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

/// Which systems are shown together in each row.
#[derive(Debug, Default)]
struct ShownTogether {
    sets: BTreeMap<Vec<u16>, u32>,
    rows: Codes,
}

impl ShownTogether {
    /// Adds a row with its first judgement, where it has one.
    fn push(&mut self, judgement: Option<&Judgement>) {
        let Some(Judgement { subject: Subject::Item { systems, .. }, .. }) = judgement else {
            return self.rows.push(0);
        };
        let next = self.sets.len() as u32;
        let known = self.sets.get(systems).copied();
        self.rows.push(known.unwrap_or_else(|| *self.sets.entry(systems.clone()).or_insert(next)));
    }

    /// By row: the number of the set, in the order of the sets.
    fn finish(self) -> Codes {
        let mut ranks = vec![0; self.sets.len()];
        for (rank, number) in self.sets.into_values().enumerate() {
            ranks[number as usize] = rank as u32;
        }
        self.rows.renumber(|number| ranks.get(number as usize).copied().unwrap_or_default())
    }
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
        let names: Vec<String> =
            mapping.system.iter().chain([&participant, &item]).chain(&mapping.shown).cloned().collect();
        let (table, changed) = with_plain_names(table, &names);
        notes.extend(changed);
        let table = select_rows(table, &mapping, &mut notes)?;
        let table = own::without_own_checks(&table).map_or(table, |(rest, checks)| {
            let rows = checks + rest.len();
            notes.push(format!("{checks} of {rows} rows left out: they answer checks, as their column `check` says"));
            Cow::Owned(rest)
        });
        let table = without_self_comparisons(&table, &mapping.shown).map_or(table, |(rest, twice)| {
            let rows = twice + rest.len();
            notes.push(format!("{twice} of {rows} rows left out: they compare a system with itself"));
            Cow::Owned(rest)
        });
        let judged_by = own::simulated_or_foreign(&table)?;
        if let Some(excluded) = mapping.excluded.as_deref().and_then(|name| table.column(name)) {
            exclusions::refuse_unclear(&table, excluded, &mapping)?;
        }
        let systems = Systems::find_all(&table, &mapping, study)?;
        let criteria = guess::criteria(&table, &mapping, study, &mut notes)?;
        let (participant, item) = (column(&table, &participant)?, column(&table, &item)?);
        let mut participants: Vec<String> = participant.distinct().into_iter().map(str::to_owned).collect();
        participants.sort();
        let (strata, items) = items(&table, &mapping, item)?;
        let person = participant.number_cells(|row, _| {
            let person = require_cell(&table, row, participant, "every answer needs its person")?;
            Ok(participants.binary_search_by(|known| known.as_str().cmp(person)).unwrap_or(0) as u32)
        })?;
        let item = item.number_cells(|row, _| {
            let item = require_cell(&table, row, item, "every answer needs its item")?;
            Ok(items.binary_search_by(|known| known.id.as_str().cmp(item)).unwrap_or(0) as u32)
        })?;
        let names = Dataset {
            provenance: Provenance {
                study: study.map(|study| study.fingerprint.clone()),
                data: None,
                origin: Origin::Table { file: table.file().to_owned() },
                judged_by,
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
            TableJudgements { names, table, mapping, systems, criteria, kept: JudgementSource::Rows(Box::default()) };
        all.look_at(rows)?;
        Ok(all)
    }

    /// Makes every judgement once and keeps where they are.
    fn look_at(&mut self, mut rows: Rows) -> Result<(), TableMisfit> {
        let joined = self.criteria.iter().any(MappedCriterion::is_long_ranking);
        let mut reader = Reader::new(&self.table, &self.mapping, &self.systems, &self.criteria)?;
        let alone = reader.systems_alone();
        let mut together = ShownTogether::default();
        let mut held = Vec::new();
        let mut any = false;
        for row in 0..self.table.len() {
            let found = reader.judgements(row, rows.participant_and_item(row))?;
            any |= !found.is_empty();
            if alone.is_none() {
                together.push(found.first());
            }
            if joined {
                held.extend(found);
            }
        }
        rows.place = reader.places();
        let notes = reader.finish()?;
        if !any {
            return Err(TableMisfit::Empty { file: self.table.file().to_owned() });
        }
        self.names.notes.extend(notes);
        self.kept = if joined {
            let mut held = rankings::join_places(held, &self.criteria);
            held.sort_by(order);
            JudgementSource::Joined(held)
        } else {
            rows.shown = alone.unwrap_or_else(|| together.finish());
            rows.find_stretches();
            JudgementSource::Rows(Box::new(rows))
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
        let all = self.visit_while(rows, |judgement| {
            visit(judgement);
            ControlFlow::Continue(())
        });
        debug_assert!(all.is_continue(), "nothing ends the visit before the last judgement");
    }

    fn visit_while(&self, rows: &Rows, mut visit: impl FnMut(Judgement) -> ControlFlow<()>) -> ControlFlow<()> {
        // Whatever could be refused was refused when the rows were looked at.
        let Ok(mut reader) = Reader::new(&self.table, &self.mapping, &self.systems, &self.criteria) else {
            return ControlFlow::Break(());
        };
        for sorted in rows.by_person() {
            for alike in sorted.chunk_by(|a, b| rows.key(*a) == rows.key(*b)) {
                let mut together: Vec<Judgement> = Vec::new();
                for row in alike.iter().map(|row| *row as usize) {
                    together.extend(reader.judgements(row, rows.participant_and_item(row)).unwrap_or_default());
                }
                together.sort_by_key(|judgement| judgement.criterion);
                together.into_iter().try_for_each(&mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The first of them.
    #[must_use]
    pub fn first(&self, count: usize) -> Vec<Judgement> {
        let rows = match &self.kept {
            JudgementSource::Joined(all) => return all.iter().take(count).cloned().collect(),
            JudgementSource::Rows(rows) => rows,
        };
        let mut first = Vec::new();
        let _enough = self.visit_while(rows, |judgement| {
            first.push(judgement);
            if first.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
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
