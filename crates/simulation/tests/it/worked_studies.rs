//! The worked studies of the repository.

use std::path::{Path, PathBuf};

use study::{OnDisk, Study};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies")
}

pub(crate) fn study(name: &str) -> Study {
    study::check(&OnDisk(folder().join(name))).study.unwrap()
}

pub(crate) fn studies() -> Vec<Study> {
    let mut folders: Vec<_> = std::fs::read_dir(folder()).unwrap().map(|study| study.unwrap().path()).collect();
    folders.retain(|folder| folder.join("study.toml").is_file());
    folders.sort();
    folders.into_iter().map(|folder| study::check(&OnDisk(folder)).study.unwrap()).collect()
}
