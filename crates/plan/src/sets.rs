//! Which outputs are shown together: the family of sets of systems a design draws on.

mod blocks;

use study::Design;
use study::file::Combine;

use crate::seeded_rng::SeededRng;

/// Systems shown together, ascending.
pub(crate) type Set = Vec<u16>;

/// The sets a design draws on, in an order in which every beginning of the family uses the systems,
/// and then their pairs, as evenly as it can: where a study needs some sets once more than others, it
/// takes the first ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Family {
    /// The sets.
    pub(crate) sets: Vec<Set>,
    /// How many of them each item is shown in.
    pub(crate) per_item: usize,
}

/// The family of a design over `systems` systems, for so many items. Which system plays which part in it
/// is drawn.
pub(crate) fn family(design: &Design, systems: usize, items: usize, rng: &mut SeededRng) -> Family {
    let mut names: Vec<u16> = (0..systems as u16).collect();
    rng.shuffle(&mut names);
    let sets = match design.combine {
        Combine::EveryOutput => (0..systems as u16).map(|system| vec![system]).collect(),
        Combine::AllPairs | Combine::SampledPairs => round_robin(systems),
        Combine::OneAgainstRest => one_against_rest(design.system.unwrap_or(0) as u16, &names),
        Combine::AllTogether => vec![(0..systems as u16).collect()],
        Combine::Blocks => {
            let per_item = design.sets_per_item as usize;
            blocks::family(systems, design.set_size as usize, per_item, items * per_item)
        }
    };
    let sets: Vec<Set> = match design.combine {
        Combine::OneAgainstRest => sets,
        Combine::EveryOutput | Combine::AllPairs | Combine::SampledPairs | Combine::AllTogether | Combine::Blocks => {
            sets.into_iter().map(|set| renamed(&set, &names)).collect()
        }
    };
    let per_item = match design.combine {
        Combine::EveryOutput | Combine::AllPairs | Combine::OneAgainstRest | Combine::AllTogether => sets.len(),
        Combine::SampledPairs => design.pairs_per_item as usize,
        Combine::Blocks => design.sets_per_item as usize,
    };
    Family { sets, per_item }
}

fn renamed(set: &[u16], names: &[u16]) -> Set {
    let mut set: Set = set.iter().map(|system| names[usize::from(*system)]).collect();
    set.sort_unstable();
    set
}

fn one_against_rest(one: u16, names: &[u16]) -> Vec<Set> {
    names.iter().filter(|other| **other != one).map(|other| vec![one.min(*other), one.max(*other)]).collect()
}

/// All pairs in the order of a round-robin tournament by the circle method (Kirkman 1847): each round
/// is a one-factor of the complete graph, so after any number of pairs the systems have been used
/// equally often up to one, or two when their number is odd.
fn round_robin(systems: usize) -> Vec<Set> {
    let seats = systems + systems % 2;
    let mut pairs = Vec::new();
    for round in 0..seats.saturating_sub(1) {
        let seat = |place: usize| if place == 0 { 0 } else { (place - 1 + round) % (seats - 1) + 1 };
        for place in 0..seats / 2 {
            let (a, b) = (seat(place), seat(seats - 1 - place));
            // With an odd number of systems, whoever meets the empty seat sits out.
            if a.max(b) < systems {
                pairs.push(vec![a.min(b) as u16, a.max(b) as u16]);
            }
        }
    }
    pairs
}

