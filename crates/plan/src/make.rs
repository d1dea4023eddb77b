//! Making a plan.

use std::collections::BTreeMap;

use study::file::{Combine, Criteria};
use study::{Item, Study};

use crate::chance::Chance;
use crate::checks;
use crate::deal::{Deck, first_lists};
use crate::equitable::{self, Side};
use crate::error::PlanError;
use crate::exchange::{self, Exchange, Slots};
use crate::itinerary::itineraries;
use crate::plan::{Drawing, List, Page, Plan, Positions};
use crate::sets::{self, Family, Set};
use crate::shape::{StudyShape, feasible};

/// Decides who sees what.
///
/// Whatever `lists.balance` names or leaves out, everything is balanced; the order in which it names
/// strata says which come first when not all can be exact. See `docs/reference/plan.md` for what is
/// promised.
pub fn make(study: &Study) -> Result<Plan, PlanError> {
    let shape = StudyShape::of(study);
    feasible(&shape)?;
    let mut items: Vec<&Item> = study.items.iter().collect();
    items.sort_by(|a, b| a.id.cmp(&b.id));
    let (slots, sets) = pages(study, &items, shape.lists());
    let (pages, lists) = lists(study, &shape, &slots);
    let mut plan = Plan {
        fingerprint: study.fingerprint.clone(),
        seed: study.about.seed,
        program: concat!("rejudge ", env!("CARGO_PKG_VERSION")).to_owned(),
        items: items.iter().map(|item| item.id.clone()).collect(),
        systems: study.systems.iter().map(|system| system.id.clone()).collect(),
        criteria: study.criteria.iter().map(|criterion| criterion.id.clone()).collect(),
        completions: study.lists.completions,
        sets,
        pages,
        lists,
        checks: study.checks.iter().map(checks::describe).collect(),
        drawing: drawing(study),
    };
    plan.number_sets();
    checks::deal(&mut plan.lists, &study.checks, shape.checks_per_list as usize, plan.seed);
    Ok(plan)
}

/// How sessions of a study are drawn.
pub(crate) fn drawing(study: &Study) -> Drawing {
    let rotated = study.lists.balance.iter().any(|what| what == "position");
    Drawing {
        order: study.lists.order,
        sides: study.lists.sides,
        positions: if rotated { Positions::Rotated } else { Positions::Drawn },
    }
}

/// Every page with its list, and the sets that pages refer to.
fn pages(study: &Study, items: &[&Item], lists: usize) -> (Slots, Vec<Set>) {
    let seed = study.about.seed;
    let family = sets::family(&study.design, study.systems.len(), items.len(), &mut Chance::new(seed, "sets", &[]));
    let present: Vec<Vec<bool>> = items.iter().map(|item| item.outputs.iter().map(Option::is_some).collect()).collect();
    let whole = present.iter().all(|present| present.len() == study.systems.len() && present.iter().all(|p| *p));
    let (family, chosen) = if whole {
        (family, None)
    } else {
        let (family, chosen) = sets::for_each_item(family, &study.design, &present);
        (family, Some(chosen))
    };
    let pages_of = |item: usize| chosen.as_ref().map_or(family.per_item, |chosen| chosen[item].len()) as u32;
    let pages: Vec<u32> = (0..items.len()).map(pages_of).collect();
    let strata = strata(study, items);
    let deck = Deck { strata: &strata, pages: &pages, lists };
    let first = first_lists(&deck, &mut Chance::new(seed, "lists", &[]));
    let mut slots = Slots { item: Vec::new(), list: Vec::new(), set: Vec::new() };
    for (item, first) in first.iter().enumerate() {
        for page in 0..pages[item] as usize {
            slots.item.push(item as u32);
            slots.list.push(((*first as usize + page) % lists) as u32);
        }
    }
    let by_strata = Side::new(slots.item.len(), by_item(&slots.item, &strata));
    match chosen {
        None => assign(&mut slots, &family, &strata, &by_strata, seed),
        Some(chosen) => slots.set = chosen.into_iter().flatten().collect(),
    }
    if family.sets.len() > 1 && !too_many(&slots, family.sets.len()) {
        let exchange = match (whole, study.design.combine) {
            (false, _) => Exchange::MissingOutputs,
            (true, Combine::SampledPairs | Combine::Blocks) => Exchange::AcrossItems,
            (true, Combine::EveryOutput | Combine::AllPairs | Combine::OneAgainstRest | Combine::AllTogether) => {
                Exchange::WithinItems
            }
        };
        let cell = by_strata.groups(strata.len());
        exchange::even_out(&mut slots, &family.sets, &by_strata.order(), &cell, exchange);
    }
    (slots, family.sets)
}

