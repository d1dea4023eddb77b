//! The cells of one row as judgements.

use std::collections::BTreeMap;
use std::convert::Infallible;

use study::response::{Answer, Choice, Preference, Response};
use table::{Codes, Column, Table};

use super::choice::{self, NoPick, Pick};
use super::misfit::{TableMisfit, Tally, UnreadValues, date_hint, decimal_comma_hint, toml_list};
use super::systems::Systems;
use super::{column, exclusions, require_cell};
use crate::{Criterion, ExclusionRule, Judgement, Mapping, Subject, Timing};

/// A criterion with where its answers stand.
#[derive(Debug)]
pub(super) struct MappedCriterion {
    pub(super) criterion: Criterion,
    /// What stands for it in the criterion column.
    pub(super) written: String,
    /// The column of its values.
    pub(super) column: Option<String>,
    /// Whether each row is about one system.
    pub(super) long: bool,
}

impl MappedCriterion {
    /// Whether the places of a ranking stand in a row each.
    pub(super) fn is_long_ranking(&self) -> bool {
        self.long && matches!(self.criterion.response, Response::Ranking(_))
    }

    /// The column of its answers, where it is one.
    fn answer_column<'m>(&'m self, mapping: &'m Mapping) -> Option<&'m str> {
        match self.columns(mapping)[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The columns its answers stand in.
    fn columns<'m>(&'m self, mapping: &'m Mapping) -> Vec<&'m str> {
        let names: Vec<&String> = match &self.criterion.response {
            Response::Pairwise(_) => mapping.choice.iter().chain(&self.column).take(1).collect(),
            Response::BestWorst(_) => mapping.best.iter().chain(&mapping.worst).collect(),
            Response::Ranking(_) if !self.long => mapping.ranks.iter().collect(),
            Response::Ranking(_)
            | Response::Rating(_)
            | Response::Slider(_)
            | Response::Choice(_)
            | Response::Spans(_)
            | Response::Count(_)
            | Response::Text(_) => self.column.iter().collect(),
        };
        names.into_iter().map(String::as_str).collect()
    }
}

/// Whether a cell holds no answer.
pub(super) fn is_missing(cell: &str, mapping: &Mapping) -> bool {
    mapping.is_missing(cell)
}

fn is_among(cell: &str, words: &[String]) -> bool {
    words.iter().any(|word| word.trim() == cell.trim())
}

/// What the cells of an answer hold.
enum CellContent<'t> {
    Nothing,
    Answer(Answer),
    /// Something that is no answer, and that may be kept as such.
    Invalid(String),
    /// Something in this column that nobody has said the meaning of.
    Unreadable(&'t str, &'t str),
}

/// The columns that say where and when an answer was given.
struct PlaceColumns<'t> {
    list: Option<&'t Column>,
    attempt: Option<&'t Column>,
    position: Option<&'t Column>,
    active_secs: Option<&'t Column>,
    session_secs: Option<&'t Column>,
    excluded: Option<&'t Column>,
}

/// Reads rows by a mapping, and counts what it cannot read.
pub(super) struct Reader<'t> {
    table: &'t Table,
    mapping: &'t Mapping,
    systems: &'t Systems,
    criteria: &'t [MappedCriterion],
    shown: Vec<&'t Column>,
    criterion: Option<&'t Column>,
    place: PlaceColumns<'t>,
    /// By criterion: the column of its answers, where it is one.
    answers: Vec<Option<&'t Column>>,
    /// By criterion: the numbers that cells which are known to be alike hold, so that each is read once.
    numbers: Vec<Vec<Option<Answer>>>,
    /// By criterion and column.
    unreadable: BTreeMap<(usize, &'t str), Tally>,
    /// By column.
    missing: BTreeMap<&'t str, Tally>,
    /// Rows of criteria that nobody asks for, by what is written there.
    other_criteria: Tally,
}

