//! The authors' own answers, from `record.toml`. They stand above what the study says, and say so where the two differ.

use super::super::facts::Facts;
use super::super::form::{Kind, Question, Version, questions};
use super::super::sheet::{Answer, Sheet};
use crate::authors::{AnswerRecord, RECORD_FILE};

pub(super) fn fill_questions(facts: &Facts<'_>, sheet: &mut Sheet) -> Result<(), Vec<String>> {
    let names = facts.criterion_names();
    let ids: Vec<&str> = facts.study.criteria.iter().map(|it| it.id.0.as_str()).collect();
    let mut problems = Vec::new();
    for given in facts.record.answer.iter().filter(|given| !given.question.contains(' ')) {
        let Some(question) = questions(Version::V3).iter().find(|it| it.id == given.question) else {
            if !questions(Version::V2022).iter().any(|it| it.meaning == given.question) {
                problems.push(format!("{RECORD_FILE}: HEDS 3.0 has no question {}", given.question));
            }
            continue;
        };
        let chosen = match find_options(given, question) {
            Ok(chosen) => chosen,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        let about: Vec<Option<&str>> = match (&given.criterion, question.of_criterion) {
            (_, false) => vec![None],
            (None, true) => names.iter().map(|name| Some(name.as_str())).collect(),
            (Some(id), true) => match ids.iter().position(|known| known == id) {
                Some(place) => vec![Some(names[place].as_str())],
                None => {
                    problems
                        .push(format!("{RECORD_FILE}, question {}: the study has no criterion `{id}`", question.id));
                    continue;
                }
            },
        };
        for criterion in about {
            let before =
                sheet.get(&question.id, criterion).map(super::super::Entry::answer_in_words).unwrap_or_default();
            let answer =
                Answer { chosen: chosen.clone(), text: given.text.clone().unwrap_or_default(), from: String::new() };
            sheet.set(&question.id, criterion, answer);
            if let Some(entry) = sheet
                .entries
                .iter_mut()
                .find(|it| it.question.id == question.id && it.criterion.as_deref() == criterion)
            {
                let differs = !before.is_empty() && before != entry.answer_in_words();
                let from =
                    if differs { format!("{RECORD_FILE}; the study says: {before}") } else { RECORD_FILE.to_owned() };
                if let Some(answer) = &mut entry.answer {
                    answer.from = from;
                }
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// The numbers of the options, by their words.
fn find_options(given: &AnswerRecord, question: &Question) -> Result<Vec<usize>, String> {
    let place = format!("{RECORD_FILE}, question {}", question.id);
    match question.kind {
        Kind::Text | Kind::Number if !given.choose.is_empty() => {
            return Err(format!("{place}: it is answered in words; write `text` instead of `choose`"));
        }
        Kind::One if given.choose.len() != 1 => {
            return Err(format!("{place}: choose one of {}", labels(question)));
        }
        Kind::Text | Kind::Number | Kind::One | Kind::Several => {}
    }
    let number = |words: &String| {
        let known = question.options.iter().position(|option| option.label == *words);
        known.map(|place| place + 1).ok_or_else(|| {
            let nearest = diag::nearest(words, question.options.iter().map(|option| option.label.as_str()));
            let help = nearest.map_or_else(|| labels(question), |nearest| format!("did you mean “{nearest}”?"));
            format!("{place}: there is no option “{words}”; {help}")
        })
    };
    given.choose.iter().map(number).collect()
}

fn labels(question: &Question) -> String {
    question.options.iter().map(|option| format!("“{}”", option.label)).collect::<Vec<_>>().join(", ")
}
