//! How a criterion is asked, digested field by field. A field added to a kind is added here, and left out of the
//! digest where it has its default: studies that do not use it stay the same.

use study::response::{
    BestWorst, Category, Choice, Choosable, Count, Days, Labels, Pairwise, Ranking, Rating, Response, Severity, Slider,
    Spans, Text,
};

use super::Digest;

pub(super) fn digest(response: &Response, digest: &mut Digest) {
    digest.word(response.kind());
    match response {
        Response::Rating(kind) => rating(kind, digest),
        Response::Slider(kind) => slider(kind, digest),
        Response::Ranking(Ranking { ties }) => digest.number(u64::from(*ties)),
        Response::Pairwise(Pairwise { ties, equal, degrees }) => {
            digest.number(u64::from(*ties));
            digest.words(equal.as_deref());
            if !degrees.is_empty() {
                digest.words(degrees.iter().map(String::as_str));
            }
        }
        Response::BestWorst(BestWorst { best, worst }) => {
            digest.words(best.as_deref());
            digest.words(worst.as_deref());
        }
        Response::Choice(kind) => choice(kind, digest),
        Response::Spans(kind) => spans(kind, digest),
        Response::Count(Count { minimum, maximum, what }) => {
            digest.add_optional(maximum.map(f64::from));
            digest.words(what.as_deref());
            if minimum.is_some() {
                digest.add_optional(minimum.map(f64::from));
            }
        }
        Response::Text(Text { minimum, maximum, optional, lines, days }) => {
            digest.add_optional(maximum.map(f64::from));
            digest.number(u64::from(*optional));
            digest.number(u64::from(*lines));
            if minimum.is_some() {
                digest.add_optional(minimum.map(f64::from));
            }
            if let Some(Days { earliest, latest }) = days {
                digest.words(earliest.as_deref());
                digest.words(latest.as_deref());
            }
        }
    }
}

fn rating(Rating { points, minimum, labels }: &Rating, digest: &mut Digest) {
    digest.number(*points);
    digest.add_optional(minimum.map(f64::from));
    match labels {
        None => digest.word("no labels"),
        Some(Labels::Every(labels)) => digest.words(labels.iter().map(String::as_str)),
        Some(Labels::Ends { low, high }) => digest.words(["ends", low, high]),
    }
}

fn slider(Slider { minimum, maximum, step, low, high }: &Slider, digest: &mut Digest) {
    digest.add_optional(Some(*minimum));
    digest.add_optional(Some(*maximum));
    digest.add_optional(*step);
    digest.words(low.as_deref());
    digest.words(high.as_deref());
}

fn choice(Choice { options, several, allow_none }: &Choice, digest: &mut Digest) {
    for option in options {
        match option {
            Choosable::Words(words) => digest.words([words.as_str()]),
            Choosable::Table { id, label } => digest.words([id.as_str(), label]),
        }
    }
    digest.number(u64::from(*several));
    digest.number(u64::from(*allow_none));
}

fn spans(Spans { categories, severities, overlap, source, missing }: &Spans, digest: &mut Digest) {
    for Category { id, label, definition, weight } in categories {
        digest.word(id);
        digest.words(label.as_deref());
        digest.words(definition.as_deref());
        digest.add_optional(*weight);
    }
    for Severity { id, label, weight } in severities {
        digest.word(id);
        digest.words(label.as_deref());
        digest.add_optional(Some(*weight));
    }
    digest.number(u64::from(*overlap));
    // Studies from before these could be asked keep their fingerprint.
    if source.is_some() || *missing {
        digest.words(source.as_deref());
        digest.number(u64::from(*missing));
    }
}
