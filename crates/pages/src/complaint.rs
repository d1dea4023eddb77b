//! What is wrong with an answer, in the participant's language.

use study::response::{Complaint, Reason};

use super::Words;

pub(crate) fn in_words(complaint: &Complaint, words: &Words) -> String {
    match &complaint.reason {
        Reason::Missing => words.say(match complaint.field.as_str() {
            "severity" => "reason-missing-severity",
            "best" | "worst" => "reason-missing-best-worst",
            field if field.starts_with("rank_") => "reason-missing-rank",
            _ => "reason-missing",
        }),
        Reason::Twice => words.say("reason-twice"),
        Reason::NotOneOf { .. } => words.say("reason-not-one-of"),
        Reason::NotANumber { given } => words.with_value("reason-not-a-number", "given", brief(given)),
        Reason::NotWhole { given } => words.with_value("reason-not-whole", "given", brief(given)),
        Reason::OutOfRange { minimum, maximum, .. } => words.with_values(
            "reason-out-of-range",
            [("minimum", minimum.to_string().into()), ("maximum", maximum.to_string().into())],
        ),
        Reason::OffStep { step, .. } => words.with_value("reason-off-step", "step", step.to_string()),
        Reason::SharedPlace { place } => words.with_value("reason-shared-place", "place", place.to_string()),
        Reason::BestIsWorst => words.say("reason-best-is-worst"),
        Reason::NoneAndSome => words.say("reason-none-and-some"),
        Reason::TooLong { length, maximum } => words.with_values(
            "reason-too-long",
            [("length", length.to_string().into()), ("maximum", maximum.to_string().into())],
        ),
        Reason::TooShort { length, minimum } => words.with_values(
            "reason-too-short",
            [("length", length.to_string().into()), ("minimum", minimum.to_string().into())],
        ),
        Reason::NotADay { .. } => words.say("reason-not-a-day"),
        Reason::TooEarly { earliest } => words.with_value("reason-too-early", "earliest", earliest.clone()),
        Reason::TooLate { latest } => words.with_value("reason-too-late", "latest", latest.clone()),
        Reason::EmptySpan => words.say("reason-empty-span"),
        Reason::OutsideText { .. } => words.say("reason-outside-text"),
        Reason::Overlap => words.say("reason-overlap"),
    }
}

/// Someone may have pasted a book into a field for a number.
fn brief(given: &str) -> String {
    super::field::excerpt(given, 30)
}
