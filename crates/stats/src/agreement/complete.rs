//! Ratings of the items that every rater rated.

use super::cohen::rated_twice;
use super::ratings::Ratings;
use crate::resample::Groups;
use crate::{Result, StatError};

/// The ratings of the items that every rater rated, one row per item.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Complete {
    /// Raters.
    pub(super) raters: usize,
    /// Items kept.
    pub(super) items: usize,
    /// Items left out because a rating is missing.
    pub(super) left_out: usize,
    /// One row per item.
    pub(super) values: Vec<f64>,
}

impl Complete {
    pub(super) fn new(ratings: &Ratings<'_>) -> Result<Complete> {
        let raters = Groups::from_labels(ratings.raters());
        let items = Groups::from_labels(ratings.items());
        let k = raters.len();
        if k < 2 {
            return Err(StatError::TooFew { what: "raters", needed: 2, found: k });
        }
        let mut values = Vec::new();
        let mut row = vec![f64::NAN; k];
        for item in 0..items.len() {
            row.fill(f64::NAN);
            for rating in items.rows(item) {
                let place = &mut row[raters.of_row()[*rating as usize] as usize];
                if !place.is_nan() {
                    return Err(rated_twice());
                }
                *place = ratings.values()[*rating as usize];
            }
            if row.iter().all(|value| !value.is_nan()) {
                values.extend_from_slice(&row);
            }
        }
        let kept = values.len() / k;
        if kept < 2 {
            return Err(StatError::TooFew { what: "items rated by all raters", needed: 2, found: kept });
        }
        Ok(Complete { raters: k, items: kept, left_out: items.len() - kept, values })
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.values.chunks_exact(self.raters)
    }

    /// What one rater gave to each item.
    pub(super) fn column(&self, rater: usize) -> impl Iterator<Item = f64> {
        self.values.iter().skip(rater).step_by(self.raters).copied()
    }
}
