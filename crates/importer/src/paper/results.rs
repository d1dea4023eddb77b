//! Tables with a row for each number: results as QRA tools exchange them, or the means of a script.

use std::collections::BTreeSet;

use table::{Column, Table};

use super::{PastedTable, PrintedNumber};

/// The numbers of such a table, of one experiment where it has several; nothing where it is another table.
///
/// # Errors
/// In words, when it must be said which experiment, or a number is none.
pub(super) fn read(text: &str, experiment: Option<&str>) -> Option<Result<PastedTable, String>> {
    let table = Table::read("table.csv", text.as_bytes()).ok()?;
    let column = |names: &[&str]| {
        let is_named = |column: &&Column| names.contains(&column.name().trim().to_lowercase().as_str());
        table.columns().iter().find(is_named)
    };
    let systems = column(&["system", "model"])?;
    let criteria = column(&["criterion", "dimension", "aspect", "metric"])?;
    let results = column(&["result", "mean", "average", "avg", "score", "value"])?;
    let (deviations, counts) = (column(&["sd", "std", "stdev"]), column(&["n", "count"]));
    let experiments = column(&["experiment"]);
    let cell = |column: &Column, row: usize| column.get(row).unwrap_or_default().trim().to_owned();
    let wanted = match experiments.map(|column| choose_experiment(column, experiment)) {
        Some(Err(problem)) => return Some(Err(problem)),
        Some(Ok(wanted)) => Some(wanted),
        None => None,
    };
    let is_wanted = |row: &usize| match (experiments, &wanted) {
        (Some(column), Some(wanted)) => cell(column, *row) == *wanted,
        (_, _) => true,
    };
    let mut found = PastedTable::default();
    for row in (0..table.len()).filter(is_wanted) {
        let value = cell(results, row);
        if value.parse::<f64>().is_err() {
            return Some(Err(format!("`{value}` in row {} is no number", table.row_number(row))));
        }
        found.numbers.push(PrintedNumber {
            row: cell(systems, row),
            column: cell(criteria, row),
            value,
            sd: deviations.map(|column| cell(column, row)).filter(|sd| sd.parse::<f64>().is_ok()),
            n: counts.and_then(|column| cell(column, row).parse().ok()),
        });
    }
    Some(Ok(found))
}

/// The experiment that was named, or the only one.
fn choose_experiment(column: &Column, experiment: Option<&str>) -> Result<String, String> {
    let named: BTreeSet<&str> = column.distinct().into_iter().map(str::trim).collect();
    let list = named.iter().copied().collect::<Vec<_>>().join("`, `");
    match (experiment, named.len()) {
        (Some(wanted), _) if named.contains(wanted) => Ok(wanted.to_owned()),
        (Some(wanted), _) => Err(format!("there is no experiment `{wanted}`; there are `{list}`")),
        (None, 1) => Ok(list),
        (None, _) => {
            Err(format!("it has several experiments: say with `--experiment` which of `{list}` is the original"))
        }
    }
}
