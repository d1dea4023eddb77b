//! Shares: how often an option was chosen, by the deciding model on 0 and 1.
//!
//! The model of [`super::decide_scores`] takes the variance of a judgement to be the same everywhere. That of a 0 or 1 is p(1 − p),
//! which is small for an option that few choose and larger for the system that has more of it: the common variance is too
//! small for the pair with that system, and an interval of equal arms is too short on the side where shares vary more. Intervals
//! of a rare option covered 88 to 93 % that way.
//!
//! Here the model gives what it knows well, how many independent judgements all judgements are worth, and the variance is
//! that of shares. With p the shares of two systems, n their judgements, s² the mean of p(1 − p) over all systems and se the
//! error of the model, the design effect is D = se² / (s²/n₁ + s²/n₂) (Kish 1965, *Survey Sampling*, section 8.2; for a common
//! factor of overdispersion McCullagh & Nelder 1989, section 4.5) and mᵢ = nᵢ / D judgements are worth as much as independent
//! ones. With these the interval is that of the score test (Miettinen & Nurminen 1985, *Comparative analysis of two rates*,
//! Stat. Med. 4, without their factor N/(N − 1)): all differences δ with (d − δ)² ≤ t² [p̃₁(1 − p̃₁)/m₁ + p̃₂(1 − p̃₂)/m₂], where
//! p̃₁ − p̃₂ = δ are the most likely shares with that difference, and t has the model's degrees of freedom. The test of no
//! difference is the same inequality at δ = 0. No interval leaves [−1, 1].
//!
//! A single share has Wilson's interval (1927, J. Am. Stat. Assoc. 22) with s²/se² judgements, se being the error of the
//! model's mean, and t for z (Korn & Graubard 1998, Surv. Methodol. 24). A share of 0 has an interval, too.

use super::scores::fit_scores;
use super::{Decision, Scores, Undecidable};
use crate::dist::{normal, student_t};
use crate::{Estimate, Interval, PValue, StatError};

/// The deciding model of 0 and 1, and the shares it is about.
#[derive(Debug, Clone)]
pub struct Shares {
    /// The model.
    pub decision: Decision,
    /// By system: the share of ones, and of how many judgements.
    shares: Vec<(f64, f64)>,
    /// The mean of p(1 − p) over all judgements.
    variance: f64,
}

/// The difference of two shares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShareDifference {
    /// Code of the system that is compared.
    pub first: usize,
    /// Code of the system it is compared with.
    pub second: usize,
    /// First minus second.
    pub value: f64,
    /// Its standard error where both shares are as found.
    pub se: f64,
    /// Degrees of freedom.
    pub df: f64,
    /// The two shares.
    shares: [f64; 2],
    /// How many independent judgements each of them is worth.
    sizes: [f64; 2],
}

/// Fits the model of [`super::decide_scores`] to zeros and ones.
///
/// # Errors
/// As [`super::decide_scores`]; and when a value is neither 0 nor 1.
pub fn decide_shares(scores: &Scores<'_>) -> Result<Shares, Undecidable> {
    if scores.value.iter().any(|value| ![0.0, 1.0].contains(value)) {
        return Err(StatError::Undefined("a share is of zeros and ones".to_owned()).into());
    }
    // Unequal variances are those of shares, which are known.
    let decision = Decision { scatter: None, own_errors: false, ..fit_scores(scores)? };
    let mut counts = vec![(0.0, 0.0); scores.systems];
    for (value, system) in scores.value.iter().zip(scores.system) {
        let (ones, all) = &mut counts[*system as usize];
        *ones += value;
        *all += 1.0;
    }
    let shares: Vec<(f64, f64)> =
        counts.into_iter().map(|(ones, all)| (if all > 0.0 { ones / all } else { 0.0 }, all)).collect();
    let variance = shares.iter().map(|(share, all)| all * share * (1.0 - share)).sum::<f64>()
        / shares.iter().map(|(_, all)| all).sum::<f64>();
    if variance <= 0.0 {
        return Err(Undecidable::NoVariation);
    }
    Ok(Shares { decision, shares, variance })
}

impl Shares {
    /// The difference of two systems, first minus second.
    ///
    /// # Errors
    /// When one of them was never judged, or the model has no error of their difference.
    pub fn difference(&self, first: usize, second: usize) -> Result<ShareDifference, Undecidable> {
        let found = self.decision.difference(first, second)?;
        let ((a, m), (b, n)) = (self.shares[first], self.shares[second]);
        let effect = found.se * found.se / (self.variance / m + self.variance / n);
        let sizes = [m / effect, n / effect];
        // The model's difference around the mean of the two shares: it allows for who judged what.
        let middle = 0.5 * (a + b);
        let shares = [middle + 0.5 * found.value, middle - 0.5 * found.value].map(|share| share.clamp(0.0, 1.0));
        let value = shares[0] - shares[1];
        let se = (variance_of(shares[0], sizes[0]) + variance_of(shares[1], sizes[1])).sqrt();
        Ok(ShareDifference { first, second, value, se, df: found.df, shares, sizes })
    }

