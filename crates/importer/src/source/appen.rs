//! Full reports of Appen (Figure Eight, CrowdFlower): a row per answer, test questions among them.

use table::{Column, InternedColumn, Table};

use super::{Reading, Role, Source, SourceInput, long};
use crate::question::Stop;
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "appen",
    name: "a full report of Appen",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "appen"
import.files = ["f1234567.csv"]
participant = "_worker_id"
item = "sentence_id"
system = "system"

[[criteria]]
id = "fluency"
column = "fluency"
better = "higher"
"#,
};

/// What the platform writes about a row, which nobody was asked.
const ABOUT: [&str; 10] = [
    "_created_at",
    "_id",
    "_missed",
    "_started_at",
    "_channel",
    "_trust",
    "_country",
    "_region",
    "_city",
    "_last_judgment_at",
];

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let names = ["_unit_id", "_worker_id", "_trust"];
    sheet.has_columns(&names).then(|| vec![format!("columns {}", names.join(", "))])
}

/// Why an answer does not count: it was to a test question, or the worker failed these.
fn exclusions(table: &Table) -> Column {
    let is_true = |name: &str, row: usize| {
        let cell = table.column(name).and_then(|column| column.get(row)).unwrap_or_default();
        cell.trim().eq_ignore_ascii_case("true")
    };
    let mut excluded = InternedColumn::new("excluded".to_owned(), table.len());
    for row in 0..table.len() {
        let golden = is_true("_golden", row).then_some("test-question");
        excluded.push(golden.or_else(|| is_true("_tainted", row).then_some("failed-test-questions")));
    }
    excluded.finish()
}

/// The table without what the platform says, and without the right answers of test questions.
fn prepare(table: &Table) -> Table {
    let excluded = exclusions(table);
    let is_asked = |name: &str| !ABOUT.contains(&name) && !name.ends_with("_gold") && !name.ends_with("_gold_reason");
    let rows: Vec<usize> = (0..table.len()).map(|row| table.row_number(row)).collect();
    let columns = table.columns().iter().filter(|column| is_asked(column.name())).cloned();
    Table::from_columns(table.file(), columns.chain([excluded]).collect(), rows)
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut reading = long::read_prepared(given, Some(prepare))?;
    let is_excluded = |column: &Column| column.iter().any(|cell| cell.is_some());
    if reading.table.column("excluded").is_some_and(is_excluded) {
        reading.know("excluded", "excluded");
        reading.notes.push(
            "answers to test questions (`_golden`), and of workers who failed these (`_tainted`), are kept and excluded"
                .to_owned(),
        );
    }
    Ok(reading)
}
