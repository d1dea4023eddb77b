//! Equitable colouring: giving edges colours so that every group of edges has each colour equally often.
//!
//! The edges of a bipartite graph can be coloured with any number of colours so that at every vertex
//! the numbers of edges of two colours differ by at most one (de Werra 1971, *Balanced schedules*,
//! INFOR 9); the same holds for every group of a nested family of groups of vertices on either side.
//! Planning uses it twice: to say which set of systems an item is shown in on which list (edges are
//! pages, colours are sets), and to say in which position a system stands on which page (edges are
//! outputs, colours are positions).
//!
//! The method is de Werra's proof: take two colours that are out of balance somewhere, and divide
//! their edges anew. Dividing in two is easy: on each side, pair up edges within the narrowest groups,
//! then what is left over within the next wider ones, and so on. Pairs of the two sides link edges into
//! paths and even cycles, and alternating along them splits every pair, hence every group, in half.
//! Each division makes the sum of squared counts smaller, so it ends, and it ends only in balance.

use std::collections::BTreeSet;

use crate::seeded_rng::SeededRng;

/// The groups of edges on one side of the graph.
pub(crate) struct Side {
    /// For each attribute from the widest to the narrowest, its value for each edge. Edges form a group
    /// when they agree on the first attributes, however many are taken.
    attributes: Vec<Vec<u32>>,
    /// Each edge's place in an order in which all groups are contiguous.
    place: Vec<u32>,
}

impl Side {
    /// The side whose edges have these attributes, widest first, each with one value per edge.
    pub(crate) fn new(edges: usize, attributes: Vec<Vec<u32>>) -> Side {
        let mut order: Vec<u32> = (0..edges as u32).collect();
        order.sort_by(|a, b| {
            let of = |edge: u32| attributes.iter().map(move |values| values[edge as usize]);
            of(*a).cmp(of(*b))
        });
        let mut place = vec![0; edges];
        for (at, edge) in order.iter().enumerate() {
            place[*edge as usize] = at as u32;
        }
        Side { attributes, place }
    }

    /// The edges in an order in which all groups are contiguous.
    pub(crate) fn order(&self) -> Vec<u32> {
        let mut order = vec![0; self.place.len()];
        for (edge, place) in self.place.iter().enumerate() {
            order[*place as usize] = edge as u32;
        }
        order
    }

    /// The number of each edge's group when the first `taken` attributes count.
    pub(crate) fn groups(&self, taken: usize) -> Vec<u32> {
        let mut group = vec![0; self.place.len()];
        let mut number = 0;
        for two in self.order().windows(2) {
            number += u32::from(self.count_shared_attributes(two[0], two[1]) < taken);
            group[two[1] as usize] = number;
        }
        group
    }

    /// How many attributes two edges share, from the widest on.
    fn count_shared_attributes(&self, a: u32, b: u32) -> usize {
        self.attributes.iter().take_while(|values| values[a as usize] == values[b as usize]).count()
    }

    /// The pairs of colours that differ by more than one in some group.
    fn uneven(&self, colour: &[u32], colours: u32) -> BTreeSet<(u32, u32)> {
        let order = self.order();
        let mut pairs = BTreeSet::new();
        let mut counts = vec![0u32; colours as usize];
        for taken in 0..=self.attributes.len() {
            for group in order.chunk_by(|a, b| self.count_shared_attributes(*a, *b) >= taken) {
                group.iter().for_each(|edge| counts[colour[*edge as usize] as usize] += 1);
                let most = group.iter().map(|edge| counts[colour[*edge as usize] as usize]).max().unwrap_or(0);
                // A small group lacks some colour, whichever it is.
                let least = if group.len() < colours as usize { 0 } else { counts.iter().copied().min().unwrap_or(0) };
                if most > least + 1 {
                    for a in (0..colours).filter(|a| counts[*a as usize] == most) {
                        for b in (0..colours).filter(|b| counts[*b as usize] + 1 < most) {
                            pairs.insert((a.min(b), a.max(b)));
                        }
                    }
                }
                group.iter().for_each(|edge| counts[colour[*edge as usize] as usize] = 0);
            }
        }
        pairs
    }

