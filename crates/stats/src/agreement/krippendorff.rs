//! Krippendorff's alpha.

mod compact;
mod disagreement;
mod replicates;

use super::ratings::Ratings;
use super::tally::{Table, Tally};
use crate::{Estimate, Note, Result, StatError};
use disagreement::{Disagreement, Weights};

pub use replicates::{ResampleUnit, alpha_replicates};

/// What the values mean, which says how far apart two of them are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Names: two values are equal or not.
    Nominal,
    /// Ranks: values are as far apart as there are ratings between them.
    Ordinal,
    /// Numbers with equal steps.
    Interval,
    /// Numbers with equal steps and a true zero; none may be negative.
    Ratio,
}

/// Krippendorff's alpha with what it is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Alpha {
    /// The coefficient.
    pub estimate: Estimate,
    /// Observed disagreement, D_o.
    pub observed: f64,
    /// Disagreement expected by chance, D_e.
    pub expected: f64,
    /// Items with at least two ratings.
    pub items: usize,
    /// Ratings of those items.
    pub pairable: usize,
    /// Ratings that stand alone on their item and do not enter.
    pub alone: usize,
}

/// Krippendorff's alpha, α = 1 − D_o / D_e, from the coincidences of values within items: Krippendorff
/// (2011), Computing Krippendorff's alpha-reliability; (2019), Content Analysis, 4th edition, chapter 12.
///
/// D_o = (1/n) Σ_u 1/(m_u − 1) Σ_{i≠j in u} δ²(v_i, v_j), over the items u with m_u ≥ 2 ratings, and
/// D_e = 1/(n(n − 1)) Σ_c Σ_k n_c n_k δ²(c, k), with n_c the ratings of those items that have value c and n
/// their sum. The metric δ² is 0 or 1 (nominal), (c − k)² (interval), ((c − k)/(c + k))² (ratio), or
/// (Σ_{g=c..k} n_g − (n_c + n_k)/2)² (ordinal), which is the squared distance of mid-ranks. Who rated plays
/// no part, and items with one rating none either.
///
/// # Errors
/// When no item has two ratings, all those ratings are equal, or a ratio scale has a negative value.
pub fn krippendorff_alpha(ratings: &Ratings<'_>, level: Level) -> Result<Alpha> {
    let disagreement = match Table::new(ratings) {
        Some(table) if table.values.len() <= compact::FEW_VALUES => {
            check_domain(&table.values, level)?;
            compact::of_table(&table, level)
        }
        _ => {
            let tally = Tally::new(ratings);
            check_domain(&tally.values, level)?;
            Disagreement::from_tally(&tally, level, Weights::Counts, &mut Vec::new())
        }
    };
    let Disagreement { items, pairable, .. } = disagreement;
    if items == 0 {
        return Err(StatError::TooFew { what: "items with two or more ratings", needed: 1, found: 0 });
    }
    let value = disagreement.alpha().ok_or(StatError::Constant { what: "the ratings", statistic: "alpha" })?;
    let pairable = pairable as usize;
    let alone = ratings.len() - pairable;
    let mut estimate = Estimate::new("alpha", value);
    if alone > 0 {
        estimate = estimate.note(Note::Said(format!("{alone} ratings stand alone on their item and do not enter")));
    }
    if items == 1 {
        estimate = estimate.note(Note::Said("only one item has two ratings or more".to_owned()));
    }
    Ok(Alpha {
        estimate,
        observed: disagreement.observed_mean(),
        expected: disagreement.expected_mean(),
        items,
        pairable,
        alone,
    })
}

fn check_domain(values: &[f64], level: Level) -> Result<()> {
    match values.first() {
        Some(least) if level == Level::Ratio && *least < 0.0 => Err(StatError::Domain {
            what: "a value on a ratio scale",
            must: "zero or more (or use the interval level)",
            found: *least,
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
