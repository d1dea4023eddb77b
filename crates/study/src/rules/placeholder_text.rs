//! R072: a text that was to be written later.

use std::ops::Range;

use diag::{Code, Diagnostic, Place, Severity};

use super::{Context, Rule};
use crate::file::SystemFile;

pub(super) const RULE: Rule = Rule {
    code: Code("R072"),
    name: "placeholder-text",
    severity: Severity::Warning,
    summary: "a text for participants still contains `TODO`, `XXX`, lorem ipsum or words of the template",
    doc: r#"## What it checks
Title, contact, questions, definitions and the texts around the questions contain none of `TODO`, `FIXME`,
`TBD`, `XXX`, `lorem ipsum`, `[insert`, `[your`, `<your`, nor the address `someone@example.org`, with which
`rejudge new` fills its templates. What a template tells participants about its own example is found, too, where the
study is about something else: *Official sentences are often hard to read* in a study none of whose questions is about a sentence.

## Why it matters for a study
Participants read them. A consent text with "[your institution]" in it is not a consent text.

## Example
> This study is run by [your institution]. TODO: ethics reference.

## Instead
Write the text.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let shouted = capital_placeholders(&context.file.study.language);
    let mut report = |place: Place, what: &str, word: &str| {
        found.push(
            RULE.diagnose(place, format!("{what} still contains `{word}`"))
                .with_reason("participants would read it")
                .help("write what belongs there"),
        );
    };
    let about = &context.file.study;
    let mut written =
        vec![("study.title".to_owned(), Some(&about.title)), ("study.contact".to_owned(), about.contact.as_ref())];
    for (index, criterion) in context.file.criteria.iter().enumerate() {
        written.push((format!("criteria.{index}.question"), Some(&criterion.question)));
        written.push((format!("criteria.{index}.definition"), criterion.definition.as_ref()));
    }
    for (path, text) in written.iter().filter_map(|(path, text)| Some((path, (*text)?))) {
        if let Some(range) = placeholder(text, shouted) {
            let word = text[range.clone()].to_owned();
            report(
                context.places.find_inside(path, range),
                &format!("`{}`", path.rsplit('.').next().unwrap_or(path)),
                &word,
            );
        }
    }
    let subject = subject(context);
    for text in context.texts {
        for range in placeholder(&text.text, shouted).into_iter().chain(of_a_template(&text.text, &subject)) {
            let word = text.text[range.clone()].to_owned();
            report(Place::text(text.file.as_str(), range), &format!("`{}`", text.file), &word);
        }
    }
}

/// What the templates of `rejudge new` tell participants about their own example, and what a study is about for which that is true.
const OF_TEMPLATES: [(&str, &str); 6] = [
    ("Official sentences are often hard to read", "sentence"),
    ("Read the original sentence, then the", "sentence"),
    ("simplifying official sentences", "sentence"),
    ("Three ways of summarising short notes", "summar"),
    ("First you read a note and one summary", "summar"),
    ("compares a human editor with two language models", "editor"),
];

/// What a study is about, in small letters: its title, its questions, the names of its systems.
fn subject(context: &Context<'_>) -> String {
    let file = context.file;
    let questions = file.criteria.iter().map(|criterion| criterion.question.as_str());
    let systems = file.systems.values().map(|system| match system {
        SystemFile::Name(name) => name.as_str(),
        SystemFile::Table(table) => table.name.as_str(),
    });
    let words: Vec<&str> = std::iter::once(file.study.title.as_str()).chain(questions).chain(systems).collect();
    words.join(" ").to_lowercase()
}

/// The first sentence of a template that is about something else than the study.
fn of_a_template(text: &str, subject: &str) -> Option<Range<usize>> {
    OF_TEMPLATES
        .iter()
        .filter(|(_, about)| !subject.contains(about))
        .find_map(|(sentence, _)| text.find(sentence).map(|at| at..at + sentence.len()))
}

/// Words in capitals; in languages where `TODO` means "all" it says nothing.
fn capital_placeholders(language: &str) -> &'static [&'static str] {
    match language.split(['-', '_']).next().unwrap_or_default() {
        "es" | "pt" | "gl" | "ca" => &["FIXME", "TBD", "XXX"],
        _ => &["TODO", "FIXME", "TBD", "XXX"],
    }
}

/// The first placeholder in a text.
fn placeholder(text: &str, shouted: &[&str]) -> Option<Range<usize>> {
    let whole = |range: &Range<usize>| {
        !text[..range.start].ends_with(char::is_alphanumeric) && !text[range.end..].starts_with(char::is_alphanumeric)
    };
    let shouted =
        shouted.iter().flat_map(|word| text.match_indices(word).map(|(at, _)| at..at + word.len())).filter(whole);
    // Only ASCII letters are lowered, so that positions stay those of the text.
    let lower = text.to_ascii_lowercase();
    let quiet = ["lorem ipsum", "[insert", "[your", "<your", "someone@example.org"];
    let quiet = quiet.into_iter().filter_map(|word| lower.find(word).map(|at| at..at + word.len()));
    shouted.chain(quiet).min_by_key(|range| range.start)
}
