//! What a method answers, as Python's objects, made when they are asked for.

use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use rejudge::{Member, MethodAnswer};
use serde_json::Value;

/// An answer that has not been written down yet.
#[pyclass(frozen, module = "rejudge._native")]
pub(crate) struct NativeAnswer(pub(crate) MethodAnswer);

#[pymethods]
impl NativeAnswer {
    /// The dicts, lists, texts and numbers of its JSON.
    fn members<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let members = self.0.members();
        Objects { py, names: Vec::new() }.make(&members)
    }

    /// What the terminal shows.
    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.text())
    }
}

/// Makes Python's objects. The names of members are few and the same in thousands of estimates, so that each is made once.
struct Objects<'py, 'a> {
    py: Python<'py>,
    names: Vec<(&'a str, Bound<'py, PyString>)>,
}

impl<'py, 'a> Objects<'py, 'a> {
    fn make(&mut self, member: &'a Member<'_>) -> PyResult<Bound<'py, PyAny>> {
        match member {
            Member::Null => Ok(self.py.None().into_bound(self.py)),
            Member::Whole(number) => number.into_bound_py_any(self.py),
            Member::Number(number) => number.is_finite().then_some(*number).into_bound_py_any(self.py),
            Member::Text(text) => Ok(PyString::new(self.py, text).into_any()),
            Member::List(members) => self.list(members, Self::make),
            Member::Object(members) => self.dict(members.iter().map(|(name, member)| (*name, member)), Self::make),
            Member::Json(value) => self.make_of_json(value),
        }
    }

    fn make_of_json(&mut self, value: &'a Value) -> PyResult<Bound<'py, PyAny>> {
        match value {
            Value::Null => Ok(self.py.None().into_bound(self.py)),
            Value::Bool(flag) => flag.into_bound_py_any(self.py),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(whole), _) => whole.into_bound_py_any(self.py),
                (None, Some(whole)) => whole.into_bound_py_any(self.py),
                (None, None) => number.as_f64().into_bound_py_any(self.py),
            },
            Value::String(text) => Ok(PyString::new(self.py, text).into_any()),
            Value::Array(values) => self.list(values, Self::make_of_json),
            Value::Object(members) => {
                self.dict(members.iter().map(|(name, value)| (name.as_str(), value)), Self::make_of_json)
            }
        }
    }

    fn list<T>(
        &mut self,
        members: &'a [T],
        make: impl Fn(&mut Self, &'a T) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let members = members.iter().map(|member| make(self, member)).collect::<PyResult<Vec<_>>>()?;
        Ok(PyList::new(self.py, members)?.into_any())
    }

    fn dict<T: 'a>(
        &mut self,
        members: impl Iterator<Item = (&'a str, &'a T)>,
        make: impl Fn(&mut Self, &'a T) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let dict = PyDict::new(self.py);
        for (name, member) in members {
            let member = make(self, member)?;
            dict.set_item(self.name(name), member)?;
        }
        Ok(dict.into_any())
    }

    /// Found by where it stands, which for the names of estimates is one place each.
    fn name(&mut self, name: &'a str) -> &Bound<'py, PyString> {
        let known = self.names.iter().position(|(known, _)| std::ptr::eq(*known, name));
        let known = known.unwrap_or_else(|| {
            self.names.push((name, PyString::intern(self.py, name)));
            self.names.len() - 1
        });
        &self.names[known].1
    }
}
