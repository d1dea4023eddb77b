//! What a study says of itself under the name that a fact of the original goes by.

use super::facts::{Fact, Topic};

/// Names that facts of an original go by, with what this study calls the same. Papers count sentences, summaries
/// or pairs and speak of workers or scales; the words are theirs.
const NAMES: [(&[&str], Topic, &str); 16] = [
    (&["platform", "recruitment", "recruited from", "crowdsourcing"], Topic::People, "platform"),
    (&["requirements", "filters", "qualifications", "countries", "nationality"], Topic::People, "requirements"),
    (&["time limit", "longest time"], Topic::People, "time limit"),
    (&["payment", "pay", "reward", "compensation"], Topic::Pay, "payment"),
    (&["hourly pay", "pay per hour", "wage"], Topic::Pay, "per hour, expected"),
    (&["minutes", "expected time", "estimated time", "duration"], Topic::Pay, "expected minutes"),
    (
        &["items", "sentences", "summaries", "definitions", "prompts", "inputs", "texts", "documents", "dialogues"],
        Topic::Items,
        "number",
    ),
    (&["pairs", "comparisons", "shown together", "rankings", "sets"], Topic::Design, "shown together"),
    (&["lists", "list length", "questions per list", "pairs per list"], Topic::Design, "questions in a list"),
    (
        &[
            "people per question",
            "people per item",
            "people per pair",
            "people per comparison",
            "people per set",
            "people per output",
            "raters per item",
            "judgements per item",
        ],
        Topic::Design,
        "people per question",
    ),
    (&["order"], Topic::Design, "order"),
    (&["scale", "answers", "options", "response"], Topic::Questions, "answer"),
    (&["question", "questions", "criteria"], Topic::Questions, "question"),
    (&["definition"], Topic::Questions, "definition"),
    (&["checks", "attention checks", "test questions", "quality control"], Topic::Quality, "checks in a list"),
    (&["correction", "test", "tests"], Topic::Analysis, "correction"),
];

/// The value beside a fact called so: of the fact of the same name, or of the one that goes by it. A fact of every
/// criterion is told once for each value it has.
pub(super) fn counterpart(known: &[Fact], name: &str) -> Option<String> {
    let name = name.replace(['_', '-'], " ").to_lowercase();
    if let Some(fact) = known.iter().find(|fact| fact.what.to_lowercase() == name) {
        return Some(fact.value.clone());
    }
    let (topic, what) = find_counterpart(&name)?;
    let of_criterion = format!(": {what}");
    let mut values: Vec<String> = Vec::new();
    for fact in known.iter().filter(|fact| fact.topic == topic) {
        let value = match topic {
            Topic::Items => format!("{} items", fact.value),
            Topic::Analysis => format!("{what}: {}", fact.value),
            Topic::Systems
            | Topic::Questions
            | Topic::Texts
            | Topic::Design
            | Topic::Quality
            | Topic::People
            | Topic::Pay
            | Topic::Claims
            | Topic::Declared
            | Topic::Facts => fact.value.clone(),
        };
        if (fact.what == what || fact.what.ends_with(&of_criterion)) && !values.contains(&value) {
            values.push(value);
        }
    }
    (!values.is_empty()).then(|| values.join("; "))
}

/// The topic and the name under which a study says what a fact of an original is about; the name in lower case.
pub(super) fn find_counterpart(name: &str) -> Option<(Topic, &'static str)> {
    NAMES.iter().find(|(names, _, _)| names.contains(&name)).map(|(_, topic, what)| (*topic, *what))
}
