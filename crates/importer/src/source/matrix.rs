//! A matrix: a row per item (or output), a column per rater.

use table::Column;

use super::{Given, Reading, Role, Source, criterion, slug};
use crate::gather::{FILE, Rows, gather};
use crate::question::Stop;
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "matrix",
    name: "a matrix with a column per rater",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "matrix"
import.files = ["ratings.csv"]
import.raters = ["rater1", "rater2", "rater3"]
item = "item"
system = "system"
import.criterion = "fluency"
"#,
};

/// What people who judge are called in the headers of columns.
pub(crate) const RATERS: [&str; 14] = [
    "rater",
    "annotator",
    "coder",
    "judge",
    "worker",
    "evaluator",
    "expert",
    "participant",
    "assessor",
    "reviewer",
    "bewerter",
    "labeler",
    "labeller",
    "turker",
];

/// Whether a column is named after a rater: `rater 1`, `annotator_B`, `Judge3`.
fn names_rater(name: &str) -> bool {
    let lower = name.trim().to_lowercase();
    RATERS.iter().any(|word| {
        lower.strip_prefix(word).is_some_and(|rest| {
            let rest = rest.trim_matches([' ', '_', '-', '#', '.']);
            !rest.is_empty()
                && (rest.parse::<u32>().is_ok() || rest.len() == 1 && rest.chars().all(char::is_alphabetic))
        })
    })
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let raters: Vec<&str> = sheet.header().iter().map(String::as_str).filter(|name| names_rater(name)).collect();
    (raters.len() >= 2).then(|| vec![format!("columns named after raters: {}", raters.join(", "))])
}

fn read(given: &Given<'_>) -> Result<Reading, Stop> {
    let gathered = gather(&given.sheets, 1)?;
    let table = gathered.table;
    let said = &given.wanted.import.raters;
    let is_rater = |column: &&Column| {
        if said.is_empty() { names_rater(column.name()) } else { said.iter().any(|name| name == column.name()) }
    };
    let raters: Vec<&Column> = table.columns().iter().filter(is_rater).collect();
    if let Some(name) = said.iter().find(|name| table.column(name).is_none()) {
        return Err(Stop::Unreadable(format!("`import.raters` names `{name}`, which `{}` has not", table.file())));
    }
    if raters.is_empty() {
        let names: Vec<&str> = table.columns().iter().map(Column::name).collect();
        let message = format!(
            "say which columns hold the raters' answers: `import.raters = {}`",
            crate::question::quoted_list(names)
        );
        return Err(Stop::Unreadable(message));
    }
    let others: Vec<&Column> =
        table.columns().iter().filter(|column| !is_rater(column) && column.name() != FILE).collect();
    let mut rows = Rows::default();
    for row in 0..table.len() {
        for rater in &raters {
            let about = others.iter().map(|column| (column.name(), column.get(row)));
            rows.push(about.chain([("rater", Some(rater.name())), ("value", rater.get(row))]));
        }
    }
    let mut reading = Reading::new(rows.finish(table.file()), gathered.counts);
    reading.notes = gathered.notes;
    reading.know("participant", "rater");
    reading.know("value", "value");
    for (key, column) in ["item", "system"].into_iter().zip(super::long::item_and_system(&reading.table)) {
        if let Some(column) = column {
            reading.know(key, column);
        }
    }
    let name = given.wanted.import.criterion.clone().unwrap_or_else(|| "rating".to_owned());
    reading.know("criteria", vec![criterion(&slug(&name), &name, "value")]);
    reading.raw = Some(table);
    Ok(reading)
}
