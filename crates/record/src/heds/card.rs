//! Datacards: what the web forms save and load.
//!
//! A card is one JSON object, from the key of a form element to `{"data": {criterion or "": value}, "control": {}}`. Every
//! option is an element of its own. Only `data` is read by the forms, and the `control` of the list of criteria. The labels
//! under `text` are the form's own: those of a card that was read stay, and of a new one they are empty.

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::form::{Kind, Question, Version, questions};
use super::sheet::{Answer, Sheet};

/// The element that lists the criteria.
const CRITERIA: &str = "heds-criteria-criterion";
/// What ends the key of the words beside options.
const BESIDE: &str = "other_text";

/// Why something is not a datacard.
#[derive(Debug, Error)]
pub enum CardError {
    /// It is not JSON.
    #[error("not a datacard: {0}")]
    Json(#[from] serde_json::Error),
    /// It is something else.
    #[error("not a HEDS datacard: a card is an object with keys such as `{CRITERIA}`, and this has none of them")]
    Other,
    /// A value is nothing that the form writes there.
    #[error(
        "`{key}` holds {found} where the form writes {wanted}; load and save the card in the web form it was made with"
    )]
    Value { key: String, found: String, wanted: &'static str },
}

impl Sheet {
    /// Reads a card that a web form, or this program, wrote.
    ///
    /// # Errors
    /// When it is none, or holds what no form writes.
    pub fn from_card(text: &str) -> Result<Sheet, CardError> {
        let card: Map<String, Value> = serde_json::from_str(text)?;
        if !card.keys().any(|key| key.starts_with("heds-")) {
            return Err(CardError::Other);
        }
        let version = version(&card);
        let mut notes = Vec::new();
        let criteria = criteria(&card, version, &mut notes);
        let mut sheet = Sheet::empty(version, criteria);
        sheet.open = criteria_list(&card)
            .and_then(|names| names.iter().find(|(_, open)| **open == Value::Bool(true)))
            .map(|it| it.0.clone());
        sheet.read_elements(card)?;
        if !sheet.others.is_empty() {
            let unknown = sheet.others.keys().cloned().collect::<Vec<_>>().join(", ");
            notes.push(format!("the form has no question for {unknown}; kept as written"));
        }
        sheet.notes = notes;
        sheet.title = sheet.get("1.1.2", None).map(super::Entry::answer_in_words).unwrap_or_default();
        Ok(sheet)
    }

    /// Answers what is not answered yet from the elements of a card, and keeps these and those of no question.
    pub(super) fn read_elements(&mut self, card: Map<String, Value>) -> Result<(), CardError> {
        for entry in self.entries.iter_mut().filter(|entry| entry.answer.is_none()) {
            let read = ElementReader { card: &card, criterion: entry.criterion.as_deref().unwrap_or_default() };
            entry.answer = read.answer(entry.question)?;
        }
        let asked = questions(self.version);
        let is_known = |key: &str| key == CRITERIA || asked.iter().any(|question| is_of(question, key));
        (self.elements, self.others) = card.into_iter().partition(|(key, _)| is_known(key));
        Ok(())
    }

    /// The elements of a question, as the card has them.
    pub(super) fn elements_of(&self, question: &Question) -> Map<String, Value> {
        let card = self.to_card();
        let all = card.as_object().cloned().unwrap_or_default();
        all.into_iter().filter(|(key, _)| is_of(question, key)).collect()
    }

    /// The card, as the web form of the sheet's version loads it.
    #[must_use]
    pub fn to_card(&self) -> Value {
        let mut card = Map::new();
        let open = self.open.as_ref().or(self.criteria.first());
        let control: Map<String, Value> =
            self.criteria.iter().map(|name| (name.clone(), Value::Bool(Some(name) == open))).collect();
        card.insert(CRITERIA.to_owned(), json!({ "data": {}, "control": control, "text": {} }));
        let mut put = |key: String, criterion: &str, value: Value| {
            let is_option = value.is_boolean();
            let kept = self.elements.get(&key).filter(|kept| kept.is_object());
            let element = card.entry(key).or_insert_with(|| match kept {
                Some(kept) => kept.clone(),
                None if is_option => json!({ "data": {}, "control": {}, "text": {} }),
                None => json!({ "data": {}, "control": {} }),
            });
            if !has_value(&element["data"][criterion], &value) {
                element["data"][criterion] = value;
                if is_option {
                    element["text"][criterion] = Value::String(String::new());
                }
            }
        };
        for entry in &self.entries {
            let (question, criterion) = (entry.question, entry.criterion.as_deref().unwrap_or_default());
            let answer = entry.answer.clone().unwrap_or_default();
            if !question.is_choice() {
                put(question.key.clone(), criterion, answer.text.into());
                continue;
            }
            for number in 1..=question.options.len() {
                let chosen = answer.chosen.contains(&number);
                if chosen || !question.languages {
                    put(format!("{}-{number}", question.key), criterion, chosen.into());
                }
            }
            put(format!("{}-{BESIDE}", question.key), criterion, answer.text.into());
        }
        for (key, value) in &self.others {
            card.insert(key.clone(), value.clone());
        }
        card.sort_keys();
        Value::Object(card)
    }
}

