//! The chance of every claim in other sizes, and the smallest size that will do.

use std::collections::BTreeMap;

use stats::Estimate;

use super::Rehearsing;
use super::facts::{Sheet, money};
use crate::Design;
use crate::mill::{Milled, Setup};

/// What came out in one size.
struct Tried {
    /// By place among the rehearsed claims.
    chance: Vec<Estimate>,
    runs: usize,
    people: u64,
    hours: f64,
    cost: Option<(f64, String)>,
}

impl Tried {
    fn new(chance: Vec<Estimate>, setup: &Setup, milled: &Milled) -> Tried {
        Tried {
            chance,
            runs: milled.runs,
            people: setup.plan.people(),
            hours: milled.took.hours,
            cost: money(setup, milled),
        }
    }

    /// The chance of the claim that has the smallest.
    fn least(&self) -> f64 {
        self.chance.iter().map(|chance| chance.value).fold(1.0, f64::min)
    }
}

/// The chance of every claim in every size of the grid, and the fewest people per question and the fewest
/// items with which all claims reach the wanted chance.
pub(super) fn put(sheet: &mut Sheet, rehearsing: &Rehearsing<'_>, given: &Milled) {
    if rehearsing.worlds.is_empty() {
        return;
    }
    let planned = Design::of(&rehearsing.setup.study);
    let mut tried: BTreeMap<Design, Option<Tried>> = BTreeMap::new();
    if rehearsing.worlds.iter().all(|(_, world)| world.words.is_none()) {
        let chance = rehearsing.worlds.iter().map(|(number, _)| given.chance(*number)).collect();
        tried.insert(planned, Some(Tried::new(chance, rehearsing.setup, given)));
    }
    let grid = if rehearsing.options.grid.is_empty() { usual(planned) } else { rehearsing.options.grid.clone() };
    for design in grid.into_iter().chain([planned]) {
        look(rehearsing, &mut tried, design);
    }
    let more_people = |times: u32| Design { completions: times, ..planned };
    let people = smallest(rehearsing, &mut tried, planned.completions, more_people);
    let more_items = |times: u32| Design { items: times as usize, ..planned };
    let items = smallest(rehearsing, &mut tried, planned.items as u32, more_items);
    for (design, tried) in &tried {
        match tried {
            Some(tried) => write(sheet, rehearsing, *design, tried),
            None => sheet.notes.push(format!(
                "{} items with {} people per question cannot be planned and are left out",
                design.items, design.completions
            )),
        }
    }
    for (name, found) in [("smallest_completions", people), ("smallest_items", items)] {
        let power = rehearsing.options.power;
        match found {
            Some(design) => {
                let value = if name == "smallest_items" { design.items as f64 } else { design.completions.into() };
                let runs = tried.get(&design).and_then(Option::as_ref).map_or(0, |it| it.runs);
                sheet.put(
                    Estimate::new(name, value),
                    runs,
                    "smallest size tried in which every claim has the wanted chance",
                );
            }
            None => {
                let what = if name == "smallest_items" { "items" } else { "people per question" };
                let note = format!("with {MOST_TIMES} times the planned {what} not every claim reaches {power}");
                sheet.notes.push(note);
            }
        }
    }
}

/// Half, twice and four times the planned size, in people and in items.
fn usual(planned: Design) -> Vec<Design> {
    let times = |n: u64| [n.div_ceil(2), n, 2 * n, 4 * n];
    let people = times(planned.completions.into()).map(|n| Design { completions: n as u32, ..planned });
    let items = times(planned.items as u64).map(|n| Design { items: n as usize, ..planned });
    people.into_iter().chain(items).collect()
}

fn look<'t>(
    rehearsing: &Rehearsing<'_>,
    tried: &'t mut BTreeMap<Design, Option<Tried>>,
    design: Design,
) -> Option<&'t Tried> {
    tried.entry(design).or_insert_with(|| attempt(rehearsing, design)).as_ref()
}

fn attempt(rehearsing: &Rehearsing<'_>, design: Design) -> Option<Tried> {
    let study = &rehearsing.setup.study;
    let setup = Setup::new(design.applied(study)).ok()?;
    let what = format!("{} items, {} people per question", design.items, design.completions);
    let mut chance: Vec<Option<Estimate>> = vec![None; rehearsing.worlds.len()];
    let mut seen = None;
    for place in 0..rehearsing.worlds.len() {
        if chance[place].is_some() {
            continue;
        }
        let world = &rehearsing.worlds[place].1;
        let milled = rehearsing.mill(&what, &setup, &world.crowd);
        // Claims that are true in the same world share its runs.
        for (other, (number, its)) in rehearsing.worlds.iter().enumerate() {
            if its.crowd == world.crowd {
                chance[other] = Some(milled.chance(*number));
            }
        }
        seen.get_or_insert(milled);
    }
    let milled = seen?;
    Some(Tried::new(chance.into_iter().flatten().collect(), &setup, &milled))
}

/// Beyond this many times the planned size nothing is tried.
const MOST_TIMES: u32 = 8;

/// The smallest size with the wanted chance: doubled until it is reached, then halved in between. The
/// chance is taken to grow with the size.
fn smallest(
    rehearsing: &Rehearsing<'_>,
    tried: &mut BTreeMap<Design, Option<Tried>>,
    planned: u32,
    sized: impl Fn(u32) -> Design,
) -> Option<Design> {
    let wanted = rehearsing.options.power;
    let mut enough = |n: u32| look(rehearsing, tried, sized(n)).is_some_and(|tried| tried.least() >= wanted);
    let (mut low, mut high) = (0, planned.max(1));
    while !enough(high) {
        if high >= planned.saturating_mul(MOST_TIMES) {
            return None;
        }
        (low, high) = (high, high * 2);
    }
    // Within a twentieth is near enough.
    while high - low > 1.max(high / 20) {
        let middle = low + (high - low) / 2;
        if enough(middle) { high = middle } else { low = middle }
    }
    Some(sized(high))
}

fn write(sheet: &mut Sheet, rehearsing: &Rehearsing<'_>, design: Design, tried: &Tried) {
    let label = [design.items.to_string(), design.completions.to_string()];
    let words = "mean over simulated runs";
    for ((number, _), chance) in rehearsing.worlds.iter().zip(&tried.chance) {
        let id = rehearsing.setup.study.claims[*number].id.clone();
        let of = [id, label[0].clone(), label[1].clone()];
        sheet.put(Estimate { name: "chance_at", ..chance.clone() }.of(of), tried.runs, super::CHANCE);
    }
    sheet.put(Estimate::new("people_at", tried.people as f64).of(label.clone()), tried.runs, "as planned");
    sheet.put(Estimate::new("hours_at", tried.hours).of(label.clone()), tried.runs, words);
    if let Some((cost, _)) = &tried.cost {
        sheet.put(Estimate::new("cost_at", *cost).of(label), tried.runs, words);
    }
}
