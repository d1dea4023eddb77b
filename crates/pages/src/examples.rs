//! Examples of every response kind. Tests, the gallery and the documentation show these same ones.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use study::file::{CodeLanguage, Content};
use study::response::{Answer, Form, Response};
use study::{Criterion, CriterionId, InMemory, Rendering, Study};

use super::{FileNames, FormState, Key, Links, Pages, Screen};

/// One example of a response kind.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// What it shows of the kind.
    pub name: String,
    /// The question.
    pub question: String,
    /// What is meant.
    pub definition: Option<String>,
    /// How it is asked.
    pub response: Response,
    /// What stands above the outputs.
    #[serde(default)]
    pub input: String,
    /// The outputs in the order shown.
    pub outputs: Vec<String>,
    /// An answer.
    pub answer: Answer,
}

impl Example {
    /// The texts that an answer can speak of, as [`Response::read`] takes them.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        let source = self.response.source().map(|_| self.input.as_str());
        self.outputs.iter().map(String::as_str).chain(source).collect()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    example: Vec<Example>,
}

/// The kinds in the order of the glossary, with their examples.
const FILES: [(&str, &str); 10] = [
    ("rating", include_str!("examples/rating.toml")),
    ("slider", include_str!("examples/slider.toml")),
    ("ranking", include_str!("examples/ranking.toml")),
    ("pairwise", include_str!("examples/pairwise.toml")),
    ("best-worst", include_str!("examples/best-worst.toml")),
    ("choice", include_str!("examples/choice.toml")),
    ("spans", include_str!("examples/spans.toml")),
    ("count", include_str!("examples/count.toml")),
    ("text", include_str!("examples/text.toml")),
    ("date", include_str!("examples/date.toml")),
];

/// What can be judged beside plain text. The files are among the assets, in `examples`.
const MEDIA: [(&str, Content, &str); 5] = [
    ("code", Content::Code, include_str!("examples/code.toml")),
    ("formulas", Content::Markdown, include_str!("examples/formulas.toml")),
    ("pictures", Content::Image, include_str!("examples/pictures.toml")),
    ("sounds", Content::Audio, include_str!("examples/sounds.toml")),
    ("films", Content::Video, include_str!("examples/films.toml")),
];

fn read(text: &str) -> Vec<Example> {
    toml::from_str::<File>(text).map(|file| file.example).unwrap_or_default()
}

static EXAMPLES: LazyLock<Vec<(&'static str, Vec<Example>)>> =
    LazyLock::new(|| FILES.iter().map(|(kind, text)| (*kind, read(text))).collect());

static MEDIA_EXAMPLES: LazyLock<Vec<(&'static str, Content, Vec<Example>)>> =
    LazyLock::new(|| MEDIA.iter().map(|(name, content, text)| (*name, *content, read(text))).collect());

/// Every kind with its examples.
#[must_use]
pub fn examples() -> &'static [(&'static str, Vec<Example>)] {
    &EXAMPLES
}

/// What can be judged beside text, by name.
pub fn media() -> impl Iterator<Item = &'static str> {
    MEDIA.iter().map(|(name, _, _)| *name)
}

/// The states in which each example is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// As first seen.
    Empty,
    /// With a saved answer.
    Answered,
    /// Sent without an answer.
    Wrong,
}

impl State {
    /// All of them.
    pub const ALL: [State; 3] = [State::Empty, State::Answered, State::Wrong];
}

/// The examples of one kind, ready to be shown on one page: each in every state.
#[derive(Debug, Clone)]
pub struct Showcase {
    study: Arc<Study>,
    inputs: Vec<[String; 1]>,
    examples: &'static [Example],
}

