//! Apache Parquet, by rows. Numbers are written so that reading them back gives the same number.

mod pages;

use bytes::Bytes;
use parquet::basic::Compression;
use parquet::data_type::Decimal;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use serde_json::Value;

use super::limits::{Budget, Limits};
use crate::column::InternedColumn;
use crate::table::Rows;
use crate::{Column, Table, TableError, number};

/// What becomes of lists and objects in cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NestedValues {
    Refused,
    AsJson,
}

pub(super) fn read(file: &str, bytes: &[u8], (limits, nested): (Limits, NestedValues)) -> Result<Table, TableError> {
    let failed = |error: parquet::errors::ParquetError| TableError::file(file, format!("it is not Parquet ({error})"));
    let reader = SerializedFileReader::new(Bytes::copy_from_slice(bytes)).map_err(failed)?;
    let chunks = reader.metadata().row_groups().iter().flat_map(|group| group.columns());
    if let Some(problem) = chunks.map(|chunk| chunk.compression()).find_map(unreadable) {
        return Err(TableError::file(file, problem));
    }
    let metadata = reader.metadata().file_metadata();
    let names: Vec<&str> = metadata.schema().get_fields().iter().map(|field| field.name()).collect();
    let mut columns = super::columns(file, names.iter().copied())?;
    // A few bytes can stand for any number of equal rows, and one text for a column full of it: both are counted, the first
    // before anything is unpacked.
    let mut budget = Budget::new(file, limits);
    for group in reader.metadata().row_groups() {
        budget.rows(u64::try_from(group.num_rows()).unwrap_or(u64::MAX), columns.len())?;
    }
    refuse_unpacked(file, bytes, reader.metadata(), limits)?;
    let mut rows = Rows::default();
    let iterator = RowIter::from_file(None, &reader).map_err(failed)?.with_batch_size(pages::BATCH);
    for (index, row) in iterator.enumerate() {
        let number = index + 2;
        for (column, (_, field)) in columns.iter_mut().zip(row.map_err(failed)?.get_column_iter()) {
            let is_nested = matches!(field, Field::Group(_) | Field::ListInternal(_) | Field::MapInternal(_));
            let read = if is_nested && nested == NestedValues::AsJson {
                json(field).map(|value| Some(value.to_string()))
            } else {
                cell(field)
            };
            let cell = read.map_err(|what| TableError::Row {
                file: file.to_owned(),
                row: number,
                line: None,
                problem: format!("has {what} in column `{}`, which a cell cannot hold", column.name()),
            })?;
            budget.text(cell.as_ref().map_or(0, String::len))?;
            column.push(cell.as_deref());
        }
        rows.push(number);
    }
    let columns: Vec<Column> = columns.into_iter().map(InternedColumn::finish).collect();
    super::refuse_nameless(file, names.into_iter(), &columns)?;
    Ok(Table { file: file.into(), columns, rows })
}

/// The names of the columns.
pub(super) fn names(file: &str, bytes: &[u8]) -> Result<Vec<String>, TableError> {
    let reader = SerializedFileReader::new(Bytes::copy_from_slice(bytes))
        .map_err(|error| TableError::file(file, format!("it is not Parquet ({error})")))?;
    let fields = reader.metadata().file_metadata().schema().get_fields();
    Ok(fields.iter().map(|field| field.name().to_owned()).collect())
}

/// Refuses a file whose pages unpack to too much.
fn refuse_unpacked(file: &str, bytes: &[u8], metadata: &ParquetMetaData, limits: Limits) -> Result<(), TableError> {
    let mut total = 0_u64;
    for chunk in metadata.row_groups().iter().flat_map(|group| group.columns()) {
        let pages = pages::unpacked_size(bytes, chunk, limits.bytes)
            .map_err(|problem| TableError::file(file, format!("it is not Parquet ({problem})")))?;
        total = total.saturating_add(pages);
        if total > limits.bytes {
            break;
        }
    }
    limits.refuse_unpacked(file, bytes.len(), total)
}

/// Why pages compressed like this cannot be read. The compressions read are those that pandas, Polars, R and Spark write
/// unless they are told otherwise, and gzip.
fn unreadable(compression: Compression) -> Option<String> {
    match compression {
        Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::ZSTD(_) | Compression::GZIP(_) => None,
        Compression::BROTLI(_) | Compression::LZ4 | Compression::LZ4_RAW | Compression::LZO => Some(format!(
            "it is compressed with {}, which is not read; write it again with snappy, zstd, gzip or no compression",
            compression.to_string().split('(').next().unwrap_or("something else").to_lowercase()
        )),
    }
}

