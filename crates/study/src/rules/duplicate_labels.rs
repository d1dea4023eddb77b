//! R033: two answers that read the same.

use std::collections::HashSet;

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::response::{Choosable, Labels, Response};

pub(super) const RULE: Rule = Rule {
    code: Code("R033"),
    name: "duplicate-labels",
    severity: Severity::Error,
    summary: "two answers to one question have the same label",
    doc: r#"## What it checks
The points of a labelled scale, the options of a `choice` and the categories and severities of `spans`
are worded differently from one another.

## Why it matters for a study
Participants cannot tell the two apart, so which one they take is chance, and the data call it an
answer.

## Example
```toml
response = { kind = "rating", points = 3, minimum = 1, labels = ["poor", "good", "good"] }
```

## Instead
```toml
response = { kind = "rating", points = 3, minimum = 1, labels = ["poor", "fair", "good"] }
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, criterion) in context.file.criteria.iter().enumerate() {
        for (key, labels) in labels(&criterion.response) {
            let mut seen = HashSet::new();
            for label in labels {
                if !seen.insert(label.trim().to_lowercase()) {
                    found.push(
                        RULE.diagnose(
                            context.places.find(&format!("criteria.{index}.response.{key}")),
                            format!("two answers of `{}` read `{}`", criterion.id, label.trim()),
                        )
                        .with_reason("participants cannot tell them apart, and choose between them by chance")
                        .help("word each of them differently"),
                    );
                }
            }
        }
    }
}

/// The words shown as answers, by the key they are written under.
fn labels(response: &Response) -> Vec<(&'static str, Vec<&str>)> {
    match response {
        Response::Rating(rating) => match &rating.labels {
            Some(Labels::Every(labels)) => vec![("labels", labels.iter().map(String::as_str).collect())],
            Some(Labels::Ends { low, high }) => vec![("labels", vec![low, high])],
            None => Vec::new(),
        },
        Response::Slider(slider) => match (&slider.low, &slider.high) {
            (Some(low), Some(high)) => vec![("high", vec![low, high])],
            _ => Vec::new(),
        },
        Response::Choice(choice) => {
            let words = choice.options.iter().map(|option| match option {
                Choosable::Words(words) => words.as_str(),
                Choosable::Table { label, .. } => label.as_str(),
            });
            vec![("options", words.collect())]
        }
        Response::Spans(spans) => {
            let categories = spans.categories.iter().map(|category| category.label.as_deref().unwrap_or(&category.id));
            let severities = spans.severities.iter().map(|severity| severity.label.as_deref().unwrap_or(&severity.id));
            vec![("categories", categories.collect()), ("severities", severities.collect())]
        }
        Response::Ranking(_)
        | Response::Pairwise(_)
        | Response::BestWorst(_)
        | Response::Count(_)
        | Response::Text(_) => Vec::new(),
    }
}
