//! What a page offers, as someone sees it who looks at it.

use std::collections::BTreeMap;

use serde::Deserialize;
use study::response::{Answer, Form};
use study::{CheckQuestion, Study};

/// Reads a page from what it shows.
pub(crate) const LOOK: &str = "
    const form = document.querySelector('main form[action^=\"/\"]');
    const texts = (screen) => [...screen.querySelectorAll('.output .text, .row-text .text, .best-worst .text')].map((text) => text.textContent);
    const questions = (screen) => {
        const found = {};
        for (const input of screen.querySelectorAll('input[type=radio]:enabled')) {
            const [step, criterion, field] = input.name.split('.');
            ((found[`${step}.${criterion}`] ??= {})[field] ??= []).push(input.value);
        }
        return found;
    };
    const hints = [...document.querySelectorAll('[data-script]')];
    return {
        asked: form && form.getAttribute('action').split('?')[0].split('/').slice(4).join('/'),
        ending: document.querySelector('.ending')?.className ?? '',
        code: document.querySelector('.code output')?.textContent ?? document.querySelector('input[name=code]')?.value ?? '',
        screens: [...document.querySelectorAll('.screen')].map((screen) => ({ outputs: texts(screen), questions: questions(screen) })),
        scripted: hints.length ? hints.every((hint) => !hint.hidden) : null,
        wider: document.documentElement.scrollWidth - innerWidth,
    };
";

#[derive(Debug, Deserialize)]
pub(crate) struct Page {
    /// What its form's address says is asked: `step/3`.
    pub(crate) asked: Option<String>,
    pub(crate) ending: String,
    pub(crate) code: String,
    pub(crate) screens: Vec<Screen>,
    /// Whether scripts have run; unknown where a page has nothing for them to do.
    pub(crate) scripted: Option<bool>,
    /// By how much it is wider than the window.
    pub(crate) wider: i64,
}

/// Texts, and the questions about them.
#[derive(Debug, Deserialize)]
pub(crate) struct Screen {
    outputs: Vec<String>,
    /// For each question the values offered for each field.
    pub(crate) questions: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

/// How someone answers the questions that have a right answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Care {
    Right,
    Wrong,
}

impl Screen {
    /// An answer to one question among those that the page offers.
    pub(crate) fn answer(&self, study: &Study, key: &str, care: Care) -> Answer {
        let (step, criterion) = numbers(key);
        let response = &study.criteria[criterion].response;
        let shown: Vec<&str> = self.outputs.iter().map(String::as_str).collect();
        let mut offered =
            combinations(&self.questions[key]).into_iter().filter_map(|form| response.read(&form, &shown).ok());
        // Training comes before the list, and is done with care by everyone.
        let trains = study.training.iter().find_map(|asked| Some((asked, self.order(asked)?, Care::Right)));
        let checks = || study.checks.iter().find_map(|asked| Some((asked, self.order(asked)?, care)));
        let Some((known, order, care)) = trains.or_else(checks) else {
            let offered: Vec<Answer> = offered.collect();
            return offered[(step + criterion) % offered.len()].clone();
        };
        let fits = |answer: &Answer| {
            let passed = response.passes(&known.answer, shown.len(), &answer.reordered(&order)).unwrap();
            passed == (care == Care::Right)
        };
        offered.find(fits).unwrap()
    }

    /// Where the texts of a question with a known answer stand here, if it is the one shown.
    fn order(&self, known: &CheckQuestion) -> Option<Vec<usize>> {
        self.outputs.iter().map(|shown| known.outputs.iter().position(|written| written == shown)).collect()
    }
}

/// The page and the criterion that the key of a question names: `q3.0`.
pub(crate) fn numbers(key: &str) -> (usize, usize) {
    let (step, criterion) = key.strip_prefix('q').unwrap().split_once('.').unwrap();
    (step.parse().unwrap(), criterion.parse().unwrap())
}

/// Every way to choose one value for each field.
fn combinations(fields: &BTreeMap<String, Vec<String>>) -> Vec<Form> {
    fields.iter().fold(vec![Form::default()], |forms, (field, values)| {
        forms.iter().flat_map(|form| values.iter().map(|value| form.clone().with_field(field, value))).collect()
    })
}
