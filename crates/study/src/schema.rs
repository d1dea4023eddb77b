//! The JSON Schemas of the files a researcher writes, for editors and for the reference pages.

use serde_json::Value;

use crate::file::StudyFile;
use crate::original::Original;

/// The schema of `study.toml`.
#[must_use]
pub fn study() -> Value {
    schemars::schema_for!(StudyFile).to_value()
}

/// The schema of `original.toml`.
#[must_use]
pub fn original() -> Value {
    schemars::schema_for!(Original).to_value()
}
