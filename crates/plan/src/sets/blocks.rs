//! Balanced incomplete blocks: sets of `k` of `v` systems in which all pairs meet equally often.
//!
//! Tried in this order, taking the first that is balanced with at least as many blocks as an item
//! needs:
//!
//! 1. all systems, or all but one: the complete design;
//! 2. blocks developed from a difference family, modulo `v`, or modulo `v − 1` with one system held
//!    fixed (Bose 1939, *On the construction of balanced incomplete block designs*, Annals of
//!    Eugenics 9; Cochran & Cox 1957, *Experimental Designs*, ch. 11);
//! 3. the lines of the affine plane of prime order `k`, when `v = k²` (Bose 1938);
//! 4. all `k`-subsets, when there are few enough;
//! 5. otherwise a cyclic design whose pairs meet as nearly equally often as a bounded search finds
//!    (John & Williams 1995, *Cyclic and Computer Generated Designs*).

use std::collections::BTreeSet;

use super::{Set, choose, next_subset};

/// The most sets in a family made of all subsets.
const SUBSETS_MOST: usize = 300;
/// The most candidate blocks looked at in one search for a difference family.
const SEARCH_MOST: usize = 30_000;
/// The most initial blocks of one family.
const INITIAL_MOST: usize = 6;

/// Blocks of `k` of `v` systems, at least `per_item` of them, for a study of `pages` pages: when these are
/// not whole rounds of the blocks, the ones that come once more stand first and are chosen to be even.
pub(super) fn family(v: usize, k: usize, per_item: usize, pages: usize) -> Vec<Set> {
    let enough = |blocks: &Vec<Set>| blocks.len() >= per_item;
    let few_subsets = choose(v, k) <= SUBSETS_MOST;
    let mut found: Vec<Vec<Set>> = Vec::new();
    if k + 1 < v {
        found.extend(develop_blocks(v, k, FixedSystem::None));
        found.extend(develop_blocks(v, k, FixedSystem::One));
        found.extend(affine_plane(v, k));
    }
    if few_subsets || k + 1 >= v {
        found.push(subsets(v, k));
    }
    let smallest = found.into_iter().filter(enough).min_by_key(Vec::len);
    let mut blocks = evenly_begun(smallest.unwrap_or_else(|| cyclic(v, k, per_item)), v);
    let once_more = pages % blocks.len().max(1);
    improve_beginning(&mut blocks, once_more, v);
    blocks
}

/// Every subset of size `k`.
fn subsets(v: usize, k: usize) -> Vec<Set> {
    let mut places: Vec<usize> = (0..k).collect();
    let mut all = Vec::new();
    loop {
        all.push(places.iter().map(|place| *place as u16).collect());
        if !next_subset(&mut places, v) {
            return all;
        }
    }
}

/// The lines of the affine plane of prime order `k`: points `(x, y)`, lines `y = mx + c` and `x = c`.
fn affine_plane(v: usize, k: usize) -> Option<Vec<Set>> {
    let prime = k >= 2 && (2..k).all(|d| !k.is_multiple_of(d));
    if !prime || v != k * k {
        return None;
    }
    let mut lines: Vec<Set> = (0..k).map(|c| (0..k).map(|y| (c * k + y) as u16).collect()).collect();
    for slope in 0..k {
        for c in 0..k {
            lines.push((0..k).map(|x| (x * k + (slope * x + c) % k) as u16).collect());
        }
    }
    Some(lines)
}

/// Whether one system is held fixed while the others turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FixedSystem {
    None,
    One,
}

/// The blocks developed from the smallest difference family that a bounded search finds.
fn develop_blocks(v: usize, k: usize, fixed: FixedSystem) -> Option<Vec<Set>> {
    let modulus = if fixed == FixedSystem::One { v - 1 } else { v };
    (1..=INITIAL_MOST).find_map(|count| {
        // Blocks with the fixed system hold one fewer of the turning ones. Each turning system meets
        // the fixed one as often as there are places beside it in those blocks.
        let with_fixed: Vec<usize> = if fixed == FixedSystem::One { (1..=count).collect() } else { vec![0] };
        with_fixed.into_iter().find_map(|with_fixed| {
            let without = count - with_fixed;
            let differences = with_fixed * (k - 1) * (k - 2) + without * k * (k - 1);
            if !differences.is_multiple_of(modulus - 1) {
                return None;
            }
            let times = differences / (modulus - 1);
            if fixed == FixedSystem::One && with_fixed * (k - 1) != times {
                return None;
            }
            let mut search = Search { modulus, times, budget: SEARCH_MOST, met: vec![0; modulus], found: Vec::new() };
            let sizes: Vec<usize> = (0..count).map(|block| if block < with_fixed { k - 1 } else { k }).collect();
            let blocks = search.extend(&sizes).then(|| develop(&search.found, modulus, k))?;
            // An item is shown a set once, so families that repeat a block will not do.
            let distinct: BTreeSet<&Set> = blocks.iter().collect();
            (distinct.len() == blocks.len()).then_some(blocks)
        })
    })
}

