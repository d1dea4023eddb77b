//! The worked studies.

use std::collections::BTreeMap;
use std::path::Path;

use study::{InMemory, Study};

pub(crate) const STUDIES: [&str; 5] =
    ["fluency", "meaning-pairs", "simplicity-ranking", "toxicity-pairs", "best-worst"];

pub(crate) fn study(name: &str) -> Study {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name);
    let mut files = BTreeMap::new();
    for file in std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).filter(|path| path.is_file()) {
        files.insert(file.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&file).unwrap());
    }
    study::check(&InMemory(files)).study.unwrap()
}
