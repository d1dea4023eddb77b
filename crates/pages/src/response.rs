//! The controls of each response kind: one file, one template, and a script where comfort needs one.

mod best_worst;
mod choice;
mod count;
mod pairwise;
mod ranking;
mod rating;
mod slider;
mod spans;
mod text;

use askama::Template;
use study::response::{Labels, Response};

use super::field::Field;

/// The controls of one question.
pub(crate) fn controls(response: &Response, field: Field<'_>) -> Result<String, askama::Error> {
    match response {
        Response::Rating(kind) => rating::View::new(kind, field).render(),
        Response::Slider(kind) => slider::View::new(kind, field).render(),
        Response::Ranking(kind) => ranking::View::new(kind, field).render(),
        Response::Pairwise(kind) => pairwise::View::new(kind, field).render(),
        Response::BestWorst(kind) => best_worst::View::new(kind, field).render(),
        Response::Choice(kind) => choice::View::new(kind, field).render(),
        Response::Spans(kind) => spans::View::new(kind, field).render(),
        Response::Count(kind) => count::View::new(kind, field).render(),
        Response::Text(kind) => text::View::new(kind, field).render(),
    }
}

/// The script that adds comfort to a kind; nothing where the browser's own controls have it.
pub(crate) fn script(response: &Response) -> Option<&'static str> {
    match response {
        Response::Slider(_) => Some("response/slider.js"),
        Response::Ranking(_) => Some("response/ranking.js"),
        Response::BestWorst(_) => Some("response/best-worst.js"),
        Response::Choice(kind) => (kind.several && kind.allow_none).then_some("response/choice.js"),
        Response::Spans(_) => Some("response/spans.js"),
        Response::Text(text) => text.days.is_none().then_some("response/text.js"),
        Response::Pairwise(pairwise) if pairwise.is_graded() => None,
        Response::Pairwise(_) => Some("response/pairwise.js"),
        Response::Rating(_) | Response::Count(_) => None,
    }
}

/// The style that only this kind needs.
pub(crate) fn style(response: &Response) -> Option<&'static str> {
    match response {
        Response::Slider(_) => Some("response/slider.css"),
        Response::Ranking(_) => Some("response/ranking.css"),
        Response::BestWorst(_) => Some("response/best-worst.css"),
        Response::Spans(_) => Some("response/spans.css"),
        Response::Pairwise(pairwise) if pairwise.is_graded() => Some("beside.css"),
        Response::Rating(_) | Response::Pairwise(_) | Response::Choice(_) | Response::Count(_) | Response::Text(_) => {
            None
        }
    }
}

/// Whether the controls show the outputs themselves, so that the page need not.
pub(crate) fn shows_output(response: &Response) -> bool {
    match response {
        Response::Spans(_) | Response::Ranking(_) | Response::BestWorst(_) => true,
        Response::Rating(_)
        | Response::Slider(_)
        | Response::Pairwise(_)
        | Response::Choice(_)
        | Response::Count(_)
        | Response::Text(_) => false,
    }
}

/// Whether the controls need the whole width to be seen without scrolling.
pub(crate) fn wants_room(response: &Response) -> bool {
    match response {
        Response::Rating(rating) => matches!(&rating.labels, Some(Labels::Every(words)) if words.len() > 5),
        Response::Spans(_) => true,
        Response::Ranking(_)
        | Response::BestWorst(_)
        | Response::Slider(_)
        | Response::Pairwise(_)
        | Response::Choice(_)
        | Response::Count(_)
        | Response::Text(_) => false,
    }
}
