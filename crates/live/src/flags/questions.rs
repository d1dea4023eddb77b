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
}

impl Questions {
    pub fn of(study: &Arc<Study>, plan: &Arc<Plan>) -> Questions {
        let (mut subjects, mut items) = (HashMap::new(), Vec::new());
        for page in (0..plan.lists().len()).flat_map(|list| plan.pages(list)) {
            subjects.entry((page.item, page.set)).or_insert_with(|| {
                items.push(page.item as usize);
                items.len() - 1
            });
        }
        let scales = study.criteria.iter().map(|criterion| scale(&criterion.response)).collect();
        Questions { study: Arc::clone(study), plan: Arc::clone(plan), subjects, items, scales }
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
