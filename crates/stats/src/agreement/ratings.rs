//! Ratings as triplets.

use std::collections::HashMap;

use crate::{Result, StatError};

/// Ratings, one rater, item and value each. Raters and items are codes that may have holes; a
/// category without a number is coded as one.
#[derive(Debug, Clone, Copy)]
pub struct Ratings<'a> {
    raters: &'a [u32],
    items: &'a [u32],
    values: &'a [f64],
}

impl<'a> Ratings<'a> {
    /// Ratings from three columns of one length.
    ///
    /// # Errors
    /// When the lengths differ, there is no rating, or a value is not finite.
    pub fn new(raters: &'a [u32], items: &'a [u32], values: &'a [f64]) -> Result<Self> {
        for (left, left_len) in [("the column of raters", raters.len()), ("the column of items", items.len())] {
            if left_len != values.len() {
                return Err(StatError::Lengths {
                    left,
                    left_len,
                    right: "the column of values",
                    right_len: values.len(),
                });
            }
        }
        if values.is_empty() {
            return Err(StatError::TooFew { what: "ratings", needed: 2, found: 0 });
        }
        if let Some(index) = values.iter().position(|value| !value.is_finite()) {
            return Err(StatError::NotFinite { what: "the column of values", index });
        }
        Ok(Ratings { raters, items, values })
    }

    /// Who rated.
    #[must_use]
    pub fn raters(&self) -> &'a [u32] {
        self.raters
    }

    /// What was rated.
    #[must_use]
    pub fn items(&self) -> &'a [u32] {
        self.items
    }

    /// The ratings.
    #[must_use]
    pub fn values(&self) -> &'a [f64] {
        self.values
    }

    /// How many ratings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none; never so.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// How many ratings are second or later ones of the same rater on the same item.
    #[must_use]
    pub fn repeat_count(&self) -> usize {
        let ((raters, rater_count), (items, item_count)) = (dense(self.raters), dense(self.items));
        // Where most raters rated much, a table of who rated what is small.
        if rater_count.saturating_mul(item_count) <= 64 * self.len() + 1024 {
            let mut rated = vec![false; rater_count * item_count];
            let places = raters.iter().zip(&*items).map(|(rater, item)| *rater as usize * item_count + *item as usize);
            return places.filter(|place| std::mem::replace(&mut rated[*place], true)).count();
        }
        let mut pairs: Vec<u64> = self
            .raters
            .iter()
            .zip(self.items)
            .map(|(rater, item)| u64::from(*item) << 32 | u64::from(*rater))
            .collect();
        pairs.sort_unstable();
        pairs.windows(2).filter(|pair| pair[0] == pair[1]).count()
    }
}

/// The distinct values in ascending order, and the number of each rating's value among them.
pub(super) fn coded_values(values: &[f64]) -> (Vec<f64>, Vec<u32>) {
    let (mut low, mut high, mut whole) = (f64::INFINITY, f64::NEG_INFINITY, true);
    for value in values {
        low = low.min(*value);
        high = high.max(*value);
        whole &= f64::from(*value as i32).to_bits() == value.to_bits();
    }
    // Points of a scale: a table finds the code without comparing.
    if whole && high - low < 1024.0 {
        let offset = low as i32;
        let mut used = vec![0u32; (high - low) as usize + 1];
        for value in values {
            used[(*value as i32 - offset) as usize] = 1;
        }
        let distinct = (0..used.len()).filter(|index| used[*index] == 1).map(|index| low + index as f64).collect();
        let mut next = 0;
        for code in &mut used {
            next += std::mem::replace(code, next);
        }
        return (distinct, values.iter().map(|value| used[(*value as i32 - offset) as usize]).collect());
    }
    let mut distinct: Vec<f64> = values.iter().map(|value| value + 0.0).collect();
    distinct.sort_unstable_by(f64::total_cmp);
    distinct.dedup_by(|a, b| a.to_bits() == b.to_bits());
    let code = |value: &f64| distinct.partition_point(|known| known < value) as u32;
    let codes = values.iter().map(code).collect();
    (distinct, codes)
}

/// Codes without holes, in order of the labels, and how many there are.
pub(super) fn dense(labels: &[u32]) -> (std::borrow::Cow<'_, [u32]>, usize) {
    let top = labels.iter().max().map_or(0, |top| *top as usize + 1);
    if top <= 4 * labels.len() + 1024 {
        return (labels.into(), top);
    }
    let mut known: Vec<u32> = labels.to_vec();
    known.sort_unstable();
    known.dedup();
    let number: HashMap<u32, u32> = known.iter().enumerate().map(|(index, label)| (*label, index as u32)).collect();
    (labels.iter().map(|label| number[label]).collect(), known.len())
}

#[cfg(test)]
mod tests {
    use super::Ratings;

    #[test]
    fn second_ratings_are_counted_however_many_raters_and_items_there_are() {
        let (raters, items) = ([0, 1, 0, 0, 1, 0], [2, 2, 2, 0, 2, 2]);
        let values = [1.0; 6];
        assert_eq!(Ratings::new(&raters, &items, &values).unwrap().repeat_count(), 3);
        // Too far apart for a table, and so far apart that they are numbered anew.
        for apart in [500, 70_000] {
            let (raters, items) = (raters.map(|code| code * apart), items.map(|code| code * apart));
            assert_eq!(Ratings::new(&raters, &items, &values).unwrap().repeat_count(), 3);
        }
    }
}
