//! A dataset as Apache Parquet.

use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use study::response::{Cell, Column, Contents};
use thiserror::Error;

use super::delimited::text;
use super::{cells, columns};
use crate::Dataset;

/// Why no Parquet file could be made.
#[derive(Debug, Error)]
#[error("the judgements could not be written as Parquet: {0}")]
pub struct WriteError(#[from] ParquetError);

/// The dataset as Parquet: whole numbers, numbers and texts by column, all of them optional.
///
/// # Errors
/// When the library that writes the format refuses.
pub fn to_parquet(dataset: &Dataset) -> Result<Vec<u8>, WriteError> {
    let columns = columns(dataset);
    let rows: Vec<Vec<Cell>> = dataset.judgements.iter().map(|judgement| cells(dataset, judgement, &columns)).collect();
    let fields = columns.all.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("judgements").with_fields(fields).build()?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    let mut place = 0;
    while let Some(mut writer) = group.next_column()? {
        let cells: Vec<&Cell> = rows.iter().map(|row| &row[place]).collect();
        write(&mut writer, columns.all[place].content, &cells)?;
        writer.close()?;
        place += 1;
    }
    group.close()?;
    Ok(file.into_inner()?)
}

fn physical(content: Contents) -> Physical {
    match content {
        Contents::Whole | Contents::Flag => Physical::INT64,
        Contents::Number => Physical::DOUBLE,
        Contents::Word | Contents::Output | Contents::Text | Contents::Json => Physical::BYTE_ARRAY,
    }
}

fn field(column: &Column) -> Result<Arc<Type>, ParquetError> {
    let physical = physical(column.content);
    let text = (physical == Physical::BYTE_ARRAY).then_some(LogicalType::String);
    let field = Type::primitive_type_builder(&column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(text)
        .build()?;
    Ok(Arc::new(field))
}

/// Writes a column: for every row whether it has a value, and the values of those that have.
fn write(writer: &mut SerializedColumnWriter<'_>, content: Contents, cells: &[&Cell]) -> Result<(), ParquetError> {
    let present = |cell: &&&Cell| !matches!(***cell, Cell::Empty);
    let levels: Vec<i16> = cells.iter().map(|cell| i16::from(!matches!(cell, Cell::Empty))).collect();
    let filled = cells.iter().filter(present);
    match content {
        Contents::Whole | Contents::Flag => {
            let values: Vec<i64> = filled.map(|cell| if let Cell::Whole(whole) = cell { *whole } else { 0 }).collect();
            writer.typed::<Int64Type>().write_batch(&values, Some(&levels), None)?;
        }
        Contents::Number => {
            let number = |cell: &&Cell| match cell {
                Cell::Number(number) => *number,
                Cell::Whole(whole) => *whole as f64,
                Cell::Empty | Cell::Word(_) | Cell::Output(_) => 0.0,
            };
            let values: Vec<f64> = filled.map(number).collect();
            writer.typed::<DoubleType>().write_batch(&values, Some(&levels), None)?;
        }
        Contents::Word | Contents::Output | Contents::Text | Contents::Json => {
            let values: Vec<ByteArray> =
                filled.map(|cell| ByteArray::from(text((*cell).clone()).into_bytes())).collect();
            writer.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None)?;
        }
    }
    Ok(())
}
