//! The formats a table can be in.

/// The formats a table can be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values with a header.
    Csv,
    /// Tab-separated values with a header.
    Tsv,
    /// One JSON object per line.
    Jsonl,
    /// Apache Parquet.
    Parquet,
    /// An Excel workbook with one sheet that has rows.
    Xlsx,
}

impl Format {
    /// The format that a file name's ending says.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Format> {
        match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "csv" => Some(Format::Csv),
            "tsv" | "tab" => Some(Format::Tsv),
            "jsonl" | "ndjson" => Some(Format::Jsonl),
            "parquet" => Some(Format::Parquet),
            "xlsx" => Some(Format::Xlsx),
            _ => None,
        }
    }

    /// Whether the file is a text that a person can open in an editor.
    #[must_use]
    pub fn is_text(self) -> bool {
        match self {
            Format::Csv | Format::Tsv | Format::Jsonl => true,
            Format::Parquet | Format::Xlsx => false,
        }
    }
}
