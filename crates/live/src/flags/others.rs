//! What everyone else answered to the questions that one person answered.

use std::collections::HashMap;

use session::Session;

use super::work::{ComparableAnswer, Value, presentation, presented_answers};
use super::{Questions, Work};

/// What everyone else answered to a question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Others {
    /// Numbers: their mean.
    Mean { mean: f64, of: usize },
    /// Anything else: how many gave the same answer.
    Same { same: usize, of: usize },
}

/// The others' answers beside one session's, by page and number of the criterion. `rest` are the sessions that are counted, without
/// this one.
pub(crate) fn answers_of_others<'a>(
    questions: &Questions,
    session: &Session,
    rest: impl Iterator<Item = &'a Work>,
) -> HashMap<(u32, usize), Others> {
    let Some(presentation) = presentation(questions, session) else { return HashMap::new() };
    let own = presented_answers(questions, session, &presentation).into_iter();
    let own: Vec<(u32, ComparableAnswer)> =
        own.map(|(step, shown)| (step, shown.comparable_answer(questions))).collect();
    let mut answers: HashMap<usize, Vec<&Value>> = own.iter().map(|(_, given)| (given.question, Vec::new())).collect();
    for given in rest.flat_map(|work| &work.given) {
        if let Some(values) = answers.get_mut(&given.question) {
            values.push(&given.value);
        }
    }
    let others = own.iter().filter_map(|(step, given)| {
        let values = answers.get(&given.question).filter(|values| !values.is_empty())?;
        let of = values.len();
        let others = match &given.value {
            Value::Number(_) => {
                let sum: f64 = values.iter().filter_map(|value| value.number()).sum();
                Others::Mean { mean: sum / of as f64, of }
            }
            Value::Words(_) => Others::Same { same: values.iter().filter(|value| ***value == given.value).count(), of },
            Value::Text => return None,
        };
        Some(((*step, questions.criterion(given.question)), others))
    });
    others.collect()
}
