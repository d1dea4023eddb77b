//! Replicates of alpha when there are few values.
//!
//! The coincidences of a sample of items are the sum of the items' own, so each item (or cluster of
//! items) becomes one short row of numbers, items with equal counts share a row, and a replicate is a
//! weighted sum of rows. Only the metric is made anew, because the ordinal one depends on the sample.

use std::collections::HashMap;

use super::Level;
use crate::agreement::tally::Tally;
use crate::resample::Stream;

/// Rows would grow with the square of the number of values; beyond this the general way is faster.
pub(super) const FEW_VALUES: usize = 12;

/// Rows are padded to a multiple of this, so that the sums run in whole vector registers.
const LANES: usize = 8;

/// One row per distinct group: ratings per value, then coincidences per pair of values.
pub(super) struct Compact {
    values: Vec<f64>,
    width: usize,
    rows: Vec<f64>,
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
        for item in 0..tally.items() {
            let group = group_of_item[item] as usize;
            add_item(tally, item, &mut by_group[group * width..(group + 1) * width]);
        }
        let mut rows = Vec::new();
        let mut known: HashMap<Vec<u64>, u32> = HashMap::new();
        let row_of = by_group
            .chunks_exact(width)
            .map(|row| {
                let key = row.iter().map(|x| x.to_bits()).collect();
                *known.entry(key).or_insert_with(|| {
                    rows.extend_from_slice(row);
                    (rows.len() / width - 1) as u32
                })
            })
            .collect();
        Compact { values: tally.values.clone(), width, rows, row_of }
    }

    pub(super) fn workspace(&self) -> Workspace {
        Workspace {
            times: vec![0; self.rows.len() / self.width],
            sums: vec![0.0; self.width],
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
        workspace.sums.fill(0.0);
        for (row, times) in self.rows.chunks_exact(self.width).zip(&workspace.times) {
            if *times > 0 {
                add_row(&mut workspace.sums, row, f64::from(*times));
            }
        }
        alpha(level, &workspace.sums, &mut workspace.places)
    }
}

fn add_row(sums: &mut [f64], row: &[f64], times: f64) {
    for (sums, row) in sums.chunks_exact_mut(LANES).zip(row.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += times * row[lane];
        }
    }
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
fn alpha(level: Level, sums: &[f64], places: &mut [f64]) -> Option<f64> {
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
    let ratings: f64 = marginals.iter().sum();
    (expected > 0.0).then(|| 1.0 - (ratings - 1.0) * observed / expected)
}
