//! From one form to the other, by what answers mean: the same key may mean something else there.

use super::form::{Question, Version};
use super::sheet::{Answer, Entry, Sheet};

impl Sheet {
    /// The same answers in the other form. What has no place there stays under its own key, which that form leaves alone, and is
    /// noted, like what cannot be decided; back in this form, all is as it was.
    #[must_use]
    pub fn to_version(&self, version: Version) -> Sheet {
        if version == self.version {
            return self.clone();
        }
        let mut sheet = Sheet::empty(version, self.criteria.clone());
        sheet.title.clone_from(&self.title);
        sheet.language.clone_from(&self.language);
        sheet.open.clone_from(&self.open);
        let mut others = self.others.clone();
        for entry in self.entries.iter().filter(|entry| entry.answer.is_some()) {
            let there =
                |it: &&mut Entry| it.question.meaning == entry.question.meaning && it.criterion == entry.criterion;
            let Some(place) = sheet.entries.iter_mut().find(there) else {
                others.extend(self.elements_of(entry.question));
                sheet.notes.push(format!(
                    "HEDS {} has no place for {}; kept in the card all the same: {}",
                    version.word(),
                    entry.number(),
                    entry.answer_in_words()
                ));
                continue;
            };
            match convert_answer(entry, place.question) {
                Ok(answer) => place.answer = Some(answer),
                Err(answer) => {
                    let number = place.number();
                    place.answer = Some(answer);
                    sheet.notes.push(format!(
                        "{number}: “{}” does not say which option of HEDS {} is meant; choose it",
                        entry.answer_in_words(),
                        version.word()
                    ));
                }
            }
        }
        if let Err(error) = sheet.read_elements(others) {
            sheet.notes.push(error.to_string());
        }
        sheet
    }
}

/// The answer in terms of the other form's question; as an error where its option cannot be told.
fn convert_answer(entry: &Entry, to: &Question) -> Result<Answer, Answer> {
    let answer = entry.answer.clone().unwrap_or_default();
    let from = entry.question;
    match (from.is_choice(), to.is_choice()) {
        (false, false) => Ok(answer),
        (true, false) => Ok(Answer { chosen: Vec::new(), text: in_words(from, &answer), ..answer }),
        (false, true) => match options_of(to, &answer.text) {
            Some((chosen, text)) => Ok(Answer { chosen, text, ..answer }),
            None => Err(answer),
        },
        (true, true) => {
            let same = |number: &usize| {
                let means = from.options.get(number - 1)?.means;
                to.options.iter().position(|option| option.means == means).map(|place| place + 1)
            };
            let chosen: Vec<usize> = answer.chosen.iter().filter_map(same).collect();
            if chosen.len() < answer.chosen.len() {
                // What is not an option there is said in words.
                let text = answer_with_labels(from, &answer);
                return Err(Answer { chosen, text, ..answer });
            }
            let in_words = labels_of(to, &answer.text).filter(|(all, _)| chosen.iter().all(|it| all.contains(it)));
            let (chosen, text) = in_words.unwrap_or((chosen, answer.text));
            Ok(Answer { chosen, text, from: answer.from })
        }
    }
}

/// A choice as the other form has it in words: the words alone, where they say which option is meant.
fn in_words(question: &Question, answer: &Answer) -> String {
    let alone = options_of(question, &answer.text);
    let is_report = question.meaning == "1.1.1" && answer.chosen == [1] && !answer.text.is_empty();
    if is_report || alone.is_some_and(|alone| alone == (answer.chosen.clone(), answer.text.clone())) {
        return answer.text.clone();
    }
    answer_with_labels(question, answer)
}

/// Between labels, and between them and what stands beside them.
const AND: &str = "; ";
const BESIDE: &str = ": ";

/// The labels of options, then what stands beside them.
fn answer_with_labels(question: &Question, answer: &Answer) -> String {
    let options = answer.chosen.iter().filter_map(|number| question.options.get(number - 1));
    let labels = options.map(|option| option.label.as_str()).collect::<Vec<_>>().join(AND);
    match (labels.is_empty(), answer.text.is_empty()) {
        (true, _) => answer.text.clone(),
        (false, true) => labels,
        (false, false) => format!("{labels}{BESIDE}{}", answer.text),
    }
}

/// Reads [`answer_with_labels`].
fn labels_of(question: &Question, text: &str) -> Option<(Vec<usize>, String)> {
    let (mut chosen, mut rest) = (Vec::new(), text);
    loop {
        let known = question.options.iter().enumerate().filter(|(_, option)| rest.starts_with(&option.label));
        let (at, option) = known.max_by_key(|(_, option)| option.label.len())?;
        chosen.push(at + 1);
        rest = &rest[option.label.len()..];
        if rest.is_empty() {
            return Some((chosen, String::new()));
        }
        if let Some(beside) = rest.strip_prefix(BESIDE) {
            return Some((chosen, beside.to_owned()));
        }
        rest = rest.strip_prefix(AND)?;
    }
}

/// The options that words stand for, and what is to be said beside them. Words that are no label stay as they are.
fn options_of(question: &Question, text: &str) -> Option<(Vec<usize>, String)> {
    if let Some(known) = labels_of(question, text) {
        return Some(known);
    }
    let lower = text.trim().to_lowercase();
    let first = lower.split(|c: char| !c.is_alphanumeric() && c != '/').next().unwrap_or_default();
    let not_applicable = first == "n/a" || first == "na" || lower.starts_with("not applicable");
    let number = match question.meaning.as_str() {
        "1.2" if lower.contains("http") => 1,
        "4.3.3" | "4.3.11.1" | "4.3.12.1" if not_applicable => 3,
        "4.3.3" if first == "continuous" => 2,
        "4.3.3" if first.parse::<u64>().is_ok() => 1,
        "4.3.11.1" | "4.3.12.1" if first == "none" || first == "no" => 2,
        "4.3.11.1" | "4.3.12.1" if !lower.is_empty() => 1,
        "5.2" | "5.3" if first == "no" || first == "none" => 1,
        "5.2" | "5.3" if first == "yes" => 2,
        _ => return None,
    };
    Some((vec![number], text.to_owned()))
}
