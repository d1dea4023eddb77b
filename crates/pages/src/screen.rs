//! What one step of a session puts before a participant.

use plan::{Plan, Step};
use session::PageQuestions;
use study::file::PartOrder;
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
    /// Where it stands among the parts of the study; nothing when the study is all of one piece.
    pub part: Option<PartPlace>,
}

/// Where a step stands among the parts of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartPlace {
    /// The part, as a number in [`Study::parts`].
    pub part: usize,
    /// Which of the parts it is in this session, from 1; nothing where their pages are mixed.
    pub ordinal: Option<usize>,
    /// Whether it is the first step of its part.
    pub begins: bool,
}

impl PartPlace {
    fn find(study: &Study, plan: &Plan, list: usize, steps: &[Step], number: usize) -> Option<PartPlace> {
        if !study.in_parts() {
            return None;
        }
        let part = plan.part_of(list, steps.get(number)?);
        let mut before: Vec<u16> = steps[..number].iter().map(|step| plan.part_of(list, step)).collect();
        before.sort_unstable();
        before.dedup();
        let begins = !before.contains(&part);
        let mixed = study.lists.parts == PartOrder::Interleaved;
        let ordinal = (!mixed).then_some(before.len() + usize::from(begins));
        Some(PartPlace { part: usize::from(part), ordinal, begins })
    }
}

impl<'a> Screen<'a> {
    /// One of the steps of a drawn list; nothing when plan, list and step do not belong to this study.
    #[must_use]
    pub fn of_step(study: &'a Study, plan: &Plan, list: usize, steps: &[Step], number: u32) -> Option<Screen<'a>> {
        let questions = PageQuestions::of_step(study, plan, list as u32, steps.get(number as usize)?)?;
        Some(Screen {
            step: number,
            shown: questions.shown,
            outputs: questions.outputs,
            criteria: questions.criteria.iter().map(|criterion| *criterion as u32).collect(),
            part: PartPlace::find(study, plan, list, steps, number as usize),
        })
    }

    /// The first page of the first list that is no check.
    pub(crate) fn sample(study: &'a Study, plan: &Plan) -> Option<Screen<'a>> {
        let shown = plan.draw(0, 0);
        let (number, _) = (0..).zip(&shown.steps).find(|(_, step)| matches!(step, Step::Page { .. }))?;
        Screen::of_step(study, plan, 0, &shown.steps, number)
    }

    /// A training question, its outputs as written.
    #[must_use]
    pub fn of_check(question: &'a CheckQuestion, number: u32) -> Screen<'a> {
        Screen {
            step: number,
            shown: &question.shown,
            outputs: question.outputs.iter().map(String::as_str).collect(),
            criteria: vec![question.criterion as u32],
            part: None,
        }
    }

    /// Numbers of the criteria asked, in [`Study::criteria`].
    #[must_use]
    pub fn numbers(&self) -> Vec<usize> {
        self.criteria.iter().map(|criterion| *criterion as usize).collect()
    }

    /// The questions it asks.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.criteria.iter().map(|criterion| Key { step: self.step, criterion: *criterion })
    }
}
