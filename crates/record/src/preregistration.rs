//! What a study will do, said before it is done, and kept so that nobody has to remember it.
//!
//! Four forms are filled in from the study, its plan and its simulation. Freezing keeps the study's files, the hashes of items and
//! plan, and the time; what departs from it later is found by comparing.

mod fill;
mod frozen_preregistration;
mod recipe;

use std::sync::LazyLock;

use serde::Deserialize;

use crate::filled_form::{FilledForm, Group, Line};
use crate::heds::Facts;

pub use frozen_preregistration::{FrozenError, FrozenPreregistration, PREREGISTRATION_FILE, section};

/// The id of the form that is filled in when the study is done.
pub const AFTER: &str = "recipe-after";

/// A form: its name in files, and what it is called.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    pub id: String,
    pub title: String,
    pub questions: Vec<FormQuestion>,
}

/// A question of a form.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormQuestion {
    /// Its id on the Open Science Framework.
    pub id: String,
    pub asks: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormsFile {
    form: Vec<Form>,
}

/// All forms.
#[must_use]
pub fn forms() -> &'static [Form] {
    static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
        let read: Result<FormsFile, _> = toml::from_str(include_str!("preregistration/forms.toml"));
        read.unwrap_or_else(|error| unreachable!("forms.toml is part of the program, and read by its tests: {error}"))
            .form
    });
    &FORMS
}

/// An answer, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormAnswer {
    pub text: String,
    pub from: String,
}

/// What is answered to a question of a form; the authors' own words stand above what the study says.
#[must_use]
pub fn answer(facts: &Facts<'_>, form: &Form, question: &FormQuestion) -> Option<FormAnswer> {
    let own = facts.record.words(&format!("{} {}", form.id, question.id));
    match own {
        Some(text) => Some(FormAnswer { text: text.to_owned(), from: crate::RECORD_FILE.to_owned() }),
        None => fill::answer(facts, &form.id, &question.id),
    }
}

/// A form for readers. The Replication Recipe is for studies that repeat another.
#[must_use]
pub fn fill_form(facts: &Facts<'_>, form: &Form) -> Option<FilledForm> {
    if form.id.starts_with("recipe") && facts.study.reproduces.is_none() {
        return None;
    }
    let lines = form.questions.iter().map(|question| {
        let given = answer(facts, form, question);
        Line {
            number: question.id.clone(),
            question: question.asks.clone(),
            language: None,
            from: given.as_ref().map(|given| given.from.clone()).unwrap_or_default(),
            answer: given.map(|given| given.text),
        }
    });
    let groups = vec![Group { title: form.title.clone(), lines: lines.collect() }];
    Some(FilledForm {
        title: format!("{}: {}", form.title, facts.title()),
        origin: "Questions in short; their ids are those of the Open Science Framework.".to_owned(),
        groups,
    })
}

/// The answers as the Open Science Framework takes them: from the id of a question to its text.
#[must_use]
pub fn responses(facts: &Facts<'_>, form: &Form) -> serde_json::Map<String, serde_json::Value> {
    let each = form.questions.iter().filter_map(|it| Some((it.id.clone(), answer(facts, form, it)?.text.into())));
    each.collect()
}

#[cfg(test)]
mod tests;
