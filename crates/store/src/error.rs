//! Faults, for the operator to read.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plan::PresentationError;
use rusqlite::{ErrorCode, ffi};
use session::{EventFileError, ParticipantKind};
use thiserror::Error;
use tokio_postgres::error::SqlState;

use crate::design::Changes;
use crate::postgres::explain;
use crate::verify::Fault;

/// Who took part, in a sentence.
fn participants_word(kind: ParticipantKind) -> &'static str {
    match kind {
        ParticipantKind::People => "people",
        ParticipantKind::Simulated => "simulated participants",
    }
}

/// The database, or what is in it, is not as it should be. Nothing was acknowledged.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database refused or could not be reached.
    #[error("the database did not do as asked: {0}")]
    Database(#[from] DatabaseError),
    /// What was kept cannot be read.
    #[error("the events in the database cannot be read: {0}")]
    Event(#[from] EventFileError),
    /// What was kept is not what this program keeps.
    #[error("the database holds {what} where {expected} should be")]
    Unexpected {
        /// What was found.
        what: String,
        /// What should be there.
        expected: &'static str,
    },
    /// What was kept of a study when collecting began cannot be read.
    #[error("{what} that the database keeps for `{study}` cannot be read: {why}")]
    Kept {
        /// What of it.
        what: String,
        /// The study's name in the database.
        study: String,
        /// What is wrong with it.
        why: String,
    },
    /// A session belongs to another plan.
    #[error("what a participant was shown does not fit the plan: {0}")]
    Presentation(#[from] PresentationError),
    /// The database refused a group of appends.
    #[error("the database did not keep what was sent: {0}")]
    NotKept(String),
    /// Every attempt met somebody else's.
    #[error("{attempts} attempts at the same session met each other; try again")]
    Busy {
        /// How many.
        attempts: u32,
    },
    /// The program is stopping.
    #[error("the database is closed")]
    Closed,
    /// A copy could not be written or read.
    #[error("the copy could not be written or read: {0}")]
    File(#[from] std::io::Error),
    /// No chance from the system.
    #[error("the system gave no random numbers: {0}")]
    Random(#[from] getrandom::Error),
}

/// What a database said.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// SQLite.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// PostgreSQL, or the way to it.
    #[error("PostgreSQL: {}", explain(.0))]
    Postgres(#[from] tokio_postgres::Error),
    /// PostgreSQL is down or frozen, or the way to it is cut.
    #[error("PostgreSQL has not answered for {:.1} seconds", .patience.as_secs_f64())]
    NoAnswer {
        /// How long was waited.
        patience: Duration,
    },
    /// Somebody began to write and does not end.
    #[error("a transaction on this PostgreSQL server has been open for more than {} seconds, so that not all answers can be read; end it (see pg_stat_activity) and try again", .patience.as_secs())]
    OpenTransaction {
        /// How long was waited.
        patience: Duration,
    },
    /// The file that is written to is not the one that bears its name.
    #[error("`{}` was deleted or replaced while this program has it open", .file.display())]
    FileReplaced {
        /// Which: the database, or the write-ahead log beside it.
        file: PathBuf,
    },
    /// A row is not as it was asked for.
    #[error("column {column} of a row does not hold {expected}")]
    Cell {
        /// Which, from 0.
        column: usize,
        /// What should be there.
        expected: &'static str,
    },
}

impl StoreError {
    /// Whether a statement failed because someone else was first.
    pub(crate) fn is_conflict(&self) -> bool {
        matches!(self, StoreError::Database(error) if error.is_conflict())
    }

    /// What whoever runs the server can do about it.
    pub(crate) fn remedy(&self) -> &'static str {
        match self {
            StoreError::Database(error) => error.remedy(),
            StoreError::Event(_)
            | StoreError::Kept { .. }
            | StoreError::Presentation(_)
            | StoreError::Unexpected { .. }
            | StoreError::NotKept(_)
            | StoreError::Busy { .. }
            | StoreError::Closed
            | StoreError::File(_)
            | StoreError::Random(_) => "start the server again; if it goes on, restore the last backup",
        }
    }
}

impl DatabaseError {
    fn denies_writing(&self) -> bool {
        let denied = [ErrorCode::ReadOnly, ErrorCode::CannotOpen, ErrorCode::PermissionDenied];
        matches!(self, DatabaseError::Sqlite(error) if error.sqlite_error_code().is_some_and(|code| denied.contains(&code)))
    }

    fn remedy(&self) -> &'static str {
        let DatabaseError::Sqlite(error) = self else {
            return match self {
                DatabaseError::FileReplaced { .. } => {
                    "put the same file back; or, before this program is stopped, copy the files that it has open \
                     (on Linux from /proc/PID/fd), then restore them or the last backup and start again"
                }
                DatabaseError::Postgres(_) | DatabaseError::NoAnswer { .. } | DatabaseError::OpenTransaction { .. } => {
                    "see that PostgreSQL runs, can be reached and has room on its disk"
                }
                DatabaseError::Sqlite(_) | DatabaseError::Cell { .. } => "restore the last backup",
            };
        };
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => "make room on the disk; the server goes on by itself",
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                "let this user write the file and its folder; the server goes on by itself"
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => "end the other program that locks the file",
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => "restore the last backup",
            Some(_) | None => "look after the disk that the file is on",
        }
    }

    /// Whether a statement failed because someone else was first.
    pub(crate) fn is_conflict(&self) -> bool {
        match self {
            DatabaseError::Sqlite(rusqlite::Error::SqliteFailure(failure, _)) => {
                let unique = [ffi::SQLITE_CONSTRAINT_UNIQUE, ffi::SQLITE_CONSTRAINT_PRIMARYKEY];
                unique.contains(&failure.extended_code)
            }
            // Of two transactions that wait for each other the server ends one, and that one is tried again.
            DatabaseError::Postgres(error) => error.code().is_some_and(|code| {
                [SqlState::UNIQUE_VIOLATION, SqlState::T_R_DEADLOCK_DETECTED, SqlState::T_R_SERIALIZATION_FAILURE]
                    .contains(code)
            }),
            DatabaseError::NoAnswer { .. }
            | DatabaseError::OpenTransaction { .. }
            | DatabaseError::Sqlite(_)
            | DatabaseError::FileReplaced { .. }
            | DatabaseError::Cell { .. } => false,
        }
    }
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        DatabaseError::from(error).into()
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        DatabaseError::from(error).into()
    }
}

