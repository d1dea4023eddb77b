//! Errors that people marked in outputs, as spans with category and severity.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use study::response::{Span, SpanText};

use crate::question::quoted;
use crate::source::{Reading, criterion, with};

/// What is called an error where a source has no categories.
const ERROR: &str = "error";

/// What was marked in a source so far.
#[derive(Debug, Default)]
pub(crate) struct Marked {
    categories: BTreeSet<String>,
    severities: BTreeSet<String>,
    /// Errors that have no place in the output, by why.
    unplaced: BTreeMap<&'static str, usize>,
}

/// What a web page says about an error: from `start_i` to `end_i`, the last character, counted from zero.
const LAST: (&str, &str, usize) = ("start_i", "end_i", 1);
/// What mt-metrics-eval says about it: from `start` to the character behind the last.
const BEHIND: (&str, &str, usize) = ("start", "end", 0);

impl Marked {
    /// An error at this place; nothing where it is none, and then it is counted.
    pub(crate) fn span(
        &mut self,
        place: Option<(usize, usize)>,
        (category, severity): (&str, Option<&str>),
        why: &'static str,
    ) -> Option<Span> {
        let Some((start, end)) = place.filter(|(start, end)| start < end) else {
            *self.unplaced.entry(why).or_default() += 1;
            return None;
        };
        let category = if category.trim().is_empty() { ERROR } else { category.trim() };
        let severity = severity.map(str::trim).filter(|severity| !severity.is_empty()).map(str::to_owned);
        self.categories.insert(category.to_owned());
        self.severities.extend(severity.clone());
        Some(Span { text: SpanText::default(), start, end, category: category.to_owned(), severity })
    }

    /// The errors in a list of objects with `start_i` and `end_i`; the text is the output, where it is known.
    pub(crate) fn on_page(&mut self, errors: &[Value], text: Option<&str>) -> String {
        self.listed(errors, LAST, text)
    }

    /// The errors of a rating of mt-metrics-eval.
    pub(crate) fn in_rating(&mut self, errors: &[Value], text: Option<&str>) -> String {
        self.listed(errors, BEHIND, text)
    }

    fn listed(&mut self, errors: &[Value], (from, to, more): (&str, &str, usize), text: Option<&str>) -> String {
        let length = text.map(|text| text.chars().count());
        let mut spans = Vec::new();
        for error in errors {
            let number = |key: &str| error.get(key).and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok());
            let place = number(from).zip(number(to)).map(|(start, end)| (start, end + more));
            let beyond = place.zip(length).is_some_and(|((_, end), length)| end > length);
            let in_source = error.get("is_source_error") == Some(&Value::Bool(true));
            let (place, why) = match place {
                _ if in_source => (None, "in the source"),
                _ if beyond => (None, "beyond the end of the output"),
                Some(place) => (Some(place), "of no length"),
                None => (None, "left out of the output (`missing`)"),
            };
            let category = error.get("category").or_else(|| error.get("error_type")).map(words).unwrap_or_default();
            let severity = error.get("severity").and_then(Value::as_str);
            spans.extend(self.span(place, (&category, severity), why));
        }
        cell(spans)
    }

    /// The criterion of the spans, where there are any; what has no place is noted.
    pub(crate) fn criterion(self, reading: &mut Reading) -> Option<toml::Value> {
        let why: Vec<String> = self.unplaced.iter().map(|(why, count)| format!("{count} {why}")).collect();
        if !why.is_empty() {
            let count: usize = self.unplaced.values().sum();
            reading.notes.push(format!(
                "{count} errors have no place in the output ({}): they count in scores and numbers of errors, and are no spans",
                why.join(", ")
            ));
        }
        if self.categories.is_empty() {
            return None;
        }
        let categories: Vec<String> = self.categories.iter().map(|id| format!("{{ id = {} }}", quoted(id))).collect();
        let severity = |id: &String| format!("{{ id = {}, weight = {:?} }}", quoted(id), weight(id));
        let severities: Vec<String> = self.severities.iter().map(severity).collect();
        let response = format!(
            "better = \"lower\"\nresponse = {{ kind = \"spans\", categories = [{}], severities = [{}], overlap = true }}",
            categories.join(", "),
            severities.join(", ")
        );
        Some(with(criterion("spans", "marked spans", "spans"), &response))
    }
}

/// Spans as a cell, in the order of the text.
pub(crate) fn cell(mut spans: Vec<Span>) -> String {
    spans.sort();
    serde_json::to_string(&spans).unwrap_or_default()
}

/// What an error of this severity costs, as in MQM.
fn weight(severity: &str) -> f64 {
    match severity.to_lowercase().as_str() {
        "major" | "critical" => 5.0,
        "minor" => 1.0,
        _ => 0.0,
    }
}

/// A category, or a category and what it is within.
fn words(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("/"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Marked;

    #[test]
    fn errors_are_spans_where_they_have_a_place() {
        let mut marked = Marked::default();
        let errors = [
            json!({"start_i": 4, "end_i": 6, "severity": "major", "error_type": ["Accuracy", "Omission"]}),
            json!({"start_i": 0, "end_i": 0, "severity": "minor", "error_type": null}),
            json!({"start_i": "missing", "end_i": "missing", "severity": "major"}),
            json!({"start_i": 5, "end_i": 9, "severity": "minor"}),
        ];
        assert_eq!(
            marked.on_page(&errors, Some("Ein Text")),
            r#"[{"start":0,"end":1,"category":"error","severity":"minor"},{"start":4,"end":7,"category":"Accuracy/Omission","severity":"major"}]"#
        );
        let errors = [
            json!({"start": 0, "end": 3, "category": "style", "severity": "minor"}),
            json!({"start": 0, "end": 3, "category": "style", "severity": "minor", "is_source_error": true}),
        ];
        assert_eq!(marked.in_rating(&errors, None), r#"[{"start":0,"end":3,"category":"style","severity":"minor"}]"#);
        assert_eq!(marked.unplaced.values().sum::<usize>(), 3);
        assert_eq!(marked.unplaced["in the source"], 1);
    }
}
