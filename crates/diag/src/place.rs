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
    /// A cell of a table that is not text, or whose text is not at hand.
    Cell {
        /// File name.
        file: Arc<str>,
        /// Row as a spreadsheet counts it: the header is row 1.
        row: usize,
        /// Column name.
        column: Arc<str>,
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
}

/// The texts that places point into.
#[derive(Debug, Clone, Default)]
pub struct Sources(BTreeMap<String, String>);

impl Sources {
    /// Remembers the text of a file.
    pub fn insert(&mut self, file: impl Into<String>, text: impl Into<String>) {
        self.0.insert(file.into(), text.into());
    }

    /// The text of a file.
    #[must_use]
    pub fn get(&self, file: &str) -> Option<&str> {
        self.0.get(file).map(String::as_str)
    }
}
