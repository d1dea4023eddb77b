//! The study folder, as this crate sees it.

use std::collections::BTreeMap;

/// Gives the bytes of a file in the study folder. The command line reads a disk; tests, fuzzing
/// and bundles hold the files in memory.
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
