//! What one page of a session shows and asks.

use plan::{Plan, PresentationError, Step};
use study::{CriterionId, Study};

use crate::Assignment;

/// What one page of a session shows and asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageQuestions<'a> {
    /// What it asks about.
    pub subject: Subject,
    /// The criteria asked, as numbers in [`Study::criteria`].
    pub criteria: Vec<usize>,
    /// The cells of [`Study::shown`].
    pub shown: &'a [String],
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

/// What a page of a session asks; nothing when it has fewer pages.
///
/// # Errors
/// When plan or study do not have what was shown there: the session belongs to others.
pub fn page_questions<'a>(
    study: &'a Study,
    plan: &Plan,
    assignment: &Assignment,
    step: u32,
) -> Result<Option<PageQuestions<'a>>, PresentationError> {
    let list = assignment.slot.list;
    let Some(shown) = assignment.presentation.step(plan, list as usize, step as usize)? else { return Ok(None) };
    let misfit = || PresentationError { list: list as usize, shown: format!("page {}", step + 1) };
    PageQuestions::of_step(study, plan, list, &shown).ok_or_else(misfit).map(Some)
}

impl<'a> PageQuestions<'a> {
    /// What one step of this list asks; nothing when plan, list and step do not belong to this study.
    #[must_use]
    pub fn of_step(study: &'a Study, plan: &Plan, list: u32, step: &Step) -> Option<PageQuestions<'a>> {
        match step {
            Step::Page { page, outputs: systems } => {
                let page = *plan.pages(list as usize).get(*page as usize)?;
                let number = page.item as usize;
                // Both are sorted by id, so that the numbers agree.
                let item = study.items.get(number).filter(|item| plan.items.get(number) == Some(&item.id))?;
                let text = |system: &u16| item.outputs.get(usize::from(*system))?.as_deref();
                Some(PageQuestions {
                    subject: Subject::Item { item: number, systems: systems.clone() },
                    criteria: plan.criteria_on_page(list as usize, page).iter().map(|c| usize::from(*c)).collect(),
                    shown: &item.shown,
                    outputs: systems.iter().map(text).collect::<Option<_>>()?,
                })
            }
            Step::Check { check, outputs: order } => {
                let question = study.checks.get(*check as usize)?;
                let order: Vec<usize> = order.iter().map(|output| usize::from(*output)).collect();
                let text = |output: &usize| question.outputs.get(*output).map(String::as_str);
                Some(PageQuestions {
                    criteria: study.asked_with_check(question.criterion),
                    shown: &question.shown,
                    outputs: order.iter().map(text).collect::<Option<_>>()?,
                    subject: Subject::Check { check: *check as usize, order },
                })
            }
        }
    }

    /// The number of a criterion that is asked here.
    pub(crate) fn criterion(&self, study: &Study, id: &CriterionId) -> Option<usize> {
        self.criteria.iter().copied().find(|criterion| study.criteria.get(*criterion).is_some_and(|c| c.id == *id))
    }
}