    /// The share of a system, with the model's error.
    ///
    /// # Errors
    /// When it was never judged, or the model has no error of its mean.
    pub fn share(&self, system: usize, level: f64) -> Result<Estimate, Undecidable> {
        let mean = self.decision.mean(system, level)?;
        let (share, _) = self.shares[system];
        let Some(se) = mean.se else { return Ok(Estimate::new("share", share)) };
        let df = mean.df.first().copied().unwrap_or(f64::INFINITY);
        let interval = wilson(share, self.variance / (se * se), quantile(df, level), level);
        Ok(Estimate::new("share", share).interval(Some(interval)))
    }
}

impl ShareDifference {
    /// The interval of the score test.
    #[must_use]
    pub fn interval(&self, level: f64) -> Interval {
        let t = quantile(self.df, level);
        let end = |bound: f64| {
            let (mut inside, mut outside) = (self.value, bound);
            if self.statistic(outside).abs() <= t {
                return outside;
            }
            // Forty halvings of at most 2 leave nothing that is printed.
            for _ in 0..40 {
                let middle = 0.5 * (inside + outside);
                if self.statistic(middle).abs() <= t {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            inside
        };
        Interval { low: end(-1.0), high: end(1.0), level, kind: "score" }
    }

    /// The two-sided test against no difference.
    #[must_use]
    pub fn differs(&self) -> PValue {
        let statistic = self.statistic(0.0);
        if self.df.is_finite() { student_t::two_sided(statistic, self.df) } else { normal::two_sided(statistic) }
    }

    /// How many standard errors the difference found lies from another, if that were the true one.
    fn statistic(&self, difference: f64) -> f64 {
        let apart = self.value - difference;
        let [a, b] = self.likeliest(difference);
        let variance = variance_of(a, self.sizes[0]) + variance_of(b, self.sizes[1]);
        if apart == 0.0 { 0.0 } else { apart / variance.sqrt() }
    }

    /// The most likely two shares with a difference: the zero of the slope of their log-likelihood, which falls.
    fn likeliest(&self, difference: f64) -> [f64; 2] {
        let ([p, q], [m, n]) = (self.shares, self.sizes);
        let (mut low, mut high) = ((-difference).max(0.0), (1.0 - difference).min(1.0));
        let slope = |x: f64| m * pull(p, x + difference) + n * pull(q, x);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if slope(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let second = 0.5 * (low + high);
        [(second + difference).clamp(0.0, 1.0), second]
    }
}

/// The slope of the log-likelihood of a share for each judgement: p/x − (1 − p)/(1 − x).
fn pull(p: f64, x: f64) -> f64 {
    let part = |share: f64, at: f64| if share == 0.0 { 0.0 } else { share / at };
    part(p, x) - part(1.0 - p, 1.0 - x)
}

fn variance_of(share: f64, size: f64) -> f64 {
    share * (1.0 - share) / size
}

fn quantile(df: f64, level: f64) -> f64 {
    student_t::upper_quantile(0.5 * (1.0 - level), df.min(f64::MAX))
}

/// Wilson's interval of a share of so many judgements.
fn wilson(share: f64, size: f64, t: f64, level: f64) -> Interval {
    let scale = 1.0 + t * t / size;
    let centre = (share + 0.5 * t * t / size) / scale;
    let half = t * (variance_of(share, size) + 0.25 * t * t / (size * size)).sqrt() / scale;
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0), level, kind: "Wilson" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(shares: [f64; 2], sizes: [f64; 2], df: f64) -> ShareDifference {
        let value = shares[0] - shares[1];
        let se = (variance_of(shares[0], sizes[0]) + variance_of(shares[1], sizes[1])).sqrt();
        ShareDifference { first: 0, second: 1, value, se, df, shares, sizes }
    }

    /// Of independent samples the interval of a difference is Mee's, and that of a single share Wilson's.
    #[test]
    fn independent_shares_have_the_intervals_of_r() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reference/decide/shares.csv");
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
        let mut counts = [0, 0];
        for row in reader.deserialize::<(f64, f64, Option<f64>, Option<f64>, f64, f64, f64)>() {
            let (ones, all, second, of_second, level, low, high) = row.unwrap();
            let found = match second.zip(of_second) {
                Some((b, n)) => difference([ones / all, b / n], [all, n], f64::INFINITY).interval(level),
                None => wilson(ones / all, all, normal::upper_quantile(0.5 * (1.0 - level)), level),
            };
            let close = (found.low - low).abs() < 1e-9 && (found.high - high).abs() < 1e-9;
            assert!(close, "{ones} of {all}, {second:?} of {of_second:?}: {found:?}, R [{low}, {high}]");
            counts[usize::from(second.is_none())] += 1;
        }
        assert_eq!(counts, [14, 10]);
    }

    /// At no difference the score test is the z test with the pooled share.
    #[test]
    fn the_test_of_no_difference_pools_the_shares_and_agrees_with_the_interval() {
        let found = difference([0.2, 0.1], [80.0, 120.0], f64::INFINITY);
        let pooled = (16.0 + 12.0) / 200.0;
        let z = 0.1 / f64::sqrt(pooled * (1.0 - pooled) * (1.0 / 80.0 + 1.0 / 120.0));
        assert!((found.differs().value() - normal::two_sided(z).value()).abs() < 1e-9);
        let p = found.differs().value();
        let at = |level: f64| difference([0.2, 0.1], [80.0, 120.0], f64::INFINITY).interval(level);
        assert!(at(1.0 - p - 1e-6).low > 0.0 && at(1.0 - p + 1e-6).low < 0.0, "p = {p}");
    }
}
