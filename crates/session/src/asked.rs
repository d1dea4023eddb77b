//! What one page of a session asks.

use plan::{Plan, Presentation, Step};
use study::{CriterionId, Study};

/// What one page of a session asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked<'a> {
    /// What it asks about.
    pub subject: Subject,
    /// The criteria asked, as numbers in [`Study::criteria`].
    pub criteria: Vec<usize>,
    /// The texts in the order shown.
    pub outputs: Vec<&'a str>,
}

/// What a page asks about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// An item.
    Item {
        /// Its number in [`Study::items`].
        item: usize,
        /// The systems in the order shown, as numbers in [`Study::systems`].
        systems: Vec<u16>,
    },
    /// A check.
    Check {
        /// Its number in [`Study::checks`].
        check: usize,
        /// The outputs in the order shown, as numbers in the order written.
        order: Vec<usize>,
    },
}

/// What a page of this list asks; nothing when the presentation has no such page or the study not what it
/// names.
#[must_use]
pub fn asked<'a>(
    study: &'a Study,
    plan: &Plan,
    list: u32,
    presentation: &Presentation,
    step: u32,
) -> Option<Asked<'a>> {
    match presentation.steps.get(step as usize)? {
        Step::Page { page, outputs: systems } => {
            let item = plan.pages(list as usize).get(*page as usize)?.item as usize;
            let texts = &study.items.get(item)?.outputs;
            let outputs: Option<Vec<&str>> =
                systems.iter().map(|system| texts.get(usize::from(*system))?.as_deref()).collect();
            let criteria = plan.lists().get(list as usize)?.criteria.iter().map(|c| usize::from(*c)).collect();
            let subject = Subject::Item { item, systems: systems.clone() };
            Some(Asked { subject, criteria, outputs: outputs? })
        }
        Step::Check { check, outputs: order } => {
            let question = study.checks.get(*check as usize)?;
            let order: Vec<usize> = order.iter().map(|output| usize::from(*output)).collect();
            let outputs: Option<Vec<&str>> =
                order.iter().map(|output| question.outputs.get(*output).map(String::as_str)).collect();
            let subject = Subject::Check { check: *check as usize, order };
            Some(Asked { subject, criteria: vec![question.criterion], outputs: outputs? })
        }
    }
}

impl Asked<'_> {
    /// The number of a criterion that is asked here.
    pub(crate) fn criterion(&self, study: &Study, id: &CriterionId) -> Option<usize> {
        self.criteria.iter().copied().find(|criterion| study.criteria.get(*criterion).is_some_and(|c| c.id == *id))
    }
}
