//! The questions of the two forms, from `questions.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

/// Which form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// The form of 2022-11-18, in which all public datacards are written so far.
    V2022,
    /// 3.0, of 2024-12-12.
    V3,
}

impl Version {
    /// As it is called.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Version::V2022 => "2022",
            Version::V3 => "3.0",
        }
    }
}

/// How a question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// In words.
    Text,
    /// By a whole number, or `N/A`.
    Number,
    /// By one option.
    One,
    /// By any number of options.
    Several,
}

/// A question as one form asks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Its number in this form.
    pub id: String,
    /// Its number in 3.0; where 3.0 has none, its own.
    pub meaning: String,
    /// Its key in a datacard.
    pub key: String,
    /// The headings above it.
    pub under: Vec<String>,
    /// What is asked, in our words.
    pub asks: String,
    pub kind: Kind,
    /// Whether it is asked of each criterion.
    pub of_criterion: bool,
    /// Counted from 1.
    pub options: Vec<Choice>,
    /// Whether the options are languages: a card names only those chosen.
    pub languages: bool,
}

/// An option of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// In our words.
    pub label: String,
    /// Whether it wants words beside it.
    pub wants_text: bool,
    /// Which option of 3.0 says the same; none where 3.0 has no such options.
    pub means: Option<usize>,
}

impl Question {
    /// Whether it is answered by options.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        match self.kind {
            Kind::One | Kind::Several => true,
            Kind::Text | Kind::Number => false,
        }
    }
}

/// All questions of a form, in its order.
#[must_use]
pub fn questions(version: Version) -> &'static [Question] {
    match version {
        Version::V2022 => &FORMS.older,
        Version::V3 => &FORMS.newer,
    }
}

/// The option for a language, by its BCP 47 tag, as 3.0 counts.
pub(super) fn language_option(tag: &str) -> Option<usize> {
    let code = tag.split('-').next().unwrap_or(tag).to_lowercase();
    // 3.0 begins with "not applicable".
    FORMS.codes.iter().position(|known| *known == code).map(|place| place + 2)
}

struct Forms {
    newer: Vec<Question>,
    older: Vec<Question>,
    codes: Vec<String>,
}

static FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let file: FormFile = toml::from_str(include_str!("questions.toml"))
        .unwrap_or_else(|error| unreachable!("questions.toml is part of the program, and read by its tests: {error}"));
    let names: Vec<&str> = file.languages.values().filter_map(toml::Value::as_str).collect();
    let newer = file.question.iter().filter(|written| written.only.is_none()).map(|it| it.newer(&names));
    let older = file.question.iter().filter_map(|written| written.older(&names));
    let mut forms =
        Forms { newer: newer.collect(), older: older.collect(), codes: file.languages.keys().cloned().collect() };
    let place = |id: &str| -> Vec<u32> { id.split('.').map(|part| part.parse().unwrap_or(0)).collect() };
    forms.older.sort_by_key(|question| place(&question.id));
    forms
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormFile {
    question: Vec<QuestionFile>,
    languages: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionFile {
    id: String,
    only: Option<String>,
    key: String,
    under: Vec<String>,
    asks: String,
    answer: Kind,
    #[serde(default)]
    of_criterion: bool,
    #[serde(default)]
    languages: bool,
    #[serde(default)]
    options: Vec<OptionFile>,
    in_2022: Option<OlderFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionFile {
    label: String,
    #[serde(default)]
    text: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OlderFile {
    #[serde(default)]
    absent: bool,
    id: Option<String>,
    key: Option<String>,
    answer: Option<Kind>,
    means: Option<Vec<usize>>,
    options: Option<Vec<String>>,
}

impl QuestionFile {
    /// As 3.0 asks it.
    fn newer(&self, languages: &[&str]) -> Question {
        let mut options: Vec<Choice> = self
            .options
            .iter()
            .enumerate()
            .map(|(at, it)| Choice { label: it.label.clone(), wants_text: it.text, means: Some(at + 1) })
            .collect();
        if self.languages {
            let other = languages.len() + 2;
            options.push(Choice { label: "not applicable".to_owned(), wants_text: true, means: Some(1) });
            options.extend(languages.iter().enumerate().map(|(at, name)| Choice {
                label: (*name).to_owned(),
                wants_text: false,
                means: Some(at + 2),
            }));
            options.push(Choice { label: "another language".to_owned(), wants_text: true, means: Some(other) });
        }
        Question {
            id: self.id.clone(),
            meaning: self.id.clone(),
            key: format!("heds-{}", self.key),
            under: self.under.clone(),
            asks: self.asks.clone(),
            kind: self.answer,
            of_criterion: self.of_criterion,
            options,
            languages: self.languages,
        }
    }

    /// As the form of 2022 asks it; nothing where it does not.
    fn older(&self, languages: &[&str]) -> Option<Question> {
        let mut question = self.newer(languages);
        if self.languages {
            // Languages first, "another" and "not applicable" last.
            question.options.rotate_left(1);
        }
        match &self.in_2022 {
            None => {}
            Some(it) if it.absent => return None,
            Some(it) => {
                question.id = it.id.clone().unwrap_or(question.id);
                question.key = it.key.as_ref().map_or(question.key, |key| format!("heds-{key}"));
                question.kind = it.answer.unwrap_or(question.kind);
                if let Some(means) = &it.means {
                    question.options = means.iter().filter_map(|at| question.options.get(at - 1).cloned()).collect();
                }
                if let Some(labels) = &it.options {
                    let own = |(at, label): (usize, &String)| Choice {
                        label: label.clone(),
                        wants_text: at == 0,
                        means: None,
                    };
                    question.options = labels.iter().enumerate().map(own).collect();
                }
                if !question.is_choice() {
                    question.options.clear();
                }
            }
        }
        Some(question)
    }
}
