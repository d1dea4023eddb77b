//! Making a plan.

use std::collections::BTreeMap;

use study::file::{Combine, Criteria, PartOrder};
use study::{Item, Study};

use crate::checks;
use crate::deal::{Deck, first_pages, weight_per_page};
use crate::equitable::{self, Side};
use crate::error::PlanError;
use crate::exchange::{self, Exchange, Slots};
use crate::itinerary::itineraries;
use crate::plan::{Drawing, List, Page, Part, Plan, Positions};
use crate::seeded_rng::SeededRng;
use crate::sets::{self, Family, Set};
use crate::shape::{StudyShape, feasible};

/// Decides who sees what.
///
/// Whatever `lists.balance` names or leaves out, everything is balanced; the order in which it names
/// strata says which come first when not all can be exact. See `docs/reference/plan.md` for what is
/// promised.
pub fn make(study: &Study) -> Result<Plan, PlanError> {
    let shape = StudyShape::from_study(study);
    feasible(&shape)?;
    let mut items: Vec<&Item> = study.items.iter().collect();
    items.sort_by(|a, b| a.id.cmp(&b.id));
    let (slots, sets) = all_pages(study, &items, shape.lists());
    let (pages, lists) = lists(study, &shape, &slots);
    let mut plan = Plan {
        fingerprint: study.fingerprint.clone(),
        seed: study.about.seed,
        program: concat!("rejudge ", env!("CARGO_PKG_VERSION")).to_owned(),
        items: items.iter().map(|item| item.id.clone()).collect(),
        systems: study.systems.iter().map(|system| system.id.clone()).collect(),
        criteria: study.criteria.iter().map(|criterion| criterion.id.clone()).collect(),
        completions: study.lists.completions,
        parts: parts(study),
        sets,
        pages,
        lists,
        checks: checks::describe(study),
        drawing: drawing(study),
    };
    plan.number_sets();
    checks::deal(&mut plan.lists, study, shape.checks_per_list as usize, plan.seed);
    Ok(plan)
}

/// How sessions of a study are drawn.
pub(crate) fn drawing(study: &Study) -> Drawing {
    let rotated = study.lists.balance.iter().any(|what| what == "position");
    Drawing {
        order: study.lists.order,
        parts: study.lists.parts,
        sides: study.lists.sides,
        positions: if rotated { Positions::Rotated } else { Positions::Drawn },
    }
}

/// The parts of a study, as a plan knows them.
pub(crate) fn parts(study: &Study) -> Vec<Part> {
    let of = |part: &study::Part| Part {
        id: part.id.clone(),
        criteria: part.criteria.iter().map(|criterion| *criterion as u16).collect(),
    };
    study.parts.iter().map(of).collect()
}

/// Every page of every part with its list, and the sets that pages refer to. Each part is dealt by itself, round the
/// circle of lists, beginning where the one before ended: so each is shared out evenly, and lists differ by one page.
fn all_pages(study: &Study, items: &[&Item], lists: usize) -> (PlacedPages, Vec<Set>) {
    let mut placed =
        PlacedPages { slots: Slots { item: Vec::new(), list: Vec::new(), set: Vec::new() }, part: Vec::new() };
    let mut all_sets = Vec::new();
    for number in 0..study.parts.len() {
        let part = &study.parts[number];
        let of_part: Vec<u32> = (0..items.len() as u32).filter(|item| part.asks_about(items[*item as usize])).collect();
        let chosen: Vec<&Item> = of_part.iter().map(|item| items[*item as usize]).collect();
        let (slots, sets) = pages(study, number, &chosen, lists);
        let (begins, known) = (placed.part.len(), all_sets.len() as u32);
        placed.part.extend(std::iter::repeat_n(number as u16, slots.item.len()));
        placed.slots.item.extend(slots.item.into_iter().map(|item| of_part[item as usize]));
        placed.slots.list.extend(slots.list.into_iter().map(|list| ((list as usize + begins) % lists) as u32));
        placed.slots.set.extend(slots.set.into_iter().map(|set| known + set));
        all_sets.extend(sets);
    }
    (placed, all_sets)
}

/// Every page of every part.
struct PlacedPages {
    slots: Slots,
    part: Vec<u16>,
}

