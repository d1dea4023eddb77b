//! What `rehearsal.json` says.

use serde_json::Value;

/// The power of each claim in the planned design, by its id.
pub(crate) fn powers(rehearsal: &Value) -> Vec<(String, f64)> {
    let estimates = rehearsal["estimates"].as_array().cloned().unwrap_or_default();
    let power = |it: &Value| Some((it["of"].as_array()?.first()?.as_str()?.to_owned(), it["value"].as_f64()?));
    estimates.iter().filter(|it| it["name"] == "power").filter_map(power).collect()
}
