//! Dealing items to lists.
//!
//! Items are put in an order in which strata are contiguous, drawn at random within them, and their
//! pages are dealt to the lists one after the other, round and round, as cards are. So lists differ by
//! at most one page; the pages of one item go to different lists as long as there are enough; and every
//! contiguous part, in particular every stratum of the first-named column, is shared out so that
//! lists differ by at most one page of it. Later-named columns are then evened out by exchanging items
//! within a stratum of the first.

use crate::seeded_rng::SeededRng;

/// What is dealt.
pub(crate) struct Deck<'a> {
    /// For each column of strata, in order of importance, each item's stratum as a number.
    pub(crate) strata: &'a [Vec<u32>],
    /// How many pages each item has.
    pub(crate) pages: &'a [u32],
    /// How many lists there are.
    pub(crate) lists: usize,
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
    first
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
            let (a, b) = (stratum[rng.below(stratum.len())] as usize, stratum[rng.below(stratum.len())] as usize);
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
