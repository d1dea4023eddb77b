//! Tables of every format: the first byte says which.
#![no_main]

use libfuzzer_sys::fuzz_target;
use table::Table;

const FILES: [&str; 5] = ["a.csv", "a.tsv", "a.jsonl", "a.xlsx", "a.parquet"];

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let file = FILES[usize::from(*first) % FILES.len()];
    if let Ok(table) = Table::read(file, rest) {
        assert!(!table.columns().is_empty());
    }
});
