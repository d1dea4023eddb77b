//! The effects of studies from a table: as they stand there, from what each study printed, or from its data.

use stats::effect::{Successes, Summary};
use stats::meta::Effect;

use super::super::data::{Data, Factor, Numbers};
use super::super::groups::{Level, Levels};
use super::columns::{GivenColumns, RawColumns, SummaryColumns};
use super::measure::Measure;
use crate::outcome::{BadInput, BadUsage};

/// The effects of studies, and what is to be said of them.
#[derive(Debug, Default)]
pub(super) struct Studies {
    pub(super) names: Vec<String>,
    pub(super) effects: Vec<Effect>,
    /// How many each study rests on, where that is known.
    pub(super) sizes: Vec<f64>,
    pub(super) notes: Vec<String>,
}

impl Studies {
    fn add_study(&mut self, name: &str, place: &str, effect: stats::Result<Effect>, size: f64) -> anyhow::Result<()> {
        let effect = effect.map_err(|e| BadInput(format!("{place}, study `{name}`: {e}")))?;
        self.names.push(name.to_owned());
        self.effects.push(effect);
        self.sizes.push(size);
        Ok(())
    }

    fn left_out(mut self, rows: usize) -> Self {
        if rows > 0 {
            self.notes.push(format!("{rows} rows with an empty cell, left out"));
        }
        self
    }

    /// Effects and their errors as they stand in the table.
    pub(super) fn from_effects(data: &Data, study: &str, columns: &GivenColumns) -> anyhow::Result<Studies> {
        let names = data.column(study)?;
        let effects = data.numbers(columns.effect()?)?;
        let errors = columns.errors(data)?;
        columns.check_middles(data, &effects.values)?;
        let mut studies = Studies::default();
        let mut missing = 0;
        for (row, variance) in errors.into_iter().enumerate() {
            let (Some(name), Some(value), Some(variance)) = (names.get(row), effects.values[row], variance) else {
                missing += 1;
                continue;
            };
            studies.add_study(name, &data.row_words(row), Ok(Effect { value, variance, note: None }), 0.0)?;
        }
        Ok(studies.left_out(missing))
    }

    /// Effects of what each study printed, one row per study.
    pub(super) fn from_summaries(
        data: &Data,
        study: &str,
        columns: &SummaryColumns,
        measure: Measure,
    ) -> anyhow::Result<Studies> {
        let names = data.column(study)?;
        let wanted = columns.columns_for(measure)?;
        let numbers: Vec<Numbers> = wanted.iter().map(|name| data.numbers(name)).collect::<anyhow::Result<_>>()?;
        let mut studies = Studies::default();
        let mut missing = 0;
        for row in 0..data.len() {
            let cells: Option<Vec<f64>> = numbers.iter().map(|column| column.values[row]).collect();
            let (Some(name), Some(cells)) = (names.get(row), cells) else {
                missing += 1;
                continue;
            };
            let row = Row { cells: &cells, columns: wanted, place: data.row_words(row) };
            let (effect, size) = row.effect(measure, columns.totals())?;
            studies.add_study(name, &row.place, effect, size)?;
        }
        Ok(studies.left_out(missing))
    }

    /// Effects of the data of each study, one row per value.
    pub(super) fn raw(data: &Data, study: &str, columns: &RawColumns, measure: Measure) -> anyhow::Result<Studies> {
        let of = data.factor(study)?;
        match measure {
            Measure::Means(_) | Measure::TwoShares(_) => two_groups(data, &of, columns, measure),
            Measure::Share(shares) => {
                let events = columns.events(data)?;
                let mut studies = Studies::default();
                let (counted, missing) = by_study(&of, &events);
                for (name, values) in of.levels.iter().zip(counted) {
                    let it = counts(&values).map_err(|e| BadInput(format!("study `{name}`: {e}")))?;
                    studies.add_study(name, "its rows", shares.effect(it), it.of)?;
                }
                Ok(studies.left_out(missing))
            }
            Measure::Correlation(correlation) => {
                let (x, y) = (data.numbers(columns.value()?)?, data.numbers(columns.second_variable()?)?);
                let both: Vec<Option<(f64, f64)>> = x.values.iter().zip(&y.values).map(|(x, y)| (*x).zip(*y)).collect();
                let (pairs, missing) = by_study(&of, &both);
                let mut studies = Studies::default();
                for (name, pairs) in of.levels.iter().zip(pairs) {
                    let (x, y): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
                    let effect = stats::correlation::Correlation::Pearson
                        .estimate(&x, &y, 0.95)
                        .and_then(|r| correlation.effect(r.value, x.len()));
                    studies.add_study(name, "its rows", effect, x.len() as f64)?;
                }
                Ok(studies.left_out(missing))
            }
        }
    }
}

/// The values of each study, and how many rows had none.
fn by_study<T: Copy>(of: &Factor, values: &[Option<T>]) -> (Vec<Vec<T>>, usize) {
    let mut apart = vec![Vec::new(); of.levels.len()];
    let mut missing = 0;
    for (study, value) in of.codes.iter().zip(values) {
        match (study, value) {
            (Some(study), Some(value)) => apart[*study as usize].push(*value),
            (None, _) | (_, None) => missing += 1,
        }
    }
    (apart, missing)
}

