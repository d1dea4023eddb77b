//! The difference of two systems from their own judgements alone, for tests against a margin.
//!
//! Where variance grows with the mean, as it does in counts, a system with a higher mean varies more: between items,
//! between judgements, and also between raters, because who counts twice as many errors sees a difference twice as large.
//! Under "no difference" the systems are alike and share their variances. At the edge of a margin they are not alike, the
//! variances common to all systems are too small for the pair, and "the same within" is found too often, most of all with
//! few raters, whose degrees of freedom come from systems that do not differ. The model of the two systems alone has
//! variances and degrees of freedom of its own, and no more of the latter than differences between raters can give: who
//! has three raters has three differences, whichever way the variances were estimated.
//!
//! The error is then that of a system that is as much higher as the margin says, not as much as was found: where little is
//! counted by chance, difference and error are both small, and "the same within" is found too often still (7 % with 12 raters and 200
//! items). Take the variance V of the difference to be proportional to what is counted, S for both systems together
//! (quasi-Poisson: McCullagh & Nelder 1989, *Generalized Linear Models*, section 6.2). The score test of a margin x then
//! has the variance V (S + x − d)/S, and rejects where x − d > se·t·(q/2 + √(1 + q²/4)) with q = se·t/S. That is
//! the error here, with the t of a test at 5 %, on both sides of the difference.

use super::scores::{Scores, validate};
use super::terms::{FEWEST, Levels};
use super::{Difference, Undecidable, decide_scores};
use crate::dist::student_t;

/// The difference of two systems by the model of [`decide_scores`], fitted to their judgements alone.
///
/// # Errors
/// As [`decide_scores`], for these judgements.
pub fn decide_pair(scores: &Scores<'_>, first: usize, second: usize) -> Result<Difference, Undecidable> {
    validate(scores)?;
    let judged = PairScores::select(scores, first, second);
    let pair = judged.as_scores();
    let difference = decide_scores(&pair)?.difference(first, second)?;
    let raters = Levels::from_codes(pair.rater).count;
    let most = if raters < FEWEST { f64::INFINITY } else { raters as f64 - 1.0 };
    let difference = Difference { df: difference.df.min(most), ..difference };
    // Nothing is counted below zero; other scores do not grow from there.
    if pair.value.iter().any(|value| *value < 0.0) {
        return Ok(difference);
    }
    let counted = pair.mean_of(first) + pair.mean_of(second);
    let q = student_t::upper_quantile(0.05, difference.df.min(f64::MAX)) * difference.se / counted;
    Ok(Difference { se: difference.se * (0.5 * q + (1.0 + 0.25 * q * q).sqrt()), ..difference })
}

/// The judgements of two systems.
pub(super) struct PairScores {
    value: Vec<f64>,
    rater: Vec<u32>,
    item: Vec<u32>,
    system: Vec<u32>,
    systems: usize,
}

impl PairScores {
    pub(super) fn select(scores: &Scores<'_>, first: usize, second: usize) -> PairScores {
        let of_pair = |row: &usize| [first, second].contains(&(scores.system[*row] as usize));
        let rows: Vec<usize> = (0..scores.value.len()).filter(of_pair).collect();
        let codes = |of: &[u32]| -> Vec<u32> { rows.iter().map(|row| of[*row]).collect() };
        PairScores {
            value: rows.iter().map(|row| scores.value[*row]).collect(),
            rater: codes(scores.rater),
            item: codes(scores.item),
            system: codes(scores.system),
            systems: scores.systems,
        }
    }

    pub(super) fn as_scores(&self) -> Scores<'_> {
        let PairScores { value, rater, item, system, systems } = self;
        Scores { value, rater, item, system, systems: *systems }
    }
}