/// Whether what a card holds says this already, in one of the ways that forms have written it.
fn has_value(kept: &Value, value: &Value) -> bool {
    match (kept, value) {
        (Value::Number(number), Value::String(text)) => number.to_string() == *text,
        (Value::Null, Value::Bool(chosen)) => !*chosen,
        (Value::String(word), Value::Bool(chosen)) => (*chosen && word == "on") || (!*chosen && word.is_empty()),
        (_, _) => kept == value,
    }
}

/// Reads what a card says about one criterion, or about the whole.
struct ElementReader<'a> {
    card: &'a Map<String, Value>,
    criterion: &'a str,
}

impl ElementReader<'_> {
    fn value(&self, key: &str) -> Option<&Value> {
        self.card.get(key)?.get("data")?.get(self.criterion)
    }

    fn text(&self, key: &str) -> Result<String, CardError> {
        match self.value(key) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(Value::Number(number)) => Ok(number.to_string()),
            Some(other @ (Value::Bool(_) | Value::Array(_) | Value::Object(_))) => {
                Err(CardError::Value { key: key.to_owned(), found: other.to_string(), wanted: "words" })
            }
        }
    }

    fn is_chosen(&self, key: &str) -> Result<bool, CardError> {
        match self.value(key) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(chosen)) => Ok(*chosen),
            Some(Value::String(word)) if word.is_empty() => Ok(false),
            Some(Value::String(word)) if word == "on" => Ok(true),
            Some(other @ (Value::String(_) | Value::Number(_) | Value::Array(_) | Value::Object(_))) => {
                Err(CardError::Value { key: key.to_owned(), found: other.to_string(), wanted: "true or false" })
            }
        }
    }

    fn answer(&self, question: &Question) -> Result<Option<Answer>, CardError> {
        let mut answer = Answer { from: "the datacard".to_owned(), ..Answer::default() };
        match question.kind {
            Kind::Text | Kind::Number => answer.text = self.text(&question.key)?,
            Kind::One | Kind::Several => {
                for number in 1..=question.options.len() {
                    if self.is_chosen(&format!("{}-{number}", question.key))? {
                        answer.chosen.push(number);
                    }
                }
                answer.text = self.text(&format!("{}-{BESIDE}", question.key))?;
            }
        }
        Ok((!answer.chosen.is_empty() || !answer.text.is_empty()).then_some(answer))
    }
}

/// Whether the key is the question's, or one of its options'.
fn is_of(question: &Question, key: &str) -> bool {
    let Some(rest) = key.strip_prefix(&question.key) else { return false };
    if !question.is_choice() {
        return rest.is_empty();
    }
    let option = rest.strip_prefix('-');
    let number = option.and_then(|option| option.parse::<usize>().ok());
    option == Some(BESIDE) || number.is_some_and(|number| (1..=question.options.len()).contains(&number))
}

/// Which form wrote a card: it does not say, but some keys are in one form only.
fn version(card: &Map<String, Value>) -> Version {
    let numbered = card.values().any(|element| element.get("number").is_some());
    let only = |version: Version, other: Version| {
        let theirs = questions(other);
        card.keys()
            .filter(|key| questions(version).iter().any(|question| is_of(question, key)))
            .filter(|key| !theirs.iter().any(|question| is_of(question, key)))
            .count()
    };
    let (newer, older) = (only(Version::V3, Version::V2022), only(Version::V2022, Version::V3));
    if numbered || newer > older { Version::V3 } else { Version::V2022 }
}

/// The list of criteria: each with whether the form shows it.
fn criteria_list(card: &Map<String, Value>) -> Option<&Map<String, Value>> {
    card.get(CRITERIA)?.get("control")?.as_object()
}

/// The criteria: those listed, and those answered for without being listed.
fn criteria(card: &Map<String, Value>, version: Version, notes: &mut Vec<String>) -> Vec<String> {
    let mut criteria: Vec<String> =
        criteria_list(card).map(|names| names.keys().cloned().collect()).unwrap_or_default();
    let about_criteria =
        |key: &str| questions(version).iter().any(|question| question.of_criterion && is_of(question, key));
    for (_, element) in card.iter().filter(|(key, _)| about_criteria(key)) {
        for name in element.get("data").and_then(Value::as_object).into_iter().flat_map(Map::keys) {
            if !criteria.contains(name) {
                notes.push(format!("the criterion `{name}` is answered for but not listed in the card; kept"));
                criteria.push(name.clone());
            }
        }
    }
    criteria
}
