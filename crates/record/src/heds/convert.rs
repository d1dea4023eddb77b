//! From one form to the other, by what answers mean: the same key may mean something else there.

use super::form::{Question, Version};
use super::sheet::{Answer, Entry, Sheet};

impl Sheet {
    /// The same answers in the other form. What has no place there, or cannot be decided, is noted.
    #[must_use]
    pub fn to_version(&self, version: Version) -> Sheet {
        if version == self.version {
            return self.clone();
        }
        let mut sheet = Sheet::empty(version, self.criteria.clone());
        sheet.title.clone_from(&self.title);
        sheet.language.clone_from(&self.language);
        sheet.open.clone_from(&self.open);
        for entry in self.entries.iter().filter(|entry| entry.answer.is_some()) {
            let there =
                |it: &&mut Entry| it.question.meaning == entry.question.meaning && it.criterion == entry.criterion;
            let Some(place) = sheet.entries.iter_mut().find(there) else {
                sheet.notes.push(format!(
                    "HEDS {} has no place for {}: {}",
                    version.word(),
                    entry.number(),
                    entry.shown()
                ));
                continue;
            };
            match converted(entry, place.question) {
                Ok(answer) => place.answer = Some(answer),
                Err(answer) => {
                    let number = place.number();
                    place.answer = Some(answer);
                    sheet.notes.push(format!(
                        "{number}: “{}” does not say which option of HEDS {} is meant; choose it",
                        entry.shown(),
                        version.word()
                    ));
                }
            }
        }
        sheet
    }
}

/// The answer in terms of the other form's question; as an error where its option cannot be told.
fn converted(entry: &Entry, to: &Question) -> Result<Answer, Answer> {
    let answer = entry.answer.clone().unwrap_or_default();
    let from = entry.question;
    match (from.is_choice(), to.is_choice()) {
        (false, false) => Ok(answer),
        (true, false) => Ok(Answer { chosen: Vec::new(), text: in_words(entry), ..answer }),
        (false, true) => match option_of(&to.meaning, &answer.text) {
            Some((number, text)) => Ok(Answer { chosen: vec![number], text, ..answer }),
            None => Err(answer),
        },
        (true, true) => {
            let same = |number: &usize| {
                let means = from.options.get(number - 1)?.means;
                to.options.iter().position(|option| option.means == means).map(|place| place + 1)
            };
            let chosen: Vec<usize> = answer.chosen.iter().filter_map(same).collect();
            let all = chosen.len() == answer.chosen.len();
            let answer = Answer { chosen, ..answer };
            if all { Ok(answer) } else { Err(answer) }
        }
    }
}

/// A choice as the other form has it in words: where the option only asks for the words, these alone.
fn in_words(entry: &Entry) -> String {
    let text = entry.answer.as_ref().map(|answer| answer.text.trim().to_owned()).unwrap_or_default();
    let words_are_all = matches!(entry.question.meaning.as_str(), "1.1.1" | "1.2" | "4.3.3" | "4.3.11.1" | "4.3.12.1");
    let first = entry.answer.as_ref().is_some_and(|answer| answer.chosen.first() == Some(&1));
    if words_are_all && first && !text.is_empty() { text } else { entry.shown() }
}

/// The option that words stand for, and what is to be said beside it.
fn option_of(meaning: &str, text: &str) -> Option<(usize, String)> {
    let lower = text.trim().to_lowercase();
    let first = lower.split(|c: char| !c.is_alphanumeric() && c != '/').next().unwrap_or_default();
    let not_applicable = first == "n/a" || first == "na" || lower.starts_with("not applicable");
    match meaning {
        "1.2" if lower.contains("http") => Some((1, text.to_owned())),
        "4.3.3" if not_applicable => Some((3, text.to_owned())),
        "4.3.3" if first == "continuous" => Some((2, String::new())),
        "4.3.3" if first.parse::<u64>().is_ok() => Some((1, text.to_owned())),
        "4.3.11.1" | "4.3.12.1" if not_applicable => Some((3, text.to_owned())),
        "4.3.11.1" | "4.3.12.1" if first == "none" || first == "no" => Some((2, String::new())),
        "4.3.11.1" | "4.3.12.1" if !lower.is_empty() => Some((1, text.to_owned())),
        "5.2" | "5.3" if first == "no" || first == "none" => Some((1, text.to_owned())),
        "5.2" | "5.3" if first == "yes" => Some((2, text.to_owned())),
        _ => None,
    }
}
