//! The questions around the list: screening before it, closing after it.

use diag::Diagnostic;

use super::unique;
use crate::decode::Places;
use crate::file::{ClosingFile, ScreeningFile, StudyFile};
use crate::response::Response;
use crate::structure::{BAD_QUESTION, BAD_RESPONSE};

/// What is wrong with them.
pub(super) fn check(file: &StudyFile, places: &Places, found: &mut Vec<Diagnostic>) {
    unique(file.screening.iter().map(|question| question.id.as_str()), "screening", places, found);
    unique(file.closing.iter().map(|question| question.id.as_str()), "closing", places, found);
    for (index, question) in file.screening.iter().enumerate() {
        screening(question, &format!("screening.{index}"), places, found);
    }
    for (index, question) in file.closing.iter().enumerate() {
        closing(question, &format!("closing.{index}"), places, found);
    }
}

fn screening(question: &ScreeningFile, path: &str, places: &Places, found: &mut Vec<Diagnostic>) {
    match &question.response {
        Some(response) => check_typed_answer(question, response, path, places, found),
        None => check_offered_answers(question, path, places, found),
    }
}

/// A screening question that is answered by typing.
fn check_typed_answer(
    question: &ScreeningFile,
    response: &Response,
    path: &str,
    places: &Places,
    found: &mut Vec<Diagnostic>,
) {
    if !matches!(response, Response::Count(_) | Response::Text(_)) || !question.options.is_empty() {
        let message = format!("screening question `{}` is neither typed nor chosen from options", question.id);
        let help = "ask for a `count`, a `date` or `text`, or leave `response` out and offer `options`";
        found.push(BAD_QUESTION.diagnose(places.find(&format!("{path}.response")), message).help(help));
        return;
    }
    let problems = response.problems();
    let sound = problems.is_empty();
    found.extend(problems.into_iter().map(|problem| {
        let place = places.find(&format!("{path}.response.{}", problem.key));
        BAD_RESPONSE.diagnose(place, problem.message).help(problem.help)
    }));
    for (index, accepted) in question.accept.iter().enumerate().filter(|_| sound) {
        if let Err(problem) = response.expects(accepted, 1) {
            let place = places.find(&format!("{path}.accept.{index}"));
            found.push(BAD_QUESTION.diagnose(place, problem.message).help(problem.help));
        }
    }
}

/// A screening question that offers answers.
fn check_offered_answers(question: &ScreeningFile, path: &str, places: &Places, found: &mut Vec<Diagnostic>) {
    if question.options.is_empty() || question.accept.is_empty() {
        let message = format!("screening question `{}` lets nobody take part", question.id);
        let help =
            "offer `options` and `accept` some of them, or let people type with `response = { kind = \"count\" }`";
        found.push(BAD_QUESTION.diagnose(places.find(path), message).help(help));
    }
    for (index, option) in question.options.iter().enumerate() {
        if question.options[..index].contains(option) {
            let message = format!("screening question `{}` offers `{option}` twice", question.id);
            let place = places.find(&format!("{path}.options.{index}"));
            found.push(BAD_QUESTION.diagnose(place, message).help("leave one of them out"));
        }
    }
    for (index, accepted) in question.accept.iter().enumerate() {
        if !question.options.contains(accepted) {
            let message = format!("screening question `{}` accepts `{accepted}` but does not offer it", question.id);
            let help = match diag::nearest(accepted, question.options.iter().map(String::as_str)) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("accept one of {}", question.options.join(", ")),
            };
            found.push(BAD_QUESTION.diagnose(places.find(&format!("{path}.accept.{index}")), message).help(help));
        }
    }
}

fn closing(question: &ClosingFile, path: &str, places: &Places, found: &mut Vec<Diagnostic>) {
    match &question.response {
        Response::Rating(_) | Response::Slider(_) | Response::Choice(_) | Response::Count(_) | Response::Text(_) => {}
        Response::Ranking(_) | Response::Pairwise(_) | Response::BestWorst(_) | Response::Spans(_) => {
            let kind = question.response.kind();
            let message = format!("closing question `{}` is a `{kind}`, but shows no output", question.id);
            let help = "ask it as `rating`, `slider`, `choice`, `count`, `text` or `date`";
            found.push(BAD_QUESTION.diagnose(places.find(&format!("{path}.response")), message).help(help));
        }
    }
    found.extend(question.response.problems().into_iter().map(|problem| {
        let place = places.find(&format!("{path}.response.{}", problem.key));
        BAD_RESPONSE.diagnose(place, problem.message).help(problem.help)
    }));
}
