//! Pearson's chi-square tests of counts.

use super::{Contingency, Test};
use crate::dist::chi_squared;
use crate::{Estimate, Note, PValue, Result, StatError};

/// Whether a continuity correction is applied to a table of two rows and two columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Continuity {
    /// Half a count towards the expectation (Yates 1934), never past it.
    Yates,
    /// None.
    Uncorrected,
}

/// Independence of rows and columns: χ² = Σ (O−E)²/E with E = row sum · column sum / total, on
/// (r−1)(c−1) degrees of freedom (Pearson 1900). Also Cramér's `V` = √(χ²/(N·min(r−1, c−1))), always
/// from the uncorrected χ². Yates's correction is for two rows and two columns and ignored elsewhere.
///
/// # Errors
/// None beyond those of making the table; kept for the common form.
pub fn independence(table: &Contingency, continuity: Continuity) -> Result<Test> {
    let (rows, columns) = (table.row_sums(), table.column_sums());
    let total: f64 = rows.iter().sum::<u64>() as f64;
    let expected: Vec<f64> =
        rows.iter().flat_map(|row| columns.iter().map(move |column| *row as f64 * *column as f64 / total)).collect();
    let corrected = continuity == Continuity::Yates && table.four().is_some();
    let plain = distance(&table.counts, &expected, 0.0);
    let chi2 = if corrected { distance(&table.counts, &expected, 0.5) } else { plain };
    let df = ((rows.len() - 1) * (columns.len() - 1)) as f64;
    let smaller = (rows.len().min(columns.len()) - 1) as f64;
    let statistic = statistic(chi2, df, &expected)
        .note(corrected.then(|| Note::Said("Yates's continuity correction applied".to_owned())));
    Ok(Test::new(statistic).with_estimate(Estimate::new("cramers_v", (plain / (total * smaller)).sqrt())))
}

/// Goodness of fit: counts against probabilities, which are scaled to add to 1.
///
/// # Errors
/// When lengths differ, there are fewer than two classes, a probability is not positive or all counts are zero.
pub fn goodness_of_fit(counts: &[u64], probabilities: &[f64]) -> Result<Test> {
    super::sample::at_least("classes", 2, counts.len())?;
    if counts.len() != probabilities.len() {
        let (left_len, right_len) = (counts.len(), probabilities.len());
        return Err(StatError::Lengths { left: "the counts", left_len, right: "the probabilities", right_len });
    }
    if let Some(bad) = probabilities.iter().find(|p| !(**p > 0.0 && p.is_finite())) {
        return Err(StatError::Domain { what: "an expected probability", must: "above zero", found: *bad });
    }
    let total = counts.iter().sum::<u64>() as f64;
    if total == 0.0 {
        return Err(StatError::TooFew { what: "counts", needed: 1, found: 0 });
    }
    let sum: f64 = probabilities.iter().sum();
    let expected: Vec<f64> = probabilities.iter().map(|p| total * p / sum).collect();
    Ok(Test::new(statistic(distance(counts, &expected, 0.0), counts.len() as f64 - 1.0, &expected)))
}

fn distance(counts: &[u64], expected: &[f64], half: f64) -> f64 {
    counts
        .iter()
        .zip(expected)
        .map(|(count, expected)| {
            let gap = (*count as f64 - expected).abs();
            (gap - half.min(gap)).powi(2) / expected
        })
        .sum()
}

fn statistic(chi2: f64, df: f64, expected: &[f64]) -> Estimate {
    let small = expected.iter().filter(|expected| **expected < 5.0).count();
    let doubt = (small > 0).then(|| {
        let all = expected.len();
        Note::Said(format!("{small} of {all} expected counts are below 5: the chi-square p-value may be far off"))
    });
    Estimate::new("chi2", chi2).df([df]).p(PValue::from_ln(chi_squared::ln_sf(chi2, df))).note(doubt)
}
