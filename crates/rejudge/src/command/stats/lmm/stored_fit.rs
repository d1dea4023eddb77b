//! A fit as a file: written by `--save`, believed by `--read` only when these rows give it again.

use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use stats::mixed::{Fit, FitRecord, Method, Model};

use crate::outcome::BadInput;

/// The format this program writes and reads.
const FORMAT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
struct StoredFit {
    format: u32,
    formula: String,
    method: MethodName,
    rows: usize,
    theta: Vec<f64>,
    criterion: f64,
    sigma: f64,
    coef: Vec<(String, f64)>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum MethodName {
    #[serde(rename = "REML")]
    Reml,
    #[serde(rename = "ML")]
    Ml,
}

/// Writes a fit.
pub(super) fn save(file: &Path, model: &Model, fit: &Fit) -> anyhow::Result<()> {
    let FitRecord { formula, method, rows, theta, criterion, sigma, beta } = model.to_record(fit);
    let method = match method {
        Method::Reml => MethodName::Reml,
        Method::Ml => MethodName::Ml,
    };
    let stored = StoredFit { format: FORMAT, formula, method, rows, theta, criterion, sigma, coef: beta };
    let mut text = serde_json::to_string_pretty(&stored).context("writing the fit")?;
    text.push('\n');
    std::fs::write(file, text).with_context(|| format!("writing `{}`", file.display()))
}

/// Reads a fit and evaluates it again on the rows of the model.
pub(super) fn read(file: &Path, model: &Model) -> anyhow::Result<Fit> {
    let refuse = |why: String| BadInput(format!("`{}`: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|e| refuse(e.to_string()))?;
    let stored: StoredFit = serde_json::from_str(&text).map_err(|e| refuse(format!("not a stored fit: {e}")))?;
    if stored.format != FORMAT {
        return Err(refuse(format!("format {} is not known here; {FORMAT} is", stored.format)).into());
    }
    let StoredFit { formula, rows, theta, criterion, sigma, coef, .. } = stored;
    let method = match stored.method {
        MethodName::Reml => Method::Reml,
        MethodName::Ml => Method::Ml,
    };
    let stored = FitRecord { formula, method, rows, theta, criterion, sigma, beta: coef };
    Ok(model.restore(&stored).map_err(|e| refuse(e.to_string()))?)
}