/// The sets of each item when some outputs are missing: everything available for designs that show
/// everything, otherwise those used least so far. Returns the family, with sets added that only such
/// items need, and for each item the numbers of its sets.
pub(crate) fn for_each_item(mut family: Family, design: &Design, present: &[Vec<bool>]) -> (Family, Vec<Vec<u32>>) {
    let mut used = vec![0usize; family.sets.len()];
    let mut chosen = Vec::with_capacity(present.len());
    for present in present {
        let has = |set: &Set| set.iter().all(|system| present[usize::from(*system)]);
        let mut available: Vec<u32> =
            (0..family.sets.len() as u32).filter(|set| has(&family.sets[*set as usize])).collect();
        let left: Set = (0..present.len() as u16).filter(|system| present[usize::from(*system)]).collect();
        match design.combine {
            Combine::EveryOutput | Combine::AllPairs | Combine::OneAgainstRest => {}
            Combine::AllTogether => available = Vec::from_iter(all_that_is_left(&mut family, present.len(), left)),
            Combine::SampledPairs => keep_least_used(&mut available, &used, family.per_item),
            Combine::Blocks => {
                keep_least_used(&mut available, &used, family.per_item);
                complete(&mut family, &mut available, &left, design.set_size as usize);
            }
        }
        used.resize(family.sets.len(), 0);
        for set in &available {
            used[*set as usize] += 1;
        }
        chosen.push(available);
    }
    (family, chosen)
}

/// All the outputs an item has, when that is still something to compare.
fn all_that_is_left(family: &mut Family, systems: usize, left: Set) -> Option<u32> {
    (left.len() >= systems.min(2) && !left.is_empty()).then(|| number(family, left))
}

fn keep_least_used(available: &mut Vec<u32>, used: &[usize], wanted: usize) {
    available.sort_by_key(|set| used[*set as usize]);
    available.truncate(wanted);
    available.sort_unstable();
}

/// Adds sets of the outputs that are left, in the order of the dictionary, until the item has as many
/// as it should or there are no more.
fn complete(family: &mut Family, available: &mut Vec<u32>, left: &Set, size: usize) {
    let mut places: Vec<usize> = (0..size).collect();
    while available.len() < family.per_item && size <= left.len() {
        let set = number(family, places.iter().map(|place| left[*place]).collect());
        if !available.contains(&set) {
            available.push(set);
        }
        if !next_subset(&mut places, left.len()) {
            break;
        }
    }
}

/// The number of a set in the family, where it is added if it is new.
fn number(family: &mut Family, set: Set) -> u32 {
    let known = family.sets.iter().position(|other| *other == set);
    known.unwrap_or_else(|| {
        family.sets.push(set);
        family.sets.len() - 1
    }) as u32
}

/// Moves to the next subset of `0..n` in the order of the dictionary; false after the last.
fn next_subset(subset: &mut [usize], n: usize) -> bool {
    let k = subset.len();
    let Some(moving) = (0..k).rev().find(|i| subset[*i] < n - k + i) else { return false };
    subset[moving] += 1;
    for i in moving + 1..k {
        subset[i] = subset[i - 1] + 1;
    }
    true
}

/// How many subsets of size `k` a set of `n` has; the largest number there is when that is more.
pub(crate) fn choose(n: usize, k: usize) -> usize {
    if k > n {
        return 0;
    }
    let k = k.min(n - k) as u128;
    let mut product: u128 = 1;
    for i in 0..k {
        product = product * (n as u128 - i) / (i + 1);
        if product > usize::MAX as u128 {
            return usize::MAX;
        }
    }
    product as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tournament_has_every_pair_once_and_every_beginning_uses_systems_evenly() {
        for systems in 2..12 {
            let pairs = round_robin(systems);
            let distinct: std::collections::BTreeSet<_> = pairs.iter().collect();
            assert_eq!((pairs.len(), distinct.len()), (choose(systems, 2), choose(systems, 2)));
            let mut used = vec![0i32; systems];
            for pair in &pairs {
                for system in pair {
                    used[usize::from(*system)] += 1;
                }
                let spread = used.iter().max().unwrap() - used.iter().min().unwrap();
                assert!(spread <= 1 + systems as i32 % 2, "{systems} systems: {used:?}");
            }
        }
    }

    #[test]
    fn subsets_are_counted_without_overflow() {
        assert_eq!(choose(5, 2), 10);
        assert_eq!(choose(2, 3), 0);
        assert_eq!(choose(60, 30), 118_264_581_564_861_424);
        assert_eq!(choose(500, 250), usize::MAX);
    }
}
