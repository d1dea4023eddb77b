//! Tables as Python hands them over: a name, how many rows, and columns that are fetched when something asks for them.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyList, PyString};
use table::{Column, InternedColumn, Table};

use crate::Error;

/// A table that Python gave: what it is called, how many rows it has, and its columns.
#[derive(FromPyObject)]
pub(crate) struct GivenTable(String, usize, Vec<GivenColumn>);

/// A column by name, and the function that gives its cells.
#[derive(FromPyObject)]
struct GivenColumn(String, Py<PyAny>);

/// The cells of a column.
#[derive(FromPyObject)]
enum Cells<'py> {
    /// Eight bytes each, the least first.
    Numbers(NumberBytes<'py>),
    /// The different cells, and for each row the place of its own.
    Coded(CodeBytes<'py>),
    /// Texts, numbers, truth values and `None`.
    List(Bound<'py, PyList>),
}

/// Whether the bytes are of whole numbers, and the bytes.
#[derive(FromPyObject)]
struct NumberBytes<'py>(bool, Bound<'py, PyBytes>);

/// The different cells, and the bytes of eight-byte places.
#[derive(FromPyObject)]
struct CodeBytes<'py>(Bound<'py, PyList>, Bound<'py, PyBytes>);

/// Why a column could not be fetched, for whoever asked for the answer: a computation that asks for a cell can only be given one.
#[derive(Clone, Default)]
pub(crate) struct FetchFault(Arc<Mutex<Option<PyErr>>>);

impl FetchFault {
    /// The first fault there was.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn keep(&self, fault: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
    }
}

impl GivenTable {
    /// The same as the command line reads it from a file; rows are counted from 0, as Python does. Columns that one of the words
    /// names are fetched at once, others when they are needed.
    pub(crate) fn into_table(self, py: Python<'_>, words: &[String], fault: &FetchFault) -> PyResult<Table> {
        let GivenTable(name, rows, columns) = self;
        let columns = columns.into_iter().map(|column| {
            if words.iter().any(|word| word.contains(&column.0)) {
                match column.fetch(py) {
                    // A word may hold a short name by chance: what cannot be a cell is refused when somebody asks for it.
                    Err(fault) if fault.is_instance_of::<Error>(py) => {}
                    fetched => return fetched,
                }
            }
            let fault = fault.clone();
            Ok(Column::fetch_later(column.0.clone(), rows, move || {
                Python::attach(|py| column.fetch(py)).unwrap_or_else(|failed| {
                    fault.keep(failed);
                    Column::of_integers("", std::iter::repeat_n(None, rows))
                })
            }))
        });
        Ok(Table::from_columns(&name, columns.collect::<PyResult<Vec<Column>>>()?, 0..rows))
    }
}

impl GivenColumn {
    fn fetch(&self, py: Python<'_>) -> PyResult<Column> {
        let GivenColumn(name, cells) = self;
        match cells.call0(py)?.extract::<Cells<'_>>(py)? {
            Cells::Numbers(NumberBytes(whole, bytes)) => {
                let (eights, _) = bytes.as_bytes().as_chunks::<8>();
                Ok(if whole {
                    Column::of_integers(name.as_str(), eights.iter().map(|eight| Some(i64::from_le_bytes(*eight))))
                } else {
                    Column::of_numbers(name.as_str(), eights.iter().map(|eight| f64::from_le_bytes(*eight)))
                })
            }
            Cells::Coded(CodeBytes(levels, bytes)) => {
                let (eights, _) = bytes.as_bytes().as_chunks::<8>();
                let places = eights.iter().map(|eight| i64::from_le_bytes(*eight));
                let levels = texts(name, &levels)?;
                let levels = levels.iter().map(|level| level.unwrap_or_default().to_owned()).collect();
                Ok(Column::from_codes(name.as_str(), levels, places))
            }
            Cells::List(cells) => texts(name, &cells),
        }
    }
}

/// The cells as texts.
fn texts(name: &str, cells: &Bound<'_, PyList>) -> PyResult<Column> {
    let mut column = InternedColumn::new(name.to_owned(), cells.len());
    for cell in cells.iter() {
        push(&mut column, &cell)?;
    }
    Ok(column.finish())
}

/// Adds a cell as text.
fn push(column: &mut InternedColumn, cell: &Bound<'_, PyAny>) -> PyResult<()> {
    if cell.is_none() {
        column.push(None);
    } else if let Ok(text) = cell.cast::<PyString>() {
        column.push(Some(text.to_str()?));
    } else if let Ok(flag) = cell.cast::<PyBool>() {
        column.push(Some(if flag.is_true() { "true" } else { "false" }));
    } else if let Ok(number) = cell.cast::<PyFloat>() {
        column.push(Column::of_numbers("", [number.value()].into_iter()).get(0));
    } else if let Ok(number) = cell.cast::<PyInt>() {
        column.push(Some(number.str()?.to_str()?));
    } else {
        return Err(PyTypeError::new_err(format!("a cell cannot be {}", cell.get_type().name()?)));
    }
    Ok(())
}
