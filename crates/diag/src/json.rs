//! A diagnostic for a program. The field names are stable.

use serde_json::{Value, json};

use crate::position::Position;
use crate::{Diagnostic, Place, Severity, Sources};

/// One diagnostic for a program. What a place does not have is null.
#[must_use]
pub fn to_json(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    json!({
        "code": diagnostic.code.0,
        "severity": diagnostic.severity.word(),
        "message": diagnostic.message,
        "why": diagnostic.why,
        "help": diagnostic.help,
        "places": diagnostic.places.iter().map(|(place, label)| place_json(place, label, sources)).collect::<Vec<_>>(),
    })
}

fn place_json(place: &Place, label: &str, sources: &Sources) -> Value {
    let (start, end) = match (place.range(), sources.get(place.file_name())) {
        (Some(range), Some(text)) => {
            (Some(Position::from_offset(text, range.start)), Some(Position::from_offset(text, range.end)))
        }
        _ => (None, None),
    };
    let (row, column) = match place {
        Place::Cell { row, column, .. } => (Some(row), Some(column.as_ref()).filter(|column| !column.is_empty())),
        Place::Text { .. } | Place::File { .. } => (None, None),
    };
    json!({
        "file": place.file_name(),
        "line": start.map(|at| at.line),
        "column": start.map(|at| at.column),
        "end_line": end.map(|at| at.line),
        "end_column": end.map(|at| at.column),
        "row": row,
        "cell_column": column,
        "label": if label.is_empty() { None } else { Some(label) },
    })
}

impl Severity {
    /// The word for it in messages and JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Advice => "advice",
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::to_json;
    use crate::{Code, Diagnostic, Place, Sources};

    #[test]
    fn every_field_is_there_and_what_a_place_lacks_is_null() {
        let mut sources = Sources::default();
        sources.insert("study.toml", "[study]\nsed = 1\n");
        let diagnostic = Diagnostic::error(Code("S004"), Place::text("study.toml", 8..11), "unknown key `sed`")
            .with_place(Place::cell("items.xlsx", 12, "hrq"), "here")
            .help("did you mean `seed`?");
        expect![[r#"
            {
              "code": "S004",
              "severity": "error",
              "message": "unknown key `sed`",
              "why": null,
              "help": "did you mean `seed`?",
              "places": [
                {
                  "file": "study.toml",
                  "line": 2,
                  "column": 1,
                  "end_line": 2,
                  "end_column": 4,
                  "row": null,
                  "cell_column": null,
                  "label": null
                },
                {
                  "file": "items.xlsx",
                  "line": null,
                  "column": null,
                  "end_line": null,
                  "end_column": null,
                  "row": 12,
                  "cell_column": "hrq",
                  "label": "here"
                }
              ]
            }"#]]
        .assert_eq(&serde_json::to_string_pretty(&to_json(&diagnostic, &sources)).unwrap());
    }
}
