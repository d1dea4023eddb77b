//! Tables of results as QRA tools exchange them: a row for each study, experiment, system and criterion.

use std::collections::BTreeSet;

use table::{Column, Table};

use super::{PastedTable, PrintedNumber};

const COLUMNS: [&str; 4] = ["Experiment", "System", "Criterion", "Result"];

/// The numbers of one experiment of such a table; nothing where it is another table.
///
/// # Errors
/// In words, when it must be said which experiment, or a number is none.
pub(super) fn read(text: &str, experiment: Option<&str>) -> Option<Result<PastedTable, String>> {
    let table = Table::read("table.csv", text.as_bytes()).ok()?;
    let columns: Option<Vec<&Column>> = COLUMNS.iter().map(|name| table.column(name)).collect();
    let [experiments, systems, criteria, results] = columns?[..] else { return None };
    let cell = |column: &Column, row: usize| column.get(row).unwrap_or_default().trim().to_owned();
    let named: BTreeSet<&str> = experiments.distinct().into_iter().collect();
    let list = named.iter().copied().collect::<Vec<_>>().join("`, `");
    let wanted = match (experiment, named.len()) {
        (Some(wanted), _) if named.contains(wanted) => wanted.to_owned(),
        (Some(wanted), _) => return Some(Err(format!("there is no experiment `{wanted}`; there are `{list}`"))),
        (None, 1) => list.clone(),
        (None, _) => {
            return Some(Err(format!(
                "it has several experiments: say with `--experiment` which of `{list}` is the original"
            )));
        }
    };
    let mut found = PastedTable::default();
    for row in (0..table.len()).filter(|row| cell(experiments, *row) == wanted) {
        let value = cell(results, row);
        if value.parse::<f64>().is_err() {
            return Some(Err(format!("`{value}` in row {} is no number", table.row_number(row))));
        }
        found.numbers.push(PrintedNumber {
            row: cell(systems, row),
            column: cell(criteria, row),
            value,
            sd: None,
            n: None,
        });
    }
    Some(Ok(found))
}
