//! Reads the files of a study folder, keeping what diagnostics point into and the fingerprint.

use std::collections::BTreeMap;

use diag::{Diagnostic, Place, Sources};
use sha2::{Digest, Sha256};
use table::{Format, Table};

use crate::encoding;
use crate::structure::{BAD_TABLE, EMPTY_FILE, NO_ROWS, UNREADABLE_FILE};
use crate::{Files, ReadError};

/// The file that names all others.
pub(crate) const STUDY_FILE: &str = "study.toml";

/// The files read so far.
pub(crate) struct Reading<'a> {
    files: &'a dyn Files,
    /// Their texts.
    pub(crate) sources: Sources,
    /// What could not be read.
    pub(crate) found: Vec<Diagnostic>,
    hashes: BTreeMap<String, [u8; 32]>,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(files: &'a dyn Files) -> Self {
        Reading { files, sources: Sources::default(), found: Vec::new(), hashes: BTreeMap::new() }
    }

    /// Reads a text and keeps it; whether that went well. `named` is where the study names it.
    pub(crate) fn text(&mut self, file: &str, named: Place) -> bool {
        let Some(bytes) = self.bytes(file, named) else { return false };
        match encoding::text(file, bytes) {
            Ok(text) if text.trim().is_empty() => {
                self.empty(file);
                false
            }
            Ok(text) => {
                self.sources.insert(file, text);
                true
            }
            Err(diagnostic) => {
                self.found.push(diagnostic);
                false
            }
        }
    }

    /// Whether there is such a file.
    pub(crate) fn has_file(&self, file: &str) -> bool {
        self.files.exists(file)
    }

    /// Reads a table with at least one row.
    pub(crate) fn table(&mut self, file: &str, named: Place) -> Option<Table> {
        let Some(format) = Format::from_name(file) else {
            let message = format!("`{file}` has no file extension");
            self.found.push(BAD_TABLE.diagnose(named, message).help("use .csv, .tsv, .jsonl, .parquet or .xlsx"));
            return None;
        };
        let table = if format.is_text() {
            if !self.text(file, named) {
                return None;
            }
            Table::read(file, self.sources.get(file).unwrap_or_default().as_bytes())
        } else {
            let bytes = self.bytes(file, named)?;
            if bytes.is_empty() {
                self.empty(file);
                return None;
            }
            Table::read(file, &bytes)
        };
        match table {
            Ok(table) if table.is_empty() => {
                let message = format!("`{file}` has a header but no rows");
                self.found.push(NO_ROWS.diagnose(Place::file(file), message).help("add rows"));
                None
            }
            Ok(table) => Some(table),
            Err(error) => {
                let place = match (error.line(), self.sources.get(file)) {
                    (Some(line), Some(text)) => Place::text(file, line_range(text, line)),
                    _ => error.place(),
                };
                self.found.push(BAD_TABLE.diagnose(place, error.to_string()));
                None
            }
        }
    }

    /// SHA-256 over the names and contents of all files read, in the order of the names.
    pub(crate) fn fingerprint(&self) -> String {
        let mut whole = Sha256::new();
        for (file, hash) in &self.hashes {
            whole.update(file.as_bytes());
            whole.update([0]);
            whole.update(hash);
        }
        whole.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn empty(&mut self, file: &str) {
        let help = if file == STUDY_FILE {
            "`rejudge new` writes one to start from"
        } else {
            "write it, or leave its name out of `study.toml`"
        };
        self.found.push(EMPTY_FILE.diagnose(Place::file(file), format!("`{file}` is empty")).help(help));
    }

    fn bytes(&mut self, file: &str, named: Place) -> Option<Vec<u8>> {
        match self.files.read(file) {
            Ok(bytes) => {
                self.hashes.insert(file.to_owned(), Sha256::digest(&bytes).into());
                Some(bytes)
            }
            Err(error) => {
                let (message, help) = match error {
                    ReadError::NotFound if file == STUDY_FILE => {
                        (format!("there is no `{file}` here"), "`rejudge new` creates a study folder")
                    }
                    ReadError::NotFound => {
                        (format!("there is no file `{file}` in the study folder"), "add it, or correct its name")
                    }
                    ReadError::Outside => (
                        format!("`{file}` is outside the study folder"),
                        "copy it into the folder, so that another lab gets it too",
                    ),
                    ReadError::Failed(words) => (
                        format!("`{file}` cannot be read: {words}"),
                        "make sure that it is a file and that you may read it",
                    ),
                };
                self.found.push(UNREADABLE_FILE.diagnose(named, message).help(help));
                None
            }
        }
    }
}

/// The byte range of a line, counted from 1.
fn line_range(text: &str, line: usize) -> std::ops::Range<usize> {
    let mut lines = text.split_inclusive('\n');
    let start = lines.by_ref().take(line.saturating_sub(1)).map(str::len).sum();
    start..start + lines.next().map_or(0, |line| line.trim_end().len())
}
