//! The few numbers that decide whether a study can be planned at all.

use study::file::{Combine, Criteria, PartOrder};
use study::{Amount, Design, PartAmount, Study};

use crate::error::PlanError;
use crate::itinerary;
use crate::sets::choose;

/// The few numbers that decide whether a study can be planned. [`make`](crate::make) fails exactly when
/// [`feasible`] does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyShape {
    /// Systems.
    pub systems: usize,
    /// What is asked in which way.
    pub parts: Vec<PartShape>,
    /// Whether the pages of all parts are mixed.
    pub interleaved: bool,
    /// Lists it takes, for one criterion when criteria are asked apart.
    pub lists: usize,
    /// Questions per list.
    pub questions: u32,
    /// People per question.
    pub completions: u32,
    /// Lists one person may do.
    pub lists_each: u32,
    /// Checks per list.
    pub checks_per_list: u32,
    /// Checks to choose from, for the criterion that has fewest when criteria are asked apart.
    pub checks: usize,
}

/// The numbers of one part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartShape {
    /// Which outputs are shown together.
    pub design: Design,
    /// Its pages, for one criterion when criteria are asked apart.
    pub amount: PartAmount,
    /// Checks that ask its criteria.
    pub checks: usize,
}

impl StudyShape {
    /// The shape of a study. Linear in the number of items.
    #[must_use]
    pub fn from_study(study: &Study) -> StudyShape {
        let amount = Amount::from_study(study);
        let checks_for = |criterion| study.checks.iter().filter(|check| check.criterion == criterion).count();
        let part = |(part, amount): (&study::Part, &PartAmount)| PartShape {
            design: part.design.clone(),
            // Nothing to ask is no page.
            amount: PartAmount { pages: if part.criteria.is_empty() { 0 } else { amount.pages }, ..*amount },
            checks: part.criteria.iter().map(|criterion| checks_for(*criterion)).sum(),
        };
        StudyShape {
            systems: study.systems.len(),
            parts: study.parts.iter().zip(&amount.parts).map(part).collect(),
            interleaved: study.lists.parts == PartOrder::Interleaved,
            lists: usize::try_from(amount.lists).unwrap_or(usize::MAX),
            questions: study.lists.questions,
            completions: study.lists.completions,
            lists_each: study.participants.lists_each,
            checks_per_list: study.lists.checks.as_ref().map_or(0, |checks| checks.per_list),
            checks: match study.lists.criteria {
                Criteria::Together => study.checks.len(),
                Criteria::Apart => (0..study.criteria.len()).map(checks_for).min().unwrap_or(0),
            },
        }
    }

    /// How many lists it takes, for one criterion when criteria are asked apart.
    #[must_use]
    pub fn lists(&self) -> usize {
        self.lists
    }

    /// Whether one person may see any item more than once in a part.
    pub(crate) fn repeats(&self) -> bool {
        self.parts.iter().all(|part| part.design.repeat_items)
    }

    /// The most pages that an item has of which one person may see only one.
    pub(crate) fn shown_once(&self) -> usize {
        let once = self.parts.iter().filter(|part| !part.design.repeat_items);
        usize::try_from(once.map(|part| part.amount.shown_most).max().unwrap_or(0)).unwrap_or(usize::MAX)
    }

    fn pages(&self) -> u64 {
        self.parts.iter().map(|part| part.amount.pages).fold(0, u64::saturating_add)
    }
}

/// Whether the study can be planned, and if not, what stands in the way.
pub fn feasible(shape: &StudyShape) -> Result<(), PlanError> {
    let zero = |key, n: u32| if n == 0 { Err(PlanError::Zero { key }) } else { Ok(()) };
    zero("lists.questions", shape.questions)?;
    zero("lists.completions", shape.completions)?;
    zero("participants.lists_each", shape.lists_each)?;
    for part in &shape.parts {
        combinable(&part.design, shape.systems)?;
        if part.amount.pages == 0 {
            return Err(PlanError::NothingToAsk);
        }
    }
    let pages = shape.pages();
    if pages == 0 {
        return Err(PlanError::NothingToAsk);
    }
    if pages > u64::from(u32::MAX) {
        return Err(PlanError::TooLarge { pages });
    }
    whole_pages(shape)?;
    fits_without_repeating(shape)?;
    let shortest = usize::try_from(pages).unwrap_or(usize::MAX) / shape.lists;
    if shape.checks_per_list as usize > shape.checks {
        return Err(PlanError::TooFewChecks { per_list: shape.checks_per_list, available: shape.checks });
    }
    if shape.checks_per_list as usize > shortest {
        return Err(PlanError::ChecksCrowded { per_list: shape.checks_per_list, pages: shortest });
    }
    checks_fit_their_parts(shape)
}