/// Every page of a part with its list, and the sets that pages refer to.
fn pages(study: &Study, number: usize, items: &[&Item], lists: usize) -> (Slots, Vec<Set>) {
    let design = &study.parts[number].design;
    // The first part draws as a study of one piece does.
    let of_part: &[u64] = if number == 0 { &[] } else { &[number as u64] };
    let drawn = |purpose: &str| SeededRng::new(study.about.seed, purpose, of_part);
    let family = sets::family(design, study.systems.len(), items.len(), &mut drawn("sets"));
    let systems = 0..study.systems.len();
    let is_there = |item: &&Item, system: usize| item.outputs.get(system).is_some_and(Option::is_some);
    let present: Vec<Vec<bool>> =
        items.iter().map(|item| systems.clone().map(|system| is_there(item, system)).collect()).collect();
    let whole = present.iter().flatten().all(|there| *there);
    let (family, chosen) = if whole {
        (family, None)
    } else {
        let (family, chosen) = sets::for_each_item(family, design, &present);
        (family, Some(chosen))
    };
    let pages_of = |item: usize| chosen.as_ref().map_or(family.per_item, |chosen| chosen[item].len()) as u32;
    let pages: Vec<u32> = (0..items.len()).map(pages_of).collect();
    let strata = strata(study, items);
    let weight = weight_per_page(study, &study.parts[number], items);
    let deck = Deck { strata: &strata, pages: &pages, lists, weight: weight.as_deref() };
    let first = first_pages(&deck, &mut drawn("lists"));
    let mut slots = Slots { item: Vec::new(), list: Vec::new(), set: Vec::new() };
    for (item, first) in first.iter().enumerate() {
        for page in 0..pages[item] as usize {
            slots.item.push(item as u32);
            slots.list.push(((*first as usize + page) % lists) as u32);
        }
    }
    let by_strata = Side::new(slots.item.len(), by_item(&slots.item, &strata));
    match chosen {
        None => assign(&mut slots, &family, &first, &strata, &mut drawn("sets of pages")),
        Some(chosen) => slots.set = chosen.into_iter().flatten().collect(),
    }
    if family.sets.len() > 1 && !too_many(&slots, family.sets.len()) {
        let exchange = match (whole, design.combine) {
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
fn assign(slots: &mut Slots, family: &Family, first: &[u32], strata: &[Vec<u32>], rng: &mut SeededRng) {
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
    equitable::balance(&left, &right, &mut slots.set, sets as u32, rng);
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
fn lists(study: &Study, shape: &StudyShape, placed: &PlacedPages) -> (Vec<Page>, Vec<List>) {
    let count = shape.lists();
    let PlacedPages { slots, part } = placed;
    let mut start = vec![0u32; count + 1];
    for list in &slots.list {
        start[*list as usize + 1] += 1;
    }
    for list in 0..count {
        start[list + 1] += start[list];
    }
    let mut next = start.clone();
    let mut dealt = vec![Page { part: 0, item: 0, set: 0 }; slots.item.len()];
    for (page, list) in slots.list.iter().enumerate() {
        let place = &mut next[*list as usize];
        dealt[*place as usize] = Page { part: part[page], item: slots.item[page], set: slots.set[page] };
        *place += 1;
    }
    let criteria: Vec<u16> = (0..study.criteria.len() as u16).collect();
    let groups: Vec<Vec<u16>> = match study.lists.criteria {
        Criteria::Together => vec![criteria],
        Criteria::Apart => criteria.into_iter().map(|criterion| vec![criterion]).collect(),
    };
    let each = shape.lists_each as usize;
    let of_group = itineraries(count, shape.shown_once().max(1), each);
    let mut pages = Vec::with_capacity(dealt.len() * groups.len());
    let mut lists = Vec::with_capacity(count * groups.len());
    let per_group = of_group.iter().max().map_or(0, |last| last + 1);
    for (group, criteria) in groups.into_iter().enumerate() {
        for list in 0..count {
            let first = pages.len();
            pages.extend_from_slice(&dealt[start[list] as usize..start[list + 1] as usize]);
            SeededRng::new(study.about.seed, "pages of a list", &[lists.len() as u64]).shuffle(&mut pages[first..]);
            if study.lists.parts != PartOrder::Interleaved {
                pages[first..].sort_by_key(|page| page.part);
            }
            lists.push(List {
                pages: first as u32..pages.len() as u32,
                criteria: criteria.clone(),
                checks: Vec::new(),
                itinerary: of_group[list] + group as u32 * per_group,
            });
        }
    }
    if shape.repeats() {
        // Any lists go together, also lists of different criteria.
        let stride = lists.len().div_ceil(each) as u32;
        lists.iter_mut().zip(0..).for_each(|(list, number): (&mut List, u32)| list.itinerary = number % stride);
    }
    (pages, lists)
}
