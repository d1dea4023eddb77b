//! Errors that people marked in outputs, as spans with category and severity.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use study::response::{Span, SpanText};

use crate::question::quoted;
use crate::source::{Reading, criterion, with_lines};

/// What is called an error where a source has no categories.
const ERROR: &str = "error";

/// Where an error is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum At {
    /// From this character of the output to the one before that.
    Output(usize, usize),
    /// The same in the text that the output was made from.
    Source(usize, usize),
    /// Something that the output should have and has not.
    Missing,
    /// The file does not say; why.
    Nowhere(&'static str),
}

/// What was marked so far.
#[derive(Debug, Default)]
pub(crate) struct SpanCollector {
    /// The column with the text that outputs were made from, where it is known.
    source: Option<&'static str>,
    texts: BTreeSet<SpanText>,
    categories: BTreeSet<String>,
    severities: BTreeSet<String>,
    /// Errors that have no place, by why.
    unplaced: BTreeMap<&'static str, usize>,
}

/// What a web page says about an error: from `start_i` to `end_i`, the last character, counted from zero.
const LAST: (&str, &str, usize) = ("start_i", "end_i", 1);
/// What mt-metrics-eval says about it: from `start` to the character behind the last.
const BEHIND: (&str, &str, usize) = ("start", "end", 0);

impl SpanCollector {
    /// Errors of which some may be in the source, whose text is in this column.
    pub(crate) fn with_source(column: Option<&'static str>) -> SpanCollector {
        SpanCollector { source: column, ..SpanCollector::default() }
    }

    /// An error; nothing where it has no place, and then it is counted.
    pub(crate) fn span(&mut self, at: At, (category, severity): (&str, Option<&str>)) -> Option<Span> {
        let (text, start, end) = match at {
            At::Output(start, end) if start < end => (SpanText::Output, start, end),
            At::Source(start, end) if start < end && self.source.is_some() => (SpanText::Source, start, end),
            At::Missing => (SpanText::Missing, 0, 0),
            At::Source(..) if self.source.is_none() => return self.count("in the source, which is not in the files"),
            At::Output(..) | At::Source(..) => return self.count("of no length"),
            At::Nowhere(why) => return self.count(why),
        };
        let category = if category.trim().is_empty() { ERROR } else { category.trim() };
        let severity = severity.map(str::trim).filter(|severity| !severity.is_empty()).map(str::to_owned);
        self.texts.insert(text);
        self.categories.insert(category.to_owned());
        self.severities.extend(severity.clone());
        Some(Span { text, start, end, category: category.to_owned(), severity })
    }

    fn count(&mut self, why: &'static str) -> Option<Span> {
        *self.unplaced.entry(why).or_default() += 1;
        None
    }

    /// The errors in a list of objects with `start_i` and `end_i`; the text is the output, where it is known.
    pub(crate) fn on_page(&mut self, errors: &[Value], text: Option<&str>) -> String {
        self.spans_to_json(errors, LAST, text)
    }

    /// The errors of a rating of mt-metrics-eval.
    pub(crate) fn in_rating(&mut self, errors: &[Value], text: Option<&str>) -> String {
        self.spans_to_json(errors, BEHIND, text)
    }

