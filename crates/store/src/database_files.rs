//! The files of an SQLite database: made for their owner alone, and still those that were opened.
//!
//! A file that is deleted or replaced under a running program goes on taking writes that nobody will ever read. So
//! nothing is read, written or acknowledged unless device and inode of the database and its write-ahead log are those of
//! the start.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::DatabaseError;

/// Makes a new file that only its owner can read.
pub(crate) fn create_private(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

/// Waits until a new file and its name are on the disk.
pub(crate) fn sync(file: &Path) -> io::Result<()> {
    File::open(file)?.sync_all()?;
    match file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => File::open(".")?.sync_all(),
    }
}

/// Which file it is, whatever it is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileId {
    device: u64,
    inode: u64,
}

#[cfg(unix)]
fn identify(file: &Path) -> io::Result<(Option<FileId>, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    let found = std::fs::metadata(file)?;
    Ok((Some(FileId { device: found.dev(), inode: found.ino() }), found.len()))
}

/// Elsewhere files in use cannot be deleted.
#[cfg(not(unix))]
fn identify(file: &Path) -> io::Result<(Option<FileId>, u64)> {
    Ok((None, std::fs::metadata(file)?.len()))
}

/// The database and its write-ahead log, as they were when the program opened them.
pub(crate) struct DatabaseFiles {
    database: (PathBuf, Option<FileId>),
    log: (PathBuf, Option<FileId>),
}

impl DatabaseFiles {
    /// How much room their disk has, in megabytes; nothing where it cannot be asked.
    #[cfg(unix)]
    pub(crate) fn free_mb(&self) -> Option<u64> {
        let disk = rustix::fs::statvfs(&self.database.0).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize) / 1_000_000)
    }

    #[cfg(not(unix))]
    pub(crate) fn free_mb(&self) -> Option<u64> {
        None
    }

    /// Remembers which files they are; the database is open and has been written to.
    pub(crate) fn identify(database: &Path) -> io::Result<DatabaseFiles> {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        let log = PathBuf::from(log);
        let ids = (identify(database)?.0, identify(&log)?.0);
        Ok(DatabaseFiles { database: (database.to_owned(), ids.0), log: (log, ids.1) })
    }

    pub(crate) fn database(&self) -> &Path {
        &self.database.0
    }

    /// The length of the write-ahead log, when both files are those that were opened.
    pub(crate) fn check(&self) -> Result<u64, DatabaseError> {
        let mut length = 0;
        for (file, opened) in [&self.database, &self.log] {
            match identify(file) {
                Ok((found, bytes)) if found == *opened => length = bytes,
                Ok(_) | Err(_) => return Err(DatabaseError::FileReplaced { file: file.clone() }),
            }
        }
        Ok(length)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::{DatabaseFiles, create_private};

    #[test]
    fn a_file_that_was_deleted_or_replaced_is_noticed_and_one_that_came_back_is_not_held_against_it() {
        let folder = tempfile::tempdir().unwrap();
        let (database, log) = (folder.path().join("a"), folder.path().join("a-wal"));
        create_private(&database).unwrap();
        create_private(&log).unwrap();
        assert!(create_private(&database).is_err(), "what is there is not written over");
        let files = DatabaseFiles::identify(&database).unwrap();
        assert_eq!(files.check().unwrap(), 0);
        for file in [&database, &log] {
            let elsewhere = folder.path().join("elsewhere");
            std::fs::rename(file, &elsewhere).unwrap();
            assert!(files.check().is_err(), "{file:?} is gone");
            create_private(file).unwrap();
            assert!(files.check().is_err(), "{file:?} is another one");
            std::fs::rename(&elsewhere, file).unwrap();
            assert_eq!(files.check().unwrap(), 0);
        }
    }
}
