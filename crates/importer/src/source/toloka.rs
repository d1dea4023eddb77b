//! Results of Toloka: a row per answer, with what was shown in `INPUT:…` and what was answered in `OUTPUT:…`.

use table::Table;

use super::{Reading, Role, Source, SourceInput, long};
use crate::question::Stop;
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "toloka",
    name: "results of Toloka",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "toloka"
import.files = ["assignments.tsv"]
participant = "worker_id"
item = "id"
system = "system"

[[criteria]]
id = "fluency"
column = "fluency"
better = "higher"
"#,
};

/// What stands before the names of columns that count.
const PARTS: [&str; 3] = ["INPUT:", "OUTPUT:", "ASSIGNMENT:"];
/// What the platform says about an assignment, beside who did it and whether it was accepted.
const ABOUT: [&str; 6] = ["link", "task_id", "assignment_id", "started", "submitted", "accepted"];

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let begins = |part: &str| sheet.header().iter().any(|name| name.starts_with(part));
    PARTS.iter().all(|part| begins(part)).then(|| vec!["columns `INPUT:…`, `OUTPUT:…` and `ASSIGNMENT:…`".to_owned()])
}

/// The table with plain names, where they stay different, and without right answers and hints.
fn prepare(table: &Table) -> Table {
    let plain = |name: &str| {
        let (part, rest) = PARTS.iter().find_map(|part| Some((*part, name.strip_prefix(part)?)))?;
        Some(rest.to_owned()).filter(|rest| part != "ASSIGNMENT:" || !ABOUT.contains(&rest.as_str()))
    };
    let names: Vec<Option<String>> = table.columns().iter().map(|column| plain(column.name())).collect();
    let again = |name: &String| names.iter().flatten().filter(|other| *other == name).count() > 1;
    let columns = table.columns().iter().zip(&names).filter_map(|(column, name)| {
        let name = name.as_ref()?;
        Some(if again(name) { column.clone() } else { column.clone().renamed(name.clone()) })
    });
    let rows: Vec<usize> = (0..table.len()).map(|row| table.row_number(row)).collect();
    Table::from_columns(table.file(), columns.collect(), rows)
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    long::read_prepared(given, Some(prepare))
}
