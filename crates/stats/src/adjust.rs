//! p-values corrected for how many there are.
//!
//! All on logarithms, so that a p-value of 1e-400 is corrected like any other.

use std::str::FromStr;

use crate::{PValue, StatError};

/// How a family of p-values is corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjustment {
    /// m·p: family-wise error under any dependence (Bonferroni 1936; Dunn 1961).
    Bonferroni,
    /// Step-down Bonferroni, uniformly better at the same price (Holm 1979, Scandinavian Journal of Statistics 6).
    Holm,
    /// Step-up with Holm's constants, for independent or positively dependent tests (Hochberg 1988, Biometrika 75).
    Hochberg,
    /// False discovery rate, independent or positively dependent tests (Benjamini and Hochberg 1995, JRSS B 57).
    BenjaminiHochberg,
    /// False discovery rate under any dependence (Benjamini and Yekutieli 2001, Annals of Statistics 29).
    BenjaminiYekutieli,
}

impl Adjustment {
    /// All of them, with the words by which they are known.
    pub const ALL: [(&'static str, Adjustment); 5] = [
        ("holm", Adjustment::Holm),
        ("bonferroni", Adjustment::Bonferroni),
        ("hochberg", Adjustment::Hochberg),
        ("bh", Adjustment::BenjaminiHochberg),
        ("by", Adjustment::BenjaminiYekutieli),
    ];
}

impl FromStr for Adjustment {
    type Err = StatError;

    fn from_str(word: &str) -> Result<Self, StatError> {
        let known = Adjustment::ALL.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
        known.map(|(_, adjustment)| *adjustment).ok_or_else(|| {
            StatError::Undefined(format!("`{word}` is no correction; use holm, bonferroni, hochberg, bh or by"))
        })
    }
}

/// The p-values corrected as one family, in the order given.
#[must_use]
pub fn adjust(p: &[PValue], adjustment: Adjustment) -> Vec<PValue> {
    let m = p.len();
    let mut order: Vec<usize> = (0..m).collect();
    order.sort_by(|a, b| p[*a].ln().total_cmp(&p[*b].ln()));
    let ln = |count: f64| count.ln();
    // The factor of the p-value of a rank counted from zero, in logarithms.
    let factor = |rank: usize| match adjustment {
        Adjustment::Bonferroni => ln(m as f64),
        Adjustment::Holm | Adjustment::Hochberg => ln((m - rank) as f64),
        Adjustment::BenjaminiHochberg => ln(m as f64 / (rank + 1) as f64),
        Adjustment::BenjaminiYekutieli => {
            let harmonic: f64 = (1..=m).map(|i| 1.0 / i as f64).sum();
            ln(harmonic * m as f64 / (rank + 1) as f64)
        }
    };
    let mut adjusted = vec![PValue::new(1.0); m];
    match adjustment {
        Adjustment::Bonferroni | Adjustment::Holm => {
            let mut running = f64::NEG_INFINITY;
            for (rank, index) in order.iter().enumerate() {
                running = running.max(p[*index].ln() + factor(rank));
                adjusted[*index] = PValue::from_ln(running);
            }
        }
        Adjustment::Hochberg | Adjustment::BenjaminiHochberg | Adjustment::BenjaminiYekutieli => {
            let mut running = 0.0_f64;
            for (rank, index) in order.iter().enumerate().rev() {
                running = running.min(p[*index].ln() + factor(rank));
                adjusted[*index] = PValue::from_ln(running);
            }
        }
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Adjustment, adjust};
    use crate::PValue;

    fn check(adjustment: Adjustment, p: &[f64], expected: &[f64]) {
        let p: Vec<PValue> = p.iter().map(|p| PValue::new(*p)).collect();
        for (found, expected) in adjust(&p, adjustment).iter().zip(expected) {
            assert!((found.value() - expected).abs() < 1e-14, "{adjustment:?}: {} is not {expected}", found.value());
        }
    }

    #[test]
    fn three_p_values_by_hand() {
        let p = [0.03, 0.01, 0.02];
        check(Adjustment::Bonferroni, &p, &[0.09, 0.03, 0.06]);
        check(Adjustment::Holm, &p, &[0.04, 0.03, 0.04]);
        check(Adjustment::Hochberg, &p, &[0.03, 0.03, 0.03]);
        check(Adjustment::BenjaminiHochberg, &p, &[0.03, 0.03, 0.03]);
        check(Adjustment::BenjaminiYekutieli, &p, &[0.055, 0.055, 0.055]);
        check(Adjustment::Holm, &[], &[]);
    }

    #[test]
    fn a_p_value_too_small_for_a_double_is_corrected_all_the_same() {
        let tiny = PValue::from_ln(-1000.0);
        let holm = adjust(&[tiny, PValue::new(0.5)], Adjustment::Holm);
        assert!((holm[0].ln() - (-1000.0 + 2f64.ln())).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn corrections_keep_order_and_never_shrink(p in prop::collection::vec(0.0..=1.0_f64, 1..12)) {
            let raw: Vec<PValue> = p.iter().map(|p| PValue::new(*p)).collect();
            for (_, adjustment) in Adjustment::ALL {
                let adjusted = adjust(&raw, adjustment);
                for i in 0..p.len() {
                    prop_assert!(adjusted[i].ln() >= raw[i].ln() - 1e-12 && adjusted[i].ln() <= 0.0);
                    for j in 0..p.len() {
                        prop_assert!(raw[i].ln() > raw[j].ln() || adjusted[i].ln() <= adjusted[j].ln());
                    }
                }
            }
        }

        #[test]
        fn holm_is_never_above_bonferroni_and_hochberg_never_above_holm(p in prop::collection::vec(0.0..=1.0_f64, 1..12)) {
            let raw: Vec<PValue> = p.iter().map(|p| PValue::new(*p)).collect();
            let [holm, bonferroni, hochberg] = [Adjustment::Holm, Adjustment::Bonferroni, Adjustment::Hochberg]
                .map(|adjustment| adjust(&raw, adjustment));
            for i in 0..p.len() {
                prop_assert!(holm[i].ln() <= bonferroni[i].ln() + 1e-12);
                prop_assert!(hochberg[i].ln() <= holm[i].ln() + 1e-12);
            }
        }
    }
}