/// Turns every initial block round; a block that lacks a system gets the fixed one, number `modulus`.
fn develop(initial: &[Vec<usize>], modulus: usize, k: usize) -> Vec<Set> {
    let mut blocks = Vec::new();
    for block in initial {
        for turn in 0..modulus {
            let mut set: Set = block.iter().map(|place| ((place + turn) % modulus) as u16).collect();
            if set.len() < k {
                set.push(modulus as u16);
            }
            set.sort_unstable();
            blocks.push(set);
        }
    }
    blocks
}

/// A search for initial blocks in whose differences every non-zero residue comes equally often.
struct Search {
    modulus: usize,
    times: usize,
    budget: usize,
    /// How often each residue has come as a difference.
    met: Vec<usize>,
    found: Vec<Vec<usize>>,
}

impl Search {
    /// Adds blocks of the sizes given; false when there are none or the budget is spent.
    fn extend(&mut self, sizes: &[usize]) -> bool {
        let Some((size, later)) = sizes.split_first() else { return true };
        self.found.push(vec![0]);
        if self.met_by_one_block(*size, later) {
            return true;
        }
        self.found.pop();
        false
    }

    fn met_by_one_block(&mut self, size: usize, later: &[usize]) -> bool {
        let Some(block) = self.found.last().cloned() else { return false };
        if block.len() == size {
            return self.extend(later);
        }
        let from = block.last().map_or(0, |last| last + 1);
        for place in from..self.modulus {
            if self.budget == 0 {
                return false;
            }
            self.budget -= 1;
            for other in &block {
                self.met[place - other] += 1;
                self.met[self.modulus + other - place] += 1;
            }
            let depth = self.found.len();
            if self.met.iter().all(|met| *met <= self.times) {
                if let Some(growing) = self.found.last_mut() {
                    growing.push(place);
                }
                if self.met_by_one_block(size, later) {
                    return true;
                }
                self.found.truncate(depth);
                if let Some(growing) = self.found.last_mut() {
                    growing.pop();
                }
            }
            for other in &block {
                self.met[place - other] -= 1;
                self.met[self.modulus + other - place] -= 1;
            }
        }
        false
    }
}

/// A cyclic design with at least `per_item` blocks: initial blocks are grown one system at a time, each
/// time taking the place whose differences have come least often.
fn cyclic(v: usize, k: usize, per_item: usize) -> Vec<Set> {
    let mut met = vec![0usize; v];
    let mut blocks: BTreeSet<Set> = BTreeSet::new();
    let mut start = 0;
    while blocks.len() < per_item.max(v) && start < v {
        let mut block = vec![0usize];
        while block.len() < k {
            let cost = |place: usize| -> usize {
                block.iter().map(|other| met[(place + v - other) % v] + met[(v + other - place) % v]).sum()
            };
            let free = (1..v).map(|step| (step + start) % v).filter(|place| !block.contains(place));
            let Some(best) = free.min_by_key(|place| cost(*place)) else { break };
            for other in &block {
                met[(best + v - other) % v] += 1;
                met[(v + other - best) % v] += 1;
            }
            block.push(best);
        }
        blocks.extend(develop(&[block], v, k));
        start += 1;
    }
    // A greedy start can come round to blocks it has had; the dictionary always has more.
    let mut places: Vec<usize> = (0..k).collect();
    while blocks.len() < per_item {
        blocks.insert(places.iter().map(|place| *place as u16).collect());
        if !next_subset(&mut places, v) {
            break;
        }
    }
    blocks.into_iter().collect()
}