/// For each column of strata, the ones named in `balance` first, each item's stratum as a number.
fn strata(study: &Study, items: &[&Item]) -> Vec<Vec<u32>> {
    let named = study.lists.balance.iter().filter_map(|name| study.strata.iter().position(|column| column == name));
    let mut columns: Vec<usize> = named.collect();
    for column in 0..study.strata.len() {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    let numbers = |column: usize| {
        let cell = |item: &&Item| item.strata.get(column).cloned().unwrap_or_default();
        let mut known: BTreeMap<String, u32> = items.iter().map(|item| (cell(item), 0)).collect();
        known.values_mut().zip(0..).for_each(|(number, next)| *number = next);
        items.iter().map(|item| known[&cell(item)]).collect()
    };
    columns.into_iter().map(numbers).collect()
}

/// Attributes of pages, widest first: their item's strata, then the item.
fn by_item(item_of: &[u32], strata: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let of_pages = |values: &Vec<u32>| item_of.iter().map(|item| values[*item as usize]).collect();
    strata.iter().map(of_pages).chain([item_of.to_vec()]).collect()
}

/// Gives every page a set: no item the same one twice, and each equally often, up to one, in the study,
/// in every stratum, in every list and in every stratum of every list.
fn assign(slots: &mut Slots, family: &Family, strata: &[Vec<u32>], by_strata: &Side, seed: u64) {
    let sets = family.sets.len();
    if too_many(slots, sets) {
        slots.set = in_turn(slots, sets, family.per_item);
        return;
    }
    slots.set = begin(slots, sets, family.per_item);
    let mut by_list = by_item(&slots.item, strata);
    by_list.pop();
    by_list.insert(0, slots.list.clone());
    let by_list = Side::new(slots.item.len(), by_list);
    equitable::balance(by_strata, &by_list, &mut slots.set, sets as u32, &mut Chance::new(seed, "sets of pages", &[]));
    // Which set is used once more than others is still open: let it be the first of the family.
    let mut used = vec![0usize; sets];
    for set in &slots.set {
        used[*set as usize] += 1;
    }
    let mut most_used: Vec<usize> = (0..sets).collect();
    most_used.sort_by_key(|set| std::cmp::Reverse(used[*set]));
    let mut renamed = vec![0u32; sets];
    for (new, old) in most_used.into_iter().enumerate() {
        renamed[old] = new as u32;
    }
    for set in &mut slots.set {
        *set = renamed[*set as usize];
    }
}

/// Beyond this many pages times sets, lists are so short beside the number of sets that evening them out
/// would cost time and change next to nothing.
const WORK_MOST: usize = 60_000_000;
/// Beyond this many sets, likewise.
const SETS_MOST: usize = 1000;

fn too_many(slots: &Slots, sets: usize) -> bool {
    sets > SETS_MOST || slots.item.len().saturating_mul(sets) > WORK_MOST
}

/// Sets taken in turn: no item the same one twice, and each equally often, up to one, in the study.
fn in_turn(slots: &Slots, sets: usize, per_item: usize) -> Vec<u32> {
    let pages = slots.item.len();
    if per_item == sets {
        // Every item has every set; each begins one further on than the last.
        return (0..pages).map(|page| ((page / sets + page % sets) % sets) as u32).collect();
    }
    (0..pages).map(|page| (page % sets) as u32).collect()
}

/// A first guess that is nearly even: each page takes the set, among those its item does not have, that
/// its list and then the study has used least.
fn begin(slots: &Slots, sets: usize, per_item: usize) -> Vec<u32> {
    let lists = slots.list.iter().max().map_or(0, |last| *last as usize + 1);
    let mut in_list = vec![0u32; lists * sets];
    let mut in_study = vec![0u32; sets];
    let mut taken = Vec::with_capacity(slots.item.len());
    for (page, list) in slots.list.iter().enumerate() {
        let item_begins = page - page % per_item;
        let row = *list as usize * sets;
        let best = (0..sets)
            .filter(|set| !taken[item_begins..].contains(&(*set as u32)))
            .min_by_key(|set| (in_list[row + set], in_study[*set]))
            .unwrap_or(0);
        in_list[row + best] += 1;
        in_study[best] += 1;
        taken.push(best as u32);
    }
    taken
}

/// Gathers the pages into lists, each in an order drawn once; with criteria apart, once per criterion.
fn lists(study: &Study, shape: &StudyShape, slots: &Slots) -> (Vec<Page>, Vec<List>) {
    let count = shape.lists();
    let mut start = vec![0u32; count + 1];
    for list in &slots.list {
        start[*list as usize + 1] += 1;
    }
    for list in 0..count {
        start[list + 1] += start[list];
    }
    let mut next = start.clone();
    let mut dealt = vec![Page { item: 0, set: 0 }; slots.item.len()];
    for (page, list) in slots.list.iter().enumerate() {
        let place = &mut next[*list as usize];
        dealt[*place as usize] = Page { item: slots.item[page], set: slots.set[page] };
        *place += 1;
    }
    let criteria: Vec<u16> = (0..study.criteria.len() as u16).collect();
    let groups: Vec<Vec<u16>> = match study.lists.criteria {
        Criteria::Together => vec![criteria],
        Criteria::Apart => criteria.into_iter().map(|criterion| vec![criterion]).collect(),
    };
    let each = shape.lists_each as usize;
    let of_group = itineraries(count, if shape.repeat_items { 1 } else { shape.shown_most }, each);
    let mut pages = Vec::with_capacity(dealt.len() * groups.len());
    let mut lists = Vec::with_capacity(count * groups.len());
    let per_group = of_group.iter().max().map_or(0, |last| last + 1);
    for (group, criteria) in groups.into_iter().enumerate() {
        for list in 0..count {
            let first = pages.len();
            pages.extend_from_slice(&dealt[start[list] as usize..start[list + 1] as usize]);
            Chance::new(study.about.seed, "pages of a list", &[lists.len() as u64]).shuffle(&mut pages[first..]);
            lists.push(List {
                pages: first as u32..pages.len() as u32,
                criteria: criteria.clone(),
                checks: Vec::new(),
                itinerary: of_group[list] + group as u32 * per_group,
            });
        }
    }
    if shape.repeat_items {
        // Any lists go together, also lists of different criteria.
        let stride = lists.len().div_ceil(each) as u32;
        lists.iter_mut().zip(0..).for_each(|(list, number): (&mut List, u32)| list.itinerary = number % stride);
    }
    (pages, lists)
}
