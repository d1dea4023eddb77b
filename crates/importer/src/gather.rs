//! Several files as one table, without what programs and spreadsheets add.

use serde_json::Value;
use table::{Column, InternedColumn, Layout, Table};

use crate::counts::Counts;
use crate::header_rows;
use crate::question::Stop;
use crate::sheet::Sheet;

/// The rows of several files as one table, with where they come from in the columns [`FILE`] and [`LIST`].
pub(crate) struct CombinedTable {
    pub(crate) table: Table,
    /// The wording of each column, where there is a second header row.
    pub(crate) wording: Vec<String>,
    pub(crate) counts: Counts,
    pub(crate) notes: Vec<String>,
}

/// The column with the name of the file, where there are several.
pub(crate) const FILE: &str = "file";

/// Reads files that have the same columns as one table.
pub(crate) fn gather(sheets: &[&Sheet<'_>], header_rows: usize) -> Result<CombinedTable, Stop> {
    gather_named(sheets, header_rows, |table, _| table)
}

/// The same for files with several rows of names that name the columns together.
pub(crate) fn gather_stacked(sheets: &[&Sheet<'_>], header_rows: usize) -> Result<CombinedTable, Stop> {
    let gathered =
        gather_named(sheets, header_rows, |table, sheet| header_rows::join_header_rows(&table, sheet, header_rows))?;
    Ok(CombinedTable { wording: Vec::new(), ..gathered })
}

fn gather_named(
    sheets: &[&Sheet<'_>],
    header_rows: usize,
    name: impl Fn(Table, &Sheet<'_>) -> Table,
) -> Result<CombinedTable, Stop> {
    let mut counts = Counts::default();
    let mut notes = Vec::new();
    let mut wording = Vec::new();
    let mut whole: Option<Whole> = None;
    for sheet in sheets {
        let layout = Layout { header_rows, ..sheet.layout.clone() };
        let laid = Table::read_with_layout(&sheet.name, sheet.bytes, &layout)?;
        counts.rows += laid.table.len() + laid.blank;
        counts.leave_out("nothing in the row", laid.blank);
        let table = without_repeated_headers(name(laid.table, sheet), &mut counts)?;
        let table = without_remarks(table, &mut counts);
        let table = without_index(table, &sheet.name, &mut notes);
        if let Some(names) = laid.below.into_iter().next() {
            // The index column, which has no wording, is the only one that can be gone.
            let skip = names.len().saturating_sub(table.columns().len());
            wording = names.into_iter().skip(skip).collect();
        }
        counts.read += table.len();
        whole = Some(match whole {
            None if sheets.len() == 1 => return Ok(CombinedTable { table, wording, counts, notes }),
            None => Whole::begin(&table),
            Some(whole) => whole,
        });
        if let Some(whole) = &mut whole {
            whole.append(&table)?;
        }
    }
    let Some(whole) = whole else { return Err(Stop::Unreadable("there is no file to read".to_owned())) };
    Ok(CombinedTable { table: whole.finish(sheets), wording, counts, notes })
}

struct Whole {
    columns: Vec<InternedColumn>,
    files: InternedColumn,
    rows: usize,
}

impl Whole {
    fn begin(first: &Table) -> Whole {
        let named = |name: &str| InternedColumn::new(name.to_owned(), 0);
        Whole {
            columns: first.columns().iter().map(|column| named(column.name())).collect(),
            files: named(FILE),
            rows: 0,
        }
    }

    fn append(&mut self, table: &Table) -> Result<(), Stop> {
        let first: Vec<&str> = self.columns.iter().map(InternedColumn::name).collect();
        let these: Vec<&str> = table.columns().iter().map(Column::name).collect();
        let lacking = |there: &[&str], wanted: &[&str]| {
            wanted.iter().find(|name| !there.contains(name)).map(|name| (*name).to_owned())
        };
        let odd =
            lacking(&these, &first).map(|name| format!("has no column `{name}`, which the first file has")).or_else(
                || lacking(&first, &these).map(|name| format!("has a column `{name}`, which the first file has not")),
            );
        if let Some(odd) = odd {
            return Err(Stop::Unreadable(format!(
                "`{}` {odd}; import files of one layout together, and others apart",
                table.file()
            )));
        }
        for column in &mut self.columns {
            if let Some(cells) = table.column(column.name()) {
                for cell in cells.iter() {
                    column.push(cell);
                }
            }
        }
        for _ in 0..table.len() {
            self.files.push(Some(table.file()));
        }
        self.rows += table.len();
        Ok(())
    }

    fn finish(mut self, sheets: &[&Sheet<'_>]) -> Table {
        if self.columns.iter().all(|column| column.name() != FILE) {
            self.columns.push(self.files);
        }
        let columns = self.columns.into_iter().map(InternedColumn::finish).collect();
        let name =
            sheets.first().map(|sheet| format!("{} and {} more", sheet.name, sheets.len() - 1)).unwrap_or_default();
        Table::from_columns(&name, columns, 1..=self.rows)
    }
}

/// Leaves out rows that say the header again, as files put together by hand have them. Below one in another order, cells would be read
/// as those of other columns.
fn without_repeated_headers(table: Table, counts: &mut Counts) -> Result<Table, Stop> {
    let names: Vec<&str> = table.columns().iter().map(Column::name).collect();
    let is_name = |cell: Option<&str>| cell.is_some_and(|cell| names.contains(&cell.trim()));
    let names_all = |row: usize| names.len() > 1 && table.columns().iter().all(|column| is_name(column.get(row)));
    // A column of row numbers has no name, and nothing in such a row.
    let is_header = |row: usize| {
        let filled = |column: &&Column| column.get(row).is_some_and(|cell| !cell.trim().is_empty());
        let says_name = |column: &Column| column.get(row).is_some_and(|cell| cell.trim() == column.name());
        table.columns().iter().filter(filled).all(says_name) && table.columns().iter().filter(filled).count() > 1
    };
    if let Some(row) = (0..table.len()).find(|row| names_all(*row) && !is_header(*row)) {
        return Err(Stop::Unreadable(format!(
            "row {} of `{}` names the columns again, in another order; cut the file in two before this row and give both files: their \
             columns are found by name",
            table.row_number(row),
            table.file()
        )));
    }
    let keep: Vec<bool> = (0..table.len()).map(|row| !is_header(row)).collect();
    let repeated = keep.iter().filter(|keep| !**keep).count();
    if repeated == 0 || table.columns().len() < 2 {
        return Ok(table);
    }
    counts.leave_out("the header, repeated", repeated);
    Ok(table.filtered(&keep))
}

/// Leaves out the last rows where they hold one sentence and nothing else: notes that stand below a table.
fn without_remarks(table: Table, counts: &mut Counts) -> Table {
    const FEWEST_WORDS: usize = 3;
    let is_remark = |row: &usize| {
        let mut filled =
            table.columns().iter().filter_map(|column| column.get(*row)).filter(|cell| !cell.trim().is_empty());
        let first = filled.next().is_some_and(|cell| cell.split_whitespace().count() >= FEWEST_WORDS);
        first && filled.next().is_none()
    };
    let remarks = (0..table.len()).rev().take_while(is_remark).count();
    if remarks == 0 || table.columns().len() < 3 {
        return table;
    }
    counts.leave_out("a remark below the table, and nothing else in the row", remarks);
    let keep: Vec<bool> = (0..table.len()).map(|row| row + remarks < table.len()).collect();
    table.filtered(&keep)
}

/// Leaves out the row numbers that a data frame was written with, perhaps more than once.
fn without_index(table: Table, name: &str, notes: &mut Vec<String>) -> Table {
    let is_index = |(at, column): (usize, &Column)| {
        let unnamed = at == 0 && (column.name() == "column 1" || column.name().starts_with("Unnamed: "));
        (unnamed || column.name().starts_with("__index_level_"))
            && table.columns().len() > 1
            && column.iter().all(|cell| cell.is_some_and(|cell| cell.parse::<u64>().is_ok()))
    };
    let Some(index) = table.columns().iter().enumerate().position(is_index) else { return table };
    let place = if index == 0 { "the first column".to_owned() } else { format!("`{}`", table.columns()[index].name()) };
    let note = format!("{place} of `{name}` has no name of its own and holds row numbers; it is not read");
    if !notes.contains(&note) {
        notes.push(note);
    }
    let mut columns = table.columns().to_vec();
    columns.remove(index);
    let numbers: Vec<usize> = (0..table.len()).map(|row| table.row_number(row)).collect();
    without_index(Table::from_columns(table.file(), columns, numbers), name, notes)
}

/// A table made row by row, with the columns as they come.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    columns: Vec<InternedColumn>,
    rows: usize,
    /// The row of the file that the next rows are made from, and those of all rows so far.
    origin: Option<u32>,
    origins: Vec<u32>,
}

impl Rows {
    /// The next rows are made from this row of the file: a mistake in one of them is looked for there.
    pub(crate) fn set_origin(&mut self, number: usize) {
        self.origin = u32::try_from(number).ok();
    }

    /// Adds a row. A cell that is not given is missing.
    pub(crate) fn push<'c>(&mut self, cells: impl IntoIterator<Item = (&'c str, Option<&'c str>)>) {
        // Rows mostly have their cells in one order: then the next column is the right one.
        let mut next = 0;
        for (name, cell) in cells {
            let is_named = |column: &InternedColumn| column.name() == name;
            if !self.columns.get(next).is_some_and(is_named) {
                next = self.columns.iter().position(is_named).unwrap_or(self.columns.len());
            }
            if next == self.columns.len() {
                self.columns.push(InternedColumn::new(name.to_owned(), 0).with_missing(self.rows));
            }
            let column = &mut self.columns[next];
            if column.len() == self.rows {
                column.push(cell.filter(|cell| !cell.is_empty()));
            }
            next += 1;
        }
        self.rows += 1;
        self.origins.extend(self.origin);
        for column in self.columns.iter_mut().filter(|column| column.len() < self.rows) {
            column.push(None);
        }
    }

    pub(crate) fn finish(self, file: &str) -> Table {
        let columns = self.columns.into_iter().map(InternedColumn::finish).collect();
        if self.origins.len() == self.rows {
            return Table::from_columns(file, columns, self.origins.into_iter().map(|number| number as usize));
        }
        Table::from_columns(file, columns, 1..=self.rows)
    }

    pub(crate) fn len(&self) -> usize {
        self.rows
    }
}

/// A JSON value as the text of a cell: words and numbers as they are, lists and objects as JSON.
pub(crate) fn cell(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => Some(value.to_string()),
    }
}