impl<'t> Reader<'t> {
    pub(super) fn new(
        table: &'t Table,
        mapping: &'t Mapping,
        systems: &'t Systems,
        criteria: &'t [MappedCriterion],
    ) -> Result<Reader<'t>, TableMisfit> {
        let columns = |names: &[String]| names.iter().map(|name| column(table, name)).collect::<Result<Vec<_>, _>>();
        let mut shown = columns(&mapping.shown)?;
        if let (Some(name), true) = (&mapping.system, shown.is_empty()) {
            shown.push(column(table, name)?);
        }
        let unsaid = |what, flag| TableMisfit::Unsaid { file: table.file().to_owned(), what, flag };
        for mapped in criteria {
            let found = mapped.columns(mapping).len();
            let lacking = match mapped.criterion.response {
                Response::BestWorst(_) => {
                    (found < 2).then_some(("the best and the worst", " or with --best and --worst"))
                }
                Response::Ranking(_) if !mapped.long => (found != shown.len())
                    .then_some(("the place of each output", " with `ranks`, one column for each in `shown`")),
                Response::Pairwise(_) if shown.len() != 2 => {
                    Some(("the two systems", " with `shown`, or with --system-a and --system-b"))
                }
                Response::Pairwise(_)
                | Response::Ranking(_)
                | Response::Rating(_)
                | Response::Slider(_)
                | Response::Choice(_)
                | Response::Spans(_)
                | Response::Count(_)
                | Response::Text(_) => (found == 0).then_some(("the answer", " or with --value or --choice")),
            };
            if let Some((what, flag)) = lacking {
                return Err(unsaid(what, flag));
            }
        }
        let named = |name: &Option<String>| name.as_deref().map(|name| column(table, name)).transpose();
        let criterion = named(&mapping.criterion)?;
        columns(&mapping.ranks)?;
        let place = PlaceColumns {
            list: named(&mapping.list)?,
            attempt: named(&mapping.attempt)?,
            position: named(&mapping.position)?,
            active_secs: named(&mapping.active_secs)?,
            session_secs: named(&mapping.session_secs)?,
            excluded: named(&mapping.excluded)?,
        };
        for name in [&mapping.value, &mapping.choice, &mapping.best, &mapping.worst] {
            named(name)?;
        }
        let answers: Vec<Option<&Column>> =
            criteria.iter().map(|mapped| table.column(mapped.answer_column(mapping)?)).collect();
        let numbers =
            answers.iter().map(|column| vec![None; column.map_or(0, |column| column.most_numbers())]).collect();
        Ok(Reader {
            table,
            mapping,
            systems,
            criteria,
            shown,
            criterion,
            place,
            answers,
            numbers,
            unreadable: BTreeMap::new(),
            missing: BTreeMap::new(),
            other_criteria: Tally::default(),
        })
    }

    /// The judgements in a row: one for each criterion that has an answer there.
    pub(super) fn judgements(
        &mut self,
        row: usize,
        (participant, item): (u32, usize),
    ) -> Result<Vec<Judgement>, TableMisfit> {
        let mut systems = Vec::with_capacity(self.shown.len());
        for column in &self.shown {
            let name = require_cell(self.table, row, column, "every answer needs its system")?;
            // Every name has been looked up before: see `Systems::find_all`.
            systems.extend(self.systems.find(name));
        }
        let written = self.criterion.map(|column| column.get(row).unwrap_or_default().trim());
        let number = self.table.row_number(row);
        if let Some(written) = written.filter(|written| self.criteria.iter().all(|mapped| mapped.written != *written)) {
            self.other_criteria.count(written, number);
        }
        let mut judgements = Vec::new();
        for (index, mapped) in self.criteria.iter().enumerate() {
            if written.is_some_and(|written| written != mapped.written) {
                continue;
            }
            let (answer, invalid) = match self.answer(row, index, &systems)? {
                CellContent::Answer(answer) => (answer, None),
                CellContent::Invalid(words) => (Answer::Text(words), Some(ExclusionRule::Invalid)),
                CellContent::Nothing => {
                    for name in mapped.columns(self.mapping) {
                        let cell = self.table.column(name).and_then(|column| column.get(row)).unwrap_or_default();
                        self.missing.entry(name).or_default().count(cell.trim(), number);
                    }
                    continue;
                }
                CellContent::Unreadable(column, value) => {
                    self.unreadable.entry((index, column)).or_default().count(value, number);
                    continue;
                }
            };
            judgements.push(Judgement {
                participant,
                list: self.parse_whole_number(row, self.place.list)?.unwrap_or(0),
                attempt: self.parse_whole_number(row, self.place.attempt)?.unwrap_or(1),
                position: self.parse_whole_number(row, self.place.position)?.unwrap_or(0),
                subject: Subject::Item { item, systems: systems.clone() },
                criterion: index,
                answer,
                confidence: None,
                timing: Timing {
                    active_secs: self.seconds(row, self.place.active_secs)?,
                    session_secs: self.seconds(row, self.place.session_secs)?,
                    ..Timing::default()
                },
                excluded: self.exclusion_rule(row).or(invalid),
            });
        }
        Ok(judgements)
    }

    /// By row: the number of its system, where every row is about one.
    pub(super) fn systems_alone(&self) -> Option<Codes> {
        let [only] = self.shown[..] else { return None };
        Some(number_cells(only, |cell| self.systems.find(cell).map(u32::from).unwrap_or_default()))
    }

    /// By row: list, attempt and position, as judgements have them; empty where no column says it.
    pub(super) fn places(&self) -> [Codes; 3] {
        let columns = [(self.place.list, 0), (self.place.attempt, 1), (self.place.position, 0)];
        columns.map(|(column, usual)| {
            let said = |cell: &str| (!is_missing(cell, self.mapping)).then(|| cell.trim().parse().ok()).flatten();
            column.map_or_else(Codes::default, |column| number_cells(column, |cell| said(cell).unwrap_or(usual)))
        })
    }

    /// What was left out, in words.
    ///
    /// # Errors
    /// When there are values that cannot be read.
    pub(super) fn finish(mut self) -> Result<Vec<String>, TableMisfit> {
        let unreadable = std::mem::take(&mut self.unreadable);
        if !unreadable.is_empty() {
            let unread = unreadable.into_iter().map(|((criterion, column), tally)| {
                self.unread_values(&self.criteria[criterion].criterion, column, tally)
            });
            return Err(TableMisfit::Values(unread.collect()));
        }
        let counts = |tally: Tally| {
            let values = tally.into_values();
            let total: usize = values.iter().map(|(_, found)| found.count).sum();
            let named = |(value, found): (String, super::Occurrence)| match value.as_str() {
                "" => format!("empty {}", found.count),
                value => format!("`{value}` {}", found.count),
            };
            (total, values.into_iter().map(named).collect::<Vec<_>>().join(", "))
        };
        let mut notes = Vec::new();
        for (column, tally) in self.missing {
            let (total, values) = counts(tally);
            notes.push(format!("{total} of {} rows have no answer in `{column}` ({values})", self.table.len()));
        }
        if !self.other_criteria.is_empty() {
            let (total, values) = counts(self.other_criteria);
            notes.push(format!("{total} rows left out: their criterion is not one of those asked for ({values})"));
        }
        Ok(notes)
    }

    fn unread_values(&self, criterion: &Criterion, column: &str, tally: Tally) -> UnreadValues {
        let values = tally.into_values();
        let words = toml_list(values.iter().map(|(value, _)| value.as_str()));
        let left_out = format!("if they mean that there is no answer, add to the mapping\n  missing = {words}");
        let (wanted, remedy) = match &criterion.response {
            Response::Pairwise(asked) if asked.is_graded() => {
                let grades: Vec<String> = asked.grades().into_iter().map(study::response::grade_word).collect();
                let line = "words.grades = { \"A much better\" = 2, \"B much better\" = -2 }";
                let remedy = format!(
                    "say in the mapping by how many degrees each puts the first over the second, as in\n  {line}\nor, {left_out}"
                );
                (format!("one of {}", grades.join(", ")), remedy)
            }
            Response::Pairwise(_) | Response::BestWorst(_) => {
                let wanted = "a word for an output shown, or its system".to_owned();
                (wanted, choice::remedy(&values, self.table.column(column)))
            }
            Response::Rating(rating) => {
                let scale = format!("whole numbers from {} to {}", rating.lowest(), rating.highest());
                (scale, format!("correct the scale (`points`, `minimum`), or, {left_out}"))
            }
            Response::Slider(slider) => {
                let scale = format!("numbers from {} to {}", slider.minimum, slider.maximum);
                (scale, format!("correct the scale (`minimum`, `maximum`), or, {left_out}"))
            }
            Response::Count(_) => ("whole numbers from 0".to_owned(), left_out),
            Response::Ranking(_) => ("places: 1, 2 and so on".to_owned(), left_out),
            Response::Choice(choice) => {
                let ids: Vec<&str> = choice.options.iter().map(study::response::Choosable::id).collect();
                (format!("one of the options `{}`", ids.join("`, `")), format!("add the option, or, {left_out}"))
            }
            Response::Spans(_) => ("spans as this program writes them (JSON)".to_owned(), left_out),
            Response::Text(_) => ("texts".to_owned(), left_out),
        };
        let remedy = format!("{}{}{remedy}", decimal_comma_hint(&values), date_hint(&values));
        UnreadValues { file: self.table.file().to_owned(), column: column.to_owned(), wanted, values, remedy }
    }

    fn cell(&self, row: usize, column: Option<&'t Column>) -> Option<&'t str> {
        column?.get(row).filter(|cell| !is_missing(cell, self.mapping))
    }

    fn seconds(&self, row: usize, column: Option<&'t Column>) -> Result<Option<f64>, TableMisfit> {
        let Some(cell) = self.cell(row, column) else { return Ok(None) };
        let number = cell.trim().parse().ok().filter(|x: &f64| x.is_finite() && *x >= 0.0);
        number.map(Some).ok_or_else(|| self.misfit(row, column, cell, "a number of seconds is needed"))
    }

    fn parse_whole_number(&self, row: usize, column: Option<&'t Column>) -> Result<Option<u32>, TableMisfit> {
        let Some(cell) = self.cell(row, column) else { return Ok(None) };
        cell.trim().parse().map(Some).map_err(|_| self.misfit(row, column, cell, "a whole number is needed"))
    }

    fn misfit(&self, row: usize, column: Option<&Column>, found: &str, must: &'static str) -> TableMisfit {
        TableMisfit::Cell {
            file: self.table.file().to_owned(),
            row: self.table.row_number(row),
            column: column.map(|column| column.name().to_owned()).unwrap_or_default(),
            found: found.to_owned(),
            must,
        }
    }

    fn exclusion_rule(&self, row: usize) -> Option<ExclusionRule> {
        exclusions::rule(self.cell(row, self.place.excluded)?)
    }

    /// What a row says to a criterion.
    fn answer(&mut self, row: usize, index: usize, systems: &[u16]) -> Result<CellContent<'t>, TableMisfit> {
        let criteria = self.criteria;
        let mapped = &criteria[index];
        let response = &mapped.criterion.response;
        if matches!(response, Response::BestWorst(_)) {
            return self.best_worst(row, systems);
        }
        if matches!(response, Response::Ranking(_)) && !mapped.long {
            return Ok(self.ranking(row));
        }
        let Some(column) = self.answers[index] else { return Ok(CellContent::Nothing) };
        let known = column.number(row);
        if let Some(Some(answer)) = known.and_then(|known| self.numbers[index].get(known)) {
            return Ok(CellContent::Answer(answer.clone()));
        }
        let (name, Some(cell)) = (column.name(), self.cell(row, Some(column))) else { return Ok(CellContent::Nothing) };
        if is_among(cell, &self.mapping.invalid) {
            return Ok(CellContent::Invalid(cell.to_owned()));
        }
        let answer = match response {
            Response::Pairwise(asked) if asked.is_graded() => {
                choice::grade(cell, asked, &self.mapping.words).map(Answer::Graded)
            }
            Response::Pairwise(_) => self.pick(row, name, cell, systems)?.map(|pick| {
                Answer::Pairwise(match pick {
                    Pick::Output(0) => Preference::First,
                    Pick::Output(_) => Preference::Second,
                    Pick::Equal => Preference::Equal,
                })
            }),
            Response::Ranking(_) => place(cell).map(|place| Answer::Ranking(vec![place])),
            Response::Choice(choice) => read_options(choice, cell).map(Answer::Choice),
            Response::Spans(_) => serde_json::from_str(cell).ok().map(Answer::Spans),
            Response::Text(_) => Some(Answer::Text(cell.to_owned())),
            Response::Rating(_) | Response::Slider(_) | Response::Count(_) | Response::BestWorst(_) => {
                let answer = read_number(response, cell);
                if let Some(number) = known {
                    self.numbers[index][number].clone_from(&answer);
                }
                answer
            }
        };
        Ok(answer.map_or(CellContent::Unreadable(name, cell), CellContent::Answer))
    }

    fn pick(&self, row: usize, column: &str, cell: &str, systems: &[u16]) -> Result<Option<Pick>, TableMisfit> {
        match choice::pick(cell, systems, self.mapping, self.systems) {
            Ok(pick) => Ok(Some(pick)),
            Err(NoPick::Unreadable) => Ok(None),
            Err(NoPick::Ambiguous { side, system }) => Err(TableMisfit::Ambiguous {
                file: self.table.file().to_owned(),
                row: self.table.row_number(row),
                column: column.to_owned(),
                word: cell.to_owned(),
                side,
                system,
            }),
        }
    }

    fn best_worst(&self, row: usize, systems: &[u16]) -> Result<CellContent<'t>, TableMisfit> {
        let names = [self.mapping.best.as_ref(), self.mapping.worst.as_ref()];
        let cells = names.map(|name| self.cell(row, name.and_then(|name| self.table.column(name))));
        let as_written = || CellContent::Invalid(cells.map(Option::unwrap_or_default).join(" / "));
        if cells == [None, None] {
            return Ok(CellContent::Nothing);
        }
        if cells.iter().flatten().any(|cell| is_among(cell, &self.mapping.invalid)) {
            return Ok(as_written());
        }
        let mut picks = Vec::new();
        for (name, cell) in names.into_iter().zip(cells) {
            let (Some(name), Some(cell)) = (name, cell) else { continue };
            match self.pick(row, name, cell, systems)? {
                Some(Pick::Output(output)) => picks.push(output),
                Some(Pick::Equal) | None => return Ok(CellContent::Unreadable(name, cell)),
            }
        }
        // One of the two, or the same for both, is half an answer: whoever gave it is at fault, not the mapping.
        match picks[..] {
            [best, worst] if best != worst => Ok(CellContent::Answer(Answer::BestWorst { best, worst })),
            _ => Ok(as_written()),
        }
    }

    /// A ranking with a column for each output.
    fn ranking(&self, row: usize) -> CellContent<'t> {
        let mut places = Vec::new();
        let mut cells = Vec::new();
        for name in &self.mapping.ranks {
            let cell = self.cell(row, self.table.column(name));
            cells.push(cell.unwrap_or_default());
            match cell.map(|cell| (place(cell), cell)) {
                Some((Some(place), _)) => places.push(place),
                Some((None, cell)) if !is_among(cell, &self.mapping.invalid) => {
                    return CellContent::Unreadable(name, cell);
                }
                Some((None, _)) | None => {}
            }
        }
        if cells.iter().all(|cell| cell.is_empty()) {
            CellContent::Nothing
        } else if places.len() == cells.len() {
            CellContent::Answer(Answer::Ranking(places))
        } else {
            CellContent::Invalid(cells.join(" "))
        }
    }
}

