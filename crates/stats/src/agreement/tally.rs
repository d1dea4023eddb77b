//! Ratings counted per item.

use super::ratings::{Ratings, coded_values, dense};

/// With so few distinct values, counting goes through a table of items by values.
const FEW_VALUES: usize = 32;

/// For each item, how many ratings each of its values got. Items are in the order of their codes, and
/// the values of an item ascend.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tally {
    /// The distinct values, ascending.
    pub(super) values: Vec<f64>,
    /// Where each item's cells start, and where the last one's end.
    pub(super) starts: Vec<u32>,
    /// The value of each cell, as a number in `values`.
    pub(super) codes: Vec<u32>,
    /// How many ratings each cell holds.
    pub(super) counts: Vec<u32>,
}

impl Tally {
    pub(super) fn new(ratings: &Ratings<'_>) -> Tally {
        if let Some(table) = Table::new(ratings) {
            return table.into_tally();
        }
        let (items, item_count) = dense(ratings.items());
        let (values, codes) = coded_values(ratings.values());
        if values.len() <= FEW_VALUES {
            tally_by_counting(values, &items, &codes, item_count)
        } else {
            tally_by_sorting(values, &items, &codes)
        }
    }

    /// How many items, those without any rating included.
    pub(super) fn items(&self) -> usize {
        self.starts.len() - 1
    }

    /// The cells of an item.
    pub(super) fn cells(&self, item: usize) -> std::ops::Range<usize> {
        self.starts[item] as usize..self.starts[item + 1] as usize
    }

    /// The cell of each rating, and its item.
    pub(super) fn cell_of_ratings(&self, ratings: &Ratings<'_>) -> (Vec<u32>, Vec<u32>) {
        let (_, codes) = coded_values(ratings.values());
        let (items, _) = dense(ratings.items());
        let cell = |(item, code): (&u32, &u32)| {
            let cells = self.cells(*item as usize);
            (cells.start + self.codes[cells].partition_point(|known| known < code)) as u32
        };
        (items.iter().zip(&codes).map(cell).collect(), items.into_owned())
    }
}

/// Counts of the points of a rating scale, one row per item: the usual case, and the one that is timed.
pub(super) struct Table {
    /// All whole numbers from the smallest to the largest value, used or not.
    pub(super) values: Vec<f64>,
    /// One row per item, one column per point.
    pub(super) counts: Vec<u32>,
}

impl Table {
    /// `None` when the values are not whole numbers close together.
    pub(super) fn new(ratings: &Ratings<'_>) -> Option<Table> {
        let (low, width) = scale(ratings.values())?;
        let (items, item_count) = dense(ratings.items());
        let mut counts = vec![0u32; item_count * width];
        let first = to_count(low);
        for (item, value) in items.iter().zip(ratings.values()) {
            counts[*item as usize * width + (to_count(*value).wrapping_sub(first)) as usize] += 1;
        }
        Some(Table { values: (0..width).map(|point| low + point as f64).collect(), counts })
    }

    fn into_tally(self) -> Tally {
        let width = self.values.len();
        let mut used = vec![false; width];
        for row in self.counts.chunks_exact(width) {
            used.iter_mut().zip(row).for_each(|(used, count)| *used |= *count > 0);
        }
        let values = (0..width).filter(|point| used[*point]).map(|point| self.values[point]).collect();
        let mut next = 0;
        let code_of: Vec<u32> = used.iter().map(|used| (next, next += u32::from(*used)).0).collect();
        from_table(values, &self.counts, &code_of)
    }
}

/// Adding 1.5 · 2^52 leaves a whole number in the low bits of a double, many at a time where a conversion
/// would go one by one.
const SHIFT: f64 = 6_755_399_441_055_744.0;

fn to_count(value: f64) -> u32 {
    (value + SHIFT).to_bits() as u32
}

/// The smallest value and the number of points up to the largest, if all are whole numbers close together.
fn scale(values: &[f64]) -> Option<(f64, usize)> {
    let (mut low, mut high, mut all_whole) = (f64::INFINITY, f64::NEG_INFINITY, true);
    for value in values {
        low = if *value < low { *value } else { low };
        high = if *value > high { *value } else { high };
        all_whole &= ((value + SHIFT) - SHIFT).to_bits() == value.to_bits();
    }
    let close = all_whole && low.abs() < 1e9 && high - low < FEW_VALUES as f64;
    close.then(|| (low, (high - low) as usize + 1))
}

