//! `spans`: the text to mark. Without script a span is chosen by its first and its last word; with it,
//! by selecting it. The source can be marked in the same way, and what is missing has no place.

use std::borrow::Cow;

use askama::Template;
use study::response::{Category, Severity, Spans};

use crate::field::{Field, Source};

#[derive(Template)]
#[template(path = "response/spans.html")]
pub(super) struct View<'a> {
    field: Field<'a>,
    spans: &'a Spans,
    text: &'a str,
    /// The words of each text that can be marked.
    groups: Vec<Group<'a>>,
    rows: Vec<Row<'a>>,
}

/// The words of one text under its name.
struct Group<'a> {
    name: Cow<'a, str>,
    words: Vec<Word>,
}

/// A word with where it starts and ends as fields hold it: in characters, `source:` before them in the source.
struct Word {
    text: String,
    start: String,
    end: String,
}

/// The controls of one span, filled or blank.
#[derive(Default)]
struct Row<'a> {
    start: &'a str,
    end: &'a str,
    category: &'a str,
    severity: &'a str,
}

impl Row<'_> {
    /// Selected by hand and not at a word's edge: it has no option of its own.
    fn strange_start(&self, groups: &[Group<'_>]) -> bool {
        let known = |group: &Group<'_>| group.words.iter().any(|word| word.start == self.start);
        !matches!(self.start, "" | "missing") && !groups.iter().any(known)
    }

    fn strange_end(&self, groups: &[Group<'_>]) -> bool {
        let known = |group: &Group<'_>| group.words.iter().any(|word| word.end == self.end);
        !matches!(self.end, "" | "missing") && !groups.iter().any(known)
    }
}

/// Blank rows offered without script, fewer for texts whose many words would make the page heavy.
fn blank_rows(words: usize) -> usize {
    match words {
        0..=50 => 3,
        51..=100 => 2,
        _ => 1,
    }
}

impl<'a> View<'a> {
    pub(super) fn new(spans: &'a Spans, field: Field<'a>) -> View<'a> {
        let text = field.outputs.first().copied().unwrap_or_default();
        let mut groups = vec![Group { name: field.names.single_label().into(), words: words(text, "") }];
        let source =
            |source: Source<'a>| Group { name: source_name(field, &source), words: words(source.text, "source:") };
        groups.extend(field.source.map(source));
        let mut rows = given_rows(field);
        let long = groups.iter().map(|group| group.words.len()).sum();
        rows.extend((0..blank_rows(long)).map(|_| Row::default()));
        View { field, spans, text, groups, rows }
    }

    /// What a screen reader calls the source.
    fn source_name(&self) -> &str {
        self.groups.last().map_or("", |group| &group.name)
    }

    fn category<'b>(&self, category: &'b Category) -> &'b str {
        category.label.as_deref().unwrap_or(&category.id)
    }

    fn severity<'b>(&self, severity: &'b Severity) -> &'b str {
        severity.label.as_deref().unwrap_or(&severity.id)
    }

    fn row_name(&self, index: &usize) -> String {
        self.field.words.with_value("spans-row", "number", index + 1)
    }
}

fn source_name<'a>(field: Field<'a>, source: &Source<'a>) -> Cow<'a, str> {
    if source.label.is_empty() { field.words.say("spans-text").into() } else { source.label.into() }
}

/// The rows that were posted or saved.
fn given_rows(field: Field<'_>) -> Vec<Row<'_>> {
    let [starts, ends, categories, severities] =
        ["start", "end", "category", "severity"].map(|name| field.values(name).collect::<Vec<_>>());
    (0..starts.len().max(ends.len()))
        .map(|row| Row {
            start: starts.get(row).copied().unwrap_or_default(),
            end: ends.get(row).copied().unwrap_or_default(),
            category: categories.get(row).copied().unwrap_or_default(),
            severity: severities.get(row).copied().unwrap_or_default(),
        })
        .filter(|row| [row.start, row.end, row.category, row.severity].iter().any(|cell| !cell.is_empty()))
        .collect()
}

/// The words of a text, with this before their places; where a script is written without spaces, its characters.
fn words(text: &str, before: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut open: Option<(usize, String)> = None;
    let mut close = |open: &mut Option<(usize, String)>, end: usize| {
        if let Some((start, text)) = open.take() {
            words.push(Word { text, start: format!("{before}{start}"), end: format!("{before}{end}") });
        }
    };
    let mut length = 0;
    for (at, character) in text.chars().enumerate() {
        if character.is_whitespace() || is_ideograph(character) {
            close(&mut open, at);
        }
        if !character.is_whitespace() {
            open.get_or_insert_with(|| (at, String::new())).1.push(character);
        }
        if is_ideograph(character) {
            close(&mut open, at + 1);
        }
        length = at + 1;
    }
    close(&mut open, length);
    words
}

/// Chinese and Japanese characters, which stand without spaces.
fn is_ideograph(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{323af}')
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_know_their_place_in_characters() {
        let seen = |text: &str| {
            words(text, "").iter().map(|w| format!("{}:{}-{}", w.text, w.start, w.end)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(seen("  A naïve  cat."), "A:2-3 naïve:4-9 cat.:11-15");
        assert_eq!(seen("他说 ok"), "他:0-1 说:1-2 ok:3-5");
        assert_eq!(seen(""), "");
    }
}
