//! How large a packed table may be when it is unpacked. A small file can stand for more than any machine holds.

use crate::TableError;

/// Spreadsheets unpack to 5 to 30 times their size, and a file made to do harm to a thousand.
const MOST_TIMES: u64 = 200;

/// What a packed table may unpack to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Bytes of the files in a workbook, of the columns of a Parquet file, and of the texts of a table.
    pub(super) bytes: u64,
    /// Rows times columns.
    pub(super) cells: u64,
}

impl Limits {
    /// A million rows with a hundred columns and a kilobyte of text each: more than a table of judgements ever has.
    pub(super) const USUAL: Limits = Limits { bytes: 1 << 30, cells: 100_000_000 };

    /// Refuses what is too large, and, from a size on that is felt, what is packed more tightly than any table: memory goes
    /// by what comes out.
    pub(super) fn refuse_unpacked(self, file: &str, packed: usize, unpacked: u64) -> Result<(), TableError> {
        if unpacked > self.bytes {
            return Err(self.too_large(file));
        }
        let times = unpacked / (packed as u64).max(1);
        if unpacked > self.bytes / 16 && times > MOST_TIMES {
            let problem = format!("it unpacks to {times} times its size, which no table does; save it as .csv");
            return Err(TableError::file(file, problem));
        }
        Ok(())
    }

    pub(super) fn too_large(self, file: &str) -> TableError {
        let megabytes = self.bytes >> 20;
        let (bytes, unit) = if megabytes == 0 { (self.bytes, "bytes") } else { (megabytes, "MiB") };
        TableError::file(
            file,
            format!("it unpacks to more than {bytes} {unit}; take out what is not needed, or save it as .csv"),
        )
    }
}

/// What a table may still grow by.
#[derive(Debug)]
pub(super) struct Budget<'a> {
    file: &'a str,
    limits: Limits,
    cells: u64,
    bytes: u64,
}

impl<'a> Budget<'a> {
    pub(super) fn new(file: &'a str, limits: Limits) -> Self {
        Budget { file, limits, cells: limits.cells, bytes: limits.bytes }
    }

    /// Takes room for rows of so many columns.
    pub(super) fn rows(&mut self, rows: u64, columns: usize) -> Result<(), TableError> {
        let left = self.cells.checked_sub(rows.saturating_mul(columns as u64));
        self.cells = left.ok_or_else(|| {
            let most = self.limits.cells;
            let problem = format!("it has more than {most} cells; take out the rows and columns that are not needed");
            TableError::file(self.file, problem)
        })?;
        Ok(())
    }

    /// Takes room for a text of so many bytes.
    pub(super) fn text(&mut self, bytes: usize) -> Result<(), TableError> {
        self.bytes = self.bytes.checked_sub(bytes as u64).ok_or_else(|| self.limits.too_large(self.file))?;
        Ok(())
    }
}
