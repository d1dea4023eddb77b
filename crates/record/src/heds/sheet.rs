//! A datasheet: the questions of one form with what was answered.

use serde_json::{Map, Value};

use super::form::{Kind, Question, Version, questions};
use crate::filled_form::{FilledForm, Group, Line};

/// A datasheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    pub version: Version,
    /// What the experiment is called.
    pub title: String,
    /// BCP 47 tag of the study's own words.
    pub language: String,
    /// The names of the criteria.
    pub criteria: Vec<String>,
    /// The criterion that the web form shows when it loads the card; the first when absent.
    pub open: Option<String>,
    /// Every question, in the order of the form; those about criteria once for each.
    pub entries: Vec<Entry>,
    /// What a card holds beside the form's own keys, written again as it was.
    pub others: Map<String, Value>,
    /// The form's own elements as the card has them, with the labels that it keeps beside options.
    pub(super) elements: Map<String, Value>,
    /// What could not be carried over, and what is doubtful.
    pub notes: Vec<String>,
}

/// A question of a datasheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub question: &'static Question,
    /// Name of the criterion it is about.
    pub criterion: Option<String>,
    pub answer: Option<Answer>,
}

/// What was answered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// Numbers of the options, from 1.
    pub chosen: Vec<usize>,
    pub text: String,
    /// Where it comes from, in words.
    pub from: String,
}

impl Answer {
    /// In words.
    #[must_use]
    pub fn words(text: impl Into<String>, from: &str) -> Answer {
        Answer { chosen: Vec::new(), text: text.into(), from: from.to_owned() }
    }

    /// By options, with what they want said beside them.
    #[must_use]
    pub fn options(chosen: &[usize], text: impl Into<String>, from: &str) -> Answer {
        Answer { chosen: chosen.to_vec(), text: text.into(), from: from.to_owned() }
    }
}

impl Sheet {
    /// A sheet in which nothing is answered.
    #[must_use]
    pub fn empty(version: Version, criteria: Vec<String>) -> Sheet {
        let form = questions(version);
        let entry = |question, criterion| Entry { question, criterion, answer: None };
        let mut entries = Vec::new();
        entries.extend(form.iter().filter(|it| !it.of_criterion && it.id.as_str() < "4").map(|it| entry(it, None)));
        for name in &criteria {
            entries.extend(form.iter().filter(|it| it.of_criterion).map(|it| entry(it, Some(name.clone()))));
        }
        entries.extend(form.iter().filter(|it| !it.of_criterion && it.id.as_str() > "4").map(|it| entry(it, None)));
        Sheet {
            version,
            title: String::new(),
            language: "en".to_owned(),
            criteria,
            open: None,
            entries,
            others: Map::new(),
            elements: Map::new(),
            notes: Vec::new(),
        }
    }

    /// What is answered to the question that 3.0 numbers so.
    #[must_use]
    pub fn get(&self, meaning: &str, criterion: Option<&str>) -> Option<&Entry> {
        self.entries.iter().find(|it| it.question.meaning == meaning && it.criterion.as_deref() == criterion)
    }

    /// Answers the question that 3.0 numbers so; one that this form does not ask is left alone.
    pub fn set(&mut self, meaning: &str, criterion: Option<&str>, answer: Answer) {
        let found =
            self.entries.iter_mut().find(|it| it.question.meaning == meaning && it.criterion.as_deref() == criterion);
        if let Some(entry) = found {
            entry.answer = Some(answer);
        }
    }

    /// What is still to be said.
    pub fn missing(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| !entry.is_complete())
    }

    /// The sheet for readers.
    #[must_use]
    pub fn form(&self) -> FilledForm {
        let mut groups: Vec<Group> = Vec::new();
        for entry in &self.entries {
            let title = entry.heading();
            if groups.last().is_none_or(|group| group.title != title) {
                groups.push(Group { title, lines: Vec::new() });
            }
            let line = Line {
                number: entry.question.id.clone(),
                question: entry.question.asks.clone(),
                answer: entry.is_complete().then(|| entry.answer_in_words()),
                language: QUOTED.contains(&entry.question.meaning.as_str()).then(|| self.language.clone()),
                from: entry.answer.as_ref().map(|answer| answer.from.clone()).unwrap_or_default(),
            };
            if let Some(group) = groups.last_mut() {
                group.lines.push(line);
            }
        }
        let version = self.version.word();
        FilledForm {
            title: format!("HEDS {version} datasheet: {}", self.title),
            origin: format!("Questions and options of HEDS {version} in short; their numbers are those of the form."),
            groups,
        }
    }
}

/// The questions that are answered in the words of the study: the criterion as evaluators see it, its definition, what is asked.
const QUOTED: [&str; 3] = ["4.3.1.1", "4.3.2", "4.3.7"];

impl Entry {
    /// Whether everything that the question wants is said.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let Some(answer) = &self.answer else { return false };
        match self.question.kind {
            Kind::Text | Kind::Number => !answer.text.trim().is_empty(),
            Kind::One | Kind::Several => {
                let wants_text =
                    answer.chosen.iter().filter_map(|at| self.question.options.get(at - 1)).any(|it| it.wants_text);
                !answer.chosen.is_empty() && (!wants_text || !answer.text.trim().is_empty())
            }
        }
    }

    /// The headings above it, and the criterion.
    #[must_use]
    pub fn heading(&self) -> String {
        let mut under = self.question.under.clone();
        if let Some(criterion) = &self.criterion {
            under.insert(1.min(under.len()), criterion.clone());
        }
        under.join(": ")
    }

    /// Its number, with the criterion.
    #[must_use]
    pub fn number(&self) -> String {
        match &self.criterion {
            Some(criterion) => format!("{} ({criterion})", self.question.id),
            None => self.question.id.clone(),
        }
    }

    /// The answer in words; empty where there is none.
    #[must_use]
    pub fn answer_in_words(&self) -> String {
        let Some(answer) = &self.answer else { return String::new() };
        let labels: Vec<&str> = answer
            .chosen
            .iter()
            .filter_map(|at| self.question.options.get(at - 1))
            .map(|option| option.label.as_str())
            .collect();
        match (labels.is_empty(), answer.text.trim()) {
            (true, text) => text.to_owned(),
            (false, "") => labels.join("; "),
            (false, text) if labels.len() == 1 && says_again(labels[0], text) => labels.join("; "),
            (false, text) => format!("{}: {text}", labels.join("; ")),
        }
    }
}

/// Whether words beside an option only say the option once more: “No.” beside “no”.
fn says_again(label: &str, text: &str) -> bool {
    let plain = |text: &str| match text.trim_end_matches('.').to_lowercase().as_str() {
        "none" => "no".to_owned(),
        "n/a" | "na" => "not applicable".to_owned(),
        other => other.to_owned(),
    };
    plain(label) == plain(text)
}
