//! Dealing items to lists.
//!
//! Items are put in an order in which strata are contiguous, drawn at random within them, and their
//! pages are dealt to the lists one after the other, round and round, as cards are. So lists differ by
//! at most one page; the pages of one item go to different lists as long as there are enough; and every
//! contiguous part, in particular every stratum of the first-named column, is shared out so that
//! lists differ by at most one page of it. Later-named columns are then evened out by exchanging items
//! within a stratum of the first, and then, where the study asks for that, what there is to read by exchanging items
//! that are alike in all of them.

use study::{Item, Part, Study, WORDS_PER_MINUTE};

use crate::seeded_rng::SeededRng;

/// What is dealt.
pub(crate) struct Deck<'a> {
    /// For each column of strata, in order of importance, each item's stratum as a number.
    pub(crate) strata: &'a [Vec<u32>],
    /// How many pages each item has.
    pub(crate) pages: &'a [u32],
    /// How many lists there are.
    pub(crate) lists: usize,
    /// What a page of each item weighs, where that is to be evened out.
    pub(crate) weight: Option<&'a [u32]>,
}

/// What a page of each item weighs, where lists are to be alike in that: what there is to read on it, on average over its
/// outputs, or how long reading and answering take, in tenths of a second. A stratum of either name is a stratum.
pub(crate) fn weight_per_page(study: &Study, part: &Part, items: &[&Item]) -> Option<Vec<u32>> {
    let asked =
        |name: &str| study.lists.balance.iter().any(|what| what == name) && !study.strata.iter().any(|it| it == name);
    let (words, minutes) = (asked("words"), asked("minutes"));
    if !words && !minutes {
        return None;
    }
    let all: Vec<u16> = (0..study.systems.len() as u16).collect();
    let of = |item: &&Item| {
        let shown = study.length_on_page(item, &[]);
        let there = item.outputs.iter().flatten().count().max(1);
        let together = part.design.set_size as usize;
        let length = shown + (study.length_on_page(item, &all) - shown) * together / there;
        if !minutes {
            return u32::try_from(length).unwrap_or(u32::MAX);
        }
        let answers = study.seconds_to_answer(&part.criteria, together.min(there));
        ((length as f64 / WORDS_PER_MINUTE * 60.0 + answers) * 10.0).round() as u32
    };
    Some(items.iter().map(of).collect())
}

/// The place of each item's first page in the deal; the others follow it, and page `p` of the deal goes to
/// list `p` modulo the number of lists.
pub(crate) fn first_pages(deck: &Deck<'_>, rng: &mut SeededRng) -> Vec<u32> {
    let mut order: Vec<u32> = (0..deck.pages.len() as u32).collect();
    rng.shuffle(&mut order);
    order.sort_by(|a, b| {
        let of = |item: u32| deck.strata.iter().map(move |stratum| stratum[item as usize]);
        of(*a).cmp(of(*b))
    });
    let mut first = vec![0u32; order.len()];
    let mut next = 0;
    for &item in &order {
        first[item as usize] = next;
        next += deck.pages[item as usize];
    }
    if deck.strata.len() > 1 {
        even_out_later_strata(deck, &order, &mut first, rng);
    }
    if let Some(weight) = deck.weight {
        even_out_weight(deck, weight, &order, &mut first, rng);
    }
    first
}

/// Exchanges the places of two items of the same strata and the same number of pages wherever that brings the lists
/// closer to one another in what they weigh. Everything else stays as even as it was.
fn even_out_weight(deck: &Deck<'_>, weight: &[u32], order: &[u32], first: &mut [u32], rng: &mut SeededRng) {
    let mut load = vec![0i64; deck.lists];
    let lists_of =
        |item: usize, first: u32| (0..deck.pages[item] as usize).map(move |page| (first as usize + page) % deck.lists);
    for (item, first) in first.iter().enumerate() {
        lists_of(item, *first).for_each(|list| load[list] += i64::from(weight[item]));
    }
    let same = |a: &u32, b: &u32| deck.strata.iter().all(|column| column[*a as usize] == column[*b as usize]);
    let offers = OFFERS_PER_ITEM.min(OFFERS_MOST / order.len().max(1)).max(1);
    // The lists where an exchange changes something, with by how much.
    let mut moved: Vec<(usize, i64)> = Vec::new();
    let alike: Vec<&[u32]> = order.chunk_by(same).collect();
    for items in alike {
        for _ in 0..offers * items.len() {
            let (a, b) = (items[rng.draw_below(items.len())] as usize, items[rng.draw_below(items.len())] as usize);
            let heavier = i64::from(weight[b]) - i64::from(weight[a]);
            if deck.pages[a] != deck.pages[b] || heavier == 0 {
                continue;
            }
            moved.clear();
            let (of_a, of_b) = (lists_of(a, first[a]), lists_of(b, first[b]));
            for (list, by) in of_a.map(|list| (list, heavier)).chain(of_b.map(|list| (list, -heavier))) {
                match moved.iter().position(|(known, _)| *known == list) {
                    Some(known) => moved[known].1 += by,
                    None => moved.push((list, by)),
                }
            }
            // How much the sum of squares grows.
            let growth: i64 = moved.iter().map(|(list, by)| 2 * load[*list] * by + by * by).sum();
            if growth < 0 {
                moved.iter().for_each(|(list, by)| load[*list] += by);
                first.swap(a, b);
            }
        }
    }
}

