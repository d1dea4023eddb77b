//! Tables as Python hands them over: a name, and columns as the bytes of numbers or as a list of cells.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyList, PyString};
use table::{Column, Table};

/// A table that Python gave, with what its columns are called.
#[derive(FromPyObject)]
pub(crate) struct GivenTable<'py>(String, Vec<GivenColumn<'py>>);

/// A column by name.
#[derive(FromPyObject)]
struct GivenColumn<'py>(String, Cells<'py>);

/// The cells of a column.
#[derive(FromPyObject)]
enum Cells<'py> {
    /// Eight bytes each, the least first.
    Numbers(NumberBytes<'py>),
    /// The different texts, and for each row the place of its own.
    Coded(CodeBytes<'py>),
    /// Texts, numbers, truth values and `None`.
    List(Bound<'py, PyList>),
}

/// Whether the bytes are of whole numbers, and the bytes.
#[derive(FromPyObject)]
struct NumberBytes<'py>(bool, Bound<'py, PyBytes>);

/// The different texts, and the bytes of eight-byte places.
#[derive(FromPyObject)]
struct CodeBytes<'py>(Vec<String>, Bound<'py, PyBytes>);

impl GivenTable<'_> {
    /// The same as the command line reads it from a file; rows are counted from 0, as Python does.
    pub(crate) fn table(&self) -> PyResult<Table> {
        let GivenTable(name, columns) = self;
        let columns = columns.iter().map(GivenColumn::column).collect::<PyResult<Vec<Column>>>()?;
        let rows = columns.first().map_or(0, Column::len);
        Ok(Table::from_columns(name, columns, 0..rows))
    }
}

impl GivenColumn<'_> {
    fn column(&self) -> PyResult<Column> {
        let GivenColumn(name, cells) = self;
        match cells {
            Cells::Numbers(NumberBytes(whole, bytes)) => {
                let (eights, _) = bytes.as_bytes().as_chunks::<8>();
                Ok(if *whole {
                    Column::of_integers(name.as_str(), eights.iter().map(|eight| Some(i64::from_le_bytes(*eight))))
                } else {
                    Column::of_numbers(name.as_str(), eights.iter().map(|eight| f64::from_le_bytes(*eight)))
                })
            }
            Cells::Coded(CodeBytes(levels, bytes)) => {
                let (eights, _) = bytes.as_bytes().as_chunks::<8>();
                let places = eights.iter().map(|eight| i64::from_le_bytes(*eight));
                Ok(Column::from_codes(name.as_str(), levels.clone(), places))
            }
            Cells::List(cells) => {
                Column::from_typed(name.as_str(), cells.iter().map(|cell| text(&cell)), String::clone)
            }
        }
    }
}

/// A cell as text; nothing for a missing one.
fn text(cell: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if cell.is_none() {
        Ok(None)
    } else if let Ok(text) = cell.cast::<PyString>() {
        Ok(Some(text.to_str()?.to_owned()))
    } else if let Ok(flag) = cell.cast::<PyBool>() {
        Ok(Some(if flag.is_true() { "true" } else { "false" }.to_owned()))
    } else if let Ok(number) = cell.cast::<PyFloat>() {
        Ok(Column::of_numbers("", [number.value()].into_iter()).get(0).map(str::to_owned))
    } else if let Ok(number) = cell.cast::<PyInt>() {
        Ok(Some(number.str()?.to_str()?.to_owned()))
    } else {
        Err(PyTypeError::new_err(format!("a cell cannot be {}", cell.get_type().name()?)))
    }
}
