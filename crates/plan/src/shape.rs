//! The few numbers that decide whether a study can be planned at all.

use study::file::{Combine, Criteria};
use study::{Amount, Study};

use crate::error::PlanError;
use crate::itinerary;
use crate::sets::choose;

/// The few numbers that decide whether a study can be planned. [`make`](crate::make) fails exactly when
/// [`feasible`] does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyShape {
    /// How outputs are combined.
    pub combine: Combine,
    /// Systems.
    pub systems: usize,
    /// For one against the rest: whether the one is named.
    pub one_named: bool,
    /// For sampled pairs.
    pub pairs_per_item: u32,
    /// For blocks: outputs shown together.
    pub set_size: u32,
    /// For blocks: sets made of each item.
    pub sets_per_item: u32,
    /// Pages of all items, for one criterion when criteria are asked apart.
    pub pages: u64,
    /// Pages of the item that has most.
    pub shown_most: usize,
    /// Criteria asked on one page.
    pub criteria_on_page: u32,
    /// Questions per list.
    pub questions: u32,
    /// People per question.
    pub completions: u32,
    /// Lists one person may do.
    pub lists_each: u32,
    /// Whether one person may see an item more than once.
    pub repeat_items: bool,
    /// Checks per list.
    pub checks_per_list: u32,
    /// Checks to choose from, for the criterion that has fewest when criteria are asked apart.
    pub checks: usize,
}

impl StudyShape {
    /// The shape of a study. Linear in the number of items.
    #[must_use]
    pub fn of(study: &Study) -> StudyShape {
        let apart = study.lists.criteria == Criteria::Apart;
        let Amount { pages, shown_most, .. } = Amount::of(study);
        let checks_for = |criterion| study.checks.iter().filter(|check| check.criterion == criterion).count();
        StudyShape {
            combine: study.design.combine,
            systems: study.systems.len(),
            one_named: study.design.system.is_some_and(|one| one < study.systems.len()),
            pairs_per_item: study.design.pairs_per_item,
            set_size: study.design.set_size,
            sets_per_item: study.design.sets_per_item,
            pages,
            shown_most: usize::try_from(shown_most).unwrap_or(usize::MAX),
            criteria_on_page: if apart { 1 } else { u32::try_from(study.criteria.len()).unwrap_or(u32::MAX) },
            questions: study.lists.questions,
            completions: study.lists.completions,
            lists_each: study.participants.lists_each,
            repeat_items: study.design.repeat_items,
            checks_per_list: study.lists.checks.as_ref().map_or(0, |checks| checks.per_list),
            checks: if apart {
                (0..study.criteria.len()).map(checks_for).min().unwrap_or(0)
            } else {
                study.checks.len()
            },
        }
    }

    /// How many lists it takes, for one criterion when criteria are asked apart.
    #[must_use]
    pub fn lists(&self) -> usize {
        let pages_per_list = u64::from((self.questions / self.criteria_on_page.max(1)).max(1));
        usize::try_from(self.pages.div_ceil(pages_per_list)).unwrap_or(usize::MAX)
    }
}

/// Whether the study can be planned, and if not, what stands in the way.
pub fn feasible(shape: &StudyShape) -> Result<(), PlanError> {
    let zero = |key, n: u32| if n == 0 { Err(PlanError::Zero { key }) } else { Ok(()) };
    zero("lists.questions", shape.questions)?;
    zero("lists.completions", shape.completions)?;
    zero("participants.lists_each", shape.lists_each)?;
    combinable(shape)?;
    if shape.pages == 0 || shape.criteria_on_page == 0 {
        return Err(PlanError::NothingToAsk);
    }
    if shape.pages > u64::from(u32::MAX) {
        return Err(PlanError::TooLarge { pages: shape.pages });
    }
    if !shape.questions.is_multiple_of(shape.criteria_on_page) {
        return Err(PlanError::PartOfAPage { questions: shape.questions, criteria: shape.criteria_on_page });
    }
    let lists = shape.lists();
    if !shape.repeat_items {
        fits_without_repeating(shape, lists)?;
    }
    let shortest = usize::try_from(shape.pages).unwrap_or(usize::MAX) / lists;
    if shape.checks_per_list as usize > shape.checks {
        return Err(PlanError::TooFewChecks { per_list: shape.checks_per_list, available: shape.checks });
    }
    if shape.checks_per_list as usize > shortest {
        return Err(PlanError::ChecksCrowded { per_list: shape.checks_per_list, pages: shortest });
    }
    Ok(())
}

/// Whether the design goes with the number of systems.
fn combinable(shape: &StudyShape) -> Result<(), PlanError> {
    let systems = shape.systems;
    let between = |key, given: u32, least: u64, most: u64| {
        if (least..=most).contains(&u64::from(given)) {
            Ok(())
        } else {
            Err(PlanError::OutOfRange { key, given: given.into(), systems, least, most })
        }
    };
    match shape.combine {
        Combine::EveryOutput | Combine::AllTogether | Combine::AllPairs => Ok(()),
        Combine::OneAgainstRest => {
            if shape.one_named {
                Ok(())
            } else {
                Err(PlanError::NoSystem)
            }
        }
        Combine::SampledPairs => between("design.pairs_per_item", shape.pairs_per_item, 1, choose(systems, 2) as u64),
        Combine::Blocks => {
            between("design.set_size", shape.set_size, 2, systems as u64)?;
            let most = choose(systems, shape.set_size as usize) as u64;
            between("design.sets_per_item", shape.sets_per_item, 1, most)
        }
    }
}

/// Whether nobody has to see an item twice.
fn fits_without_repeating(shape: &StudyShape, lists: usize) -> Result<(), PlanError> {
    let shown = shape.shown_most;
    if shown > lists {
        let pages = usize::try_from(shape.pages).unwrap_or(usize::MAX);
        // The longest list with which there are as many lists as an item has pages: ceil(pages / m) >= shown.
        let longest = pages.saturating_sub(1) / shown.saturating_sub(1).max(1);
        let questions = longest.max(1) * shape.criteria_on_page as usize;
        return Err(PlanError::ItemTwiceInAList { shown, lists, questions });
    }
    let possible = itinerary::possible(lists, shown, shape.lists_each as usize);
    let wanted = (shape.lists_each as usize).min(lists);
    if possible < wanted {
        return Err(PlanError::ItemTwiceForAPerson { lists_each: shape.lists_each, possible, lists });
    }
    Ok(())
}
