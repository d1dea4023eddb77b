//! Merged cells of a spreadsheet: only the first of them holds what is said of all.

use table::{InternedColumn, Table};

use crate::question::{Choice, Question, Stop, quoted_list};

/// The table with what stands above in the empty cells of these columns.
pub(crate) fn filled_down(mut table: Table, names: &[String]) -> Result<Table, Stop> {
    for name in names {
        let Some(column) = table.column(name) else {
            let message = format!("`import.fill_down` names `{name}`, which is no column of `{}`", table.file());
            return Err(Stop::Unreadable(message));
        };
        let mut filled = InternedColumn::new(name.clone(), column.len());
        let mut above: Option<&str> = None;
        for cell in column.iter() {
            above = cell.filter(|cell| !cell.trim().is_empty()).or(above);
            filled.push(above);
        }
        table = table.with_column(filled.finish());
    }
    Ok(table)
}

/// Asks whether cells are merged where columns have empty cells below filled ones: an empty cell may as well be a mistake.
pub(crate) fn question(table: &Table, names: &[String]) -> Option<Question> {
    let is_empty = |cell: Option<&str>| cell.is_none_or(|cell| cell.trim().is_empty());
    let is_merged = |name: &&str| {
        let column = table.column(name);
        column.is_some_and(|column| !is_empty(column.get(0)) && column.iter().any(is_empty))
    };
    let merged: Vec<&str> = names.iter().map(String::as_str).filter(is_merged).collect();
    (!merged.is_empty()).then(|| Question {
        sentence: format!(
            "the first row has something in `{}`, and some rows below have nothing. Are cells merged there?",
            merged.join("`, `")
        ),
        choices: vec![Choice {
            words: "yes: an empty cell holds what stands above it".to_owned(),
            line: format!("import.fill_down = {}", quoted_list(merged)),
        }],
        typed: None,
    })
}

#[cfg(test)]
mod tests {
    use table::Table;

    use super::{filled_down, question};

    #[test]
    fn empty_cells_hold_what_stands_above_them_when_that_is_said() {
        let table = Table::read("t.csv", b"rater,score\nanna,1\n,2\nben,3\n,4\n").unwrap();
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let asked = question(&table, &names(&["rater", "score"])).unwrap();
        assert_eq!(asked.choices[0].line, "import.fill_down = [\"rater\"]");
        assert!(question(&table, &names(&["score"])).is_none());
        let filled = filled_down(table, &["rater".to_owned()]).unwrap();
        let cells: Vec<&str> = filled.column("rater").unwrap().iter().flatten().collect();
        assert_eq!(cells, ["anna", "anna", "ben", "ben"]);
        assert!(filled_down(filled, &["who".to_owned()]).is_err());
    }
}
