//! `only_if`: when a question is asked at all.

use schemars::JsonSchema;
use serde::Deserialize;

/// After which answer to another criterion a question is asked. Either `is`, or `above` and `below`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlyIfFile {
    /// The criterion whose answer decides. It is asked on the same page, before this one.
    pub criterion: String,
    /// The answers after which it is asked: points of a scale, options, `"a"`, `"b"` or `"equal"` of a choice between two, with
    /// degrees also `"a2"`.
    #[serde(default)]
    pub is: Vec<AnswerFile>,
    /// Asked after numbers above this.
    pub above: Option<f64>,
    /// Asked after numbers below this.
    pub below: Option<f64>,
}

/// An answer, as written.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AnswerFile {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

impl AnswerFile {
    pub(crate) fn to_text(&self) -> String {
        match self {
            AnswerFile::Number(number) => number.to_string(),
            AnswerFile::Word(word) => word.clone(),
        }
    }
}
