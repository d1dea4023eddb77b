//! The cells of one row as judgements.

use study::response::{Answer, Preference, Response};
use table::{Column, Table};

use super::{Systems, TableMisfit, column};
use crate::{Criterion, Excluded, Judgement, Mapping, Subject, Timing};

/// A criterion with where its answers stand.
pub(super) struct Asked {
    pub(super) criterion: Criterion,
    /// What stands for it in the criterion column.
    pub(super) written: String,
    /// The column of its values.
    pub(super) column: Option<String>,
    /// Whether each row is about one system.
    pub(super) long: bool,
}

impl Asked {
    /// Whether the places of a ranking stand in a row each.
    pub(super) fn is_long_ranking(&self) -> bool {
        self.long && matches!(self.criterion.response, Response::Ranking(_))
    }
}

/// What a cell without an answer may hold.
pub(super) fn missing(cell: &str) -> bool {
    matches!(cell.trim(), "" | "NA" | "NaN" | "nan" | "null" | "None")
}

/// Reads rows by a mapping.
pub(super) struct Reader<'t> {
    table: &'t Table,
    mapping: &'t Mapping,
    systems: &'t Systems,
    shown: Vec<&'t Column>,
    criterion: Option<&'t Column>,
    ranks: Vec<&'t Column>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(table: &'t Table, mapping: &'t Mapping, systems: &'t Systems) -> Result<Reader<'t>, TableMisfit> {
        let columns = |names: &[String]| names.iter().map(|name| column(table, name)).collect::<Result<Vec<_>, _>>();
        let mut shown = columns(&mapping.shown)?;
        if let (Some(name), true) = (&mapping.system, shown.is_empty()) {
            shown.push(column(table, name)?);
        }
        if shown.is_empty() {
            return Err(TableMisfit::Unsaid {
                file: table.file().to_owned(),
                what: "the system",
                flag: " or with --system, or --system-a and --system-b",
            });
        }
        let criterion = mapping.criterion.as_deref().map(|name| column(table, name)).transpose()?;
        let ranks = columns(&mapping.ranks)?;
        let optional = [&mapping.list, &mapping.attempt, &mapping.position, &mapping.active_secs];
        let answers = [&mapping.session_secs, &mapping.excluded, &mapping.value, &mapping.choice];
        for name in optional.into_iter().chain(answers).chain([&mapping.best, &mapping.worst]).flatten() {
            column(table, name)?;
        }
        Ok(Reader { table, mapping, systems, shown, criterion, ranks })
    }

    /// The judgements in a row: one for each criterion that has an answer there.
    pub(super) fn judgements(
        &self,
        row: usize,
        (participant, item): (u32, usize),
        asked: &[Asked],
    ) -> Result<Vec<Judgement>, TableMisfit> {
        let systems: Vec<u16> = self.shown.iter().map(|column| self.system(row, column)).collect::<Result<_, _>>()?;
        let mut judgements = Vec::new();
        for (index, asked) in asked.iter().enumerate() {
            if self.criterion.is_some_and(|column| column.get(row).is_none_or(|cell| cell.trim() != asked.written)) {
                continue;
            }
            let Some(answer) = self.answer(row, asked, &systems) else { continue };
            let invalid = answer.is_err().then_some(Excluded::Invalid);
            judgements.push(Judgement {
                participant,
                list: self.whole(row, self.mapping.list.as_ref())?.unwrap_or(0),
                attempt: self.whole(row, self.mapping.attempt.as_ref())?.unwrap_or(1),
                position: self.whole(row, self.mapping.position.as_ref())?.unwrap_or(0),
                subject: Subject::Item { item, systems: systems.clone() },
                criterion: index,
                answer: answer.unwrap_or_else(Answer::Text),
                timing: Timing {
                    active_secs: self.number(row, self.mapping.active_secs.as_ref()),
                    session_secs: self.number(row, self.mapping.session_secs.as_ref()),
                    ..Timing::default()
                },
                excluded: self.excluded(row).or(invalid),
            });
        }
        Ok(judgements)
    }

    fn cell(&self, row: usize, name: Option<&String>) -> Option<&'t str> {
        self.table.column(name?)?.get(row).filter(|cell| !missing(cell))
    }

    fn number(&self, row: usize, name: Option<&String>) -> Option<f64> {
        self.cell(row, name)?.trim().parse().ok().filter(|x: &f64| x.is_finite())
    }

    fn whole(&self, row: usize, name: Option<&String>) -> Result<Option<u32>, TableMisfit> {
        let Some(cell) = self.cell(row, name) else { return Ok(None) };
        cell.trim().parse().map(Some).map_err(|_| TableMisfit::Cell {
            file: self.table.file().to_owned(),
            row: self.table.row_number(row),
            column: name.cloned().unwrap_or_default(),
            found: cell.to_owned(),
            must: "a whole number is needed",
        })
    }

    fn excluded(&self, row: usize) -> Option<Excluded> {
        let word = self.cell(row, self.mapping.excluded.as_ref())?.trim();
        (!matches!(word, "0" | "no" | "false" | "FALSE")).then(|| Excluded::named(word))
    }

    fn system(&self, row: usize, column: &Column) -> Result<u16, TableMisfit> {
        let written = column.get(row).unwrap_or_default();
        self.systems.find(written).ok_or_else(|| TableMisfit::Unknown {
            file: self.table.file().to_owned(),
            row: self.table.row_number(row),
            found: written.to_owned(),
            what: "system",
            help: format!("say which it is in the mapping: `[systems]`, `id = \"{written}\"`"),
        })
    }

    /// The answer to a criterion; as written, when it does not fit the question; nothing when there
    /// is none.
    fn answer(&self, row: usize, asked: &Asked, systems: &[u16]) -> Option<Result<Answer, String>> {
        let cell = || self.cell(row, asked.column.as_ref());
        match &asked.criterion.response {
            Response::Pairwise(_) => self.pairwise(row, asked, systems),
            Response::BestWorst(_) => Some(self.best_worst(row, systems)),
            Response::Ranking(_) => self.ranking(row, asked),
            Response::Rating(_) | Response::Slider(_) | Response::Count(_) => {
                cell().map(|cell| number(&asked.criterion.response, cell).ok_or_else(|| cell.to_owned()))
            }
            Response::Choice(_) => {
                let options = |cell: &str| cell.split([';', '|']).map(|option| option.trim().to_owned()).collect();
                cell().map(|cell| Ok(Answer::Choice(options(cell))))
            }
            Response::Spans(_) => {
                cell().map(|cell| serde_json::from_str(cell).map(Answer::Spans).map_err(|_| cell.to_owned()))
            }
            Response::Text(_) => cell().map(|cell| Ok(Answer::Text(cell.to_owned()))),
        }
    }

    fn pairwise(&self, row: usize, asked: &Asked, systems: &[u16]) -> Option<Result<Answer, String>> {
        let cell = self.cell(row, self.mapping.choice.as_ref().or(asked.column.as_ref()))?;
        let equal = self.mapping.words.equal.iter().any(|word| word.eq_ignore_ascii_case(cell.trim()));
        let preference = match self.output(cell, systems) {
            Some(0) => Some(Preference::First),
            Some(_) => Some(Preference::Second),
            None => equal.then_some(Preference::Equal),
        };
        Some(preference.map(Answer::Pairwise).ok_or_else(|| cell.to_owned()))
    }

    fn best_worst(&self, row: usize, systems: &[u16]) -> Result<Answer, String> {
        let best = self.cell(row, self.mapping.best.as_ref());
        let worst = self.cell(row, self.mapping.worst.as_ref());
        let output = |cell: &str| self.output(cell, systems);
        match (best.and_then(output), worst.and_then(output)) {
            (Some(best), Some(worst)) if best != worst => Ok(Answer::BestWorst { best, worst }),
            (_, _) => Err(format!("{} / {}", best.unwrap_or_default(), worst.unwrap_or_default())),
        }
    }

    /// The place of an output that a cell names: by its word, or by its system.
    fn output(&self, cell: &str, systems: &[u16]) -> Option<usize> {
        let is = |words: &[String]| words.iter().any(|word| word.eq_ignore_ascii_case(cell.trim()));
        if systems.len() == 2 && is(&self.mapping.words.a) {
            return Some(0);
        }
        if systems.len() == 2 && is(&self.mapping.words.b) {
            return Some(1);
        }
        let system = self.systems.find(cell)?;
        systems.iter().position(|shown| *shown == system)
    }

    fn ranking(&self, row: usize, asked: &Asked) -> Option<Result<Answer, String>> {
        let place = |cell: &str| cell.trim().parse::<u32>().ok().filter(|place| *place > 0);
        if asked.long {
            let cell = self.cell(row, asked.column.as_ref())?;
            return Some(place(cell).map(|place| Answer::Ranking(vec![place])).ok_or_else(|| cell.to_owned()));
        }
        let cells: Vec<&str> = self.ranks.iter().map(|column| column.get(row).unwrap_or_default()).collect();
        if cells.iter().all(|cell| missing(cell)) {
            return None;
        }
        let places: Option<Vec<u32>> = cells.iter().map(|cell| place(cell)).collect();
        let fits = |places: &Vec<u32>| places.len() == self.shown.len();
        Some(places.filter(fits).map(Answer::Ranking).ok_or_else(|| cells.join(" ")))
    }
}

/// A number as an answer, when it is on the scale.
fn number(response: &Response, cell: &str) -> Option<Answer> {
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
