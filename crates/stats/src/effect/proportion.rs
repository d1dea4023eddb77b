//! Two proportions compared.

use super::check_level;
use crate::dist::normal;
use crate::{Estimate, Interval, Note, Result, StatError};

/// How many of how many.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Successes {
    /// How many.
    pub count: f64,
    /// Of how many.
    pub of: f64,
}

impl Successes {
    /// `count` successes among `of` trials.
    ///
    /// # Errors
    /// When there are no trials or more successes than trials.
    pub fn new(count: u32, of: u32) -> Result<Self> {
        if of == 0 {
            return Err(StatError::TooFew { what: "trials", needed: 1, found: 0 });
        }
        if count > of {
            let found = f64::from(count);
            return Err(StatError::Domain { what: "the number of successes", must: "at most that of trials", found });
        }
        Ok(Successes { count: f64::from(count), of: f64::from(of) })
    }

    /// The share.
    #[must_use]
    pub fn share(self) -> f64 {
        self.count / self.of
    }

    pub(crate) fn failures(self) -> f64 {
        self.of - self.count
    }

    fn plus_half(self) -> Self {
        Successes { count: self.count + 0.5, of: self.of + 1.0 }
    }

    /// Wilson's (1927) score interval.
    fn wilson(self, z: f64) -> (f64, f64) {
        let (p, n) = (self.share(), self.of);
        let centre = p + z * z / (2.0 * n);
        let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        ((centre - spread) / scale, (centre + spread) / scale)
    }
}

fn critical(level: f64) -> f64 {
    normal::upper_quantile(0.5 * (1.0 - level))
}

/// Adds one half to every cell when one is empty (Haldane 1956; Anscombe 1956), and says so.
pub(crate) fn without_empty_cells(a: Successes, b: Successes) -> (Successes, Successes, Option<Note>) {
    if [a.count, a.failures(), b.count, b.failures()].contains(&0.0) {
        let note = Note::Said("one half added to every cell, because one is empty".to_owned());
        (a.plus_half(), b.plus_half(), Some(note))
    } else {
        (a, b, None)
    }
}

/// The same for one share: one half added to both counts.
pub(crate) fn without_empty_cell(it: Successes) -> (Successes, Option<Note>) {
    if it.count > 0.0 && it.failures() > 0.0 {
        return (it, None);
    }
    (it.plus_half(), Some(Note::Said("one half added to both counts, because one is zero".to_owned())))
}

fn ratio(name: &'static str, ln: f64, variance: f64, level: f64) -> Estimate {
    let spread = critical(level) * variance.sqrt();
    Estimate::new(name, ln.exp()).p(normal::two_sided(ln / variance.sqrt())).interval(Interval {
        low: (ln - spread).exp(),
        high: (ln + spread).exp(),
        level,
        kind: "Wald on the logarithm",
    })
}

/// Odds ratio, with the interval of Woolf (1955): ln OR ± z √(1/a + 1/b + 1/c + 1/d).
///
/// # Errors
/// When the level is outside (0, 1).
pub fn odds_ratio(a: Successes, b: Successes, level: f64) -> Result<Estimate> {
    check_level(level)?;
    let (a, b, note) = without_empty_cells(a, b);
    let ln = (a.count / a.failures()).ln() - (b.count / b.failures()).ln();
    let variance = 1.0 / a.count + 1.0 / a.failures() + 1.0 / b.count + 1.0 / b.failures();
    Ok(ratio("odds_ratio", ln, variance, level).note(note))
}

/// Risk ratio, with the interval of Katz et al. (1978): ln RR ± z √(1/a − 1/n₁ + 1/c − 1/n₂).
///
/// # Errors
/// When the level is outside (0, 1).
pub fn risk_ratio(a: Successes, b: Successes, level: f64) -> Result<Estimate> {
    check_level(level)?;
    let (a, b, note) = without_empty_cells(a, b);
    let variance = 1.0 / a.count - 1.0 / a.of + 1.0 / b.count - 1.0 / b.of;
    Ok(ratio("risk_ratio", (a.share() / b.share()).ln(), variance, level).note(note))
}

/// Risk difference, with Newcombe's (1998, method 10) interval from two score intervals.
///
/// # Errors
/// When the level is outside (0, 1).
pub fn risk_difference(a: Successes, b: Successes, level: f64) -> Result<Estimate> {
    check_level(level)?;
    let z = critical(level);
    let ((low_a, high_a), (low_b, high_b)) = (a.wilson(z), b.wilson(z));
    let (p, q) = (a.share(), b.share());
    let low = p - q - ((p - low_a).powi(2) + (high_b - q).powi(2)).sqrt();
    let high = p - q + ((high_a - p).powi(2) + (q - low_b).powi(2)).sqrt();
    let se = (p * (1.0 - p) / a.of + q * (1.0 - q) / b.of).sqrt();
    Ok(Estimate::new("risk_difference", p - q).se(se).interval(Interval { low, high, level, kind: "Newcombe" }))
}

/// Cohen's h = 2 asin √p₁ − 2 asin √p₂, with standard error √(1/n₁ + 1/n₂) (Cohen 1988, ch. 6).
///
/// # Errors
/// When the level is outside (0, 1).
pub fn cohen_h(a: Successes, b: Successes, level: f64) -> Result<Estimate> {
    check_level(level)?;
    let h = 2.0 * a.share().sqrt().asin() - 2.0 * b.share().sqrt().asin();
    let se = (1.0 / a.of + 1.0 / b.of).sqrt();
    let spread = critical(level) * se;
    Ok(Estimate::new("h", h).se(se).interval(Interval { low: h - spread, high: h + spread, level, kind: "Wald" }))
}
