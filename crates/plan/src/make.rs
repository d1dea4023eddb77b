//! Making a plan.

use std::collections::BTreeMap;

use study::file::{Combine, Criteria};
use study::{Item, Study};

use crate::checks;
use crate::deal::{Deck, first_pages};
use crate::equitable::{self, Side};
use crate::error::PlanError;
use crate::exchange::{self, Exchange, Slots};
use crate::itinerary::itineraries;
use crate::plan::{Drawing, List, Page, Plan, Positions};
use crate::seeded_rng::SeededRng;
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
    let family = sets::family(&study.design, study.systems.len(), items.len(), &mut SeededRng::new(seed, "sets", &[]));
    let systems = 0..study.systems.len();
    let is_there = |item: &&Item, system: usize| item.outputs.get(system).is_some_and(Option::is_some);
    let present: Vec<Vec<bool>> =
        items.iter().map(|item| systems.clone().map(|system| is_there(item, system)).collect()).collect();
    let whole = present.iter().flatten().all(|there| *there);
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
    let first = first_pages(&deck, &mut SeededRng::new(seed, "lists", &[]));
    let mut slots = Slots { item: Vec::new(), list: Vec::new(), set: Vec::new() };
    for (item, first) in first.iter().enumerate() {
        for page in 0..pages[item] as usize {
            slots.item.push(item as u32);
            slots.list.push(((*first as usize + page) % lists) as u32);
        }
    }
    let by_strata = Side::new(slots.item.len(), by_item(&slots.item, &strata));
    match chosen {
        None => assign(&mut slots, &family, &first, &strata, seed),
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

/// Gives every page a set: no item the same one twice, and each equally often, up to one, in the study, in
/// every stratum of the first column, in every list, and in every such stratum of every list.
fn assign(slots: &mut Slots, family: &Family, first: &[u32], strata: &[Vec<u32>], seed: u64) {
    let sets = family.sets.len();
    slots.set = in_turn(slots, sets, family.per_item, first);
    if family.per_item == sets || too_many(slots, sets) {
        return;
    }
    let first_column = &strata[..strata.len().min(1)];
    let left = Side::new(slots.item.len(), by_item(&slots.item, first_column));
    let mut by_list = by_item(&slots.item, first_column);
    by_list.pop();
    by_list.insert(0, slots.list.clone());
    let right = Side::new(slots.item.len(), by_list);
    equitable::balance(&left, &right, &mut slots.set, sets as u32, &mut SeededRng::new(seed, "sets of pages", &[]));
    rename_most_used_first(&mut slots.set, sets);
}

/// Sets in turn along the deal. When every item has all `s` sets this is all there is to do: list `l` gets
/// the pages `l`, `l + L`, `l + 2L`… of the deal, whose places among the pages of their items repeat after
/// `s / g` of them, `g` being the greatest common divisor of `L` and `s`; so after every `L / g` items the
/// sets are turned on by one, `g` times over, and any `s` pages that come to a list one after the other
/// have all `s` sets.
fn in_turn(slots: &Slots, sets: usize, per_item: usize, first: &[u32]) -> Vec<u32> {
    let lists = slots.list.iter().max().map_or(1, |last| *last as usize + 1);
    let common = common_divisor(lists, sets);
    let set_of = |(page, item): (usize, &u32)| {
        let (begins, place) = (first[*item as usize] as usize, page % per_item);
        let turned = if per_item == sets {
            begins / sets * common / lists % common
        } else {
            begins + (begins + place) / (lists / common * sets)
        };
        ((place + turned) % sets) as u32
    };
    slots.item.iter().enumerate().map(set_of).collect()
}

fn common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// Which set is used once more than others is open; let it be the first of the family.
fn rename_most_used_first(set_of: &mut [u32], sets: usize) {
    let mut used = vec![0usize; sets];
    for set in &*set_of {
        used[*set as usize] += 1;
    }
    let mut most_used: Vec<usize> = (0..sets).collect();
    most_used.sort_by_key(|set| std::cmp::Reverse(used[*set]));
    let mut renamed = vec![0; sets];
    for (new, old) in most_used.into_iter().enumerate() {
        renamed[old] = new as u32;
    }
    set_of.iter_mut().for_each(|set| *set = renamed[*set as usize]);
}

/// Beyond this many pages times sets, lists are so short beside the number of sets that evening them out
/// would cost time and change next to nothing.
const WORK_MOST: usize = 60_000_000;
/// Beyond this many sets, likewise.
const SETS_MOST: usize = 1000;

fn too_many(slots: &Slots, sets: usize) -> bool {
    sets > SETS_MOST || slots.item.len().saturating_mul(sets) > WORK_MOST
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
            SeededRng::new(study.about.seed, "pages of a list", &[lists.len() as u64]).shuffle(&mut pages[first..]);
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
