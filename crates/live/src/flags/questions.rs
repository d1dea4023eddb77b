//! What a study asks about its items, numbered.

use std::collections::HashMap;
use std::sync::Arc;

use plan::{Page, Plan};
use study::Study;
use study::response::Response;

/// Every question about items that a plan asks: a criterion of an item with the outputs shown together. It has the same
/// number for everyone, in whatever order they saw the outputs, so that answers can be counted without looking them up.
#[derive(Debug)]
pub struct Questions {
    pub(super) study: Arc<Study>,
    pub(super) plan: Arc<Plan>,
    /// The number of each item with the outputs shown together.
    subjects: HashMap<(u32, u32), usize>,
    /// The item of each of these.
    items: Vec<usize>,
    /// The length of each criterion's scale, where answers are numbers.
    scales: Vec<Option<f64>>,
    /// Of each item of the study: the words of what is shown beside its outputs, and of each output.
    words: Vec<(u32, Vec<u32>)>,
}

impl Questions {
    pub fn new(study: &Arc<Study>, plan: &Arc<Plan>) -> Questions {
        let (mut subjects, mut items) = (HashMap::new(), Vec::new());
        for page in (0..plan.lists().len()).flat_map(|list| plan.pages(list)) {
            subjects.entry((page.item, page.set)).or_insert_with(|| {
                items.push(page.item as usize);
                items.len() - 1
            });
        }
        let scales = study.criteria.iter().map(|criterion| scale(&criterion.response)).collect();
        let count = |text: &str| u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX);
        let words = study.items.iter().map(|item| {
            let outputs = item.outputs.iter().map(|output| output.as_deref().map_or(0, count));
            (item.shown.iter().map(|cell| count(cell)).sum(), outputs.collect())
        });
        let words = words.collect();
        Questions { study: Arc::clone(study), plan: Arc::clone(plan), subjects, items, scales, words }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.items.len() * self.scales.len()
    }

    /// The number of a criterion asked on a page.
    pub(super) fn number(&self, page: Page, criterion: usize) -> Option<usize> {
        let subject = self.subjects.get(&(page.item, page.set))?;
        (criterion < self.scales.len()).then_some(subject * self.scales.len() + criterion)
    }

    /// The number of the item that a question is about.
    pub fn item(&self, question: usize) -> Option<usize> {
        self.items.get(question.checked_div(self.scales.len())?).copied()
    }

    /// How many words there are to read for a question with the outputs of these systems. Writing without spaces counts as few.
    pub(super) fn words(&self, question: usize, systems: &[u16]) -> u32 {
        let Some((shown, outputs)) = self.item(question).and_then(|item| self.words.get(item)) else { return 0 };
        shown + systems.iter().filter_map(|system| outputs.get(usize::from(*system))).sum::<u32>()
    }

    /// The number of the criterion that a question is about.
    pub(super) fn criterion(&self, question: usize) -> usize {
        question.checked_rem(self.scales.len()).unwrap_or_default()
    }

    /// How far two answers to a question can lie apart, where they are numbers.
    pub fn scale(&self, question: usize) -> Option<f64> {
        self.scales.get(self.criterion(question)).copied().flatten()
    }
}

/// The length of the scale of a kind whose answers are numbers between two ends. Counts have no end.
fn scale(response: &Response) -> Option<f64> {
    let length = match response {
        Response::Rating(rating) => (rating.highest() - rating.lowest()) as f64,
        Response::Slider(slider) => slider.maximum - slider.minimum,
        Response::Count(_)
        | Response::Ranking(_)
        | Response::Pairwise(_)
        | Response::BestWorst(_)
        | Response::Choice(_)
        | Response::Spans(_)
        | Response::Text(_) => return None,
    };
    (length > 0.0).then_some(length)
}
