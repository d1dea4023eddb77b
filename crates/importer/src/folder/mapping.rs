//! `mapping.toml`, so that the import can be repeated and corrected.

use std::fmt::Write as _;

use dataset::Dataset;
use toml::{Table as Toml, Value};

use crate::import_mapping::ImportMapping;
use crate::question::quoted;
use crate::response_text;

/// The mapping with the criteria as they were understood.
pub(super) fn complete(wanted: &ImportMapping, dataset: &Dataset) -> Toml {
    let mut mapping = wanted.written.clone();
    let Some(Value::Array(criteria)) = mapping.get_mut("criteria") else { return mapping };
    for criterion in criteria.iter_mut().filter_map(Value::as_table_mut) {
        let id = criterion.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let Some(known) = dataset.criteria.iter().find(|known| known.id == id) else { continue };
        if !criterion.contains_key("better") {
            let better = match known.better {
                study::file::Better::Higher => "higher",
                study::file::Better::Lower => "lower",
                study::file::Better::Neither => "neither",
            };
            criterion.insert("better".to_owned(), better.into());
        }
        let response: Option<Toml> =
            toml::from_str(&format!("response = {}", response_text::inline(&known.response))).ok();
        if let Some(response) = response.and_then(|mut table| table.remove("response")) {
            criterion.entry("response").or_insert(response);
        }
    }
    mapping
}

/// The mapping as text: simple lines first, so that one more can be added above the sections.
pub(super) fn text(mapping: &Toml, files: &[String], items: Option<&str>) -> String {
    let mut text = String::from(
        "# How the answers were read. Correct it here and run `rejudge import --mapping mapping.toml` again.\n# Every key is described in docs/reference/mapping.md.\n\n",
    );
    let mut mapping = mapping.clone();
    let import = mapping.entry("import").or_insert_with(|| Value::Table(Toml::new()));
    if let Value::Table(import) = import {
        import.insert("files".to_owned(), files.to_vec().into());
        if let Some(items) = items {
            import.insert("items".to_owned(), items.into());
        }
    }
    for (key, value) in &mapping {
        match value {
            Value::Table(_) if key == "systems" => {}
            Value::Table(section) => lines(&mut text, key, section),
            Value::Array(all) if key == "criteria" && all.iter().all(Value::is_table) => {}
            value => {
                let _ = writeln!(text, "{key} = {value}");
            }
        }
    }
    if let Some(Value::Table(systems)) = mapping.get("systems") {
        text.push_str("\n[systems]\n");
        for (id, name) in systems {
            let _ = writeln!(text, "{} = {name}", bare(id));
        }
    }
    for criterion in mapping.get("criteria").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
    {
        text.push_str("\n[[criteria]]\n");
        for (key, value) in criterion {
            let _ = writeln!(text, "{} = {value}", bare(key));
        }
    }
    text
}

fn lines(text: &mut String, key: &str, section: &Toml) {
    for (inner, value) in section {
        let _ = writeln!(text, "{key}.{} = {value}", bare(inner));
    }
}

/// A key, in quotation marks where it needs them.
fn bare(key: &str) -> String {
    let plain = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if plain { key.to_owned() } else { quoted(key) }
}
