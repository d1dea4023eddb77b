//! What one step of a session puts before a participant.

use plan::{Plan, Step};
use session::PageQuestions;
use study::{CheckQuestion, Study};

use super::Key;

/// One item with its outputs in the order shown, and the criteria asked about them.
#[derive(Debug, Clone, PartialEq)]
pub struct Screen<'a> {
    /// The step of the session, or the number of the training question, from 0.
    pub step: u32,
    /// The cells of [`Study::shown`].
    pub shown: &'a [String],
    /// The outputs in the order shown.
    pub outputs: Vec<&'a str>,
    /// Numbers of the criteria asked, in [`Study::criteria`].
    pub criteria: Vec<u32>,
}

impl<'a> Screen<'a> {
    /// A step of a drawn list; nothing when plan, list and step do not belong to this study.
    #[must_use]
    pub fn of_step(study: &'a Study, plan: &Plan, list: usize, number: u32, step: &Step) -> Option<Screen<'a>> {
        let questions = PageQuestions::of_step(study, plan, list as u32, step)?;
        Some(Screen {
            step: number,
            shown: questions.shown,
            outputs: questions.outputs,
            criteria: questions.criteria.iter().map(|criterion| *criterion as u32).collect(),
        })
    }

    /// The first page of the first list that is no check.
    pub(crate) fn sample(study: &'a Study, plan: &Plan) -> Option<Screen<'a>> {
        let shown = plan.draw(0, 0);
        let (number, step) = (0..).zip(&shown.steps).find(|(_, step)| matches!(step, Step::Page { .. }))?;
        Screen::of_step(study, plan, 0, number, step)
    }

    /// A training question, its outputs as written.
    #[must_use]
    pub fn of_check(question: &'a CheckQuestion, number: u32) -> Screen<'a> {
        Screen {
            step: number,
            shown: &question.shown,
            outputs: question.outputs.iter().map(String::as_str).collect(),
            criteria: vec![question.criterion as u32],
        }
    }

    /// The questions it asks.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.criteria.iter().map(|criterion| Key { step: self.step, criterion: *criterion })
    }
}
