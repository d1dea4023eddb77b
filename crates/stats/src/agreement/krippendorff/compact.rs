//! Replicates of alpha when there are few values.
//!
//! The coincidences of a sample of items are the sum of the items' own, so each item (or cluster of
//! items) becomes one short row of numbers, items with equal counts share a row, and a replicate is a
//! weighted sum of rows. Only the metric is made anew, because the ordinal one depends on the sample.

use std::collections::HashMap;

use super::Level;
use super::disagreement::Disagreement;
use crate::agreement::tally::{Table, Tally};
use crate::resample::Stream;

/// Rows would grow with the square of the number of values; beyond this the general way is faster.
pub(super) const FEW_VALUES: usize = 12;

/// Rows are cut into blocks of this many numbers, few enough for their sums to stay in registers.
const LANES: usize = 8;

/// One row per distinct group: ratings per value, then coincidences per pair of values.
pub(super) struct Compact {
    values: Vec<f64>,
    /// How many distinct rows.
    rows: usize,
    /// The first block of all rows, then the second of all rows…
    blocks: Vec<f64>,
    /// The row of each thing that can be drawn.
    row_of: Vec<u32>,
}

/// What one thread needs.
pub(super) struct Workspace {
    times: Vec<u32>,
    sums: Vec<f64>,
    places: Vec<f64>,
}

impl Compact {
    /// `group_of_item` numbers the groups without holes; there are `groups` of them.
    pub(super) fn new(tally: &Tally, group_of_item: &[u32], groups: usize) -> Compact {
        let values = tally.values.len();
        let width = (values * (values + 1) / 2).next_multiple_of(LANES);
        let mut by_group = vec![0.0; groups * width];
        for (item, group) in group_of_item.iter().enumerate() {
            let group = *group as usize;
            add_item(tally, item, &mut by_group[group * width..(group + 1) * width]);
        }
        let mut distinct: Vec<&[f64]> = Vec::new();
        let mut known: HashMap<Vec<u64>, u32> = HashMap::new();
        let row_of = by_group
            .chunks_exact(width)
            .map(|row| {
                *known.entry(row.iter().map(|x| x.to_bits()).collect()).or_insert_with(|| {
                    distinct.push(row);
                    distinct.len() as u32 - 1
                })
            })
            .collect();
        let block = |at: usize| distinct.iter().flat_map(move |row| row[at..at + LANES].iter().copied());
        let blocks = (0..width).step_by(LANES).flat_map(block).collect();
        Compact { values: tally.values.clone(), rows: distinct.len(), blocks, row_of }
    }

    pub(super) fn workspace(&self) -> Workspace {
        Workspace {
            times: vec![0; self.rows],
            sums: vec![0.0; self.blocks.len() / self.rows.max(1)],
            places: self.values.clone(),
        }
    }

    /// Alpha of one sample of groups; `None` when nothing in it is expected to differ.
    pub(super) fn replicate(&self, level: Level, workspace: &mut Workspace, stream: &mut Stream) -> Option<f64> {
        workspace.times.fill(0);
        let groups = self.row_of.len() as u32;
        for _ in 0..groups {
            let drawn = self.row_of[stream.index(groups) as usize];
            workspace.times[drawn as usize] += 1;
        }
        let blocks = self.blocks.chunks_exact(self.rows * LANES);
        for (sums, block) in workspace.sums.chunks_exact_mut(LANES).zip(blocks) {
            sums.copy_from_slice(&weighted_sum(block, &workspace.times));
        }
        disagreement(level, &workspace.sums, &mut workspace.places).alpha()
    }
}

/// Disagreement of all items of a table.
pub(super) fn of_table(table: &Table, level: Level) -> Disagreement {
    let values = table.values.len();
    let mut sums = vec![0.0; values * (values + 1) / 2];
    let mut items = 0;
    for row in table.counts.chunks_exact(values) {
        let total: u32 = row.iter().sum();
        if total < 2 {
            continue;
        }
        items += 1;
        let (marginals, mut coincidences) = sums.split_at_mut(values);
        let pair_weight = 1.0 / f64::from(total - 1);
        for (low, marginal) in marginals.iter_mut().enumerate() {
            let count = f64::from(row[low]);
            *marginal += count;
            let (own, rest) = coincidences.split_at_mut(values - low - 1);
            for (coincidence, other) in own.iter_mut().zip(&row[low + 1..]) {
                *coincidence += pair_weight * count * f64::from(*other);
            }
            coincidences = rest;
        }
    }
    Disagreement { items, ..disagreement(level, &sums, &mut table.values.clone()) }
}

/// No branch for rows that were not drawn: guessing wrong costs more than adding zeros.
fn weighted_sum(block: &[f64], times: &[u32]) -> [f64; LANES] {
    let mut sums = [0.0; LANES];
    for (row, times) in block.chunks_exact(LANES).zip(times) {
        let times = f64::from(*times);
        for lane in 0..LANES {
            sums[lane] += times * row[lane];
        }
    }
    sums
}

fn add_item(tally: &Tally, item: usize, row: &mut [f64]) {
    let values = tally.values.len();
    let cells = tally.cells(item);
    let (codes, counts) = (&tally.codes[cells.clone()], &tally.counts[cells]);
    let total: f64 = counts.iter().map(|count| f64::from(*count)).sum();
    if total < 2.0 {
        return;
    }
    for (one, (code, count)) in codes.iter().zip(counts).enumerate() {
        row[*code as usize] += f64::from(*count);
        for (other, more) in codes.iter().zip(counts).skip(one + 1) {
            let pair = values + pair_number(values, *code as usize, *other as usize);
            row[pair] += f64::from(*count) * f64::from(*more) / (total - 1.0);
        }
    }
}

/// The number of the pair (low, high) in the order (0,1), (0,2) … (1,2) …
fn pair_number(values: usize, low: usize, high: usize) -> usize {
    low * (2 * values - low - 1) / 2 + high - low - 1
}

/// `places` holds the values on entry and exit, except for the ordinal level.
fn disagreement(level: Level, sums: &[f64], places: &mut [f64]) -> Disagreement {
    let (marginals, coincidences) = sums.split_at(places.len());
    if level == Level::Ordinal {
        let mut below = 0.0;
        for (place, count) in places.iter_mut().zip(marginals) {
            below += count;
            *place = below - count / 2.0;
        }
    }
    let distance = |low: f64, high: f64| match level {
        Level::Nominal => 1.0,
        Level::Ordinal | Level::Interval => (high - low) * (high - low),
        Level::Ratio => ((high - low) / (high + low)).powi(2),
    };
    let (mut observed, mut expected) = (0.0, 0.0);
    let mut coincidences = coincidences.iter();
    for low in 0..places.len() {
        for (high, coincidence) in (low + 1..places.len()).zip(&mut coincidences) {
            let apart = distance(places[low], places[high]);
            observed += coincidence * apart;
            expected += marginals[low] * marginals[high] * apart;
        }
    }
    // Each pair of values was met once; both orders count.
    Disagreement { observed: 2.0 * observed, expected: 2.0 * expected, pairable: marginals.iter().sum(), items: 0 }
}
