//! The study folder, as this crate sees it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::{Component, Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::snapshot::hash_bytes;

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

    /// Where the file called `name` lies on a disk, for whoever sends it on without holding it in memory; nothing for
    /// files that are held in memory.
    ///
    /// # Errors
    /// When there is no such file, it lies outside the folder, or it cannot be looked at.
    fn path(&self, name: &str) -> Result<Option<PathBuf>, ReadError>;

    /// SHA-256 of the file called `name`, in hexadecimal.
    ///
    /// # Errors
    /// As [`Files::read`].
    fn hash(&self, name: &str) -> Result<String, ReadError> {
        self.read(name).map(|bytes| hash_bytes(&bytes))
    }
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
    /// The file behind a name, with all links followed. Study folders travel between labs, so neither the name nor a
    /// link may lead out of the folder.
    fn resolve(&self, name: &str) -> Result<PathBuf, ReadError> {
        let name = Path::new(name);
        if !name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(ReadError::Outside);
        }
        let folder = self.0.canonicalize().map_err(|error| unreadable(&error))?;
        let path = folder.join(name).canonicalize().map_err(|error| unreadable(&error))?;
        match path.starts_with(&folder) {
            false => Err(ReadError::Outside),
            true if path.is_file() => Ok(path),
            true => Err(ReadError::NotFound),
        }
    }
}

impl Files for OnDisk {
    fn read(&self, name: &str) -> Result<Vec<u8>, ReadError> {
        std::fs::read(self.resolve(name)?).map_err(|error| unreadable(&error))
    }

    /// Part by part: a video may be larger than the memory.
    fn hash(&self, name: &str) -> Result<String, ReadError> {
        let mut file = File::open(self.resolve(name)?).map_err(|error| unreadable(&error))?;
        let (mut hash, mut part) = (Sha256::new(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut part).map_err(|error| unreadable(&error))? {
                0 => return Ok(hex::encode(hash.finalize())),
                length => hash.update(&part[..length]),
            }
        }
    }

    fn exists(&self, name: &str) -> bool {
        self.resolve(name).is_ok()
    }

    fn path(&self, name: &str) -> Result<Option<PathBuf>, ReadError> {
        self.resolve(name).map(Some)
    }
}

/// No file has a name with a zero byte in it, or lies below another file.
fn unreadable(error: &std::io::Error) -> ReadError {
    let none = matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidInput | ErrorKind::NotADirectory);
    if none { ReadError::NotFound } else { ReadError::Failed(error.to_string()) }
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

    fn path(&self, name: &str) -> Result<Option<PathBuf>, ReadError> {
        if self.exists(name) { Ok(None) } else { Err(ReadError::NotFound) }
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

    #[test]
    fn a_zero_byte_and_a_folder_are_no_files() {
        let here = OnDisk(Path::new(env!("CARGO_MANIFEST_DIR")).to_owned());
        for name in ["src/files.rs\0.png", "src", "src/files.rs/x", ""] {
            assert_eq!(here.read(name), Err(ReadError::NotFound), "{name:?}");
            assert!(!here.exists(name), "{name:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_inside_the_folder_and_never_out_of_it() {
        use std::os::unix::fs::symlink;
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("secret"), "secret").unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("dot.png"), "dot").unwrap();
        symlink(folder.path().join("dot.png"), folder.path().join("same.png")).unwrap();
        symlink(outside.path().join("secret"), folder.path().join("passwd.png")).unwrap();
        symlink(outside.path(), folder.path().join("far")).unwrap();
        symlink("/", folder.path().join("root")).unwrap();
        let here = OnDisk(folder.path().to_owned());
        assert_eq!(here.read("same.png").as_deref(), Ok(&b"dot"[..]));
        for name in ["passwd.png", "far/secret", "root/etc/passwd"] {
            assert_eq!(here.read(name), Err(ReadError::Outside), "{name}");
            assert_eq!(here.path(name), Err(ReadError::Outside), "{name}");
            assert!(!here.exists(name), "{name}");
        }
    }
}
