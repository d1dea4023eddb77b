//! McNemar's test of paired yes-or-no answers.

use super::Test;
use crate::dist::{binomial, chi_squared};
use crate::{Estimate, Note, PValue, Result, StatError};

/// How the p-value is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum McNemar {
    /// Exact binomial on the pairs that differ.
    #[default]
    Exact,
    /// The exact one less half the probability of what was observed, which is less conservative
    /// (Fagerland, Lydersen and Laake 2013, BMC Medical Research Methodology 13).
    MidP,
    /// χ² = (b−c)²/(b+c) on one degree of freedom (McNemar 1947, Psychometrika 12).
    ChiSquare,
    /// The same with |b−c| lessened by 1 (Edwards 1948).
    ChiSquareCorrected,
}

/// The test that both kinds of differing pairs are equally frequent: `b` pairs yes–no, `c` pairs no–yes.
/// The statistic is `chi2` or, for the exact tests, the `share` b/(b+c); also the `odds_ratio` b/c.
///
/// # Errors
/// When no pair differs.
pub fn mcnemar(b: u64, c: u64, how: McNemar) -> Result<Test> {
    let n = b + c;
    if n == 0 {
        return Err(StatError::TooFew { what: "pairs that differ", needed: 1, found: 0 });
    }
    let chi_square = |gap: f64| {
        let chi2 = gap * gap / n as f64;
        let because = "chi-square was asked for";
        Estimate::new("chi2", chi2)
            .df([1.0])
            .p(PValue::from_ln(chi_squared::ln_sf(chi2, 1.0)))
            .note(Note::Asymptotic { because })
    };
    let gap = b.abs_diff(c) as f64;
    let fewer = b.min(c);
    let twice_tail = binomial::ln_cdf(fewer, n, 0.5) + std::f64::consts::LN_2;
    let share = Estimate::new("share", b as f64 / n as f64);
    let statistic = match how {
        McNemar::Exact => share.p(PValue::from_ln(twice_tail)).note(Note::Exact),
        McNemar::MidP => {
            // 2 P(X < k) + P(X = k): adding, so that no digits are lost.
            let below = if fewer == 0 { f64::NEG_INFINITY } else { binomial::ln_cdf(fewer - 1, n, 0.5) };
            let ln = super::binomial::ln_add(below + std::f64::consts::LN_2, binomial::ln_pmf(fewer, n, 0.5));
            share.p(PValue::from_ln(if b == c { 0.0 } else { ln })).note(Note::Said("exact mid-p".to_owned()))
        }
        McNemar::ChiSquare => chi_square(gap),
        McNemar::ChiSquareCorrected => chi_square((gap - 1.0).max(0.0)),
    };
    let odds = (b > 0 && c > 0).then(|| Estimate::new("odds_ratio", b as f64 / c as f64));
    Ok(Test { also: odds.into_iter().collect(), ..Test::new(statistic) })
}
