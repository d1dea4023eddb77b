//! Where a database is, as people write it.

use std::path::{Path, PathBuf};

use crate::error::OpenError;

/// The place of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseAddress {
    /// An SQLite file.
    File(PathBuf),
    /// A PostgreSQL server, `postgres://…`.
    Postgres(String),
}

impl DatabaseAddress {
    /// Reads a path, `sqlite:path`, `sqlite://path` (with an absolute path: `sqlite:///path`), or the address of a
    /// PostgreSQL server.
    ///
    /// # Errors
    /// When it is none of these.
    pub fn parse(text: &str) -> Result<DatabaseAddress, OpenError> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(DatabaseAddress::Postgres(text.to_owned()));
        }
        let path = match text.strip_prefix("sqlite:") {
            Some(rest) => rest.strip_prefix("//").unwrap_or(rest),
            None => text,
        };
        if path.is_empty() || path.contains("://") {
            return Err(OpenError::Address(text.to_owned()));
        }
        // Several leading slashes are written by those used to addresses with a host; they mean one.
        let absolute = path.starts_with('/').then(|| format!("/{}", path.trim_start_matches('/')));
        Ok(DatabaseAddress::File(absolute.unwrap_or_else(|| path.to_owned()).into()))
    }

    /// The file, when it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            DatabaseAddress::File(file) => Some(file),
            DatabaseAddress::Postgres(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DatabaseAddress;

    #[test]
    fn an_absolute_path_stays_absolute_however_many_slashes_are_written() {
        for (text, file) in [
            ("answers.sqlite", "answers.sqlite"),
            ("/srv/answers.sqlite", "/srv/answers.sqlite"),
            ("sqlite:answers.sqlite", "answers.sqlite"),
            ("sqlite:/srv/answers.sqlite", "/srv/answers.sqlite"),
            ("sqlite://answers.sqlite", "answers.sqlite"),
            ("sqlite:///srv/answers.sqlite", "/srv/answers.sqlite"),
            ("sqlite:////srv/answers.sqlite", "/srv/answers.sqlite"),
        ] {
            let address = DatabaseAddress::parse(text).unwrap();
            assert_eq!(address.file(), Some(file.as_ref()), "{text}");
        }
        for server in ["postgres://me@host/database", "postgresql://me@host/database"] {
            assert_eq!(DatabaseAddress::parse(server).unwrap(), DatabaseAddress::Postgres(server.to_owned()));
        }
        for nonsense in ["", "sqlite:", "sqlite://", "mysql://host/database"] {
            assert!(DatabaseAddress::parse(nonsense).is_err(), "{nonsense}");
        }
    }
}