/// Why a database, or a study in it, cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// A fault.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The place of the database cannot be understood.
    #[error("`{0}` is neither a file nor an address such as `postgres://user@host/database`")]
    Address(String),
    /// The file, or its folder, cannot be written.
    #[error(
        "the database `{}` cannot be written; see that its folder is there and that this user may write the folder and the file, or use a copy of it where that is so",
        .file.display()
    )]
    NotWritable {
        /// The database.
        file: PathBuf,
    },
    /// A later program has been here.
    #[error("the database has the layout {found}, this program knows {known}; use the program that wrote it")]
    Later {
        /// Its version.
        found: i64,
        /// The latest known.
        known: i64,
    },
    /// Others have taken part under this name, and the two would be mixed.
    #[error("`{study}` in this database has answers of {}, and {} would be mixed with them; use another database", participants_word(*.kept), participants_word(*.now))]
    Mixed {
        /// The study's name in the database.
        study: String,
        /// Who has taken part.
        kept: ParticipantKind,
        /// Who would take part.
        now: ParticipantKind,
    },
    /// Somebody has written to the database by hand.
    #[error(
        "what was collected as `{study}` is not as it was written: {first}; `rejudge verify` shows all that is wrong; restore the last backup that verifies, or serve the study from a new database"
    )]
    Broken {
        /// The study's name in the database.
        study: String,
        /// The first that is wrong.
        first: Box<Fault>,
    },
    /// People have taken part in something else under this name.
    #[error("`{study}` was changed since people began to take part: {}; put it back, or serve the changed study under another name or database", .changed.join(", "))]
    Edited {
        /// The study's name in the database.
        study: String,
        /// What is not as it was.
        changed: Changes,
    },
}

impl OpenError {
    /// The same, with the name of the file where SQLite leaves it at "unable to open".
    pub(crate) fn with_file(self, file: &Path) -> OpenError {
        match &self {
            OpenError::Store(StoreError::Database(error)) if error.denies_writing() => {
                OpenError::NotWritable { file: file.to_owned() }
            }
            OpenError::Store(_)
            | OpenError::Address(_)
            | OpenError::NotWritable { .. }
            | OpenError::Later { .. }
            | OpenError::Mixed { .. }
            | OpenError::Broken { .. }
            | OpenError::Edited { .. } => self,
        }
    }
}

impl<E: Into<DatabaseError>> From<E> for OpenError {
    fn from(error: E) -> Self {
        OpenError::Store(StoreError::Database(error.into()))
    }
}
