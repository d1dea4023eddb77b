//! Where in which file.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A place in a file, as exactly as the file allows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Place {
    /// A byte range of a text file.
    Text {
        /// File name, as the researcher wrote it.
        file: Arc<str>,
        /// Byte range.
        range: Range<usize>,
    },
    /// A cell of a table.
    Cell {
        /// File name.
        file: Arc<str>,
        /// Row as a spreadsheet counts it: the header is row 1.
        row: usize,
        /// Column name; empty for the row as a whole.
        column: Arc<str>,
        /// Its byte range, when the table is a text that is at hand.
        range: Option<Range<usize>>,
    },
    /// The file as a whole.
    File {
        /// File name.
        file: Arc<str>,
    },
}

impl Place {
    /// A byte range of a text file.
    pub fn text(file: impl Into<Arc<str>>, range: Range<usize>) -> Self {
        Place::Text { file: file.into(), range }
    }

    /// A cell of a table, or a row when the column is empty. The header is row 1.
    pub fn cell(file: impl Into<Arc<str>>, row: usize, column: impl Into<Arc<str>>) -> Self {
        Place::Cell { file: file.into(), row, column: column.into(), range: None }
    }

    /// The file as a whole.
    pub fn file(file: impl Into<Arc<str>>) -> Self {
        Place::File { file: file.into() }
    }

    /// The name of the file.
    #[must_use]
    pub fn file_name(&self) -> &str {
        match self {
            Place::Text { file, .. } | Place::Cell { file, .. } | Place::File { file } => file,
        }
    }

    /// The byte range in the text of the file, if it has one.
    #[must_use]
    pub fn range(&self) -> Option<&Range<usize>> {
        match self {
            Place::Text { range, .. } => Some(range),
            Place::Cell { range, .. } => range.as_ref(),
            Place::File { .. } => None,
        }
    }
}

/// The texts that places point into.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    texts: BTreeMap<String, String>,
    folder: String,
}

impl Sources {
    /// Remembers the text of a file.
    pub fn insert(&mut self, file: impl Into<String>, text: impl Into<String>) {
        self.texts.insert(file.into(), text.into());
    }

    /// The text of a file.
    #[must_use]
    pub fn get(&self, file: &str) -> Option<&str> {
        self.texts.get(file).map(String::as_str)
    }

    /// The folder to be shown before the names of files, so that a terminal can open them.
    pub fn set_folder(&mut self, folder: impl Into<String>) {
        self.folder = folder.into();
    }

    /// A file's name as shown to a person.
    #[must_use]
    pub fn shown_name(&self, file: &str) -> String {
        if self.folder.is_empty() { file.to_owned() } else { format!("{}/{file}", self.folder.trim_end_matches('/')) }
    }
}
