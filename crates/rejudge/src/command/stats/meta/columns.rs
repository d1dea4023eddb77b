//! Which columns of a table hold what `rejudge stats meta` needs.

use clap::Args;
use stats::dist::normal;

use super::super::data::Data;
use super::measure::Measure;
use super::studies::{Totals, missing_option};
use crate::outcome::{BadInput, BadUsage};

/// Effects that stand in the table.
#[derive(Debug, Args)]
pub(super) struct GivenColumns {
    /// Column with the effects, when they are known already
    #[arg(long, value_name = "COLUMN", conflicts_with = "measure")]
    effect: Option<String>,
    /// Column with their standard errors
    #[arg(long, value_name = "COLUMN", requires = "effect", conflicts_with = "variance")]
    se: Option<String>,
    /// Column with their variances
    #[arg(long, value_name = "COLUMN", requires = "effect")]
    variance: Option<String>,
    /// Column with the lower ends of their 95% intervals
    #[arg(long, value_name = "COLUMN", requires = "effect", requires = "high", conflicts_with_all = ["se", "variance"])]
    low: Option<String>,
    /// Column with the upper ends of their 95% intervals
    #[arg(long, value_name = "COLUMN", requires = "low")]
    high: Option<String>,
}

impl GivenColumns {
    pub(super) fn effect(&self) -> anyhow::Result<&str> {
        self.effect.as_deref().ok_or_else(|| {
            let words = "say what the effects are with `--measure`, or where they stand with `--effect` and `--se`";
            BadUsage(words.to_owned()).into()
        })
    }

    /// The variance of each row.
    pub(super) fn errors(&self, data: &Data) -> anyhow::Result<Vec<Option<f64>>> {
        if let Some((low, high)) = self.low.as_ref().zip(self.high.as_ref()) {
            let (low, high) = (data.numbers(low)?.values, data.numbers(high)?.values);
            let width = 2.0 * normal::upper_quantile(0.025);
            let variance = |(low, high): (Option<f64>, Option<f64>)| Some(((high? - low?) / width).powi(2));
            return Ok(low.into_iter().zip(high).map(variance).collect());
        }
        match (&self.se, &self.variance) {
            (Some(se), _) => Ok(data.numbers(se)?.values.into_iter().map(|se| se.map(|se| se * se)).collect()),
            (None, Some(variance)) => Ok(data.numbers(variance)?.values),
            (None, None) => Err(BadUsage("give `--se`, `--variance`, or `--low` and `--high`".to_owned()).into()),
        }
    }

    /// Refuses an effect far from the middle of its interval: a ratio that was not logged, most often.
    pub(super) fn check_middles(&self, data: &Data, effects: &[Option<f64>]) -> anyhow::Result<()> {
        let Some((low, high)) = self.low.as_ref().zip(self.high.as_ref()) else { return Ok(()) };
        let (from, to) = (data.numbers(low)?.values, data.numbers(high)?.values);
        for (row, effect) in effects.iter().enumerate() {
            let (Some(effect), Some(from), Some(to)) = (*effect, from[row], to[row]) else { continue };
            if from < effect && effect < to && (effect - f64::midpoint(from, to)).abs() <= 0.1 * (to - from) {
                continue;
            }
            let words = format!(
                "{}: {effect} is not in the middle of {from} to {to} (columns `{low}`, `{high}`); ratios must be given \
                 as logarithms, with the logarithms of their intervals",
                data.row_words(row)
            );
            return Err(BadInput(words).into());
        }
        Ok(())
    }
}

/// What studies printed: one row per study.
#[derive(Debug, Args)]
pub(super) struct SummaryColumns {
    /// Columns of means, standard deviations and sizes, first group then second
    #[arg(long, value_name = "M1,SD1,N1,M2,SD2,N2", value_delimiter = ',', default_value = "m1,sd1,n1,m2,sd2,n2")]
    means: Vec<String>,
    /// Columns of a two by two table: with and without in the first group, then in the second
    #[arg(long, value_name = "A,B,C,D", value_delimiter = ',', default_value = "a,b,c,d", conflicts_with = "of_all")]
    counts: Vec<String>,
    /// Columns of a two by two table as counts among all: with and all of the first group, then of the second
    #[arg(long, value_name = "X1,N1,X2,N2", value_delimiter = ',')]
    of_all: Vec<String>,
    /// Columns of how many among how many
    #[arg(long, value_name = "X,N", value_delimiter = ',', default_value = "x,n")]
    share: Vec<String>,
    /// Columns of a correlation and the number of pairs
    #[arg(long, value_name = "R,N", value_delimiter = ',', default_value = "r,n")]
    correlation: Vec<String>,
}

