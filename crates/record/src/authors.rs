//! `record.toml`: what only its authors know of a study.
//!
//! Everything in it is a table of its own, so that new answers are added at the end and nothing that stands there is written
//! again.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use study::DecodedFile;

/// Its name in the study folder.
pub const RECORD_FILE: &str = "record.toml";

/// A whole `record.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "rejudge record file")]
pub struct AuthorsRecord {
    /// Who did the study.
    #[serde(default)]
    pub author: Vec<Author>,
    /// Where it is published, and under which licence.
    #[serde(default)]
    pub publication: Publication,
    /// Answers to questions of a form that the study cannot answer, or answers otherwise.
    #[serde(default)]
    pub answer: Vec<AnswerRecord>,
}

/// One `[[author]]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Author {
    /// Family name.
    #[schemars(length(min = 1))]
    pub family: String,
    /// Given names.
    pub given: Option<String>,
    /// ORCID: `https://orcid.org/…`, or its sixteen digits.
    pub orcid: Option<String>,
    /// Institution.
    pub affiliation: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
    /// Whether to write to this author about the study; the first author when nobody is marked.
    #[serde(default)]
    pub contact: bool,
    /// Whether this author fills in the datasheet; the first author when nobody is marked.
    #[serde(default)]
    pub fills_in: bool,
}

/// `[publication]`
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Publication {
    /// SPDX id of the licence of data and texts, such as `CC-BY-4.0`; the address of one that SPDX does not list.
    pub licence: Option<String>,
    /// Address of the published paper.
    pub paper: Option<String>,
    /// Address where data and materials can be had.
    pub materials: Option<String>,
    /// Address of the preregistration.
    pub preregistration: Option<String>,
    /// DOI of data and materials.
    pub doi: Option<String>,
    /// Version of data and materials; 1.0 when absent.
    pub version: Option<String>,
    /// Day of publication, such as `2026-11-16`.
    pub date: Option<String>,
    /// Keywords.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// `false` when the items belong to somebody else: bundles then hold their hashes instead.
    pub share_items: Option<bool>,
}

/// One `[[answer]]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerRecord {
    /// Number of the question in HEDS 3.0, such as `3.2.2.1`; or form and question: `osf q5`, `recipe item2`.
    pub question: String,
    /// Id of the criterion, for questions about criteria; when absent, the answer is that of every criterion.
    pub criterion: Option<String>,
    /// The options, in the words in which `rejudge heds --missing` lists them.
    #[serde(default)]
    pub choose: Vec<String>,
    /// The answer in words, or what belongs to the option chosen.
    pub text: Option<String>,
}

/// The JSON Schema of `record.toml`.
#[must_use]
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(AuthorsRecord).to_value()
}

/// Reads `record.toml`, and names what could not stand in a citation.
#[must_use]
pub fn read_record(text: &str) -> DecodedFile<AuthorsRecord> {
    let mut decoded = study::decode(RECORD_FILE, text);
    crate::citable::settle(&mut decoded);
    decoded
}

impl AuthorsRecord {
    /// What of it is published: without the addresses of authors whom nobody is to write to, which stand in no paper.
    #[must_use]
    pub fn without_private_addresses(&self) -> AuthorsRecord {
        let named = [self.fills_in(), self.contact()].map(|author| author.cloned());
        let mut published = self.clone();
        for author in published.author.iter_mut().filter(|author| !named.contains(&Some((*author).clone()))) {
            author.email = None;
        }
        published
    }

    /// As a file, without the comments of the one it was read from.
    #[must_use]
    pub fn to_toml(&self) -> String {
        // Everything in it is text, truth or a list of texts.
        toml::to_string(self).unwrap_or_default()
    }

    /// Who fills in the datasheet.
    #[must_use]
    pub fn fills_in(&self) -> Option<&Author> {
        self.author.iter().find(|author| author.fills_in).or(self.author.first())
    }

    /// Whom to write to.
    #[must_use]
    pub fn contact(&self) -> Option<&Author> {
        self.author.iter().find(|author| author.contact).or(self.author.first())
    }

    /// The answer in words to a question of a form that is not HEDS: `osf q5`.
    #[must_use]
    pub fn words(&self, question: &str) -> Option<&str> {
        self.answer.iter().rev().find(|it| it.question == question)?.text.as_deref()
    }
}

impl Author {
    /// Given and family name.
    #[must_use]
    pub fn name(&self) -> String {
        self.given.as_ref().map_or_else(|| self.family.clone(), |given| format!("{given} {}", self.family))
    }
}

impl AnswerRecord {
    /// As it is added to the file, under the words of the question.
    #[must_use]
    pub fn to_toml(&self, asks: &str) -> String {
        let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let mut out = format!("\n# {}\n[[answer]]\nquestion = {}\n", asks.replace('\n', " "), quoted(&self.question));
        if let Some(criterion) = &self.criterion {
            let _ = writeln!(out, "criterion = {}", quoted(criterion));
        }
        if !self.choose.is_empty() {
            let _ =
                writeln!(out, "choose = [{}]", self.choose.iter().map(|it| quoted(it)).collect::<Vec<_>>().join(", "));
        }
        if let Some(text) = &self.text {
            let _ = writeln!(out, "text = {}", quoted(text));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::{AnswerRecord, read_record, schema};

    #[test]
    fn the_schema_is_current() {
        let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
        expect_test::expect_file!["../../../docs/schema/record.json"].assert_eq(&text);
    }

    #[test]
    fn what_is_published_is_read_back_without_the_addresses_of_others() {
        let text = "# for us\n[[author]]\nfamily = \"A\"\nemail = \"a@example.org\"\n[[author]]\nfamily = \"B\"\n\
            email = \"b@example.org\"\n[[author]]\nfamily = \"C\"\nemail = \"c@example.org\"\ncontact = true\n\
            [publication]\nlicence = \"CC-BY-4.0\"\nkeywords = [\"x\"]\nshare_items = false\n\
            [[answer]]\nquestion = \"5.1\"\nchoose = [\"no\"]\ntext = \"two\\nlines \\\"so\\\"\"\n";
        let record = read_record(text).value.unwrap();
        assert_eq!(read_record(&record.to_toml()).value.unwrap(), record);
        let published = record.without_private_addresses().to_toml();
        assert!(published.contains("a@example.org") && published.contains("c@example.org"), "{published}");
        assert!(!published.contains("b@example.org") && !published.contains("for us"), "{published}");
    }

    #[test]
    fn an_answer_that_is_added_is_read_back() {
        let answer = AnswerRecord {
            question: "5.1".to_owned(),
            criterion: Some("odd \"one\"".to_owned()),
            choose: vec!["a".to_owned(), "b".to_owned()],
            text: Some("two\nlines".to_owned()),
        };
        let read = read_record(&answer.to_toml("What?")).value.unwrap();
        assert_eq!(read.answer, [answer]);
    }
}