/// A value as a cell, or what it is that a cell cannot hold.
fn cell(field: &Field) -> Result<Option<String>, &'static str> {
    Ok(Some(match field {
        Field::Null => return Ok(None),
        Field::Bool(flag) => flag.to_string(),
        Field::Byte(number) => number.to_string(),
        Field::Short(number) => number.to_string(),
        Field::Int(number) => number.to_string(),
        Field::Long(number) => number.to_string(),
        Field::UByte(number) => number.to_string(),
        Field::UShort(number) => number.to_string(),
        Field::UInt(number) => number.to_string(),
        Field::ULong(number) => number.to_string(),
        // Widened, so that what is read back is the number that was stored and not its neighbour.
        Field::Float16(number) => number::text(f64::from(*number)),
        Field::Float(number) => number::text(f64::from(*number)),
        Field::Double(number) => number::text(*number),
        Field::Decimal(number) => decimal(number).ok_or("a decimal number of more than 128 bits")?,
        Field::Str(text) => text.clone(),
        Field::Bytes(bytes) => std::str::from_utf8(bytes.data()).map_err(|_| "bytes that are not text")?.to_owned(),
        Field::Date(days) => date(i64::from(*days)),
        Field::TimeMillis(millis) => time(i64::from(*millis) * 1000),
        Field::TimeMicros(micros) => time(*micros),
        Field::TimestampMillis(millis) => timestamp(i128::from(*millis) * 1000),
        Field::TimestampMicros(micros) => timestamp(i128::from(*micros)),
        Field::Group(_) => return Err("an object"),
        Field::ListInternal(_) => return Err("a list"),
        Field::MapInternal(_) => return Err("a map"),
    }))
}

