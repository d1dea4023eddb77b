//! The native part of the Python package `rejudge`: tables come in, answers go out.
//!
//! What Python shows of it is in `python/rejudge/`, made from the declarations of the command line (`declarations`).
#![expect(clippy::needless_pass_by_value, reason = "what Python calls is given its arguments")]

mod background;
mod columns;
mod native_answer;

use std::ffi::OsString;

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use rejudge::{Refusal, TABLE_MARK};
use serde_json::json;

use columns::{FetchFault, GivenTable};
use native_answer::NativeAnswer;

create_exception!(rejudge, Error, PyException, "What rejudge cannot do, in the sentence that its command line prints.");

/// The sentence, with the exit code of the command line as `code`.
fn raise(py: Python<'_>, refusal: Refusal) -> PyErr {
    let error = Error::new_err(refusal.message);
    match error.value(py).setattr("code", refusal.code) {
        Ok(()) => error,
        Err(fault) => fault,
    }
}

/// Every method and command with its parameters, as JSON.
#[pyfunction]
fn declarations() -> String {
    json!({ "methods": rejudge::methods(), "commands": rejudge::commands(), "table_mark": TABLE_MARK }).to_string()
}

/// What a method answers.
#[pyfunction]
fn answer(py: Python<'_>, words: Vec<String>, tables: Vec<GivenTable>) -> PyResult<NativeAnswer> {
    let fault = FetchFault::default();
    let tables = tables.into_iter().map(|table| table.into_table(py, &words, &fault)).collect::<PyResult<Vec<_>>>()?;
    let answered = background::compute(py, None, move |_| rejudge::answer(&words, tables))?;
    // Whatever came of a column that could not be fetched is no answer.
    if let Some(fault) = fault.take() {
        return Err(fault);
    }
    answered.map(NativeAnswer).map_err(|refusal| raise(py, refusal))
}

/// Runs a command: whether problems were found, what it wrote, and what it said.
#[pyfunction]
fn run_kept(
    py: Python<'_>,
    words: Vec<String>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(bool, String, String)> {
    let ran = background::compute(py, progress.as_ref(), move |watcher| rejudge::run_captured(&words, watcher))?;
    let ran = ran.map_err(|refusal| raise(py, refusal))?;
    Ok((ran.problems, ran.output, ran.talk))
}

/// The command line: does what the words say, the program's name first, and gives the exit code.
#[pyfunction]
fn run(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| rejudge::run(&words))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Error", module.py().get_type::<Error>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(declarations, module)?)?;
    module.add_function(wrap_pyfunction!(answer, module)?)?;
    module.add_function(wrap_pyfunction!(run_kept, module)?)?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    Ok(())
}
