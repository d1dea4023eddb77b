//! The sign test of paired values or decided votes.

use super::binomial::{ShareInterval, binomial_test};
use super::sample::finite;
use super::{Test, TestOptions};
use crate::{Note, Result, StatError};

/// The exact binomial test that as many differences are positive as negative (Dixon and Mood 1946);
/// pairs that do not differ are left out, and counted in a note.
///
/// # Errors
/// When a difference is not finite or none differs from zero.
pub fn sign_test(differences: &[f64], asked: TestOptions) -> Result<Test> {
    finite("the differences", differences)?;
    let positive = differences.iter().filter(|d| **d > 0.0).count() as u64;
    let negative = differences.iter().filter(|d| **d < 0.0).count() as u64;
    of_counts(positive, negative, differences.len() as u64 - positive - negative, asked)
}

/// The same from counts: votes for the first, votes for the second, undecided.
///
/// # Errors
/// When there is no decided vote.
pub fn of_counts(first: u64, second: u64, undecided: u64, asked: TestOptions) -> Result<Test> {
    if first + second == 0 {
        return Err(StatError::TooFew { what: "differences other than zero", needed: 1, found: 0 });
    }
    let mut test = binomial_test(first, first + second, 0.5, ShareInterval::ClopperPearson, asked)?;
    if undecided > 0 {
        test.statistic = test.statistic.note(Note::Said(format!("{undecided} without a difference, left out")));
    }
    Ok(test)
}
