//! Items that may not travel: their texts are replaced by hashes, by which whoever has them can tell that they are the same.

use dataset::fingerprint;
use table::Table;

/// The table with a hash in the place of every text; the columns named, and empty cells, stay as they are.
#[must_use]
pub fn withhold_texts(table: &Table, kept: &[&str]) -> String {
    let names: Vec<String> = table.columns().iter().map(|column| column.name().to_owned()).collect();
    let mut out = line(&names);
    for row in 0..table.len() {
        let cell = |column: &table::Column| match column.get(row) {
            None => String::new(),
            Some(text) if kept.contains(&column.name()) => text.to_owned(),
            Some(text) => format!("withheld SHA-256 {}", fingerprint(text.as_bytes())),
        };
        out.push_str(&line(&table.columns().iter().map(cell).collect::<Vec<_>>()));
    }
    out
}

fn line(cells: &[String]) -> String {
    let quoted = |cell: &String| {
        if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.clone() }
    };
    cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}
