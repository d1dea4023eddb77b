//! How much the pages of a Parquet file unpack to, by their own headers. What the end of the file says about its columns is
//! believed by nobody who unpacks them: a page goes by its header, and a gzip page by nothing but its contents.
//!
//! Headers are written in Thrift's compact protocol (parquet-format, `PageHeader` in `parquet.thrift`; Thrift, “Thrift Compact
//! protocol encoding”).

use std::io::Read;

use flate2::read::MultiGzDecoder;
use parquet::basic::Compression;
use parquet::file::metadata::ColumnChunkMetaData;

/// Values of a column that are unpacked at a time.
pub(super) const BATCH: usize = 64;

/// What unpacking the pages of a column chunk takes in bytes, at most. Counting ends when it is more than `most`.
pub(super) fn unpacked_size(file: &[u8], chunk: &ColumnChunkMetaData, most: u64) -> Result<u64, &'static str> {
    const OUTSIDE: &str = "a column lies outside the file";
    let start = chunk.dictionary_page_offset().unwrap_or_else(|| chunk.data_page_offset());
    let start = usize::try_from(start).map_err(|_| OUTSIDE)?;
    let length = usize::try_from(chunk.compressed_size()).map_err(|_| OUTSIDE)?;
    let end = start.checked_add(length).ok_or(OUTSIDE)?;
    let mut rest = Bytes { rest: file.get(start..end).ok_or(OUTSIDE)? };
    let mut total = 0_u64;
    while !rest.rest.is_empty() && total <= most {
        let header = PageHeader::read(&mut rest).ok_or("the header of a page cannot be read")?;
        let packed = rest.take(header.packed).ok_or("a page ends after its column")?;
        total = total.saturating_add(header.memory(packed, chunk.compression(), most));
    }
    Ok(total)
}

/// What is said of a page before it.
#[derive(Debug, Default)]
struct PageHeader {
    unpacked: u64,
    packed: usize,
    /// Texts that begin like the one before are written without their beginning (`DELTA_BYTE_ARRAY`).
    shared_beginnings: bool,
    /// What stands before the packed part of a page of the second version.
    levels: usize,
    /// How many values a dictionary says that it has: room is made for all of them before any is read.
    dictionary: u64,
}

/// The memory of one value of a dictionary, at most, without the text itself.
const DICTIONARY_VALUE: u64 = 32;

const DELTA_BYTE_ARRAY: i64 = 7;

impl PageHeader {
    fn read(from: &mut Bytes<'_>) -> Option<PageHeader> {
        let mut header = PageHeader::default();
        from.each_field(|from, field, kind| {
            match field {
                2 => header.unpacked = u64::try_from(from.integer()?).ok()?,
                3 => header.packed = usize::try_from(from.integer()?).ok()?,
                5 => from.each_field(|from, field, kind| {
                    if field != 2 {
                        return from.skip(kind, 0);
                    }
                    header.shared_beginnings = from.integer()? == DELTA_BYTE_ARRAY;
                    Some(())
                })?,
                7 => from.each_field(|from, field, kind| {
                    if field != 1 {
                        return from.skip(kind, 0);
                    }
                    header.dictionary = u64::try_from(from.integer()?).ok()?;
                    Some(())
                })?,
                8 => from.each_field(|from, field, kind| {
                    match field {
                        4 => header.shared_beginnings = from.integer()? == DELTA_BYTE_ARRAY,
                        5 | 6 => header.levels = header.levels.checked_add(usize::try_from(from.integer()?).ok()?)?,
                        _ => from.skip(kind, 0)?,
                    }
                    Some(())
                })?,
                _ => from.skip(kind, 0)?,
            }
            Some(())
        })?;
        Some(header)
    }

