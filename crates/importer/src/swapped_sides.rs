//! Two outputs that changed sides in some rows, as a column of its own says: `swapped`, `flipped`.

use dataset::yes_or_no;
use table::{Column, InternedColumn, Table};

use crate::import_mapping::ImportMapping;
use crate::question::{Choice, Question, Stop, quoted};

const WORDS: [&str; 10] =
    ["swap", "swapped", "isswapped", "flip", "flipped", "isflipped", "reversed", "mirrored", "switched", "getauscht"];

/// How many rows such a column says yes in; nothing where it says something else.
fn swapped_rows(column: &Column) -> Option<usize> {
    column.cells_once().all(|cell| yes_or_no(cell).is_some()).then(|| {
        let cells = column.iter().flatten();
        cells.filter(|cell| yes_or_no(cell) == Some(true)).count()
    })
}

/// Asks what the answers in such rows name, where they name sides.
pub(crate) fn question(table: &Table, wanted: &ImportMapping, answers: &[String]) -> Option<Question> {
    let [first, second] = wanted.columns.shown.as_slice() else { return None };
    if wanted.import.swapped.is_some() {
        return None;
    }
    let plain = |name: &str| name.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase();
    let called = |column: &&Column| WORDS.contains(&plain(column.name()).as_str());
    let (column, rows) = table
        .columns()
        .iter()
        .filter(called)
        .find_map(|column| Some((column.name(), swapped_rows(column).filter(|rows| *rows > 0)?)))?;
    let is_system = |cell: &str| {
        let cell = cell.trim().to_lowercase();
        wanted
            .columns
            .systems
            .iter()
            .any(|(id, name)| [id, name].iter().any(|known| known.trim().to_lowercase() == cell))
    };
    let names_systems = answers
        .iter()
        .filter_map(|name| table.column(name))
        .all(|column| column.cells_once().all(|cell| wanted.columns.is_missing(cell) || is_system(cell)));
    let choice = |words: String, line: String| Choice { words, line };
    (!names_systems).then(|| Question {
        sentence: format!(
            "`{column}` says yes in {rows} of {} rows. Which output was the first for whoever answered there?",
            table.len()
        ),
        choices: vec![
            choice(
                format!(
                    "that of `{second}`: where it says yes, the two changed sides on the page and not in the columns"
                ),
                format!("import.swapped = {}", quoted(column)),
            ),
            choice(
                format!("that of `{first}`, as in all rows: the columns are as people saw them"),
                "import.swapped = \"\"".to_owned(),
            ),
        ],
        typed: None,
    })
}

/// The table as people saw it: in the rows that say so, the second output is the first.
pub(crate) fn as_seen(mut table: Table, wanted: &ImportMapping) -> Result<Table, Stop> {
    let Some(name) = wanted.import.swapped.as_deref().filter(|name| !name.is_empty()) else { return Ok(table) };
    let rows = table.column(name).filter(|column| swapped_rows(column).is_some());
    let Some(rows) = rows.cloned() else {
        let message =
            format!("`import.swapped` names `{name}`, which is no column of `{}` with yes and no", table.file());
        return Err(Stop::Unreadable(message));
    };
    for pair in [&wanted.columns.shown, &wanted.import.outputs] {
        let [first, second] = pair.as_slice() else { continue };
        let (Some(one), Some(other)) = (table.column(first).cloned(), table.column(second).cloned()) else { continue };
        table.set_column(exchange_cells(&one, &other, &rows));
        table.set_column(exchange_cells(&other, &one, &rows));
    }
    Ok(table)
}

/// A column with the cells of the other in the rows that say yes.
fn exchange_cells(column: &Column, other: &Column, rows: &Column) -> Column {
    let mut made = InternedColumn::new(column.name().to_owned(), column.len());
    for row in 0..column.len() {
        let is_swapped = rows.get(row).and_then(yes_or_no) == Some(true);
        made.push(if is_swapped { other.get(row) } else { column.get(row) });
    }
    made.finish()
}
