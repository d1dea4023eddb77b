//! Observed and expected disagreement of counted ratings, for any weights of items and raters.

use super::Level;
use crate::agreement::tally::Tally;

/// How often things count.
#[derive(Clone, Copy)]
pub(super) enum Weights<'a> {
    /// Each rating once.
    Counts,
    /// Each item so often.
    Items(&'a [u32]),
    /// Items so often, and the cells and items as the drawn raters fill them.
    Raters {
        /// Per item.
        items: &'a [u32],
        /// Per cell, the ratings in it counted as often as their rater was drawn.
        counts: &'a [u32],
        /// Per item, the sum of squares of how often each of its raters was drawn. Copies of one rater
        /// are not two opinions, so pairs of them are left out.
        squares: &'a [u32],
    },
}

/// Sums over pairs of ratings, not yet divided.
#[derive(Debug, Clone, Copy)]
pub(super) struct Disagreement {
    /// Σ_u w_u Σ_{c,k} n_uc n_uk δ²(c, k), w_u such that an item's pairs weigh as much as its ratings.
    pub(super) observed: f64,
    /// Σ_{c,k} n_c n_k δ²(c, k).
    pub(super) expected: f64,
    /// Ratings of items with two or more.
    pub(super) pairable: f64,
    /// How many such items.
    pub(super) items: usize,
}

impl Disagreement {
    /// `marginals` is scratch space.
    pub(super) fn from_tally(
        tally: &Tally,
        level: Level,
        weights: Weights<'_>,
        marginals: &mut Vec<f64>,
    ) -> Disagreement {
        marginals.clear();
        marginals.resize(tally.values.len(), 0.0);
        let mut items = 0;
        for_each_item(tally, weights, |item| {
            items += 1;
            for (code, count) in item.codes.iter().zip(item.counts) {
                marginals[*code as usize] += item.times * f64::from(*count);
            }
        });
        let places = places(level, &tally.values, marginals);
        let mut observed = 0.0;
        for_each_item(tally, weights, |item| {
            let pairs = pairs(level, &places, item.codes, |cell| f64::from(item.counts[cell]));
            observed += item.times * item.pair_weight * pairs;
        });
        let all: Vec<u32> = (0..marginals.len() as u32).collect();
        let expected = pairs(level, &places, &all, |code| marginals[code]);
        Disagreement { observed, expected, pairable: marginals.iter().sum(), items }
    }

    /// α = 1 − (n − 1) ΣO / ΣE; `None` where nothing is expected to differ.
    pub(super) fn alpha(&self) -> Option<f64> {
        (self.expected > 0.0).then(|| 1.0 - (self.pairable - 1.0) * self.observed / self.expected)
    }

    pub(super) fn observed_mean(&self) -> f64 {
        self.observed / self.pairable
    }

    pub(super) fn expected_mean(&self) -> f64 {
        self.expected / (self.pairable * (self.pairable - 1.0))
    }
}

struct Item<'a> {
    codes: &'a [u32],
    counts: &'a [u32],
    /// How often the item counts.
    times: f64,
    /// m / (m² − Σw²), which is 1 / (m − 1) when nobody was drawn twice.
    pair_weight: f64,
}

fn for_each_item(tally: &Tally, weights: Weights<'_>, mut visit: impl FnMut(Item<'_>)) {
    let counts = match weights {
        Weights::Counts | Weights::Items(_) => tally.counts.as_slice(),
        Weights::Raters { counts, .. } => counts,
    };
    for item in 0..tally.items() {
        let cells = tally.cells(item);
        let counts = &counts[cells.clone()];
        let total: u64 = counts.iter().map(|count| u64::from(*count)).sum();
        let (times, squares) = match weights {
            Weights::Counts => (1, total),
            Weights::Items(items) => (items[item], total),
            Weights::Raters { items, squares, .. } => (items[item], u64::from(squares[item])),
        };
        let pairs = total * total - squares;
        if pairs > 0 && times > 0 {
            let pair_weight = total as f64 / pairs as f64;
            visit(Item { codes: &tally.codes[cells], counts, times: f64::from(times), pair_weight });
        }
    }
}

/// Where each value stands: itself, or its mid-rank among the ratings.
pub(super) fn places(level: Level, values: &[f64], marginals: &[f64]) -> Vec<f64> {
    match level {
        Level::Nominal | Level::Interval | Level::Ratio => values.to_vec(),
        Level::Ordinal => {
            let mut below = 0.0;
            let place = |count: &f64| {
                below += count;
                below - count / 2.0
            };
            marginals.iter().map(place).collect()
        }
    }
}

/// Σ_{c,k} n_c n_k δ²(c, k) over the cells with these codes.
fn pairs(level: Level, places: &[f64], codes: &[u32], count: impl Fn(usize) -> f64) -> f64 {
    let cells = || codes.iter().enumerate().map(|(cell, code)| (count(cell), places[*code as usize]));
    match level {
        Level::Nominal => {
            let total: f64 = cells().map(|(count, _)| count).sum();
            cells().map(|(count, _)| count * (total - count)).sum()
        }
        Level::Ordinal | Level::Interval => {
            // Σ n_c n_k (c − k)² = 2 (n Σ n_c c² − (Σ n_c c)²), about the mean so that no digits cancel.
            let total: f64 = cells().map(|(count, _)| count).sum();
            let Some((_, origin)) = cells().find(|(count, _)| *count > 0.0) else { return 0.0 };
            let mean: f64 = origin + cells().map(|(count, place)| count * (place - origin)).sum::<f64>() / total;
            2.0 * total * cells().map(|(count, place)| count * (place - mean) * (place - mean)).sum::<f64>()
        }
        Level::Ratio => cells()
            .enumerate()
            .map(|(cell, (one, place))| {
                let unlike = |(other, further): (f64, f64)| other * ((further - place) / (further + place)).powi(2);
                2.0 * one * cells().skip(cell + 1).map(unlike).sum::<f64>()
            })
            .sum(),
    }
}
