//! Whether a study is still the one that people have taken part in.
//!
//! Texts, payment, codes, limits of time and names may change, and more people may be wanted. What was
//! asked about which texts in which lists may not: the answers would be answers to something else.

use std::collections::BTreeMap;

use plan::Plan;
use sha2::{Digest as _, Sha256};
use study::{CheckQuestion, Study};

/// What is not as it was, in words.
pub type Changed = Vec<String>;

/// A digest of each part that must not change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Design(BTreeMap<String, String>);

/// What a part is called, and how it is digested.
type Part<'a> = (&'static str, &'a dyn Fn(&mut Digest));

/// Words and numbers, kept apart, digested.
#[derive(Default)]
struct Digest(Sha256);

impl Digest {
    fn word(&mut self, word: &str) {
        self.0.update((word.len() as u64).to_le_bytes());
        self.0.update(word.as_bytes());
    }

    fn words<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) {
        let mut count = 0_u64;
        words.into_iter().for_each(|word| {
            self.word(word);
            count += 1;
        });
        self.0.update(count.to_le_bytes());
    }

    fn number(&mut self, number: impl Into<u64>) {
        self.0.update(number.into().to_le_bytes());
    }

    fn text(self) -> String {
        self.0.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl Design {
    /// What must not change of a study and its plan.
    pub(crate) fn of(study: &Study, plan: &Plan) -> Design {
        let parts: [Part<'_>; 8] = [
            ("the systems", &|d| d.words(study.systems.iter().map(|system| system.id.0.as_str()))),
            ("the items", &|d| items(study, d)),
            ("the criteria", &|d| criteria(study, d)),
            ("the checks", &|d| questions(&study.checks, d)),
            ("the training questions", &|d| questions(&study.training, d)),
            ("the screening questions", &|d| screening(study, d)),
            ("the closing questions", &|d| closing(study, d)),
            ("the lists", &|d| lists(study, plan, d)),
        ];
        let digest = |write: &dyn Fn(&mut Digest)| {
            let mut digest = Digest::default();
            write(&mut digest);
            digest.text()
        };
        Design(parts.into_iter().map(|(name, write)| (name.to_owned(), digest(write))).collect())
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::json!(self.0).to_string()
    }

    /// What of an earlier design, as it was written down, is different now.
    pub(crate) fn changed_since(&self, earlier: &str) -> Changed {
        let earlier: BTreeMap<String, String> = serde_json::from_str(earlier).unwrap_or_default();
        self.0
            .iter()
            .filter(|(name, digest)| earlier.get(*name) != Some(digest))
            .map(|(name, _)| name.clone())
            .collect()
    }
}

fn items(study: &Study, digest: &mut Digest) {
    digest.words(study.shown.iter().map(|shown| shown.column.as_str()));
    for item in &study.items {
        digest.word(&item.id.0);
        digest.words(item.shown.iter().map(String::as_str));
        for output in &item.outputs {
            digest.words(output.as_deref());
        }
    }
}

fn criteria(study: &Study, digest: &mut Digest) {
    for criterion in &study.criteria {
        digest.word(&criterion.id.0);
        digest.word(&criterion.question);
        digest.words(criterion.definition.as_deref());
        digest.word(&format!("{:?}", criterion.response));
    }
}

fn questions(questions: &[CheckQuestion], digest: &mut Digest) {
    for question in questions {
        digest.words([question.id.as_str(), question.answer.as_str()]);
        digest.number(question.criterion as u64);
        digest.words(question.shown.iter().map(String::as_str));
        digest.words(question.outputs.iter().map(String::as_str));
    }
}

fn screening(study: &Study, digest: &mut Digest) {
    for question in &study.screening {
        digest.words([question.id.as_str(), question.question.as_str()]);
        digest.words(question.options.iter().map(String::as_str));
        digest.words(question.accept.iter().map(String::as_str));
    }
}

fn closing(study: &Study, digest: &mut Digest) {
    for question in &study.closing {
        digest.words([question.id.as_str(), question.question.as_str()]);
        digest.word(&format!("{:?}", question.response));
    }
}

fn lists(study: &Study, plan: &Plan, digest: &mut Digest) {
    digest.number(plan.seed);
    let lists = &study.lists;
    digest.word(&format!("{:?} {:?} {:?}", lists.order, lists.sides, lists.pages));
    for (number, list) in plan.lists().iter().enumerate() {
        digest.number(list.itinerary);
        list.criteria.iter().for_each(|criterion| digest.number(*criterion));
        list.checks.iter().for_each(|check| digest.number(*check));
        for page in plan.pages(number) {
            digest.number(page.item);
            plan.outputs(*page).iter().for_each(|system| digest.number(*system));
        }
        digest.number(plan.pages(number).len() as u64);
    }
}
