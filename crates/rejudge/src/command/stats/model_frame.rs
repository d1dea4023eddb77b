//! The columns a model formula names, as the models want them.

use clap::ValueEnum;
use stats::mixed::{Column, Contrasts, Formula, FormulaError, Frame, sort_levels};

use super::data::Data;
use crate::outcome::BadInput;

/// The rows a model can use.
#[derive(Debug)]
pub(crate) struct ModelFrame {
    /// The columns, complete.
    pub(crate) frame: Frame,
    /// Weights, if a column was named.
    pub(crate) weights: Vec<f64>,
    /// How many rows were left out because something was missing.
    pub(crate) left_out: usize,
    /// Which rows of the table were not.
    pub(crate) kept: Vec<bool>,
}

/// How the levels of factors become columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Coding {
    Treatment,
    Sum,
    Helmert,
}

impl Coding {
    pub(crate) fn contrasts(self) -> Contrasts {
        match self {
            Coding::Treatment => Contrasts::Treatment,
            Coding::Sum => Contrasts::Sum,
            Coding::Helmert => Contrasts::Helmert,
        }
    }
}

/// What the response of a model is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Response<'a> {
    /// A number.
    Number,
    /// A category. Numbers come in their order; words need one, lowest first, unless there are two.
    Category {
        /// The order; empty when not given.
        order: &'a [String],
    },
}

/// Reads a formula, refusing with a caret.
pub(crate) fn formula(text: &str) -> anyhow::Result<Formula> {
    Formula::parse(text).map_err(|error: FormulaError| BadInput(error.to_string()).into())
}

/// A column before incomplete rows are left out.
enum Raw {
    Numbers(Vec<Option<f64>>),
    Levels { levels: Vec<String>, codes: Vec<Option<u32>> },
}

impl ModelFrame {
    /// The columns of the formula. A column of numbers is a number, unless it only names groups or is
    /// wrapped in `factor(…)`; anything else is a factor with sorted levels. Rows with a missing value
    /// in any of them are left out.
    pub(crate) fn new(data: &Data, formula: &Formula, weights: Option<&str>) -> anyhow::Result<ModelFrame> {
        ModelFrame::explaining(Response::Number, data, formula, weights)
    }

    /// The columns of the formula, its response being read as such.
    pub(crate) fn explaining(
        response: Response<'_>,
        data: &Data,
        formula: &Formula,
        weights: Option<&str>,
    ) -> anyhow::Result<ModelFrame> {
        let mut columns: Vec<(&str, Raw)> = Vec::new();
        for name in formula.variables() {
            let inner = name.strip_prefix("factor(").and_then(|rest| rest.strip_suffix(')'));
            let only_groups = name != formula.response
                && !formula.offsets.iter().any(|it| it == name)
                && !formula.fixed.terms.iter().flatten().any(|it| it == name)
                && !formula.random.iter().flat_map(|part| part.effects.terms.iter().flatten()).any(|it| it == name);
            let column = inner.unwrap_or(name);
            let number = match response {
                _ if name != formula.response => inner.is_none() && !only_groups && is_numeric(data, column)?,
                Response::Number => true,
                Response::Category { order } => order.is_empty() && inner.is_none() && is_numeric(data, column)?,
            };
            let raw = if number {
                Raw::Numbers(data.numbers(column)?.values)
            } else {
                let factor = data.factor(column)?;
                Raw::Levels { levels: factor.levels, codes: factor.codes }
            };
            columns.push((name, raw));
        }
        let weights = weights.map(|name| data.numbers(name)).transpose()?.map(|numbers| numbers.values);
        let mut keep = vec![true; data.len()];
        for (_, raw) in &columns {
            match raw {
                Raw::Numbers(values) => keep.iter_mut().zip(values).for_each(|(keep, x)| *keep &= x.is_some()),
                Raw::Levels { codes, .. } => keep.iter_mut().zip(codes).for_each(|(keep, x)| *keep &= x.is_some()),
            }
        }
        if let Some(weights) = &weights {
            keep.iter_mut().zip(weights).for_each(|(keep, x)| *keep &= x.is_some());
        }
        let left_out = keep.iter().filter(|keep| !**keep).count();
        let mut frame = Frame::default();
        for (name, raw) in columns {
            let column = match (response, complete(raw, &keep)) {
                (Response::Category { order }, Column::Factor { levels, codes }) if name == formula.response => {
                    ordered_factor(name, order, &levels, &codes)?
                }
                (_, column) => column,
            };
            frame = frame.with_column(name, column).map_err(|e| BadInput(format!("column `{name}`: {e}")))?;
        }
        let weights = weights.map(|weights| keep_values(&weights, &keep)).unwrap_or_default();
        Ok(ModelFrame { frame, weights, left_out, kept: keep })
    }
}

/// The levels of a response in the order given.
fn ordered_factor(name: &str, order: &[String], levels: &[String], codes: &[u32]) -> anyhow::Result<Column> {
    if order.is_empty() && levels.len() > 2 {
        let example = levels.join(",");
        return Err(BadInput(format!(
            "`{name}` holds words; say their order, lowest first, with `--order` and these in your order: {example}"
        ))
        .into());
    }
    if order.is_empty() {
        return Ok(Column::Factor { levels: levels.to_vec(), codes: codes.to_vec() });
    }
    let place = |level: &String| order.iter().position(|other| other == level);
    if let Some(missing) = levels.iter().find(|level| place(level).is_none()) {
        return Err(BadInput(format!("`{name}` also holds `{missing}`, which `--order` does not name")).into());
    }
    let places: Vec<u32> = levels.iter().filter_map(place).map(|place| place as u32).collect();
    Ok(Column::Factor { levels: order.to_vec(), codes: codes.iter().map(|code| places[*code as usize]).collect() })
}

fn is_numeric(data: &Data, name: &str) -> anyhow::Result<bool> {
    let cells = data.column(name)?;
    Ok(cells
        .iter()
        .all(|cell| cell.is_none_or(|text| matches!(text, "NA" | "NaN" | "nan") || text.trim().parse::<f64>().is_ok())))
}

fn keep_values<T: Copy>(values: &[Option<T>], keep: &[bool]) -> Vec<T> {
    values.iter().zip(keep).filter(|(_, keep)| **keep).filter_map(|(value, _)| *value).collect()
}

/// The complete rows of a column; levels that no longer occur are gone, the others sorted.
fn complete(raw: Raw, keep: &[bool]) -> Column {
    match raw {
        Raw::Numbers(values) => Column::Numeric(keep_values(&values, keep)),
        Raw::Levels { levels, codes } => {
            let codes = keep_values(&codes, keep);
            let mut used = vec![false; levels.len()];
            codes.iter().for_each(|code| used[*code as usize] = true);
            let mut sorted: Vec<&str> =
                levels.iter().zip(&used).filter(|(_, used)| **used).map(|(level, _)| level.as_str()).collect();
            sort_levels(&mut sorted);
            let place: std::collections::HashMap<&str, u32> = sorted.iter().copied().zip(0..).collect();
            let renumbered: Vec<u32> =
                levels.iter().map(|level| place.get(level.as_str()).copied().unwrap_or_default()).collect();
            Column::Factor {
                codes: codes.iter().map(|code| renumbered[*code as usize]).collect(),
                levels: sorted.into_iter().map(str::to_owned).collect(),
            }
        }
    }
}
