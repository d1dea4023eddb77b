//! A study folder: whatever the files hold, checking gives an answer, and there is a study exactly when nothing is wrong.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use study::{InMemory, check};

/// A line that ends one file and begins another: `=== items.csv`.
const MARK: &str = "=== ";

fuzz_target!(|text: &str| {
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut name = "study.toml";
    for line in text.split_inclusive('\n') {
        match line.strip_prefix(MARK) {
            Some(next) => name = next.trim_end(),
            None => files.entry(name.to_owned()).or_default().extend(line.bytes()),
        }
    }
    let checked = check(&InMemory(files));
    assert_eq!(checked.study.is_some(), !checked.diagnostics.has_errors());
});