/// How many exchanges are offered: this many for each item, but no more than [`OFFERS_MOST`] in all.
const OFFERS_PER_ITEM: usize = 60;
const OFFERS_MOST: usize = 500_000;

/// Exchanges the places of two items of the same first stratum and the same number of pages wherever
/// that does not make the sum of squared counts of the later strata larger.
fn even_out_later_strata(deck: &Deck<'_>, order: &[u32], first: &mut [u32], rng: &mut SeededRng) {
    let mut counts = Counts::new(deck, first);
    let offers = OFFERS_PER_ITEM.min(OFFERS_MOST / order.len().max(1)).max(1);
    for stratum in order.chunk_by(|a, b| deck.strata[0][*a as usize] == deck.strata[0][*b as usize]) {
        for _ in 0..offers * stratum.len() {
            let (a, b) =
                (stratum[rng.draw_below(stratum.len())] as usize, stratum[rng.draw_below(stratum.len())] as usize);
            if deck.pages[a] == deck.pages[b] && first[a] != first[b] && counts.gain(first, a, b) >= 0 {
                counts.swap(first, a, b);
            }
        }
    }
}

/// How many pages of each stratum of the later columns each list has.
struct Counts<'a> {
    deck: &'a Deck<'a>,
    of: Vec<Vec<i64>>,
}

impl<'a> Counts<'a> {
    fn new(deck: &'a Deck<'a>, first: &[u32]) -> Counts<'a> {
        let strata = |column: &Vec<u32>| column.iter().max().map_or(0, |most| *most as usize + 1);
        let of = deck.strata[1..].iter().map(|column| vec![0; strata(column) * deck.lists]).collect();
        let mut counts = Counts { deck, of };
        for (item, first) in first.iter().enumerate() {
            counts.add(item, *first, 1);
        }
        counts
    }

    fn add(&mut self, item: usize, first: u32, sign: i64) {
        for (column, of) in self.deck.strata[1..].iter().zip(&mut self.of) {
            for page in 0..self.deck.pages[item] as usize {
                of[column[item] as usize * self.deck.lists + (first as usize + page) % self.deck.lists] += sign;
            }
        }
    }

    /// Half of what an exchange takes off the sum of squares. Lists that have both items do not change.
    fn gain(&self, first: &[u32], a: usize, b: usize) -> i64 {
        let lists = self.deck.lists;
        // Pages that go all the way round come to every list, wherever they begin.
        let pages = self.deck.pages[a] as usize % lists;
        let mut gain = 0;
        for (column, of) in self.deck.strata[1..].iter().zip(&self.of) {
            if column[a] == column[b] {
                continue;
            }
            let more = |item: usize, other: usize, list: usize| {
                of[column[item] as usize * lists + list] - of[column[other] as usize * lists + list]
            };
            for page in 0..pages {
                let [mine, yours] = [a, b].map(|item| (first[item] as usize + page) % lists);
                let [first_of_a, first_of_b] = [a, b].map(|item| first[item] as usize % lists);
                if (mine + lists - first_of_b) % lists >= pages {
                    gain += more(a, b, mine) - 1;
                }
                if (yours + lists - first_of_a) % lists >= pages {
                    gain += more(b, a, yours) - 1;
                }
            }
        }
        gain
    }

    fn swap(&mut self, first: &mut [u32], a: usize, b: usize) {
        self.add(a, first[a], -1);
        self.add(b, first[b], -1);
        first.swap(a, b);
        self.add(a, first[a], 1);
        self.add(b, first[b], 1);
    }
}

#[cfg(test)]
mod tests {
    use super::{Deck, first_pages};
    use crate::seeded_rng::SeededRng;

    #[test]
    fn lists_are_alike_in_what_there_is_to_read_where_that_is_asked_for() {
        // Two strata of 24 items with two pages each, from very short to very long, over eight lists.
        let stratum: Vec<u32> = (0..48).map(|item| item / 24).collect();
        let words: Vec<u32> = (0..48).map(|item| 10 + (item % 24) * (item % 24)).collect();
        let strata = [stratum];
        let range = |words_evened: Option<&[u32]>, seed: u64| {
            let deck = Deck { strata: &strata, pages: &[2; 48], lists: 8, weight: words_evened };
            let first = first_pages(&deck, &mut SeededRng::new(seed, "lists", &[]));
            let mut places: Vec<u32> = first.clone();
            places.sort_unstable();
            assert_eq!(places, (0..48).map(|item| 2 * item).collect::<Vec<u32>>(), "every page has a place of its own");
            assert!((0..48).all(|item| (first[item] < 48) == (item < 24)), "strata stay where they were");
            let mut load = [0u32; 8];
            for (item, first) in first.iter().enumerate() {
                (0..2).for_each(|page| load[(*first as usize + page) % 8] += words[item]);
            }
            load.iter().max().unwrap() - load.iter().min().unwrap()
        };
        for seed in 0..20 {
            let (before, after) = (range(None, seed), range(Some(&words), seed));
            assert!(after <= 60 && after < before, "{before} words apart, then {after}");
        }
    }
}
