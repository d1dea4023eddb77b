//! Two outputs were shown, and only one of their systems has a column: `system_A`, and no `system_B`.

use std::collections::BTreeSet;

use table::Table;

use crate::question::{Choice, Question, Stop};
use crate::sides;

/// Stands for the other one of the two systems that there are.
const THE_OTHER: &str = "the other";

/// The only column that names a system of a pair.
pub(crate) struct LoneSide {
    column: String,
    /// What the column of the other side would be called.
    other: String,
    is_first: bool,
}

/// Finds it, where there is one.
pub(crate) fn find(table: &Table) -> Option<LoneSide> {
    let found: Vec<LoneSide> = table
        .columns()
        .iter()
        .filter(|column| sides::says_system(column.name()))
        .filter_map(|column| {
            let (other, is_first) = sides::other_side(column.name())?;
            let column = column.name().to_owned();
            table.column(&other).is_none().then_some(LoneSide { column, other, is_first })
        })
        .collect();
    let mut found = found.into_iter();
    found.next().filter(|_| found.next().is_none())
}

impl LoneSide {
    /// Asks which system was shown beside it.
    pub(crate) fn question(&self, table: &Table) -> Question {
        let place = |first: bool| if first { "first" } else { "second" };
        let systems = systems(table, &self.column);
        let mut choices = Vec::new();
        if systems.len() == 2 {
            let both = systems.iter().copied().collect::<Vec<_>>().join("` and `");
            choices.push(Choice {
                words: format!("the other one of `{both}`"),
                line: format!("import.opponent = \"{THE_OTHER}\""),
            });
        }
        choices.push(Choice {
            words: "always the same, such as a reference".to_owned(),
            line: "import.opponent = \"reference\"".to_owned(),
        });
        Question {
            sentence: format!(
                "`{}` names the system shown {}, and no column names the one shown {}. Which was it?",
                self.column,
                place(self.is_first),
                place(!self.is_first)
            ),
            choices,
            typed: Some("import.opponent = \"…\"".to_owned()),
        }
    }
}

fn systems<'t>(table: &'t Table, column: &str) -> BTreeSet<&'t str> {
    table.column(column).map(|column| column.distinct().into_iter().map(str::trim).collect()).unwrap_or_default()
}

/// The table with a column for the other side, in the order shown.
pub(crate) fn add_other_side(table: Table, opponent: &str) -> Result<Table, Stop> {
    let Some(lone) = find(&table) else {
        let message =
            format!("`import.opponent` is for tables with one column for two systems, and `{}` has none", table.file());
        return Err(Stop::Unreadable(message));
    };
    let systems = systems(&table, &lone.column);
    if opponent == THE_OTHER && systems.len() != 2 {
        let message = format!(
            "`import.opponent = \"{THE_OTHER}\"` is for two systems, and `{}` has {}",
            lone.column,
            systems.len()
        );
        return Err(Stop::Unreadable(message));
    }
    let other_than = |shown: &str| {
        let other = systems.iter().copied().find(|system| *system != shown.trim()).filter(|_| opponent == THE_OTHER);
        Some(other.unwrap_or(opponent).to_owned())
    };
    let others = table.column(&lone.column).map(|column| column.map_texts(other_than).renamed(lone.other.clone()));
    Ok(others.into_iter().fold(table, Table::with_column))
}