/// A value with what is within it.
fn json(field: &Field) -> Result<Value, &'static str> {
    if let Field::Group(row) = field {
        let cells = row.get_column_iter().map(|(name, field)| Ok((name.clone(), json(field)?)));
        return Ok(Value::Object(cells.collect::<Result<_, &'static str>>()?));
    }
    if let Field::ListInternal(list) = field {
        return Ok(Value::Array(list.elements().iter().map(json).collect::<Result<_, _>>()?));
    }
    if let Field::MapInternal(map) = field {
        let entries = map.entries().iter().map(|(key, field)| Ok((cell(key)?.unwrap_or_default(), json(field)?)));
        return Ok(Value::Object(entries.collect::<Result<_, &'static str>>()?));
    }
    let Some(text) = cell(field)? else { return Ok(Value::Null) };
    // Numbers are JSON as they are written; times are texts.
    let plain = if matches!(field, Field::Str(_) | Field::Bytes(_)) { None } else { serde_json::from_str(&text).ok() };
    Ok(plain.filter(|value: &Value| value.is_number() || value.is_boolean()).unwrap_or(Value::String(text)))
}

const MICROS_PER_DAY: i64 = 86_400_000_000;

/// A decimal number from its big-endian bytes.
fn decimal(number: &Decimal) -> Option<String> {
    let data = number.data();
    let scale = usize::try_from(number.scale()).ok()?;
    if data.is_empty() || data.len() > 16 {
        return None;
    }
    let fill = if data[0] & 0x80 == 0 { 0 } else { 0xff };
    let mut bytes = [fill; 16];
    bytes[16 - data.len()..].copy_from_slice(data);
    let value = i128::from_be_bytes(bytes);
    let sign = if value < 0 { "-" } else { "" };
    let digits = format!("{:0>width$}", value.unsigned_abs(), width = scale + 1);
    let (whole, part) = digits.split_at(digits.len() - scale);
    Some(if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") })
}

fn timestamp(micros: i128) -> String {
    let day = i128::from(MICROS_PER_DAY);
    let days = i64::try_from(micros.div_euclid(day)).unwrap_or_default();
    let within = i64::try_from(micros.rem_euclid(day)).unwrap_or_default();
    format!("{}T{}", date(days), time(within))
}

fn time(micros: i64) -> String {
    let seconds = micros.rem_euclid(MICROS_PER_DAY) / 1_000_000;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match micros.rem_euclid(1_000_000) {
        0 => format!("{hour:02}:{minute:02}:{second:02}"),
        part => format!("{hour:02}:{minute:02}:{second:02}.{part:06}"),
    }
}

/// The date so many days after 1 January 1970, by counting in eras of 400 years that begin in March
/// (E. G. Richards, “Calendars”, in the Explanatory Supplement to the Astronomical Almanac, 2013).
fn date(days: i64) -> String {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parquet::basic::{BrotliLevel, Compression, GzipLevel, ZstdLevel};
    use parquet::data_type::{ByteArrayType, Decimal};
    use parquet::file::properties::{EnabledStatistics, WriterProperties};
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::{Limits, NestedValues, date, decimal, time, timestamp, unreadable};
    use crate::{Table, TableError};

    fn read(file: &str, bytes: &[u8], limits: Limits) -> Result<Table, TableError> {
        super::read(file, bytes, (limits, NestedValues::Refused))
    }

    #[test]
    fn a_compression_that_is_not_read_is_named_with_those_that_are() {
        for read in [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::ZSTD(ZstdLevel::default())] {
            assert_eq!(unreadable(read), None);
        }
        let problem = unreadable(Compression::BROTLI(BrotliLevel::default())).unwrap();
        assert!(problem.starts_with("it is compressed with brotli, which is not read; write it again"), "{problem}");
    }

    #[test]
    fn more_cells_or_bytes_than_the_limit_are_refused() {
        let bytes = include_bytes!("../../tests/data/mixed.parquet");
        let refused = |limits| read("t.parquet", bytes, limits).unwrap_err().to_string();
        let cells =
            "`t.parquet` cannot be read: it has more than 29 cells; take out the rows and columns that are not needed";
        assert_eq!(refused(Limits { bytes: 1 << 20, cells: 29 }), cells);
        let unpacked = "`t.parquet` cannot be read: it unpacks to more than 100 bytes; take out what is not needed, or save it as .csv";
        assert_eq!(refused(Limits { bytes: 100, cells: 30 }), unpacked);
        assert_eq!(read("t.parquet", bytes, Limits { bytes: 1 << 20, cells: 30 }).unwrap().len(), 3);
    }

    const LONG: usize = 8 << 20;

    /// One column with one text of [`LONG`] bytes.
    fn pack_column(compression: Compression) -> Vec<u8> {
        let schema = Arc::new(parse_message_type("message t { required binary text (UTF8); }").unwrap());
        let properties = WriterProperties::builder().set_compression(compression).set_dictionary_enabled(false);
        let properties = properties.set_statistics_enabled(EnabledStatistics::None).build();
        let mut bytes = Vec::new();
        let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties)).unwrap();
        let mut group = writer.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<ByteArrayType>().write_batch(&[vec![b'a'; LONG].into()], None, None).unwrap();
        column.close().unwrap();
        group.close().unwrap();
        writer.close().unwrap();
        bytes
    }

    /// `value` as Thrift writes it, with as many bytes as `length`.
    fn varint(value: usize, length: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..length).map(|place| ((value * 2) >> (7 * place)) as u8 | 0x80).collect();
        *bytes.last_mut().unwrap() &= 0x7f;
        bytes
    }

    #[test]
    fn pages_that_unpack_to_more_than_is_said_of_them_are_refused() {
        let limits = Limits { bytes: 1 << 20, cells: 30 };
        for compression in
            [Compression::SNAPPY, Compression::ZSTD(ZstdLevel::default()), Compression::GZIP(GzipLevel::default())]
        {
            let honest = pack_column(compression);
            assert_eq!(
                read("t.parquet", &honest, Limits { bytes: 1 << 28, ..limits }).unwrap().len(),
                1,
                "{compression}"
            );
            // The text with its length before it is the page; the column has the page's header, too.
            let page = varint(LONG + 4, 4);
            let pages: Vec<usize> = (0..honest.len() - 4).filter(|at| honest[*at..*at + 4] == page).collect();
            assert_eq!(pages.len(), 1, "{compression}");
            let mut lies = vec![honest.clone()];
            if matches!(compression, Compression::GZIP(_)) {
                lies[0][pages[0]..pages[0] + 4].copy_from_slice(&varint(100, 4));
            }
            let columns = (LONG + 5..LONG + 100).map(|size| varint(size, 4));
            for column in columns {
                for at in 0..honest.len() - 4 {
                    if honest[at..at + 4] == column[..] {
                        let mut lie = lies[0].clone();
                        lie[at..at + 4].copy_from_slice(&varint(100, 4));
                        lies.push(lie);
                    }
                }
            }
            assert!(lies.len() > 1, "{compression}");
            for lie in lies {
                let refused = read("t.parquet", &lie, limits).unwrap_err().to_string();
                assert!(refused.contains("it unpacks to more than 1 MiB"), "{compression}: {refused}");
            }
        }
    }

    #[test]
    fn days_since_1970_become_dates() {
        let cases = [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (11_016, "2000-02-29"),
            (19_782, "2024-02-29"),
            (20_772, "2026-11-15"),
        ];
        for (days, expected) in cases {
            assert_eq!(date(days), expected);
        }
        assert_eq!(timestamp(-1), "1969-12-31T23:59:59.999999");
        assert_eq!(time(3_661_000_000), "01:01:01");
    }

    #[test]
    fn decimals_keep_their_places() {
        let cases: [(&[u8], i32, &str); 4] =
            [(&[0x01, 0x72], 2, "3.70"), (&[0xff], 2, "-0.01"), (&[0x05], 0, "5"), (&[0x80, 0x00], 1, "-3276.8")];
        for (bytes, scale, expected) in cases {
            assert_eq!(decimal(&Decimal::from_bytes(bytes.to_vec().into(), 9, scale)).as_deref(), Some(expected));
        }
    }
}
