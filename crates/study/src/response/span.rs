//! A marked span of text, and which text it is in.

use serde::{Deserialize, Serialize};

/// Which text a span was marked in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpanText {
    /// The output.
    #[default]
    Output,
    /// The text that the output was made from.
    Source,
    /// Neither: something that the output should contain but does not.
    Missing,
}

impl SpanText {
    /// The word used in files and fields.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            SpanText::Output => "output",
            SpanText::Source => "source",
            SpanText::Missing => "missing",
        }
    }

    fn is_output(&self) -> bool {
        *self == SpanText::Output
    }

    /// A place in this text as a page posts it: `12`, `source:12`, `missing`.
    pub(super) fn field(self, at: usize) -> String {
        match self {
            SpanText::Output => at.to_string(),
            SpanText::Source => format!("source:{at}"),
            SpanText::Missing => "missing".to_owned(),
        }
    }
}

/// A marked span of text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// The text it is in; the output where nothing is said.
    #[serde(skip_serializing_if = "SpanText::is_output", default)]
    pub text: SpanText,
    /// Its first character, counted in Unicode code points from 0; 0 for what is missing.
    pub start: usize,
    /// The character behind its last; 0 for what is missing.
    pub end: usize,
    /// Id of the category.
    pub category: String,
    /// Id of the severity, where the study has severities.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub severity: Option<String>,
}

/// Where the words of a text start and end, in characters.
pub(super) fn word_spans(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = None;
    let mut length = 0;
    for (at, character) in text.chars().enumerate() {
        match (character.is_whitespace(), start) {
            (true, Some(from)) => {
                words.push((from, at));
                start = None;
            }
            (false, None) => start = Some(at),
            (true, None) | (false, Some(_)) => {}
        }
        length = at + 1;
    }
    words.extend(start.map(|from| (from, length)));
    words
}
