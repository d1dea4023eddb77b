//! The difference of two systems from their own judgements alone, for tests against a margin.
//!
//! Where variance grows with the mean, as it does in counts, a system with a higher mean varies more: between items,
//! between judgements, and also between raters, because who counts twice as many errors sees a difference twice as large.
//! Under "no difference" the systems are alike and share their variances. At the edge of a margin they are not alike, the
//! variances common to all systems are too small for the pair, and "the same within" is found too often, most of all with
//! few raters, whose degrees of freedom come from systems that do not differ. The model of the two systems alone has
//! variances and degrees of freedom of its own, and no more of the latter than differences between raters can give: who
//! has three raters has three differences, whichever way the variances were estimated.

use super::scores::{Scores, validate};
use super::terms::{FEWEST, Levels};
use super::{Difference, Undecidable, decide_scores};

/// The difference of two systems by the model of [`decide_scores`], fitted to their judgements alone.
///
/// # Errors
/// As [`decide_scores`], for these judgements.
pub fn decide_pair(scores: &Scores<'_>, first: usize, second: usize) -> Result<Difference, Undecidable> {
    validate(scores)?;
    let pair = of_two(scores, first, second);
    let difference = pair.with(decide_scores)?.difference(first, second)?;
    let raters = Levels::from_codes(&pair.rater).count;
    let most = if raters < FEWEST { f64::INFINITY } else { raters as f64 - 1.0 };
    Ok(Difference { df: difference.df.min(most), ..difference })
}

/// The judgements of two systems.
pub(super) struct OfTwo {
    value: Vec<f64>,
    rater: Vec<u32>,
    item: Vec<u32>,
    system: Vec<u32>,
    systems: usize,
}

impl OfTwo {
    pub(super) fn with<T>(&self, decide: impl Fn(&Scores<'_>) -> T) -> T {
        let OfTwo { value, rater, item, system, systems } = self;
        decide(&Scores { value, rater, item, system, systems: *systems })
    }
}

pub(super) fn of_two(scores: &Scores<'_>, first: usize, second: usize) -> OfTwo {
    let of_pair = |row: &usize| [first, second].contains(&(scores.system[*row] as usize));
    let rows: Vec<usize> = (0..scores.value.len()).filter(of_pair).collect();
    let codes = |of: &[u32]| -> Vec<u32> { rows.iter().map(|row| of[*row]).collect() };
    OfTwo {
        value: rows.iter().map(|row| scores.value[*row]).collect(),
        rater: codes(scores.rater),
        item: codes(scores.item),
        system: codes(scores.system),
        systems: scores.systems,
    }
}
