//! Replication Bayes factors: how much better the original's effect predicts the reproduction than no
//! effect does (Verhagen & Wagenmakers 2014, J. Exp. Psych.: General 143).

use super::Finding;
use crate::dist::{noncentral_t, normal};
use crate::{Estimate, Note, Result, StatError};

/// A t statistic as the Bayes factor needs it: t, its degrees of freedom, and the effective size n
/// with which δ = d√n (n₁n₂/(n₁ + n₂) for two groups, the number of pairs or values otherwise).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TStatistic {
    /// The statistic.
    pub t: f64,
    /// Degrees of freedom.
    pub df: f64,
    /// Effective size.
    pub n: f64,
}

impl TStatistic {
    fn check(self) -> Result<()> {
        if !self.t.is_finite() {
            return Err(StatError::Domain { what: "t", must: "finite", found: self.t });
        }
        match [self.df, self.n].into_iter().find(|x| !(x.is_finite() && *x > 0.0)) {
            Some(found) => Err(StatError::Domain { what: "degrees of freedom and size", must: "above zero", found }),
            None => Ok(()),
        }
    }

    /// Logarithm of the likelihood of the effect d.
    fn ln_likelihood(self, d: f64) -> f64 {
        noncentral_t::ln_pdf(self.t, self.df, d * self.n.sqrt())
    }
}

/// BF_r0 for t statistics: the reproduction's likelihood averaged over the original's posterior of the
/// effect under a flat prior, over its likelihood at zero. The integrals are taken as they are, where
/// Verhagen & Wagenmakers put a normal distribution for the posterior.
///
/// # Errors
/// When a number is outside its range.
pub fn replication_bayes_factor_t(original: TStatistic, reproduction: TStatistic) -> Result<Estimate> {
    original.check()?;
    reproduction.check()?;
    let centre = original.t / original.n.sqrt();
    let width = ((1.0 + original.t * original.t / (2.0 * original.df)) / original.n).sqrt();
    let narrow = ((1.0 + reproduction.t.powi(2) / (2.0 * reproduction.df)) / reproduction.n).sqrt();
    // The trapezoidal rule, fine enough for the narrower of the two likelihoods.
    let step = 0.4 * width.min(narrow);
    #[expect(clippy::cast_possible_truncation, reason = "bounded by the clamp")]
    let reach = (9.0 * width / step).clamp(20.0, 20_000.0) as i32;
    let (mut prior, mut joint) = (0.0, 0.0);
    let top = original.ln_likelihood(centre);
    let null = reproduction.ln_likelihood(0.0);
    for index in -reach..=reach {
        let d = centre + step * f64::from(index);
        let weight = (original.ln_likelihood(d) - top).exp();
        if weight > 1e-20 {
            prior += weight;
            joint += weight * (reproduction.ln_likelihood(d) - null).exp();
        }
    }
    answer((joint / prior).ln())
}

/// BF_r0 for estimates with standard errors: N(θ_r; θ_o, σ_o² + σ_r²) / N(θ_r; 0, σ_r²).
///
/// # Errors
/// When the factor is beyond the range of numbers.
pub fn replication_bayes_factor_z(original: &Finding, reproduction: &Finding) -> Result<Estimate> {
    let wide = original.se.hypot(reproduction.se);
    let ln = normal::ln_pdf((reproduction.value - original.value) / wide) - wide.ln();
    let null = normal::ln_pdf(reproduction.z()) - reproduction.se.ln();
    answer(ln - null)
}

fn answer(ln: f64) -> Result<Estimate> {
    let factor = ln.exp();
    if factor.is_finite() && !ln.is_nan() {
        let words = if factor >= 1.0 { "for the original's effect" } else { "for no effect" };
        let odds = if factor >= 1.0 { factor } else { 1.0 / factor };
        Ok(Estimate::new("BF_r0", factor).note(Note::Said(format!("odds of {odds:.3} to 1 {words}"))))
    } else {
        Err(StatError::Undefined(format!("the Bayes factor is e^{ln:.1}, beyond the range of numbers")))
    }
}
