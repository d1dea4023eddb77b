//! The values of a column, apart by the groups of another, as tests of independent samples want them.

use clap::Args;
use stats::Note;

use super::data::{Data, DataArguments, Factor, Source};
use crate::outcome::BadInput;

/// The columns with the values and the groups.
#[derive(Debug, Args)]
pub(crate) struct GroupArguments {
    #[command(flatten)]
    pub(crate) data: DataArguments,
    /// Column with the values
    #[arg(long, value_name = "COLUMN")]
    pub(crate) value: String,
    /// Column that says which group a value belongs to
    #[arg(long, value_name = "COLUMN")]
    pub(crate) group: String,
    /// Only these groups, in this order; by default all, sorted by name
    #[arg(long, value_name = "GROUP,GROUP", value_delimiter = ',')]
    pub(crate) levels: Vec<String>,
}

impl GroupArguments {
    /// Reads the file and sorts its values by group.
    pub(crate) fn load(&self) -> anyhow::Result<Groups> {
        Groups::from_columns(&self.data.load()?, &self.value, &self.group, &self.levels)
    }
}

/// Values by group.
#[derive(Debug)]
pub(crate) struct Groups {
    /// The groups' names.
    pub(crate) labels: Vec<String>,
    /// The values of each.
    pub(crate) values: Vec<Vec<f64>>,
    /// What was left out.
    pub(crate) notes: Vec<String>,
}

impl Groups {
    /// The values of column `value`, apart by column `group`.
    pub(crate) fn from_columns(data: &Data, value: &str, group: &str, levels: &[String]) -> anyhow::Result<Groups> {
        let numbers = data.numbers(value)?;
        let levels = Levels::select(&data.factor(group)?, group, levels)?;
        let mut values = vec![Vec::new(); levels.labels.len()];
        let mut missing = 0;
        for (number, level) in numbers.values.iter().zip(levels.of_rows) {
            match (number, level) {
                (Some(number), Level::Wanted(level)) => values[level].push(*number),
                (_, Level::Unwanted) => {}
                (None, Level::Wanted(_)) | (_, Level::Missing) => missing += 1,
            }
        }
        let treatment = "left out row by row";
        let notes = (missing > 0).then(|| Note::Missing { count: missing, treatment }.to_string());
        Ok(Groups { labels: levels.labels, values, notes: notes.into_iter().collect() })
    }

    /// How many values there are.
    pub(crate) fn len(&self) -> usize {
        self.values.iter().map(Vec::len).sum()
    }
}

/// All pairs of places among labels; refused when there are fewer than two.
pub(crate) fn pairs(labels: &[String]) -> anyhow::Result<Vec<(usize, usize)>> {
    if labels.len() < 2 {
        let found = labels.first().map_or_else(|| "none".to_owned(), |only| format!("only `{only}`"));
        return Err(BadInput(format!("at least two groups are needed, {found} found")).into());
    }
    Ok((0..labels.len()).flat_map(|first| (first + 1..labels.len()).map(move |second| (first, second))).collect())
}

/// The groups wanted, in order, and which one each row belongs to.
#[derive(Debug)]
pub(crate) struct Levels {
    pub(crate) labels: Vec<String>,
    pub(crate) of_rows: Vec<Level>,
}

/// Which group a row belongs to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Level {
    /// One that was asked for.
    Wanted(usize),
    /// One that was not.
    Unwanted,
    /// The cell is empty.
    Missing,
}

impl Levels {
    /// All levels sorted by name (numbers by size), or those given in the order given.
    pub(crate) fn select(factor: &Factor, column: &str, wanted: &[String]) -> anyhow::Result<Levels> {
        let mut labels = wanted.to_vec();
        if labels.is_empty() {
            labels.clone_from(&factor.levels);
            let number = |label: &String| label.parse::<f64>().ok().filter(|x| x.is_finite());
            labels.sort_by(|a, b| match (number(a), number(b)) {
                (Some(a), Some(b)) => a.total_cmp(&b),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => a.cmp(b),
            });
        }
        for (index, label) in labels.iter().enumerate() {
            if !factor.levels.contains(label) {
                let known: Vec<&str> = factor.levels.iter().map(String::as_str).collect();
                let suggestion = super::data::suggestion(label, &known);
                return Err(BadInput(format!("column `{column}` has no group `{label}`{suggestion}")).into());
            }
            if labels[..index].contains(label) {
                return Err(BadInput(format!("`--levels` names `{label}` twice")).into());
            }
        }
        let place: Vec<Option<usize>> =
            factor.levels.iter().map(|level| labels.iter().position(|label| label == level)).collect();
        let of_rows = factor.codes.iter().map(|code| match code.map(|code| place[code as usize]) {
            None => Level::Missing,
            Some(None) => Level::Unwanted,
            Some(Some(level)) => Level::Wanted(level),
        });
        Ok(Levels { of_rows: of_rows.collect(), labels })
    }
}

/// A file that may be left out when numbers are given instead.
#[derive(Debug, Args)]
pub(crate) struct OptionalData {
    /// The table: .csv, .tsv, .jsonl, .parquet or .xlsx
    #[arg(value_hint = clap::ValueHint::FilePath)]
    pub(crate) file: Option<Source>,
    /// Keep only rows where COLUMN is one of the values; may be given several times
    #[arg(long = "where", value_name = "COLUMN=VALUE[,VALUE]", requires = "file")]
    pub(crate) filters: Vec<String>,
}

impl OptionalData {
    /// The table, if a file was named.
    pub(crate) fn load(&self) -> Option<anyhow::Result<Data>> {
        let file = self.file.clone()?;
        Some(DataArguments { file, filters: self.filters.clone() }.load())
    }
}