fn tally_by_counting(values: Vec<f64>, items: &[u32], codes: &[u32], item_count: usize) -> Tally {
    let width = values.len();
    let mut table = vec![0u32; item_count * width];
    for (item, code) in items.iter().zip(codes) {
        table[*item as usize * width + *code as usize] += 1;
    }
    from_table(values, &table, &(0..width as u32).collect::<Vec<_>>())
}

/// The cells of a table of items by values that hold anything.
fn from_table(values: Vec<f64>, table: &[u32], code_of: &[u32]) -> Tally {
    let width = code_of.len();
    let cells = table.iter().filter(|count| **count > 0).count();
    let mut starts = Vec::with_capacity(table.len() / width + 1);
    // One more than there are, so that every cell can be written and only those that count be kept.
    let (mut codes, mut counts) = (vec![0; cells + 1], vec![0; cells + 1]);
    let mut next = 0;
    starts.push(0);
    for row in table.chunks_exact(width) {
        for (code, count) in code_of.iter().zip(row) {
            codes[next] = *code;
            counts[next] = *count;
            next += usize::from(*count > 0);
        }
        starts.push(next as u32);
    }
    codes.truncate(cells);
    counts.truncate(cells);
    Tally { values, starts, codes, counts }
}

fn tally_by_sorting(values: Vec<f64>, items: &[u32], codes: &[u32]) -> Tally {
    let mut cells: Vec<u64> =
        items.iter().zip(codes).map(|(item, code)| u64::from(*item) << 32 | u64::from(*code)).collect();
    cells.sort_unstable();
    let item_count = items.iter().max().map_or(0, |item| *item as usize + 1);
    let mut tally = Tally { values, starts: vec![0; item_count + 1], codes: Vec::new(), counts: Vec::new() };
    for cell in cells.chunk_by(|a, b| a == b) {
        tally.starts[(cell[0] >> 32) as usize + 1] += 1;
        tally.codes.push(cell[0] as u32);
        tally.counts.push(cell.len() as u32);
    }
    for item in 0..item_count {
        tally.starts[item + 1] += tally.starts[item];
    }
    tally
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn counting_by_table_and_by_sorting_agree(rows in prop::collection::vec((0u32..9, 0u32..7), 1..50)) {
            let (items, values): (Vec<u32>, Vec<f64>) = rows.iter().map(|row| (row.0, f64::from(row.1) / 3.0)).unzip();
            let (distinct, codes) = coded_values(&values);
            let item_count = items.iter().max().map_or(0, |item| *item as usize + 1);
            prop_assert_eq!(tally_by_counting(distinct.clone(), &items, &codes, item_count), tally_by_sorting(distinct, &items, &codes));
        }

        #[test]
        fn points_of_a_scale_are_counted_like_any_values(rows in prop::collection::vec((0u32..9, -3i32..7), 1..50)) {
            let (items, values): (Vec<u32>, Vec<f64>) = rows.iter().map(|row| (row.0, f64::from(row.1))).unzip();
            let raters = vec![0; items.len()];
            let tally = Tally::new(&Ratings::new(&raters, &items, &values).unwrap());
            let (distinct, codes) = coded_values(&values);
            prop_assert_eq!(tally, tally_by_sorting(distinct, &items, &codes));
        }

        #[test]
        fn whole_numbers_and_others_are_coded_alike(values in prop::collection::vec(-9i32..9, 1..50)) {
            let whole: Vec<f64> = values.iter().map(|value| f64::from(*value)).collect();
            let halves: Vec<f64> = whole.iter().map(|value| value / 2.0).collect();
            let (distinct, codes) = coded_values(&whole);
            prop_assert!(distinct.is_sorted() && codes.iter().zip(&whole).all(|(code, value)| distinct[*code as usize].to_bits() == (value + 0.0).to_bits()));
            prop_assert_eq!(codes, coded_values(&halves).1);
        }
    }
}