impl Showcase {
    /// The examples of a kind, or of what can be judged beside text, in a language; nothing when there is no such
    /// kind.
    #[must_use]
    pub fn new(kind: &str, language: &str) -> Option<Showcase> {
        let kinds = examples().iter().map(|(known, examples)| (*known, Content::Text, examples));
        let media = MEDIA_EXAMPLES.iter().map(|(known, content, examples)| (*known, *content, examples));
        let (_, content, examples) = kinds.chain(media).find(|(known, _, _)| *known == kind)?;
        let mut study = example_study()?;
        study.content = content;
        study.rendering = Rendering {
            maths: content == Content::Markdown,
            code_language: Some(CodeLanguage::Python),
            differences: None,
            play_through: content == Content::Audio,
            context: None,
        };
        study.about.language = language.to_owned();
        let criterion = |(number, example): (usize, &Example)| Criterion {
            id: CriterionId(format!("example-{number}")),
            name: example.name.clone(),
            question: example.question.clone(),
            definition: example.definition.clone(),
            better: study.criteria[0].better,
            cannot_judge: Vec::new(),
            confidence: Vec::new(),
            only_if: None,
            response: example.response.clone(),
        };
        study.criteria = examples.iter().enumerate().map(criterion).collect();
        study.parts[0].criteria = (0..study.criteria.len()).collect();
        let inputs = examples.iter().map(|example| [example.input.clone()]).collect();
        Some(Showcase { study: Arc::new(study), inputs, examples })
    }

    /// The pages on which they are shown.
    #[must_use]
    pub fn pages(&self, links: Links) -> Pages {
        let files = format!("{}/examples", links.assets);
        Pages::new(Arc::clone(&self.study), Links { files, file_names: FileNames::Own, ..links })
    }

    /// Every example in these states, one screen each, with what they are filled with.
    #[must_use]
    pub fn screens(&self, states: &[State]) -> (Vec<Screen<'_>>, FormState) {
        let (mut screens, mut filled) = (Vec::new(), FormState::default());
        for (number, example) in self.examples.iter().enumerate() {
            for state in states {
                let key = Key { step: screens.len() as u32, criterion: number as u32 };
                let outputs: Vec<&str> = example.outputs.iter().map(String::as_str).collect();
                match state {
                    State::Empty => {}
                    State::Answered => filled.answer(key, &example.answer),
                    State::Wrong => {
                        let read = example.response.read(&Form::default(), &example.texts());
                        let complaints = read.err().unwrap_or_default();
                        filled.complain(key, complaints);
                    }
                }
                screens.push(Screen {
                    step: key.step,
                    shown: &self.inputs[number],
                    outputs,
                    criteria: vec![key.criterion],
                    part: None,
                });
            }
        }
        (screens, filled)
    }
}

/// The study around the examples.
fn example_study() -> Option<Study> {
    let files =
        [("study.toml", include_str!("examples/study.toml")), ("items.csv", include_str!("examples/items.csv"))];
    let files: BTreeMap<String, Vec<u8>> =
        files.into_iter().map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect();
    study::check(&InMemory(files)).study
}

#[cfg(test)]
mod tests {
    use super::{FILES, File, MEDIA, MEDIA_EXAMPLES, examples};
    use crate::assets::Asset;

    #[test]
    fn every_file_that_an_example_shows_is_there_and_small() {
        for (name, _, text) in MEDIA {
            toml::from_str::<File>(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        for (name, _, examples) in MEDIA_EXAMPLES.iter().filter(|(_, content, _)| !content.is_text()) {
            for file in examples.iter().flat_map(|example| &example.outputs) {
                let asset = Asset::find(&format!("examples/{file}")).unwrap_or_else(|| panic!("{name}: {file}"));
                assert!(asset.bytes.len() < 4096, "{file} has {} bytes", asset.bytes.len());
            }
        }
    }

    #[test]
    fn every_example_is_read_and_its_answer_is_taken_as_posted() {
        for (kind, text) in FILES {
            toml::from_str::<File>(text).unwrap_or_else(|error| panic!("{kind}: {error}"));
        }
        for (kind, examples) in examples() {
            for example in examples {
                assert_eq!(example.response.kind(), *kind);
                assert_eq!(example.response.problems(), [], "{kind}: {}", example.name);
                let read = example.response.read(&example.answer.to_form(), &example.texts());
                assert_eq!(read.as_ref(), Ok(&example.answer), "{kind}: {}", example.name);
            }
        }
    }
}
