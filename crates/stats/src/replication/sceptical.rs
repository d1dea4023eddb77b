//! The sceptical p-value.

use super::Finding;
use crate::dist::normal;
use crate::{Estimate, PValue, Result, StatError};

/// The sceptical p-value of a pair of studies (Held 2020, JRSS A 183:431–448), one-sided in the
/// direction of the original: z_S² solves (z_o²/z_S² − 1)(z_r²/z_S² − 1) = c with c = σ_o²/σ_r², and p is
/// 1 − Φ(z_S) when both point the same way, Φ(z_S) otherwise. It is never below either study's own.
///
/// # Errors
/// When an estimate is exactly zero, so that there is nothing to be sceptical about.
pub fn sceptical_p(original: &Finding, reproduction: &Finding) -> Result<Estimate> {
    let (o, r) = (original.z().powi(2), reproduction.z().powi(2));
    if o == 0.0 || r == 0.0 {
        return Err(StatError::Undefined("the sceptical p-value is undefined when an estimate is zero".to_owned()));
    }
    let c = (original.se / reproduction.se).powi(2);
    // With u = 1/z_S²: (o u − 1)(r u − 1) = c has one root above 1/min(o, r).
    // o r u² − (o + r) u + 1 − c = 0; the larger root, written so that nothing cancels.
    let (a, b) = (o * r, o + r);
    let root = ((o - r).powi(2) + 4.0 * a * c).sqrt();
    let z = (2.0 * a / (b + root)).sqrt();
    let same = original.z() * reproduction.z() > 0.0;
    let ln = if same { normal::ln_sf(z) } else { normal::ln_cdf(z) };
    Ok(Estimate::new("z_sceptical", z).p(PValue::from_ln(ln)))
}
