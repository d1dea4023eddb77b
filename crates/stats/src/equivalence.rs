//! Equivalence: whether a difference is small enough not to matter.
//!
//! Two one-sided tests (TOST; Schuirmann 1987; Lakens 2017): with bounds low < high set before the
//! data, the difference is called equivalent to nothing if it is significantly above the lower bound
//! and significantly below the upper one. That is so exactly when the interval of level 1 − 2α lies
//! inside the bounds. Bounds are in raw numbers; [`Bounds::from_standardised`] makes them from a multiple
//! of a standard deviation.

use crate::dist::student_t;
use crate::effect::{Successes, Summary, pooled_sd, welch_df};
use crate::{Estimate, Interval, Note, PValue, Result, StatError};

/// Between which differences count as none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    low: f64,
    high: f64,
}

impl Bounds {
    /// From the two bounds.
    ///
    /// # Errors
    /// When they are not finite or not in order.
    pub fn new(low: f64, high: f64) -> Result<Self> {
        if let Some(index) = [low, high].iter().position(|bound| !bound.is_finite()) {
            return Err(StatError::NotFinite { what: "the equivalence bounds", index });
        }
        if low >= high {
            return Err(StatError::Domain { what: "the lower bound", must: "below the upper one", found: low });
        }
        Ok(Bounds { low, high })
    }

    /// ± a margin.
    ///
    /// # Errors
    /// When the margin is not above zero.
    pub fn symmetric(margin: f64) -> Result<Self> {
        if margin > 0.0 {
            Bounds::new(-margin, margin)
        } else {
            Err(StatError::Domain { what: "the equivalence margin", must: "above zero", found: margin })
        }
    }

    /// ± a standardised margin times a standard deviation.
    ///
    /// # Errors
    /// When the product is not above zero.
    pub fn from_standardised(d: f64, sd: f64) -> Result<Self> {
        Bounds::symmetric(d * sd)
    }

    /// The lower bound.
    #[must_use]
    pub fn low(self) -> f64 {
        self.low
    }

    /// The upper bound.
    #[must_use]
    pub fn high(self) -> f64 {
        self.high
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Bounds {
        Bounds { low: f(self.low), high: f(self.high) }
    }
}

/// How the variances of two independent samples enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variances {
    /// Each by itself (Welch).
    Welch,
    /// Pooled (Student).
    Pooled,
}

/// What the two tests together, and the usual test of no difference, say (Lakens 2017, fig. 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Within the bounds and not different from zero.
    Equivalent,
    /// Different from zero, but within the bounds.
    DifferentButSmall,
    /// Different from zero and not shown to be within the bounds.
    Different,
    /// Neither.
    Inconclusive,
}

/// The result of two one-sided tests.
#[derive(Debug, Clone, PartialEq)]
pub struct Tost {
    /// The difference with its interval of level 1 − 2α and the p-value of the usual test.
    pub difference: Estimate,
    /// Test against the lower bound.
    pub lower: Estimate,
    /// Test against the upper bound.
    pub upper: Estimate,
    /// The larger of the two one-sided p-values.
    pub p: PValue,
    /// The bounds used.
    pub bounds: Bounds,
    /// What it comes to at the given α.
    pub verdict: Verdict,
}

/// A difference with its standard error and reference distribution.
struct ObservedDifference {
    difference: f64,
    se: f64,
    /// Infinite for a normal one.
    df: f64,
}