    /// The memory that the page takes. A text may be as long as its page, and with shared beginnings each of a batch may be.
    fn memory(&self, packed: &[u8], compression: Compression, most: u64) -> u64 {
        let bytes = match compression {
            Compression::GZIP(_) => {
                let packed = packed.get(self.levels..).unwrap_or_default();
                let mut rest = MultiGzDecoder::new(packed).take(most.saturating_add(1));
                let contents = std::io::copy(&mut rest, &mut std::io::sink()).unwrap_or_default();
                contents.max(self.unpacked)
            }
            Compression::UNCOMPRESSED
            | Compression::SNAPPY
            | Compression::ZSTD(_)
            | Compression::LZO
            | Compression::BROTLI(_)
            | Compression::LZ4
            | Compression::LZ4_RAW => self.unpacked.max(packed.len() as u64),
        };
        let bytes = if self.shared_beginnings { bytes.saturating_mul(BATCH as u64) } else { bytes };
        bytes.saturating_add(self.dictionary.saturating_mul(DICTIONARY_VALUE))
    }
}

/// Bytes in Thrift's compact protocol.
struct Bytes<'a> {
    rest: &'a [u8],
}

/// Structures in structures; a page header has two.
const DEEPEST: u8 = 8;

impl<'a> Bytes<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    /// Seven bits a byte, the lowest first.
    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    /// A number with its sign in the lowest bit.
    fn integer(&mut self) -> Option<i64> {
        let value = self.varint()?;
        Some((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }

    /// Reads a structure: `read` is given the number and the type of each of its fields, and reads or skips its contents.
    fn each_field(&mut self, mut read: impl FnMut(&mut Self, i64, u8) -> Option<()>) -> Option<()> {
        let mut field = 0_i64;
        loop {
            let byte = self.byte()?;
            let kind = byte & 0x0f;
            if kind == 0 {
                return Some(());
            }
            field = match byte >> 4 {
                0 => self.integer()?,
                further => field.checked_add(i64::from(further))?,
            };
            read(self, field, kind)?;
        }
    }

    fn skip(&mut self, kind: u8, depth: u8) -> Option<()> {
        if depth == DEEPEST {
            return None;
        }
        match kind {
            // Truth values are in the type.
            1 | 2 => Some(()),
            3 => self.take(1).map(drop),
            4..=6 => self.varint().map(drop),
            7 => self.take(8).map(drop),
            8 => {
                let length = usize::try_from(self.varint()?).ok()?;
                self.take(length).map(drop)
            }
            12 => self.each_field(|from, _, kind| from.skip(kind, depth + 1)),
            // Lists, sets and maps, which no page header has.
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bytes, Compression, PageHeader};

    /// A header as parquet-cpp writes it: type 0, 120 bytes unpacked, 40 packed, a data page of 30 values in DELTA_BYTE_ARRAY
    /// with statistics.
    const HEADER: [u8; 26] = [
        0x15, 0x00, 0x15, 0xf0, 0x01, 0x15, 0x50, 0x2c, 0x15, 0x3c, 0x15, 0x0e, 0x15, 0x06, 0x15, 0x06, 0x1c, 0x18,
        0x02, b'z', b'z', 0x16, 0x00, 0x00, 0x00, 0x00,
    ];

    #[test]
    fn a_header_is_read_with_what_stands_between_the_fields() {
        let mut bytes = Bytes { rest: &HEADER };
        let header = PageHeader::read(&mut bytes).unwrap();
        assert_eq!((header.unpacked, header.packed, header.shared_beginnings), (120, 40, true));
        assert_eq!(bytes.rest, [] as [u8; 0]);
    }

    #[test]
    fn a_header_that_breaks_off_is_no_header() {
        for length in 0..HEADER.len() {
            assert!(PageHeader::read(&mut Bytes { rest: &HEADER[..length] }).is_none(), "{length}");
        }
    }

    #[test]
    fn a_dictionary_takes_the_memory_of_as_many_values_as_it_claims() {
        // A dictionary page of four bytes that claims 2,147,483,647 values.
        let claim = [0x15, 4, 0x15, 8, 0x15, 8, 0x4c, 0x15, 0xfe, 0xff, 0xff, 0xff, 0x0f, 0, 0];
        let header = PageHeader::read(&mut Bytes { rest: &claim }).unwrap();
        assert_eq!((header.unpacked, header.packed), (4, 4));
        assert!(header.memory(&[0; 4], Compression::UNCOMPRESSED, 1 << 30) > 1 << 30);
    }

    #[test]
    fn structures_without_end_are_refused() {
        assert!(PageHeader::read(&mut Bytes { rest: &[0x1c; 100_000] }).is_none());
    }
}