    /// Merges two colours' edges, each in this side's order.
    fn merge(&self, a: &[u32], b: &[u32], merged: &mut Vec<u32>) {
        merged.clear();
        let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
        while let (Some(first), Some(second)) = (a.peek(), b.peek()) {
            let from_a = self.place[**first as usize] < self.place[**second as usize];
            merged.extend(if from_a { a.next() } else { b.next() });
        }
        merged.extend(a);
        merged.extend(b);
    }

    /// Whether the two colours differ by at most one in every group. `edges` are in this side's order.
    fn is_even(&self, edges: &[u32], colour: &[u32], first: u32) -> bool {
        let depth = self.attributes.len();
        let mut ahead = vec![0i64; depth + 1];
        let mut before = None;
        for &edge in edges {
            let shared = before.map_or(depth, |before| self.count_shared_attributes(before, edge));
            for closed in ahead.iter_mut().skip(shared + 1) {
                if closed.abs() > 1 {
                    return false;
                }
                *closed = 0;
            }
            let step = if colour[edge as usize] == first { 1 } else { -1 };
            ahead.iter_mut().for_each(|count| *count += step);
            before = Some(edge);
        }
        ahead.iter().all(|count| count.abs() <= 1)
    }

    /// Pairs edges within the narrowest groups first; what is left over is paired in wider ones.
    fn pair(&self, edges: &[u32], mate: &mut [u32]) {
        let depth = self.attributes.len();
        let mut waiting: Vec<Option<u32>> = vec![None; depth + 1];
        let mut before = None;
        for &edge in edges {
            mate[edge as usize] = NONE;
            let shared = before.map_or(depth, |before| self.count_shared_attributes(before, edge));
            close(&mut waiting, shared, mate);
            meet(&mut waiting[depth], edge, mate);
            before = Some(edge);
        }
        close(&mut waiting, 0, mate);
    }
}

const NONE: u32 = u32::MAX;

/// Hands what waits in groups narrower than `shared` attributes on to the next wider group.
fn close(waiting: &mut [Option<u32>], shared: usize, mate: &mut [u32]) {
    for level in (shared + 1..waiting.len()).rev() {
        if let Some(edge) = waiting[level].take() {
            meet(&mut waiting[level - 1], edge, mate);
        }
    }
}

fn meet(waiting: &mut Option<u32>, edge: u32, mate: &mut [u32]) {
    match waiting.take() {
        Some(other) => {
            mate[edge as usize] = other;
            mate[other as usize] = edge;
        }
        None => *waiting = Some(edge),
    }
}

/// Recolours edges until any two of `colours` colours differ by at most one in every group of either side.
/// What is even already is left as it is.
pub(crate) fn balance(left: &Side, right: &Side, colour: &mut [u32], colours: u32, rng: &mut SeededRng) {
    let uneven = |colour: &[u32]| {
        let mut pairs = left.uneven(colour, colours);
        pairs.append(&mut right.uneven(colour, colours));
        pairs
    };
    let mut pairs = uneven(colour);
    if pairs.is_empty() {
        return;
    }
    let mut work = Work::new(left, right, colour, colours);
    while !pairs.is_empty() {
        for (a, b) in pairs {
            work.divide(colour, a, b, rng);
        }
        pairs = uneven(colour);
    }
}

/// The edges of each colour in the order of either side, and room to divide two colours.
struct Work<'a> {
    left: &'a Side,
    right: &'a Side,
    by_left: Vec<Vec<u32>>,
    by_right: Vec<Vec<u32>>,
    mate_left: Vec<u32>,
    mate_right: Vec<u32>,
    merged_left: Vec<u32>,
    merged_right: Vec<u32>,
}

