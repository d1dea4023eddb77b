//! The study folder, as this crate sees it.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

/// Gives the bytes of a file in the study folder. The command line reads a disk; fuzzing, bundles and small
/// tests hold the files in memory.
pub trait Files {
    /// The bytes of the file called `name`, a relative path with forward slashes.
    ///
    /// # Errors
    /// When there is no such file, it lies outside the folder, or it cannot be read.
    fn read(&self, name: &str) -> Result<Vec<u8>, ReadError>;

    /// Whether there is a file called `name`, without reading it.
    fn exists(&self, name: &str) -> bool;
}

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    /// There is none of that name.
    NotFound,
    /// The name leads out of the study folder.
    Outside,
    /// The system's own words.
    Failed(String),
}

/// A study folder on a disk. Files outside it are not read.
#[derive(Debug, Clone)]
pub struct OnDisk(pub PathBuf);

impl OnDisk {
    fn inside(&self, name: &str) -> Option<PathBuf> {
        let name = Path::new(name);
        let stays = name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        stays.then(|| self.0.join(name))
    }
}

impl Files for OnDisk {
    fn read(&self, name: &str) -> Result<Vec<u8>, ReadError> {
        let path = self.inside(name).ok_or(ReadError::Outside)?;
        std::fs::read(path).map_err(|error| {
            if error.kind() == ErrorKind::NotFound { ReadError::NotFound } else { ReadError::Failed(error.to_string()) }
        })
    }

    fn exists(&self, name: &str) -> bool {
        self.inside(name).is_some_and(|path| path.is_file())
    }
}

/// A study folder held in memory.
#[derive(Debug, Clone, Default)]
pub struct InMemory(pub BTreeMap<String, Vec<u8>>);

impl Files for InMemory {
    fn read(&self, name: &str) -> Result<Vec<u8>, ReadError> {
        self.0.get(name).cloned().ok_or(ReadError::NotFound)
    }

    fn exists(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_outside_a_folder_is_not_read() {
        let here = OnDisk(Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        assert!(here.exists("files.rs") && here.read("./files.rs").is_ok());
        assert_eq!(here.read("nothing.rs"), Err(ReadError::NotFound));
        for outside in ["../Cargo.toml", "../src/files.rs", "/etc/hostname"] {
            assert_eq!(here.read(outside), Err(ReadError::Outside), "{outside}");
            assert!(!here.exists(outside), "{outside}");
        }
    }
}