    fn spans_to_json(&mut self, errors: &[Value], (from, to, more): (&str, &str, usize), text: Option<&str>) -> String {
        let length = text.map_or(usize::MAX, |text| text.chars().count());
        let mut spans = Vec::new();
        for error in errors {
            let number = |key: &str| error.get(key).and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok());
            let in_source = error.get("is_source_error") == Some(&Value::Bool(true));
            let at = match number(from).zip(number(to)) {
                Some((start, end)) if in_source => At::Source(start, end + more),
                Some((_, end)) if end + more > length => At::Nowhere("beyond the end of the output"),
                Some((start, end)) => At::Output(start, end + more),
                None if error.get(from).and_then(Value::as_str) == Some("missing") => At::Missing,
                None => At::Nowhere("marked nowhere"),
            };
            let category = error.get("category").or_else(|| error.get("error_type")).map(words).unwrap_or_default();
            let severity = error.get("severity").and_then(Value::as_str);
            spans.extend(self.span(at, (&category, severity)));
        }
        cell(spans)
    }

    /// The criterion of the spans, where there are any; what has no place is noted.
    pub(crate) fn criterion(self, reading: &mut Reading) -> Option<toml::Value> {
        let why: Vec<String> = self.unplaced.iter().map(|(why, count)| format!("{count} {why}")).collect();
        if !why.is_empty() {
            let count: usize = self.unplaced.values().sum();
            reading.notes.push(format!(
                "{count} errors have no place ({}): they count in scores and numbers of errors, and are no spans",
                why.join(", ")
            ));
        }
        if self.categories.is_empty() {
            return None;
        }
        let categories: Vec<String> = self.categories.iter().map(|id| format!("{{ id = {} }}", quoted(id))).collect();
        let severity = |id: &String| format!("{{ id = {}, weight = {:?} }}", quoted(id), weight(id));
        let severities: Vec<String> = self.severities.iter().map(severity).collect();
        let source = self.source.filter(|_| self.texts.contains(&SpanText::Source));
        let source = source.map(|column| format!(", source = {}", quoted(column))).unwrap_or_default();
        let response = format!(
            "better = \"lower\"\nresponse = {{ kind = \"spans\", categories = [{}], severities = [{}], overlap = true, missing = {}{source} }}",
            categories.join(", "),
            severities.join(", "),
            self.texts.contains(&SpanText::Missing)
        );
        Some(with_lines(criterion("spans", "marked spans", "spans"), &response))
    }
}

/// How spans were asked, by the lists of them in a column: which end is better, and the response.
pub(crate) fn response_of(column: &table::Column) -> Option<String> {
    let spans = column.cells_once().filter_map(|cell| serde_json::from_str::<Vec<Span>>(cell).ok()).flatten();
    let (categories, severities): (BTreeSet<String>, Vec<Option<String>>) =
        spans.map(|span| (span.category, span.severity)).unzip();
    let severities: BTreeSet<String> = severities.into_iter().flatten().collect();
    let listed: Vec<String> = categories.iter().map(|id| format!("{{ id = {} }}", quoted(id))).collect();
    let weighed = |id: &String| format!("{{ id = {}, weight = {:?} }}", quoted(id), weight(id));
    let weighed: Vec<String> = severities.iter().map(weighed).collect();
    (!listed.is_empty()).then(|| {
        format!(
            "better = \"lower\"\nresponse = {{ kind = \"spans\", overlap = true, categories = [{}], severities = [{}] }}",
            listed.join(", "),
            weighed.join(", ")
        )
    })
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
        // How many stars an error got is what it weighs.
        other => other.parse().ok().filter(|weight: &f64| (0.0..=100.0).contains(weight)).unwrap_or(0.0),
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

    use super::SpanCollector;

    #[test]
    fn errors_are_spans_where_they_have_a_place() {
        let mut marked = SpanCollector::default();
        let errors = [
            json!({"start_i": 4, "end_i": 6, "severity": "major", "error_type": ["Accuracy", "Omission"]}),
            json!({"start_i": 0, "end_i": 0, "severity": "minor", "error_type": null}),
            json!({"start_i": "missing", "end_i": "missing", "severity": "major"}),
            json!({"start_i": 5, "end_i": 9, "severity": "minor"}),
        ];
        assert_eq!(
            marked.on_page(&errors, Some("Ein Text")),
            r#"[{"start":0,"end":1,"category":"error","severity":"minor"},{"start":4,"end":7,"category":"Accuracy/Omission","severity":"major"},{"text":"missing","start":0,"end":0,"category":"error","severity":"major"}]"#
        );
        assert_eq!(marked.unplaced.into_iter().collect::<Vec<_>>(), [("beyond the end of the output", 1)]);
        let errors = [
            json!({"start": 0, "end": 3, "category": "style", "severity": "minor"}),
            json!({"start": 1, "end": 3, "category": "style", "severity": "minor", "is_source_error": true}),
        ];
        let output = r#"{"start":0,"end":3,"category":"style","severity":"minor"}"#;
        let source = r#"{"text":"source","start":1,"end":3,"category":"style","severity":"minor"}"#;
        assert_eq!(SpanCollector::with_source(Some("source")).in_rating(&errors, None), format!("[{output},{source}]"));
        let mut without = SpanCollector::default();
        assert_eq!(without.in_rating(&errors, None), format!("[{output}]"));
        assert_eq!(without.unplaced.values().sum::<usize>(), 1);
    }
}