impl SummaryColumns {
    /// The columns a measure needs.
    pub(super) fn columns_for(&self, measure: Measure) -> anyhow::Result<&[String]> {
        let (columns, option, count) = match measure {
            Measure::Means(_) => (&self.means, "means M1,SD1,N1,M2,SD2,N2", 6),
            Measure::TwoShares(_) if self.totals() == Totals::All => (&self.of_all, "of-all X1,N1,X2,N2", 4),
            Measure::TwoShares(_) => (&self.counts, "counts A,B,C,D", 4),
            Measure::Share(_) => (&self.share, "share X,N", 2),
            Measure::Correlation(_) => (&self.correlation, "correlation R,N", 2),
        };
        if columns.len() == count {
            return Ok(columns);
        }
        Err(BadUsage(format!("`--{option}` needs {count} columns, found {}", columns.len())).into())
    }

    pub(super) fn totals(&self) -> Totals {
        if self.of_all.is_empty() { Totals::Without } else { Totals::All }
    }
}

/// The data of studies: one row per value.
#[derive(Debug, Args)]
pub(super) struct RawColumns {
    /// Column with single values, when the table holds the data of the studies
    #[arg(long, value_name = "COLUMN", requires = "measure")]
    pub(super) value: Option<String>,
    /// Column that says which of two groups a value belongs to
    #[arg(long, value_name = "COLUMN", requires = "value")]
    group: Option<String>,
    /// The two groups, the one that is subtracted last
    #[arg(long, value_name = "GROUP,GROUP", value_delimiter = ',', requires = "group")]
    pub(super) levels: Vec<String>,
    /// The value that is counted, for shares; by default 1 among 0 and 1
    #[arg(long, value_name = "VALUE", requires = "value")]
    event: Option<String>,
    /// Column with the values that `--value` is correlated with
    #[arg(long, value_name = "COLUMN", requires = "value")]
    with: Option<String>,
}

impl RawColumns {
    pub(super) fn value(&self) -> anyhow::Result<&str> {
        self.value.as_deref().ok_or_else(|| missing_option("value", "for effects from data"))
    }

    pub(super) fn group(&self) -> anyhow::Result<&str> {
        self.group.as_deref().ok_or_else(|| missing_option("group", "to compare two groups within each study"))
    }

    pub(super) fn second_variable(&self) -> anyhow::Result<&str> {
        self.with.as_deref().ok_or_else(|| missing_option("with", "to say what `--value` is correlated with"))
    }

    /// 1 where the event happened, else 0.
    pub(super) fn events(&self, data: &Data) -> anyhow::Result<Vec<Option<f64>>> {
        let name = self.value()?;
        if let Some(event) = &self.event {
            let column = data.column(name)?;
            if !column.iter().any(|cell| cell == Some(event.as_str())) {
                let (levels, _) = column.levels();
                let near = super::super::data::suggestion(event, &levels);
                return Err(BadInput(format!("column `{name}` never has `{event}`{near}")).into());
            }
            let value = |cell: &str| if cell == event { 1.0 } else { 0.0 };
            return Ok(column.iter().map(|cell| cell.map(value)).collect());
        }
        let values = data.numbers(name)?.values;
        match values.iter().position(|value| value.is_some_and(|x| ![0.0, 1.0].contains(&x))) {
            None => Ok(values),
            Some(row) => {
                let found = values[row].unwrap_or_default();
                let place = data.row_words(row);
                let words = format!(
                    "{place}: `{found}` in column `{name}` is neither 0 nor 1; say what is counted with `--event VALUE`"
                );
                Err(BadInput(words).into())
            }
        }
    }
}
