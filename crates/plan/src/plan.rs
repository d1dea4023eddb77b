//! What a plan is.

use std::ops::Range;

use study::file::{Order, PartOrder, Sides};
use study::{CriterionId, ItemId, SystemId};

/// Who will be shown what: every list, page by page.
///
/// Lists are numbered from 0, here, in the plan file and on the command line. Pages, systems, criteria
/// and checks refer to one another by number, so that a million pages take a few megabytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Fingerprint of the study it was made from.
    pub fingerprint: String,
    /// The seed from which everything was drawn.
    pub seed: u64,
    /// The program that made it.
    pub program: String,
    /// The items, sorted by id.
    pub items: Vec<ItemId>,
    /// The systems, in the study's order.
    pub systems: Vec<SystemId>,
    /// The criteria, in the study's order.
    pub criteria: Vec<CriterionId>,
    /// How many people do each list.
    pub completions: u32,
    /// The parts, in the study's order; one without an id when the study is all of one piece.
    pub parts: Vec<Part>,
    pub(crate) sets: Vec<Vec<u16>>,
    pub(crate) pages: Vec<Page>,
    pub(crate) lists: Vec<List>,
    pub(crate) checks: Vec<Check>,
    pub(crate) drawing: Drawing,
}

/// Pages that ask the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its id; empty when the study is all of one piece.
    pub id: String,
    /// The criteria asked, as numbers in [`Plan::criteria`].
    pub criteria: Vec<u16>,
}

/// One item with the outputs shown together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Number of the part it belongs to, in [`Plan::parts`].
    pub part: u16,
    /// Number of the item, in [`Plan::items`].
    pub item: u32,
    /// Number of the set of systems shown; see [`Plan::outputs`].
    pub set: u32,
}

/// What one participant is given in one go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    pub(crate) pages: Range<u32>,
    /// The criteria asked on its pages; on each of them, unless the study is in parts: see [`Plan::criteria_on_page`].
    pub criteria: Vec<u16>,
    /// The checks placed among its pages: numbers in [`study::Study::checks`].
    pub checks: Vec<u32>,
    /// Lists of the same itinerary may be done by the same person.
    pub itinerary: u32,
}

/// What drawing a session needs to know about a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Check {
    pub(crate) id: String,
    /// The part to whose criteria its own belongs.
    pub(crate) part: u16,
    pub(crate) outputs: u16,
    /// Which output, in the order written, a right answer names first.
    pub(crate) right: Option<u16>,
}

/// How sessions are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Drawing {
    pub(crate) order: Order,
    pub(crate) parts: PartOrder,
    pub(crate) sides: Sides,
    pub(crate) positions: Positions,
}

/// Where in a session a page stands, seen over all completions of its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Positions {
    /// Anywhere, drawn independently for each session.
    Drawn,
    /// Spread evenly from early to late: `balance` names `position`.
    Rotated,
}

impl Plan {
    /// The lists, in the order of their numbers.
    #[must_use]
    pub fn lists(&self) -> &[List] {
        &self.lists
    }

    /// The pages of a list, in the order of the plan; none when there is no such list.
    #[must_use]
    pub fn pages(&self, list: usize) -> &[Page] {
        let range = self.lists.get(list).map_or(0..0, |list| list.pages.start as usize..list.pages.end as usize);
        self.pages.get(range).unwrap_or_default()
    }

    /// The systems a page shows, in the study's order.
    #[must_use]
    pub fn outputs(&self, page: Page) -> &[u16] {
        self.sets.get(page.set as usize).map_or(&[], Vec::as_slice)
    }

    /// The id of the part that a page belongs to; none when the study is all of one piece.
    #[must_use]
    pub fn part_id(&self, page: Page) -> Option<&str> {
        let part = self.parts.get(usize::from(page.part))?;
        (self.parts.len() > 1).then_some(part.id.as_str())
    }

    /// The criteria asked on a page of a list, as numbers in [`Plan::criteria`].
    #[must_use]
    pub fn criteria_on_page(&self, list: usize, page: Page) -> &[u16] {
        match (&self.parts[..], self.lists.get(list)) {
            ([_, _, ..], Some(_)) => self.parts.get(usize::from(page.part)).map_or(&[], |part| &part.criteria),
            (_, Some(list)) => &list.criteria,
            (_, None) => &[],
        }
    }

    /// The sets of systems that pages show, each in the study's order.
    #[must_use]
    pub fn sets(&self) -> &[Vec<u16>] {
        &self.sets
    }

    /// Keeps the sets that are used, in the order of their systems, so that equal plans are equal values.
    pub(crate) fn number_sets(&mut self) {
        let mut used: Vec<u32> = self.pages.iter().map(|page| page.set).collect();
        used.sort_unstable();
        used.dedup();
        used.sort_by(|a, b| self.sets[*a as usize].cmp(&self.sets[*b as usize]));
        let mut renamed = vec![0; self.sets.len()];
        let mut sets: Vec<Vec<u16>> = Vec::with_capacity(used.len());
        for old in used {
            let set = std::mem::take(&mut self.sets[old as usize]);
            // Two parts may show the same outputs together.
            if sets.last() != Some(&set) {
                sets.push(set);
            }
            renamed[old as usize] = sets.len() as u32 - 1;
        }
        self.sets = sets;
        self.pages.iter_mut().for_each(|page| page.set = renamed[page.set as usize]);
    }

    /// How many completions are wanted: lists times people per question.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.lists.len() as u64 * u64::from(self.completions)
    }

    /// How many questions one completion of every list asks, checks not counted.
    #[must_use]
    pub fn questions(&self) -> u64 {
        (0..self.lists.len()).map(|list| self.questions_in(list)).sum()
    }

    /// How many questions a list asks, checks not counted.
    #[must_use]
    pub fn questions_in(&self, list: usize) -> u64 {
        self.pages(list).iter().map(|page| self.criteria_on_page(list, *page).len() as u64).sum()
    }

    /// Whether one person may do both lists: they are different lists of one itinerary, so that no
    /// question is repeated, nor an item unless the study allows it.
    #[must_use]
    pub fn compatible(&self, a: usize, b: usize) -> bool {
        match (self.lists.get(a), self.lists.get(b)) {
            (Some(first), Some(second)) => a != b && first.itinerary == second.itinerary,
            (_, None) | (None, _) => false,
        }
    }

    /// How many itineraries there are.
    #[must_use]
    pub fn itineraries(&self) -> u64 {
        self.lists.iter().map(|list| u64::from(list.itinerary) + 1).max().unwrap_or(0)
    }

    /// How many people it takes when everyone does a whole itinerary.
    #[must_use]
    pub fn people(&self) -> u64 {
        self.itineraries() * u64::from(self.completions)
    }
}