/// The number that something gives each cell; an empty one is given that of an empty text.
fn number_cells(column: &Column, number: impl Fn(&str) -> u32) -> Codes {
    let Ok(numbers): Result<Codes, Infallible> = column.number_cells(|_, cell| Ok(number(cell.unwrap_or_default())));
    numbers
}

fn place(cell: &str) -> Option<u32> {
    cell.trim().parse().ok().filter(|place| *place > 0)
}

/// The options that a cell names, by id or label: one, or several between semicolons or bars.
fn read_options(choice: &Choice, cell: &str) -> Option<Vec<String>> {
    let id = |words: &str| {
        let known = choice.options.iter().find(|option| [option.id(), option.label()].contains(&words.trim()))?;
        Some(known.id().to_owned())
    };
    let one = id(cell).map(|id| vec![id]);
    if one.is_none() && choice.several { cell.split([';', '|']).map(id).collect() } else { one }
}

/// A number as an answer, when it is on the scale.
fn read_number(response: &Response, cell: &str) -> Option<Answer> {
    let value: f64 = cell.trim().parse().ok().filter(|x: &f64| x.is_finite())?;
    let whole = (value.fract().abs() < f64::EPSILON).then_some(value as i64);
    match response {
        Response::Rating(rating) => {
            whole.filter(|value| (rating.lowest()..=rating.highest()).contains(value)).map(Answer::Rating)
        }
        Response::Slider(slider) => (slider.minimum..=slider.maximum).contains(&value).then_some(Answer::Slider(value)),
        Response::Count(_) => whole.and_then(|value| u32::try_from(value).ok()).map(Answer::Count),
        Response::Ranking(_)
        | Response::Pairwise(_)
        | Response::BestWorst(_)
        | Response::Choice(_)
        | Response::Spans(_)
        | Response::Text(_) => None,
    }
}
