//! Effects of one share.

use super::Effect;
use crate::Result;
use crate::effect::{Successes, without_empty_cell};

/// What is made of so many of so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfShare {
    /// The share p itself, with variance p(1 − p)/n. Where nobody or everybody, one half is added to both counts.
    Plain,
    /// ln(p/(1 − p)), with variance 1/x + 1/(n − x); one half is added likewise.
    Logit,
    /// Freeman and Tukey's (1950) double arcsine ½(asin √(x/(n+1)) + asin √((x+1)/(n+1))), with variance 1/(4n + 2),
    /// which does not depend on the share.
    FreemanTukey,
}

impl OfShare {
    /// The effect of one study.
    ///
    /// # Errors
    /// When the counts are so large that the variance is zero.
    pub fn effect(self, it: Successes) -> Result<Effect> {
        match self {
            OfShare::Plain => {
                let (it, note) = without_empty_cell(it);
                Effect::new(it.share(), it.share() * it.failures() / (it.of * it.of), note)
            }
            OfShare::Logit => {
                let (it, note) = without_empty_cell(it);
                Effect::new((it.count / it.failures()).ln(), 1.0 / it.count + 1.0 / it.failures(), note)
            }
            OfShare::FreemanTukey => Effect::new(double_arcsine(it.count, it.of), 1.0 / (4.0 * it.of + 2.0), None),
        }
    }

    /// A pooled effect as a share. The double arcsine is turned back at the harmonic mean of the sizes (Miller 1978, The
    /// American Statistician 32, 138): where sizes differ much this can mislead (Schwarzer et al. 2019, Research
    /// Synthesis Methods 10, 476–483).
    #[must_use]
    pub fn back_transform(self, pooled: f64, sizes: &[f64]) -> f64 {
        match self {
            OfShare::Plain => pooled,
            OfShare::Logit => 1.0 / (1.0 + (-pooled).exp()),
            OfShare::FreemanTukey => {
                let n = sizes.len() as f64 / sizes.iter().map(|n| 1.0 / n).sum::<f64>();
                if pooled <= double_arcsine(0.0, n) {
                    return 0.0;
                }
                if pooled >= double_arcsine(n, n) {
                    return 1.0;
                }
                let (sin, cos) = (2.0 * pooled).sin_cos();
                let inner = sin + (sin - 1.0 / sin) / n;
                0.5 * (1.0 - cos.signum() * (1.0 - inner * inner).max(0.0).sqrt())
            }
        }
    }
}

fn double_arcsine(count: f64, of: f64) -> f64 {
    0.5 * ((count / (of + 1.0)).sqrt().asin() + ((count + 1.0) / (of + 1.0)).sqrt().asin())
}
