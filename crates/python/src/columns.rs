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
    /// Texts, numbers, truth values and `None`.
    List(Bound<'py, PyList>),
}

/// Whether the bytes are of whole numbers, and the bytes.
#[derive(FromPyObject)]
struct NumberBytes<'py>(bool, Bound<'py, PyBytes>);

impl GivenTable<'_> {
    /// The same as the command line reads it from a file; rows are counted from 0, as Python does.
    pub(crate) fn table(&self) -> PyResult<Table> {
        let GivenTable(name, columns) = self;
        let columns = columns.iter().map(GivenColumn::column).collect::<PyResult<Vec<Column>>>()?;
        let rows = columns.first().map_or(0, Column::len);
        Ok(Table::of(name, columns, (0..rows).collect()))
    }
}

impl GivenColumn<'_> {
    fn column(&self) -> PyResult<Column> {
        let GivenColumn(name, cells) = self;
        let mut column = Column::new(name.as_str());
        match cells {
            Cells::Numbers(NumberBytes(whole, bytes)) => {
                let (eights, _) = bytes.as_bytes().as_chunks::<8>();
                for eight in eights {
                    if *whole {
                        column.push_integer(i64::from_le_bytes(*eight));
                    } else {
                        column.push_number(f64::from_le_bytes(*eight));
                    }
                }
            }
            Cells::List(cells) => cells.iter().try_for_each(|cell| push(&mut column, &cell))?,
        }
        Ok(column)
    }
}

fn push(column: &mut Column, cell: &Bound<'_, PyAny>) -> PyResult<()> {
    if cell.is_none() {
        column.push(None);
    } else if let Ok(text) = cell.cast::<PyString>() {
        column.push(Some(text.to_str()?));
    } else if let Ok(flag) = cell.cast::<PyBool>() {
        column.push(Some(if flag.is_true() { "true" } else { "false" }));
    } else if let Ok(number) = cell.cast::<PyFloat>() {
        column.push_number(number.value());
    } else if let Ok(number) = cell.cast::<PyInt>() {
        column.push(Some(number.str()?.to_str()?));
    } else {
        return Err(PyTypeError::new_err(format!("a cell cannot be {}", cell.get_type().name()?)));
    }
    Ok(())
}
