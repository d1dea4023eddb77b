//! A matrix: a row per item (or output), a column per rater.

use std::collections::BTreeSet;

use table::Column;

use super::{OriginalTable, Reading, Role, Source, SourceInput, criterion, slug, slugs};
use crate::gather::{FILE, Rows, gather};
use crate::plain_cells;
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

/// The column with the answers, where the names of the columns say nothing more than the rater.
const VALUE: &str = "value";

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

/// The rater that a column is named after, and what else its name says: `rater 1`, `annotator_B`, `Judge3_fluency`.
fn rater_of(name: &str) -> Option<(&str, Option<&str>)> {
    const BETWEEN: [char; 6] = [' ', '_', '-', '#', '.', ':'];
    let name = name.trim();
    let lower = name.to_lowercase();
    let rest = RATERS.iter().find_map(|word| lower.strip_prefix(word)).filter(|_| lower.len() == name.len())?;
    let rest = name[name.len() - rest.len()..].trim_start_matches(BETWEEN);
    let end = rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len());
    let (number, asked) = rest.split_at(end);
    let is_number = number.parse::<u32>().is_ok();
    let is_letter = number.chars().count() == 1 && number.chars().all(char::is_alphabetic);
    let asked = Some(asked.trim_matches(BETWEEN)).filter(|asked| !asked.is_empty());
    (is_number || is_letter).then(|| (&name[..name.len() - rest.len() + end], asked))
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let named = |name: &'_ String| rater_of(name).is_some();
    let columns: Vec<&str> = sheet.header().iter().filter(|name| named(name)).map(String::as_str).collect();
    let raters: BTreeSet<&str> = columns.iter().filter_map(|name| rater_of(name)).map(|(rater, _)| rater).collect();
    (raters.len() >= 2).then(|| vec![format!("columns named after raters: {}", columns.join(", "))])
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut gathered = gather(&given.sheets, 1)?;
    let about: Vec<String> = super::long::item_and_system(&gathered.table).into_iter().flatten().collect();
    let table = plain_cells::without_totals(gathered.table, &about, &mut gathered.counts);
    let said = &given.wanted.import.raters;
    let rater = |column: &Column| -> Option<(String, Option<String>)> {
        if said.is_empty() {
            rater_of(column.name()).map(|(rater, asked)| (rater.to_owned(), asked.map(str::to_owned)))
        } else {
            said.iter().find(|name| *name == column.name()).map(|name| (name.clone(), None))
        }
    };
    let is_rater = |column: &&Column| rater(column).is_some();
    let mut raters: Vec<(String, Vec<(String, &Column)>)> = Vec::new();
    for column in table.columns() {
        let Some((name, asked)) = rater(column) else { continue };
        let asked = asked.unwrap_or_else(|| VALUE.to_owned());
        match raters.iter_mut().find(|(known, _)| *known == name) {
            Some((_, answers)) => answers.push((asked, column)),
            None => raters.push((name, vec![(asked, column)])),
        }
    }
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
        rows.set_origin(table.row_number(row));
        for (rater, answers) in &raters {
            let about = others.iter().map(|column| (column.name(), column.get(row)));
            let said = answers.iter().map(|(asked, column)| (asked.as_str(), column.get(row)));
            rows.push(about.chain([("rater", Some(rater.as_str()))]).chain(said));
        }
    }
    let mut reading = Reading::new(rows.finish(table.file()), gathered.counts);
    reading.notes = gathered.notes;
    reading.know("participant", "rater");
    for (key, column) in ["item", "system"].into_iter().zip(super::long::item_and_system(&reading.table)) {
        if let Some(column) = column {
            reading.know(key, column);
        }
    }
    let mut asked: Vec<&str> = Vec::new();
    for (name, _) in raters.iter().flat_map(|(_, answers)| answers) {
        if !asked.contains(&name.as_str()) {
            asked.push(name);
        }
    }
    let criteria: Vec<toml::Value> = if asked == [VALUE] {
        reading.know("value", VALUE);
        let name = given.wanted.import.criterion.clone().unwrap_or_else(|| "rating".to_owned());
        vec![criterion(&slug(&name), &name, VALUE)]
    } else {
        slugs(asked.iter().copied()).iter().map(|(id, name)| criterion(id, name, name)).collect()
    };
    reading.know("criteria", criteria);
    reading.original = Some(OriginalTable::new(&table, None));
    Ok(reading)
}
