//! Files and sheets that differ in what was asked, or in what was judged: `fluency.csv` and `adequacy.csv`, a sheet per system.

use std::collections::{BTreeSet, HashMap};

use dataset::Mapping;
use table::Table;

use crate::gather::FILE;
use crate::import_mapping::ImportMapping;
use crate::question::{Choice, Question};
use crate::source::Reading;

/// The table with files and sheets by their bare names, where these name criteria, items or systems.
pub(crate) fn with_bare_file_names(table: Table, columns: &Mapping) -> Table {
    let is_said = [&columns.criterion, &columns.item, &columns.system].into_iter().flatten().any(|name| name == FILE);
    let Some(files) = table.column(FILE).filter(|_| is_said) else { return table };
    let named = files.map_texts(|file| Some(bare(file).to_owned()));
    if named.distinct().len() == files.distinct().len() { table.with_column(named) } else { table }
}

/// `fluency` of `all.xlsx, sheet fluency` and of `ratings/fluency.csv`.
fn bare(file: &str) -> &str {
    if let Some((_, sheet)) = file.rsplit_once(", sheet ") {
        return sheet;
    }
    let name = file.rsplit('/').next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Asks what files differ in where the same people judged the same outputs in them: all answers would count for one criterion.
pub(crate) fn question(reading: &Reading, wanted: &ImportMapping) -> Option<Question> {
    let known = |key: &str| reading.knows.get(key).and_then(toml::Value::as_str);
    if wanted.import.repeated.is_some() || known("criterion").is_some() {
        return None;
    }
    let files = reading.table.column(FILE)?;
    let mut keys = Vec::new();
    for key in ["participant", "item", "system"] {
        keys.push(reading.table.column(known(key).filter(|name| *name != FILE)?)?);
    }
    let mut of: HashMap<Vec<Option<&str>>, BTreeSet<Option<&str>>> = HashMap::new();
    for row in 0..files.len() {
        of.entry(keys.iter().map(|key| key.get(row)).collect()).or_default().insert(files.get(row));
    }
    let again = of.values().filter(|files| files.len() > 1).count();
    if again * 2 < of.len() {
        return None;
    }
    let mut names: Vec<&str> = files.distinct().into_iter().map(bare).collect();
    names.sort_unstable();
    let choice = |words: &str, line: &str| Choice { words: words.to_owned(), line: line.to_owned() };
    Some(Question {
        sentence: format!(
            "the same people judged the same outputs in several files or sheets (`{}`). What do these differ in?",
            names.join("`, `")
        ),
        choices: vec![
            choice("each has another criterion", "criterion = \"file\""),
            choice("nothing: people answered again, and all answers count", "import.repeated = \"all\""),
            choice("nothing: people answered again, and the last answer counts", "import.repeated = \"latest\""),
        ],
        typed: None,
    })
}
