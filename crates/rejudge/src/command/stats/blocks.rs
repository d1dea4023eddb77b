//! The values of a column in blocks: one value per group within a rater, an item or another block.

use std::collections::HashMap;

use stats::Note;

use super::data::Data;
use super::groups::{Level, Levels};

/// Values by block and group.
#[derive(Debug)]
pub(crate) struct Blocks {
    /// The groups' names.
    pub(crate) labels: Vec<String>,
    /// One row per block, one cell per group.
    cells: Vec<Vec<Option<f64>>>,
    /// What was left out or averaged.
    pub(crate) notes: Vec<String>,
}

/// The columns of a blocked design.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Columns<'a> {
    pub(crate) value: &'a str,
    pub(crate) group: &'a str,
    pub(crate) block: &'a str,
}

impl Blocks {
    /// The values of a column by block and group; several values in one cell are averaged, and that is said.
    pub(crate) fn from_columns(data: &Data, columns: Columns<'_>, levels: &[String]) -> anyhow::Result<Blocks> {
        let numbers = data.numbers(columns.value)?;
        let levels = Levels::select(&data.factor(columns.group)?, columns.group, levels)?;
        let blocks = data.joined_factor(columns.block)?;
        let mut sums: HashMap<(u32, usize), (f64, usize)> = HashMap::new();
        let mut missing = 0;
        for ((number, level), block) in numbers.values.iter().zip(&levels.of_rows).zip(&blocks.codes) {
            match (number, level, block) {
                (_, Level::Unwanted, _) => {}
                (Some(number), Level::Wanted(level), Some(block)) => {
                    let cell = sums.entry((*block, *level)).or_default();
                    *cell = (cell.0 + number, cell.1 + 1);
                }
                (None, Level::Wanted(_), _) | (_, Level::Missing, _) | (_, _, None) => missing += 1,
            }
        }
        let groups = levels.labels.len();
        let mut cells = vec![vec![None; groups]; blocks.levels.len()];
        let mut averaged = 0;
        for ((block, level), (sum, count)) in sums {
            cells[block as usize][level] = Some(sum / count as f64);
            averaged += usize::from(count > 1);
        }
        cells.retain(|row| row.iter().any(Option::is_some));
        let mut notes = Vec::new();
        if missing > 0 {
            notes.push(Note::Missing { count: missing, treatment: "left out row by row" }.to_string());
        }
        if averaged > 0 {
            let (block, group) = (columns.block, columns.group);
            notes.push(format!(
                "{averaged} combinations of {block} and {group} had several values; their means were used"
            ));
        }
        Ok(Blocks { labels: levels.labels, cells, notes })
    }

    /// All pairs of groups, by their places; refused when there are fewer than two groups.
    pub(crate) fn pairs(&self) -> anyhow::Result<Vec<(usize, usize)>> {
        super::groups::pairs(&self.labels)
    }

    /// The rows that have a value for all groups, and everything that is to be said of the others.
    pub(crate) fn complete(&self, block: &str) -> (Vec<Vec<f64>>, Vec<String>) {
        let rows: Vec<Vec<f64>> =
            self.cells.iter().filter_map(|row| row.iter().copied().collect::<Option<Vec<f64>>>()).collect();
        let incomplete = self.cells.len() - rows.len();
        let words = format!("{incomplete} of {} ({block}) lack a group and were left out whole", self.cells.len());
        let notes = self.notes.iter().cloned().chain((incomplete > 0).then_some(words)).collect();
        (rows, notes)
    }

    /// The values of two groups in the blocks that have both, and how many blocks have only one.
    pub(crate) fn pair(&self, first: usize, second: usize) -> Pair {
        let mut pair = Pair { first: Vec::new(), second: Vec::new(), incomplete: 0 };
        for row in &self.cells {
            match (row[first], row[second]) {
                (Some(a), Some(b)) => {
                    pair.first.push(a);
                    pair.second.push(b);
                }
                (Some(_), None) | (None, Some(_)) => pair.incomplete += 1,
                (None, None) => {}
            }
        }
        pair
    }
}

/// Paired values.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) first: Vec<f64>,
    pub(crate) second: Vec<f64>,
    /// How many blocks had only one of the two.
    pub(crate) incomplete: usize,
}

impl Pair {
    /// Says that something had no partner.
    pub(crate) fn note(&self) -> Option<Note> {
        (self.incomplete > 0)
            .then_some(Note::Missing { count: self.incomplete, treatment: "left out because they have no partner" })
    }
}
