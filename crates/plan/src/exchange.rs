//! Evening out systems over lists by exchanging sets between pages.
//!
//! When a page shows several systems, lists with equally many pages of each set need not show each
//! system equally often. Exchanging the sets of two pages of the same item keeps everything else: list
//! lengths, strata, how often each set is used. Where items are shown in a sample of the sets, two items
//! of the same strata may exchange as well.

use crate::sets::Set;

/// The pages being planned, item by item.
pub(crate) struct Slots {
    /// Each page's item, ascending.
    pub(crate) item: Vec<u32>,
    /// Each page's list.
    pub(crate) list: Vec<u32>,
    /// Each page's set.
    pub(crate) set: Vec<u32>,
}

/// Which pages may exchange sets, and what must hold afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exchange {
    /// Pages of one item; sets stay as even over each list as whole numbers allow.
    WithinItems,
    /// Pages of items of the same strata; sets stay as even as whole numbers allow.
    AcrossItems,
    /// Pages of one item; sets and systems are evened out together, because outputs are missing.
    MissingOutputs,
}

/// How often all pages are gone over at most.
const ROUNDS: usize = 12;
/// How far on, in pages, an item looks for another to exchange with.
const REACH: usize = 48;
/// When outputs are missing: how much more a set out of balance weighs than a system.
const SET_WEIGHT: i64 = 4;

/// Exchanges sets as long as that makes the sum of squared counts of systems in lists smaller.
/// `order` has the pages such that those of one item, and of the same strata, are next to each other;
/// `cell` is each page's combination of strata.
pub(crate) fn even_out(slots: &mut Slots, sets: &[Set], order: &[u32], cell: &[u32], exchange: Exchange) {
    let mut counts = Counts::new(slots, sets);
    for _ in 0..ROUNDS {
        let mut moved = 0usize;
        for (at, &first) in order.iter().enumerate() {
            for &second in order[at + 1..].iter().take(REACH) {
                let (a, b) = (first as usize, second as usize);
                let same_item = slots.item[a] == slots.item[b];
                if !(same_item || exchange == Exchange::AcrossItems && cell[a] == cell[b]) {
                    break;
                }
                let allowed = same_item || !has_item(slots, b, slots.set[a]) && !has_item(slots, a, slots.set[b]);
                if allowed && counts.gain(slots, sets, (a, b), exchange) > 0 {
                    counts.swap(slots, sets, (a, b));
                    moved += 1;
                }
            }
        }
        // The last few in a thousand take as long as the first many.
        if moved * 1000 <= order.len() {
            return;
        }
    }
}

/// Whether the item of a page is shown in a set. Pages of one item are next to each other.
fn has_item(slots: &Slots, page: usize, set: u32) -> bool {
    let item = slots.item[page];
    let before = (0..page).rev().take_while(|p| slots.item[*p] == item);
    let after = (page..slots.item.len()).take_while(|p| slots.item[*p] == item);
    before.chain(after).any(|p| slots.set[p] == set)
}

/// How often each list has each set and each system.
struct Counts {
    sets: usize,
    systems: usize,
    of_set: Vec<i32>,
    of_system: Vec<i32>,
    pages: Vec<i32>,
}

impl Counts {
    fn new(slots: &Slots, sets: &[Set]) -> Counts {
        let lists = slots.list.iter().max().map_or(0, |last| *last as usize + 1);
        let systems = sets.iter().flatten().max().map_or(0, |last| usize::from(*last) + 1);
        let mut counts = Counts {
            sets: sets.len(),
            systems,
            of_set: vec![0; lists * sets.len()],
            of_system: vec![0; lists * systems],
            pages: vec![0; lists],
        };
        for (list, set) in slots.list.iter().zip(&slots.set) {
            let list = *list as usize;
            counts.pages[list] += 1;
            counts.of_set[list * sets.len() + *set as usize] += 1;
            for system in &sets[*set as usize] {
                counts.of_system[list * systems + usize::from(*system)] += 1;
            }
        }
        counts
    }

    /// Half of what exchanging the sets of two pages takes off the sum of squares; nothing when it must
    /// not be.
    fn gain(&self, slots: &Slots, sets: &[Set], (a, b): (usize, usize), exchange: Exchange) -> i64 {
        let (x, y) = (slots.list[a] as usize, slots.list[b] as usize);
        let (p, q) = (slots.set[a] as usize, slots.set[b] as usize);
        if x == y || p == q {
            return 0;
        }
        let set = |list: usize, set: usize| self.of_set[list * self.sets + set];
        let of_sets = match exchange {
            Exchange::WithinItems | Exchange::AcrossItems => {
                let most = |list: usize| (self.pages[list] + self.sets as i32 - 1) / self.sets as i32;
                let least = |list: usize| self.pages[list] / self.sets as i32;
                let fits = set(x, p) > least(x) && set(y, q) > least(y) && set(x, q) < most(x) && set(y, p) < most(y);
                if !fits {
                    return 0;
                }
                0
            }
            Exchange::MissingOutputs => i64::from(set(x, p) - set(y, p) - 1 + set(y, q) - set(x, q) - 1) * SET_WEIGHT,
        };
        let system = |list: usize, system: u16| self.of_system[list * self.systems + usize::from(system)];
        let leaving = sets[p].iter().filter(|s| !sets[q].contains(s)).map(|s| system(x, *s) - system(y, *s) - 1);
        let coming = sets[q].iter().filter(|s| !sets[p].contains(s)).map(|s| system(y, *s) - system(x, *s) - 1);
        of_sets + i64::from(leaving.chain(coming).sum::<i32>())
    }

    fn swap(&mut self, slots: &mut Slots, sets: &[Set], (a, b): (usize, usize)) {
        for (page, sign) in [(a, -1), (b, -1)] {
            self.add(slots, sets, page, sign);
        }
        slots.set.swap(a, b);
        for (page, sign) in [(a, 1), (b, 1)] {
            self.add(slots, sets, page, sign);
        }
    }

    fn add(&mut self, slots: &Slots, sets: &[Set], page: usize, sign: i32) {
        let (list, set) = (slots.list[page] as usize, slots.set[page] as usize);
        self.of_set[list * self.sets + set] += sign;
        for system in &sets[set] {
            self.of_system[list * self.systems + usize::from(*system)] += sign;
        }
    }
}