/// Orders blocks so that every beginning has met the pairs, and then the systems, as evenly as a
/// choice of one block at a time can: the next block is the one whose pairs have met least.
fn evenly_begun(mut left: Vec<Set>, v: usize) -> Vec<Set> {
    let mut met = vec![0usize; v * v];
    let mut ordered = Vec::with_capacity(left.len());
    let cost = |set: &Set, met: &[usize]| -> (usize, usize) {
        let of = |a: &u16, b: &u16| met[usize::from(*a) * v + usize::from(*b)];
        let pairs = set.iter().flat_map(|a| set.iter().filter(move |b| a < *b).map(move |b| of(a, b))).sum();
        (pairs, set.iter().map(|a| of(a, a)).sum())
    };
    while let Some(next) = (0..left.len()).min_by_key(|i| cost(&left[*i], &met)) {
        let set = left.swap_remove(next);
        for a in &set {
            for b in &set {
                met[usize::from(*a) * v + usize::from(*b)] += 1;
            }
        }
        ordered.push(set);
    }
    ordered
}

/// Exchanges blocks among the first `count` with later ones as long as that makes the sum of squared
/// meetings of pairs among the first smaller.
fn improve_beginning(blocks: &mut [Set], count: usize, v: usize) {
    let mut met = vec![0i64; v * v];
    let add = |met: &mut [i64], set: &Set, sign: i64| {
        for a in set {
            for b in set.iter().filter(|b| a < *b) {
                met[usize::from(*a) * v + usize::from(*b)] += sign;
            }
        }
    };
    let meetings = |met: &[i64], set: &Set| -> i64 {
        set.iter()
            .flat_map(|a| set.iter().filter(move |b| a < *b).map(move |b| (*a, *b)))
            .map(|(a, b)| met[usize::from(a) * v + usize::from(b)])
            .sum()
    };
    blocks[..count].iter().for_each(|set| add(&mut met, set, 1));
    let mut improved = true;
    while improved {
        improved = false;
        for first in 0..count {
            add(&mut met, &blocks[first], -1);
            // Without this block, the sum of squares grows by twice the meetings of whichever comes in.
            let later = (count..blocks.len()).min_by_key(|later| meetings(&met, &blocks[*later]));
            if let Some(later) = later
                && meetings(&met, &blocks[later]) < meetings(&met, &blocks[first])
            {
                blocks.swap(first, later);
                improved = true;
            }
            add(&mut met, &blocks[first], 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often pairs meet: least and most; and how often systems are shown: least and most.
    fn counts(blocks: &[Set], v: usize) -> [usize; 4] {
        let mut met = vec![0usize; v * v];
        for set in blocks {
            for a in set {
                for b in set {
                    met[usize::from(*a) * v + usize::from(*b)] += 1;
                }
            }
        }
        let pairs: Vec<usize> = (0..v).flat_map(|a| (a + 1..v).map(move |b| a * v + b)).map(|i| met[i]).collect();
        let shown: Vec<usize> = (0..v).map(|a| met[a * v + a]).collect();
        let [least, most] = [pairs.iter().min(), pairs.iter().max()].map(|n| *n.unwrap());
        [least, most, *shown.iter().min().unwrap(), *shown.iter().max().unwrap()]
    }

    #[test]
    fn classical_designs_are_found_at_their_smallest() {
        // v, k → blocks, meetings of a pair; Cochran & Cox 1957, table 11.1a.
        for (v, k, blocks, met) in [
            (4, 2, 6, 1),
            (4, 3, 4, 2),
            (5, 3, 10, 3),
            (5, 4, 5, 3),
            (6, 3, 10, 2),
            (7, 3, 7, 1),
            (7, 4, 7, 2),
            (8, 4, 14, 3),
            (9, 3, 12, 1),
            (11, 5, 11, 2),
            (13, 3, 26, 1),
            (13, 4, 13, 1),
            (21, 5, 21, 1),
            (25, 5, 30, 1),
        ] {
            let found = family(v, k, 1, 0);
            assert_eq!((found.len(), counts(&found, v)[..2].to_vec()), (blocks, vec![met, met]), "v = {v}, k = {k}");
        }
    }

    #[test]
    fn blocks_are_whole_distinct_and_enough_for_any_size() {
        for v in 2..16 {
            for k in 2..=v {
                for per_item in [1, 3, 12] {
                    let per_item = per_item.min(choose(v, k));
                    let found = family(v, k, per_item, 0);
                    assert!(found.len() >= per_item);
                    assert!(found.iter().all(|set| set.len() == k && set.is_sorted_by(|a, b| a < b)));
                    assert!(found.iter().all(|set| set.iter().all(|system| usize::from(*system) < v)));
                    let [least, most, ..] = counts(&found, v);
                    assert!(most - least <= 1 || choose(v, k) > SUBSETS_MOST, "v = {v}, k = {k}: {least}..{most}");
                }
            }
        }
    }
}
