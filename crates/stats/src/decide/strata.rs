//! Whether a difference of two systems is the same in several strata of items.

use super::Difference;
use crate::dist::fisher_f;
use crate::{Estimate, PValue, StatError};

/// Degrees of freedom beyond which nothing changes.
const MANY: f64 = 1e9;

/// The interaction of two systems with strata: Welch's test (1951, Biometrika 38) on the differences found in the strata, each
/// with the standard error and the degrees of freedom of its model. With weights wᵢ = 1/seᵢ², W = Σwᵢ and d̃ = Σwᵢdᵢ/W,
/// F = [Σwᵢ(dᵢ−d̃)²/(k−1)] / [1 + 2(k−2)Λ/(k²−1)], Λ = Σ(1−wᵢ/W)²/dfᵢ, on k−1 and (k²−1)/(3Λ) degrees of freedom. Strata
/// share no items; where they share raters, what these have in common cancels in part, and the p-value is rather too large.
///
/// # Errors
/// When there are fewer than two strata.
pub fn same_in_strata(differences: &[Difference]) -> Result<Estimate, StatError> {
    if differences.len() < 2 {
        return Err(StatError::Undefined("a difference must be known in at least two strata".to_owned()));
    }
    let k = differences.len() as f64;
    let weight = |it: &Difference| 1.0 / (it.se * it.se);
    let total: f64 = differences.iter().map(weight).sum();
    let grand = differences.iter().map(|it| weight(it) * it.value).sum::<f64>() / total;
    let between = differences.iter().map(|it| weight(it) * (it.value - grand).powi(2)).sum::<f64>() / (k - 1.0);
    let lambda: f64 = differences.iter().map(|it| (1.0 - weight(it) / total).powi(2) / it.df.min(MANY)).sum();
    let f = between / (1.0 + 2.0 * (k - 2.0) * lambda / (k * k - 1.0));
    let df = [k - 1.0, ((k * k - 1.0) / (3.0 * lambda)).min(MANY)];
    let p = PValue::from_ln(fisher_f::ln_sf(f, df[0], df[1]));
    Ok(Estimate::new("strata_differ", f).df(df).p(p))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(found: &[(f64, f64, f64)], expected: [f64; 3]) {
        let difference = |(value, se, df): &(f64, f64, f64)| Difference {
            first: 0,
            second: 1,
            value: *value,
            se: *se,
            df: *df,
            most: f64::INFINITY,
        };
        let differences: Vec<Difference> = found.iter().map(difference).collect();
        let estimate = same_in_strata(&differences).unwrap();
        let got = [estimate.value, estimate.df[1], estimate.p.unwrap().value()];
        for (got, expected) in got.iter().zip(expected) {
            assert!((got - expected).abs() < 1e-9 * expected.abs().max(1e-6), "{got} for {expected}");
        }
    }

    /// R 4.5: `oneway.test(extra ~ group, sleep)` and `oneway.test(count ~ spray, InsectSprays)`, from means and their errors.
    #[test]
    fn it_is_the_welch_test_of_r() {
        let sleep = [(0.75, 0.565_734_527_455_728, 9.0), (2.33, 0.633_166_644_731_069, 9.0)];
        check(&sleep, [3.462_626_760_780_45, 17.776_473_516_178_5, 0.079_394_140_187_358_1]);
        let sprays = [
            (14.5, 1.362_373_152_282_665),
            (15.333_333_333_333_33, 1.232_964_727_882_359),
            (2.083_333_333_333_333, 0.570_198_441_444_961),
            (4.916_666_666_666_667, 0.722_562_080_098_284),
            (3.5, 0.5),
            (16.666_666_666_666_67, 1.793_647_601_166_884),
        ];
        let sprays = sprays.map(|(value, se)| (value, se, 11.0));
        check(&sprays, [36.065_443_893_577_3, 30.042_560_508_767_4, 7.999_379_455_673_35e-12]);
    }

    #[test]
    fn one_stratum_tells_nothing_and_infinite_degrees_of_freedom_are_allowed() {
        let known = Difference { first: 0, second: 1, value: 1.0, se: 0.5, df: f64::INFINITY, most: f64::INFINITY };
        assert!(same_in_strata(&[known]).is_err());
        let other = Difference { value: 2.0, ..known };
        let p = same_in_strata(&[known, other]).unwrap().p.unwrap().value();
        // |z| = 1 / sqrt(0.5)
        assert!((p - 0.157_299_207_050_285_13).abs() < 1e-6, "{p}");
    }
}
