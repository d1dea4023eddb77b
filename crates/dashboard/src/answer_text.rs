//! An answer in a few words.

use study::response::position::letter;
use study::response::{Answer, Preference, Response, SpanText};

/// An answer in a few words. `outputs` are what the outputs are called, in the order shown.
pub(crate) fn answer_text(response: &Response, answer: &Answer, outputs: &[String]) -> String {
    let output = |place: usize| outputs.get(place).cloned().unwrap_or_else(|| letter(place).to_uppercase());
    match answer {
        Answer::Rating(value) => match response {
            Response::Rating(rating) => rating_text(*value, rating.label(*value)),
            Response::Slider(_)
            | Response::Ranking(_)
            | Response::Pairwise(_)
            | Response::BestWorst(_)
            | Response::Choice(_)
            | Response::Spans(_)
            | Response::Count(_)
            | Response::Text(_) => value.to_string(),
        },
        Answer::Slider(value) => value.to_string(),
        Answer::Count(count) => count.to_string(),
        Answer::Ranking(places) => {
            let mut order: Vec<(u32, usize)> = places.iter().copied().zip(0..).collect();
            order.sort_unstable();
            let mut words = String::new();
            for (index, (place, shown)) in order.iter().enumerate() {
                if index > 0 {
                    words.push_str(if order[index - 1].0 == *place { " = " } else { " > " });
                }
                words.push_str(&output(*shown));
            }
            words
        }
        Answer::Graded(grade) => {
            let words = if let Response::Pairwise(pairwise) = response { &pairwise.degrees[..] } else { &[] };
            let degree = grade.unsigned_abs().checked_sub(1).and_then(|at| words.get(at as usize));
            let better = |place: usize| format!("{} {}", output(place), degree.map_or("better", String::as_str));
            match grade {
                0 => "equal".to_owned(),
                1.. => better(0),
                _second => better(1),
            }
        }
        Answer::Pairwise(Preference::First) => output(0),
        Answer::Pairwise(Preference::Second) => output(1),
        Answer::Pairwise(Preference::Equal) => "equal".to_owned(),
        Answer::BestWorst { best, worst } => format!("best {}, worst {}", output(*best), output(*worst)),
        Answer::Choice(chosen) if chosen.is_empty() => "none".to_owned(),
        Answer::Choice(chosen) => chosen.join(", "),
        Answer::Spans(spans) if spans.is_empty() => "nothing marked".to_owned(),
        Answer::Spans(spans) => {
            let one = |span: &study::response::Span| match span.text {
                SpanText::Output => format!("{} {}–{}", span.category, span.start, span.end),
                SpanText::Source => format!("{} {}–{} in the source", span.category, span.start, span.end),
                SpanText::Missing => format!("{}: something is missing", span.category),
            };
            spans.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        Answer::Text(words) => words.clone(),
        Answer::Unable(reason) => format!("cannot judge: {reason}"),
    }
}

fn rating_text(value: i64, label: Option<&str>) -> String {
    label.map_or_else(|| value.to_string(), |label| format!("{value} ({label})"))
}
