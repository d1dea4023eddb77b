//! Association in a table of counts.

use super::check_level;
use super::spread::real;
use crate::dist::{chi_squared, noncentral_chi_squared};
use crate::{Estimate, Interval, Result, StatError};

/// Pearson's chi-square of independence: statistic, degrees of freedom, total count and the smaller
/// of rows − 1 and columns − 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Independence {
    /// Σ (observed − expected)²/expected.
    pub chi_square: f64,
    /// (rows − 1)(columns − 1).
    pub df: f64,
    /// How many counts in all.
    pub total: f64,
    /// The smaller of rows − 1 and columns − 1.
    pub smaller: f64,
}

/// Pearson's chi-square of a table of counts, without continuity correction.
///
/// # Errors
/// When there are fewer than two rows or columns, rows differ in length, a count is negative or not
/// finite, or a row or column is empty.
pub fn chi_square_of(rows: &[Vec<f64>]) -> Result<Independence> {
    let width = rows.first().map_or(0, Vec::len);
    for (what, found) in [("rows", rows.len()), ("columns", width)] {
        if found < 2 {
            return Err(StatError::TooFew { what, needed: 2, found });
        }
    }
    if let Some(row) = rows.iter().find(|row| row.len() != width) {
        let right_len = row.len();
        return Err(StatError::Lengths { left: "the first row", left_len: width, right: "another row", right_len });
    }
    if let Some(found) = rows.iter().flatten().copied().find(|count| !(count.is_finite() && *count >= 0.0)) {
        return Err(StatError::Domain { what: "a count", must: "zero or more", found });
    }
    let row_sums: Vec<f64> = rows.iter().map(|row| row.iter().sum()).collect();
    let column_sums: Vec<f64> = (0..width).map(|column| rows.iter().map(|row| row[column]).sum()).collect();
    if row_sums.iter().chain(&column_sums).any(|sum| *sum <= 0.0) {
        return Err(StatError::Constant { what: "the counts of a row or column", statistic: "association" });
    }
    let total: f64 = row_sums.iter().sum();
    let mut chi_square = 0.0;
    for (row, row_sum) in rows.iter().zip(&row_sums) {
        for (count, column_sum) in row.iter().zip(&column_sums) {
            let expected = row_sum * column_sum / total;
            chi_square += (count - expected).powi(2) / expected;
        }
    }
    let (r, c) = (real(rows.len()) - 1.0, real(width) - 1.0);
    Ok(Independence { chi_square, df: r * c, total, smaller: r.min(c) })
}

/// Cohen's w = √(χ²/N) (Cohen 1988, ch. 7).
///
/// # Errors
/// When the level is outside (0, 1).
pub fn cohen_w(test: Independence, level: f64) -> Result<Estimate> {
    scaled_chi_square("w", test, test.total, level)
}

/// Cramér's V = √(χ²/(N·min(rows − 1, columns − 1))) (Cramér 1946), without bias correction.
///
/// # Errors
/// When the level is outside (0, 1).
pub fn cramers_v(test: Independence, level: f64) -> Result<Estimate> {
    scaled_chi_square("cramers_v", test, test.total * test.smaller, level)
}

/// √(χ²/scale), with the interval of the noncentralities under which χ² is in neither tail (Smithson 2003).
fn scaled_chi_square(name: &'static str, test: Independence, scale: f64, level: f64) -> Result<Estimate> {
    check_level(level)?;
    let tail = 0.5 * (1.0 - level);
    let bound = |upper: f64| (noncentral_chi_squared::noncentrality(test.chi_square, test.df, upper) / scale).sqrt();
    // A population value cannot exceed that of a perfect association.
    let most = (test.total * test.smaller / scale).sqrt();
    let interval =
        Interval { low: bound(tail), high: bound(1.0 - tail).min(most), level, kind: "noncentral chi-square" };
    Ok(Estimate::new(name, (test.chi_square / scale).sqrt())
        .df([test.df])
        .p(chi_squared::p_value(test.chi_square, test.df))
        .interval(interval))
}
