//! Several rows of names above a table: the systems above the criteria, say.

use table::{Column, Table};

use crate::question::{Choice, Question};
use crate::sheet::Sheet;

/// So many rows of names are looked for.
const MOST: usize = 3;

/// The names of the columns, each from the cells above it. A cell stands for those to its right that are empty, as merged cells
/// do, where there are names below it.
fn names(header: &[Vec<String>]) -> Vec<String> {
    let width = header.iter().map(Vec::len).max().unwrap_or_default();
    let cell = |row: usize, at: usize| header[row].get(at).map(|cell| cell.trim()).unwrap_or_default();
    let last = header.len().saturating_sub(1);
    // A data frame names its index in a last row of its own; above it stand the names of the levels.
    let of_index = |at: usize| width > 0 && cell(last, width - 1).is_empty() && !cell(last, at).is_empty();
    let mut names: Vec<String> = Vec::with_capacity(width);
    let mut above: Vec<&str> = vec![""; header.len()];
    for at in 0..width {
        let mut parts: Vec<&str> = Vec::new();
        for row in if of_index(at) { last..header.len() } else { 0..header.len() } {
            let is_named_below = (row + 1..header.len()).any(|below| !cell(below, at).is_empty());
            let written = cell(row, at);
            if !written.is_empty() {
                above[row] = if is_named_below { written } else { "" };
                // Another group begins: what stood over the last one does not go on.
                above[row + 1..].fill("");
            }
            let part = if written.is_empty() && is_named_below { above[row] } else { written };
            if !part.is_empty() && parts.last() != Some(&part) {
                parts.push(part);
            }
        }
        let base = if parts.is_empty() { format!("column {}", at + 1) } else { parts.join(": ") };
        let again = names.iter().filter(|name| **name == base).count();
        names.push(if again > 0 { format!("{base} ({})", again + 1) } else { base });
    }
    names
}

/// The same table with names from all rows above it.
pub(crate) fn join_header_rows(table: &Table, sheet: &Sheet<'_>, rows: usize) -> Table {
    let header = &sheet.rows()[..rows.min(sheet.rows().len())];
    let columns: Vec<Column> =
        table.columns().iter().zip(names(header)).map(|(column, name)| column.clone().renamed(name)).collect();
    let numbers: Vec<usize> = (0..table.len()).map(|row| table.row_number(row)).collect();
    Table::from_columns(table.file(), columns, numbers)
}

/// Asks whether the first rows name the columns together: there are no numbers in them but in the row below, and the first has
/// nothing, or the same again, above names.
pub(crate) fn question(sheet: &Sheet<'_>) -> Option<Question> {
    let rows = sheet.rows();
    let is_number = |cell: &String| cell.trim().replacen(',', ".", 1).parse::<f64>().is_ok();
    let count = rows.iter().position(|row| row.iter().any(is_number)).filter(|count| (2..=MOST).contains(count))?;
    let header = &rows[..count];
    let cell = |row: usize, at: usize| header[row].get(at).map(|cell| cell.trim()).unwrap_or_default();
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let is_below_a_group = |at: usize| {
        let above = cell(0, at);
        let again = at > 0 && above == cell(0, at - 1);
        let below = (1..count).any(|row| !cell(row, at).is_empty());
        below && (above.is_empty() || again) && rows[count].get(at).is_some_and(is_number)
    };
    if !(0..width).any(is_below_a_group) {
        return None;
    }
    let names = names(header);
    let shown: Vec<&str> = names.iter().filter(|name| name.contains(": ")).take(3).map(String::as_str).collect();
    let words = format!("yes: the columns are called `{}` and so on", shown.join("`, `"));
    let choices = vec![
        Choice { words, line: format!("import.stacked_headers = {count}") },
        Choice {
            words: "no: the first row has the names, the second the wording of the questions".to_owned(),
            line: format!("import.header_rows = {count}"),
        },
    ];
    let sentence = format!("do the first {count} rows of `{}` name its columns together?", sheet.name);
    (!shown.is_empty()).then_some(Question { sentence, choices, typed: None })
}

#[cfg(test)]
mod tests {
    use super::names;

    fn join_names(rows: &[&str]) -> String {
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.split(',').map(str::to_owned).collect()).collect();
        names(&rows).join("|")
    }

    #[test]
    fn names_are_joined_below_their_group() {
        assert_eq!(join_names(&["rater,item,gpt,,ours,", ",,x,y,x,y"]), "rater|item|gpt: x|gpt: y|ours: x|ours: y");
        assert_eq!(join_names(&[",,gpt,,ours,", "rater,item,x,y,x,y"]), "rater|item|gpt: x|gpt: y|ours: x|ours: y");
        assert_eq!(join_names(&["who,,gpt,", ",item,x,y"]), "who|item|gpt: x|gpt: y");
        assert_eq!(join_names(&["P,T 1,T 1,T 2", ",a,b,a", ",x,x,x"]), "P|T 1: a: x|T 1: b: x|T 2: a: x");
        assert_eq!(
            join_names(&["P,T 1,,,,T 2,", ",a,,b,,a,", ",x,y,x,y,x,y"]),
            "P|T 1: a: x|T 1: a: y|T 1: b: x|T 1: b: y|T 2: a: x|T 2: a: y"
        );
        assert_eq!(join_names(&["q,q", "q,q"]), "q|q (2)");
        assert_eq!(join_names(&[",,rating,rating", "system,,a,b", "rater,item,,"]), "rater|item|rating: a|rating: b");
    }
}
