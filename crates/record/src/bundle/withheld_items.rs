//! Items that may not travel: their texts are replaced by hashes, by which whoever has them can tell that they are the same.

use dataset::fingerprint;
use table::Table;

const WITHHELD: &str = "withheld SHA-256 ";

/// The table with a hash in the place of every text; the columns named, and empty cells, stay as they are.
#[must_use]
pub fn withhold_texts(table: &Table, kept: &[&str]) -> String {
    let names: Vec<String> = table.columns().iter().map(|column| column.name().to_owned()).collect();
    let mut out = line(&names);
    for row in 0..table.len() {
        let cell = |column: &table::Column| match column.get(row) {
            None => String::new(),
            Some(text) if kept.contains(&column.name()) => text.to_owned(),
            Some(text) => format!("{WITHHELD}{}", fingerprint(text.as_bytes())),
        };
        out.push_str(&line(&table.columns().iter().map(cell).collect::<Vec<_>>()));
    }
    out
}

/// Whether the items of a study with these files are hashes, since their texts may not travel.
pub fn has_hashes<'a>(files: impl IntoIterator<Item = &'a Vec<u8>>) -> bool {
    files.into_iter().any(|bytes| bytes.windows(WITHHELD.len()).any(|part| part == WITHHELD.as_bytes()))
}

fn line(cells: &[String]) -> String {
    let quoted = |cell: &String| {
        if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.clone() }
    };
    cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}
