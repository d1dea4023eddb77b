//! The worked studies of the repository.

use std::path::{Path, PathBuf};

use study::{Files, ReadError, Study};

struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, name: &str) -> Result<Vec<u8>, ReadError> {
        std::fs::read(self.0.join(name)).map_err(|_| ReadError::NotFound)
    }

    fn exists(&self, name: &str) -> bool {
        self.0.join(name).is_file()
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies")
}

pub(crate) fn study(name: &str) -> Study {
    study::check(&Folder(folder().join(name))).study.unwrap()
}

pub(crate) fn studies() -> Vec<Study> {
    let mut folders: Vec<_> = std::fs::read_dir(folder()).unwrap().map(|study| study.unwrap().path()).collect();
    folders.retain(|folder| folder.join("study.toml").is_file());
    folders.sort();
    folders.into_iter().map(|folder| study::check(&Folder(folder)).study.unwrap()).collect()
}