/// Two groups in each study, the first minus the second.
fn two_groups(data: &Data, of: &Factor, columns: &RawColumns, measure: Measure) -> anyhow::Result<Studies> {
    let group = columns.group()?;
    let levels = Levels::select(&data.factor(group)?, group, &columns.levels)?;
    let [first, second] = &levels.labels[..] else {
        let found = levels.labels.join(", ");
        let words = format!("column `{group}` has the groups {found}; say which two with `--levels FIRST,SECOND`");
        return Err(BadInput(words).into());
    };
    let values = match measure {
        Measure::TwoShares(_) => columns.events(data)?,
        Measure::Means(_) | Measure::Share(_) | Measure::Correlation(_) => data.numbers(columns.value()?)?.values,
    };
    let (mut wanted, mut unwanted) = (Vec::with_capacity(values.len()), 0);
    for (value, level) in values.iter().zip(&levels.of_rows) {
        wanted.push(match level {
            Level::Wanted(level) => value.map(|value| (*level, value)),
            Level::Unwanted => {
                unwanted += 1;
                None
            }
            Level::Missing => None,
        });
    }
    let (apart, missing) = by_study(of, &wanted);
    let mut studies = Studies::default();
    for (name, values) in of.levels.iter().zip(apart) {
        let group = |wanted: usize| -> Vec<f64> {
            values.iter().filter(|(level, _)| *level == wanted).map(|(_, value)| *value).collect()
        };
        let (a, b) = (group(0), group(1));
        let said = |label: &str| {
            let (name, label) = (name.to_owned(), label.to_owned());
            move |e: stats::StatError| BadInput(format!("study `{name}`, group `{label}`: {e}"))
        };
        let effect = match measure {
            Measure::Means(means) => means.effect(
                Summary::from_values(&a).map_err(said(first))?,
                Summary::from_values(&b).map_err(said(second))?,
            ),
            Measure::TwoShares(shares) => {
                shares.effect(counts(&a).map_err(said(first))?, counts(&b).map_err(said(second))?)
            }
            Measure::Share(_) | Measure::Correlation(_) => continue,
        };
        studies.add_study(name, "its rows", effect, (a.len() + b.len()) as f64)?;
    }
    studies.notes.push(format!("effects are those of {first} against {second}"));
    Ok(studies.left_out(missing - unwanted))
}

/// How many of the values are 1.
fn counts(values: &[f64]) -> stats::Result<Successes> {
    let events = values.iter().filter(|value| **value > 0.5).count();
    Successes::new(u32::try_from(events).unwrap_or(u32::MAX), u32::try_from(values.len()).unwrap_or(u32::MAX))
}

/// What one study printed.
struct Row<'a> {
    cells: &'a [f64],
    columns: &'a [String],
    place: String,
}

/// Whether the second count of a group is of all, or of those without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Totals {
    All,
    Without,
}

impl Row<'_> {
    /// The effect, and how many it rests on.
    fn effect(&self, measure: Measure, totals: Totals) -> anyhow::Result<(stats::Result<Effect>, f64)> {
        Ok(match measure {
            Measure::Means(means) => {
                let sample = |from: usize| {
                    let n = self.count(from + 2)?;
                    let summary = Summary::from_published(n as usize, self.cells[from], self.cells[from + 1]);
                    anyhow::Ok(summary.map_err(|e| {
                        let columns = self.columns[from..from + 3].join("`, `");
                        BadInput(format!("{}, columns `{columns}`: {e}", self.place))
                    })?)
                };
                let (a, b) = (sample(0)?, sample(3)?);
                (means.effect(a, b), (a.n + b.n) as f64)
            }
            Measure::TwoShares(shares) => {
                let (a, b) = (self.successes(0, totals)?, self.successes(2, totals)?);
                (shares.effect(a, b), a.of + b.of)
            }
            Measure::Share(share) => {
                let it = self.successes(0, Totals::All)?;
                (share.effect(it), it.of)
            }
            Measure::Correlation(correlation) => {
                let n = self.count(1)?;
                (correlation.effect(self.cells[0], n as usize), f64::from(n))
            }
        })
    }

    fn successes(&self, from: usize, totals: Totals) -> anyhow::Result<Successes> {
        let (count, other) = (self.count(from)?, self.count(from + 1)?);
        let of = match totals {
            Totals::All => other,
            Totals::Without => count.saturating_add(other),
        };
        Ok(Successes::new(count, of).map_err(|e| {
            BadInput(format!("{}, columns `{}` and `{}`: {e}", self.place, self.columns[from], self.columns[from + 1]))
        })?)
    }

    /// A whole number.
    fn count(&self, at: usize) -> anyhow::Result<u32> {
        let x = self.cells[at];
        if x.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&x) {
            return Ok(x as u32);
        }
        let column = &self.columns[at];
        Err(BadInput(format!("{}: `{x}` in column `{column}` is not a count; give a whole number", self.place)).into())
    }
}

/// What an option was needed for.
pub(super) fn missing_option(option: &str, for_what: &str) -> anyhow::Error {
    BadUsage(format!("`--{option} COLUMN` is needed {for_what}")).into()
}