/// Whether lists are made of whole pages, and a page of every part fits into one.
fn whole_pages(shape: &StudyShape) -> Result<(), PlanError> {
    let asked = |part: &PartShape| u32::try_from(part.amount.questions_per_page).unwrap_or(u32::MAX);
    match &shape.parts[..] {
        [part] if !shape.questions.is_multiple_of(asked(part)) => {
            Err(PlanError::PartOfAPage { questions: shape.questions, criteria: asked(part) })
        }
        [_] | [] => Ok(()),
        parts => {
            let least = parts.iter().map(asked).fold(0, u32::saturating_add);
            let fits = least <= shape.questions;
            if fits { Ok(()) } else { Err(PlanError::PartsCrowded { questions: shape.questions, least }) }
        }
    }
}

/// The checks of a part stand among its own pages, unless all are mixed.
fn checks_fit_their_parts(shape: &StudyShape) -> Result<(), PlanError> {
    if shape.parts.len() < 2 || shape.interleaved {
        return Ok(());
    }
    for part in &shape.parts {
        let most = (part.checks as u64).min(shape.checks_per_list.into());
        let pages = part.amount.pages / shape.lists as u64;
        if most > pages {
            return Err(PlanError::ChecksCrowded { per_list: most as u32, pages: pages as usize });
        }
    }
    Ok(())
}

/// Whether the design goes with the number of systems.
fn combinable(design: &Design, systems: usize) -> Result<(), PlanError> {
    let between = |key, given: u32, least: u64, most: u64| {
        if (least..=most).contains(&u64::from(given)) {
            Ok(())
        } else {
            Err(PlanError::OutOfRange { key, given: given.into(), systems, least, most })
        }
    };
    match design.combine {
        Combine::EveryOutput | Combine::AllTogether | Combine::AllPairs => Ok(()),
        Combine::OneAgainstRest => {
            if design.system.is_some_and(|one| one < systems) {
                Ok(())
            } else {
                Err(PlanError::NoSystem)
            }
        }
        Combine::SampledPairs => between("design.pairs_per_item", design.pairs_per_item, 1, choose(systems, 2) as u64),
        Combine::Blocks => {
            between("design.set_size", design.set_size, 2, systems as u64)?;
            let most = choose(systems, design.set_size as usize) as u64;
            between("design.sets_per_item", design.sets_per_item, 1, most)
        }
    }
}

/// Whether nobody has to see an item twice.
fn fits_without_repeating(shape: &StudyShape) -> Result<(), PlanError> {
    let (shown, lists) = (shape.shown_once(), shape.lists);
    if shown == 0 {
        return Ok(());
    }
    if shown > lists {
        let pages = usize::try_from(shape.pages()).unwrap_or(usize::MAX);
        // The longest list with which there are as many lists as an item has pages: ceil(pages / m) >= shown.
        let longest = pages.saturating_sub(1) / shown.saturating_sub(1).max(1);
        let questions = match &shape.parts[..] {
            [part] => longest.max(1) * part.amount.questions_per_page as usize,
            _ => shape.questions as usize * lists / shown,
        };
        return Err(PlanError::ItemTwiceInAList { shown, lists, questions });
    }
    let possible = itinerary::possible(lists, shown, shape.lists_each as usize);
    let wanted = (shape.lists_each as usize).min(lists);
    if possible < wanted {
        return Err(PlanError::ItemTwiceForAPerson { lists_each: shape.lists_each, possible, lists });
    }
    Ok(())
}