impl ObservedDifference {
    fn tost(&self, bounds: Bounds, alpha: f64, statistic: [&'static str; 2]) -> Result<Tost> {
        if !(alpha > 0.0 && alpha < 0.5) {
            return Err(StatError::Domain { what: "alpha", must: "between 0 and 0.5", found: alpha });
        }
        if !(self.se > 0.0 && self.se.is_finite()) {
            return Err(StatError::Constant { what: "the values", statistic: "the test of equivalence" });
        }
        let df = |estimate: Estimate| if self.df.is_finite() { estimate.df([self.df]) } else { estimate };
        let t_low = (self.difference - bounds.low) / self.se;
        let t_high = (self.difference - bounds.high) / self.se;
        let p_low = PValue::from_ln(student_t::ln_sf(t_low, self.df));
        let p_high = PValue::from_ln(student_t::ln_cdf(t_high, self.df));
        let usual = student_t::two_sided(self.difference / self.se, self.df);
        let p = if p_low.ln() > p_high.ln() { p_low } else { p_high };
        let spread = self.se * student_t::upper_quantile(alpha, self.df);
        let kind = if self.df.is_finite() { "t" } else { "Wald" };
        let (low, high) = (self.difference - spread, self.difference + spread);
        let difference = df(Estimate::new("difference", self.difference).se(self.se).p(usual)).interval(Interval {
            low,
            high,
            level: 1.0 - 2.0 * alpha,
            kind,
        });
        let within = p.ln() < alpha.ln();
        let differs = usual.ln() < alpha.ln();
        Ok(Tost {
            difference,
            lower: df(Estimate::new(statistic[0], t_low).p(p_low)),
            upper: df(Estimate::new(statistic[1], t_high).p(p_high)),
            p,
            bounds,
            verdict: match (within, differs) {
                (true, false) => Verdict::Equivalent,
                (true, true) => Verdict::DifferentButSmall,
                (false, true) => Verdict::Different,
                (false, false) => Verdict::Inconclusive,
            },
        })
    }
}

const T: [&str; 2] = ["t_lower", "t_upper"];
const Z: [&str; 2] = ["z_lower", "z_upper"];

/// Two independent means, from data or summaries.
///
/// # Errors
/// When neither sample varies or α is outside (0, 0.5).
pub fn tost_means(a: Summary, b: Summary, variances: Variances, bounds: Bounds, alpha: f64) -> Result<Tost> {
    let difference = a.mean - b.mean;
    let observed = match variances {
        Variances::Welch => {
            let se = (a.se2() + b.se2()).sqrt();
            ObservedDifference { difference, se, df: if se > 0.0 { welch_df(a, b) } else { 1.0 } }
        }
        Variances::Pooled => {
            let (m, n) = (a.size(), b.size());
            let se = pooled_sd(a, b) * (1.0 / m + 1.0 / n).sqrt();
            ObservedDifference { difference, se, df: m + n - 2.0 }
        }
    };
    observed.tost(bounds, alpha, T)
}

/// One mean against a fixed value, or the mean of paired differences against zero.
///
/// # Errors
/// When the values do not vary or α is outside (0, 0.5).
pub fn tost_mean(sample: Summary, mu: f64, bounds: Bounds, alpha: f64) -> Result<Tost> {
    let observed =
        ObservedDifference { difference: sample.mean - mu, se: sample.se2().sqrt(), df: sample.size() - 1.0 };
    observed.tost(bounds, alpha, T)
}

/// A correlation against bounds that are correlations, by Fisher's z (Goertzen & Cribbie 2010). The
/// difference and interval are given back as correlations.
///
/// # Errors
/// When there are fewer than four pairs, a correlation or bound is not inside (−1, 1), or α is outside (0, 0.5).
pub fn tost_correlation(r: f64, n: usize, bounds: Bounds, alpha: f64) -> Result<Tost> {
    if n < 4 {
        return Err(StatError::TooFew { what: "pairs", needed: 4, found: n });
    }
    for found in [r, bounds.low, bounds.high] {
        if !(found > -1.0 && found < 1.0) {
            return Err(StatError::Domain { what: "a correlation", must: "between -1 and 1", found });
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let se = 1.0 / (n as f64 - 3.0).sqrt();
    let observed = ObservedDifference { difference: r.atanh(), se, df: f64::INFINITY };
    let mut tost = observed.tost(bounds.map(f64::atanh), alpha, Z)?;
    tost.bounds = bounds;
    let interval =
        tost.difference.interval.map(|i| Interval { low: i.low.tanh(), high: i.high.tanh(), kind: "Fisher z", ..i });
    tost.difference = Estimate { name: "r", value: r, se: None, interval, ..tost.difference };
    Ok(tost)
}

/// Two independent proportions, by the unpooled z test (Tunes da Silva, Logan & Klein 2009).
///
/// # Errors
/// When both shares are zero or one, or α is outside (0, 0.5).
pub fn tost_proportions(a: Successes, b: Successes, bounds: Bounds, alpha: f64) -> Result<Tost> {
    let variance = |s: Successes| s.share() * (1.0 - s.share()) / s.of;
    let se = (variance(a) + variance(b)).sqrt();
    let observed = ObservedDifference { difference: a.share() - b.share(), se, df: f64::INFINITY };
    let mut tost = observed.tost(bounds, alpha, Z)?;
    tost.difference = tost.difference.note(note_few_successes(a).or(note_few_successes(b)));
    Ok(tost)
}

/// One proportion against a fixed one, by the z test with the sample's own standard error.
///
/// # Errors
/// When the share is zero or one, or α is outside (0, 0.5).
pub fn tost_proportion(a: Successes, share: f64, bounds: Bounds, alpha: f64) -> Result<Tost> {
    let se = (a.share() * (1.0 - a.share()) / a.of).sqrt();
    let observed = ObservedDifference { difference: a.share() - share, se, df: f64::INFINITY };
    let mut tost = observed.tost(bounds, alpha, Z)?;
    tost.difference = tost.difference.note(note_few_successes(a));
    Ok(tost)
}

fn note_few_successes(s: Successes) -> Option<Note> {
    (s.count.min(s.of - s.count) < 5.0)
        .then_some(Note::Asymptotic { because: "normal approximation with fewer than five of a kind" })
}

/// The smallest standardised difference that could have been significant in the original study,
/// d_crit = t(1 − α/2; n₁ + n₂ − 2)·√(1/n₁ + 1/n₂): a smallest effect of interest for its reproduction
/// (Lakens 2017; van Miltenburg et al. 2024).
///
/// # Errors
/// When a group has fewer than two values or α is outside (0, 1).
pub fn smallest_detectable(n1: usize, n2: usize, alpha: f64) -> Result<Estimate> {
    for found in [n1, n2] {
        if found < 2 {
            return Err(StatError::TooFew { what: "values in a sample", needed: 2, found });
        }
    }
    if !(alpha > 0.0 && alpha < 1.0) {
        return Err(StatError::Domain { what: "alpha", must: "between 0 and 1", found: alpha });
    }
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let (m, n) = (n1 as f64, n2 as f64);
    let df = m + n - 2.0;
    let critical = student_t::upper_quantile(alpha / 2.0, df);
    Ok(Estimate::new("d_crit", critical * (1.0 / m + 1.0 / n).sqrt()).df([df]))
}
