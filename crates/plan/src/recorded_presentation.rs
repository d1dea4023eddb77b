//! What a session was shown, as it is recorded: by ids, so that no later plan or planner can misread it.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::draw::{Presentation, Step};
use crate::plan::{Page, Plan};

/// What a session was shown, as it is recorded when the session is given its slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RecordedPresentation {
    /// Every step by the ids of what it showed.
    Ids(Vec<RecordedStep>),
    /// One word per step, by numbers in the plan: `p4:1.0` is page 4 of the list with its second output first, `c2:0.1`
    /// is check 2. Earlier programs wrote this; it is read with the plan that they kept, and never written.
    Numbers(String),
}

/// One page as it was shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum RecordedStep {
    /// An item.
    Item {
        /// The id of the part, in a study in parts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<String>,
        /// Its id.
        item: String,
        /// The ids of the systems in the order shown, first or left-most first.
        systems: Vec<String>,
    },
    /// A check.
    Check {
        /// Its id.
        check: String,
        /// Its outputs in the order shown, as numbers in the order written, from 0.
        outputs: Vec<u16>,
    },
}

/// What was recorded does not fit the plan.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a session of list {list} was shown {shown}, which the plan does not have there")]
pub struct PresentationError {
    /// The list.
    pub list: usize,
    /// What was shown.
    pub shown: String,
}

impl RecordedPresentation {
    /// How many pages were shown.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            RecordedPresentation::Ids(steps) => steps.len(),
            RecordedPresentation::Numbers(words) => words.split_whitespace().count(),
        }
    }

    /// Whether nothing was shown.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One step of it, from 0; nothing when it has fewer.
    ///
    /// # Errors
    /// When the plan does not have on this list what was shown.
    pub fn step(&self, plan: &Plan, list: usize, number: usize) -> Result<Option<Step>, PresentationError> {
        match self {
            RecordedPresentation::Ids(steps) => steps.get(number).map(|step| plan.find_step(list, step)).transpose(),
            RecordedPresentation::Numbers(words) => {
                words.split_whitespace().nth(number).map(|word| plan.read_word(list, word)).transpose()
            }
        }
    }

    /// All of it.
    ///
    /// # Errors
    /// When the plan does not have on this list what was shown.
    pub fn read(&self, plan: &Plan, list: usize) -> Result<Presentation, PresentationError> {
        let steps: Result<Vec<Step>, _> = match self {
            RecordedPresentation::Ids(steps) => steps.iter().map(|step| plan.find_step(list, step)).collect(),
            RecordedPresentation::Numbers(words) => {
                words.split_whitespace().map(|word| plan.read_word(list, word)).collect()
            }
        };
        steps.map(|steps| Presentation { steps })
    }
}

impl Presentation {
    /// The form in which it is recorded.
    #[must_use]
    pub fn record(&self, plan: &Plan, list: usize) -> RecordedPresentation {
        let step = |step: &Step| match step {
            Step::Page { page, outputs } => {
                let page = plan.pages(list).get(*page as usize).copied();
                let item = page.and_then(|page| plan.items.get(page.item as usize));
                let id = |system: &u16| plan.systems.get(usize::from(*system)).map(|id| id.0.clone());
                RecordedStep::Item {
                    part: page.and_then(|page| plan.part_id(page)).map(str::to_owned),
                    item: item.map(|id| id.0.clone()).unwrap_or_default(),
                    systems: outputs.iter().filter_map(id).collect(),
                }
            }
            Step::Check { check, outputs } => RecordedStep::Check {
                check: plan.checks.get(*check as usize).map(|check| check.id.clone()).unwrap_or_default(),
                outputs: outputs.clone(),
            },
        };
        RecordedPresentation::Ids(self.steps.iter().map(step).collect())
    }
}

impl Plan {
    /// The step that shows what was recorded.
    fn find_step(&self, list: usize, recorded: &RecordedStep) -> Result<Step, PresentationError> {
        let (found, shown) = match recorded {
            RecordedStep::Item { part, item, systems } => {
                let shown = || format!("the item `{item}` with the outputs of {}", systems.join(", "));
                (self.find_page(list, part.as_deref(), item, systems), shown())
            }
            RecordedStep::Check { check, outputs } => {
                let number = self.checks.iter().position(|known| known.id == *check).map(|number| number as u32);
                let step = number.and_then(|number| self.check_step(list, number, outputs));
                (step, format!("the check `{check}`"))
            }
        };
        found.ok_or(PresentationError { list, shown })
    }

    fn find_page(&self, list: usize, part: Option<&str>, item: &str, systems: &[String]) -> Option<Step> {
        let number = |id: &String| self.systems.iter().position(|system| system.0 == *id).map(|number| number as u16);
        let outputs: Vec<u16> = systems.iter().map(number).collect::<Option<_>>()?;
        let mut set = outputs.clone();
        set.sort_unstable();
        let shows = |page: &Page| {
            let mut planned = self.outputs(*page).to_vec();
            planned.sort_unstable();
            let of_item = self.items.get(page.item as usize).is_some_and(|id| id.0 == *item);
            of_item && planned == set && self.part_id(*page) == part
        };
        let page = self.pages(list).iter().position(shows)? as u32;
        Some(Step::Page { page, outputs })
    }

    fn check_step(&self, list: usize, check: u32, outputs: &[u16]) -> Option<Step> {
        let listed = self.lists.get(list)?.checks.contains(&check);
        let all = usize::from(self.checks.get(check as usize)?.outputs);
        (listed && is_order_of(outputs, all)).then(|| Step::Check { check, outputs: outputs.to_vec() })
    }

    /// Reads one word of [`RecordedPresentation::Numbers`].
    fn read_word(&self, list: usize, word: &str) -> Result<Step, PresentationError> {
        let read = || {
            let (name, order) = word.split_once(':')?;
            let order: Vec<u16> = order.split('.').map(|place| place.parse().ok()).collect::<Option<_>>()?;
            if let Some(number) = name.strip_prefix('p') {
                let page: u32 = number.parse().ok()?;
                let systems = self.outputs(*self.pages(list).get(page as usize)?);
                let outputs = order.iter().filter_map(|place| systems.get(usize::from(*place)).copied()).collect();
                return is_order_of(&order, systems.len()).then_some(Step::Page { page, outputs });
            }
            self.check_step(list, name.strip_prefix('c')?.parse().ok()?, &order)
        };
        read().ok_or_else(|| PresentationError { list, shown: format!("`{word}`") })
    }
}

/// Whether these are the numbers below `count`, each once.
fn is_order_of(numbers: &[u16], count: usize) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.iter().map(|number| usize::from(*number)).eq(0..count)
}