impl<'a> Work<'a> {
    fn new(left: &'a Side, right: &'a Side, colour: &[u32], colours: u32) -> Work<'a> {
        let edges = colour.len();
        let in_order = |side: &Side| {
            let mut by_colour = vec![Vec::new(); colours as usize];
            for edge in side.order() {
                by_colour[colour[edge as usize] as usize].push(edge);
            }
            by_colour
        };
        Work {
            left,
            right,
            by_left: in_order(left),
            by_right: in_order(right),
            mate_left: vec![NONE; edges],
            mate_right: vec![NONE; edges],
            merged_left: Vec::new(),
            merged_right: Vec::new(),
        }
    }

    /// Divides the edges of two colours evenly, unless they are even already.
    fn divide(&mut self, colour: &mut [u32], a: u32, b: u32, rng: &mut SeededRng) {
        let (of_a, of_b) = (a as usize, b as usize);
        self.left.merge(&self.by_left[of_a], &self.by_left[of_b], &mut self.merged_left);
        self.right.merge(&self.by_right[of_a], &self.by_right[of_b], &mut self.merged_right);
        if self.left.is_even(&self.merged_left, colour, a) && self.right.is_even(&self.merged_right, colour, a) {
            return;
        }
        self.left.pair(&self.merged_left, &mut self.mate_left);
        self.right.pair(&self.merged_right, &mut self.mate_right);
        self.alternate(colour, a, b, rng);
        for (merged, by_colour) in [(&self.merged_left, &mut self.by_left), (&self.merged_right, &mut self.by_right)] {
            by_colour[of_a].clear();
            by_colour[of_b].clear();
            for &edge in merged {
                by_colour[colour[edge as usize] as usize].push(edge);
            }
        }
    }

    /// Colours the paths and cycles of mates alternately, each beginning with a colour drawn.
    fn alternate(&mut self, colour: &mut [u32], a: u32, b: u32, rng: &mut SeededRng) {
        const UNDECIDED: u32 = u32::MAX;
        for &edge in &self.merged_left {
            colour[edge as usize] = UNDECIDED;
        }
        for &start in &self.merged_left {
            if colour[start as usize] != UNDECIDED {
                continue;
            }
            let (first, other) = if rng.coin() { (a, b) } else { (b, a) };
            colour[start as usize] = first;
            let (left, right) = (&self.mate_left, &self.mate_right);
            for (first_mates, second_mates) in [(left, right), (right, left)] {
                let mut at = start;
                for (mates, next_colour) in [(first_mates, other), (second_mates, first)].into_iter().cycle() {
                    at = mates[at as usize];
                    if at == NONE || colour[at as usize] != UNDECIDED {
                        break;
                    }
                    colour[at as usize] = next_colour;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The largest difference between two colours in any group of a side.
    fn spread(attributes: &[Vec<u32>], colour: &[u32], colours: u32) -> usize {
        let mut worst = 0;
        for taken in 0..=attributes.len() {
            let mut counts = std::collections::BTreeMap::<Vec<u32>, Vec<usize>>::new();
            for (edge, of) in colour.iter().enumerate() {
                let group = attributes[..taken].iter().map(|values| values[edge]).collect();
                counts.entry(group).or_insert_with(|| vec![0; colours as usize])[*of as usize] += 1;
            }
            let of_group = |counts: &Vec<usize>| counts.iter().max().unwrap() - counts.iter().min().unwrap();
            worst = worst.max(counts.values().map(of_group).max().unwrap_or(0));
        }
        worst
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            rng_seed: proptest::test_runner::RngSeed::Fixed(712),
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        fn any_colouring_of_any_graph_becomes_even_in_every_group(
            edges in prop::collection::vec((0u32..3, 0u32..6, 0u32..4, 0u32..3, 0u32..5), 0..120),
            colours in 1u32..6,
        ) {
            let left = vec![edges.iter().map(|e| e.0).collect(), edges.iter().map(|e| e.1).collect()];
            let right: Vec<Vec<u32>> = vec![edges.iter().map(|e| e.2).collect(), edges.iter().map(|e| e.3).collect()];
            let mut colour: Vec<u32> = edges.iter().map(|e| e.4 % colours).collect();
            let sides = [left, right].map(|attributes| Side::new(edges.len(), attributes));
            balance(&sides[0], &sides[1], &mut colour, colours, &mut SeededRng::new(1, "test", &[]));
            for side in &sides {
                prop_assert!(spread(&side.attributes, &colour, colours) <= 1);
            }
        }
    }
}
