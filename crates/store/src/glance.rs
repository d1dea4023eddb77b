//! What an SQLite file holds, without changing it: opening a [`Store`](crate::Store) brings its layout up to date.

use std::path::Path;

use rusqlite::OpenFlags;
use session::Outcome;

use crate::error::StoreError;
use crate::sql::Value;
use crate::sqlite;

/// How many sessions there are of a study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyCount {
    /// The name under which it was served.
    pub study: String,
    /// All of them.
    pub sessions: u64,
    /// Those that were finished.
    pub finished: u64,
}

/// The studies in a file of which there are sessions, by name.
///
/// # Errors
/// When it is no database of ours, or cannot be read.
pub fn glance(file: &Path) -> Result<Vec<StudyCount>, StoreError> {
    let select = "SELECT study, COUNT(*), COUNT(CASE WHEN outcome = $1 THEN 1 END) FROM sessions GROUP BY study \
                  ORDER BY study";
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let found = sqlite::rows(&sqlite::connect(file, flags)?, select, &[Value::Text(Outcome::Finished.word())])?;
    let count = |row: &crate::sql::Row| {
        let (sessions, finished) = (row.int(1)?.unsigned_abs(), row.int(2)?.unsigned_abs());
        Ok(StudyCount { study: row.text(0)?, sessions, finished })
    };
    found.iter().map(count).collect()
}
