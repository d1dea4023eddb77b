//! Adjusting p-values and intervals for the number of contrasts.

use super::contrast::Contrast;
use crate::adjust::{Adjustment, adjust};
use crate::dist::dunnett::{Comparisons, Sides};
use crate::dist::studentized_range;
use crate::mixed::Inference;
use crate::{Estimate, Interval, Note, PValue, Result, StatError};

/// How p-values are adjusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjust {
    /// Studentized range; for all pairs (Tukey 1953; Kramer 1956 for unequal standard errors).
    Tukey,
    /// Largest of several comparisons with one control (Dunnett 1955).
    Dunnett,
    /// Step-down Bonferroni (Holm 1979).
    Holm,
    /// Not at all.
    None,
}

/// The contrasts that are adjusted together.
pub(crate) struct Family<'a> {
    pub(crate) contrasts: &'a [Contrast],
    pub(crate) inference: &'a Inference,
    pub(crate) level: f64,
}

impl Family<'_> {
    pub(crate) fn adjust(&self, how: Adjust, estimates: &mut [Estimate]) -> Result<()> {
        match how {
            Adjust::None => {}
            Adjust::Holm => holm(estimates),
            Adjust::Tukey => self.tukey(estimates)?,
            Adjust::Dunnett => self.dunnett(estimates)?,
        }
        Ok(())
    }

    fn tukey(&self, estimates: &mut [Estimate]) -> Result<()> {
        let pairs = self.contrasts.len() as f64;
        let means = (0.5 * (1.0 + (1.0 + 8.0 * pairs).sqrt())).round();
        if (means * (means - 1.0) / 2.0 - pairs).abs() > 1e-9 || self.contrasts.iter().any(|it| it.of.len() != 2) {
            return Err(StatError::Undefined(
                "Tukey's adjustment is for all pairs of means; use Holm or Dunnett here".to_owned(),
            ));
        }
        let root_two = std::f64::consts::SQRT_2;
        for estimate in estimates {
            let Some(se) = estimate.se else { continue };
            let df = estimate.df.first().copied().unwrap_or(f64::INFINITY);
            let statistic = (estimate.value / se).abs();
            estimate.p = Some(PValue::new(studentized_range::sf(root_two * statistic, means, df)));
            let half = studentized_range::upper_quantile(1.0 - self.level, means, df) / root_two * se;
            estimate.interval = Some(self.interval(estimate.value, half, "Tukey"));
        }
        Ok(())
    }

    /// Dunnett's correlations are those of means with a control that are otherwise independent. Means
    /// of a mixed model share raters and items, which cancel in differences: what two differences have
    /// in common takes the place of the control's variance.
    fn dunnett(&self, estimates: &mut [Estimate]) -> Result<()> {
        let control = self.contrasts.first().and_then(|it| it.of.get(1));
        if control.is_none() || self.contrasts.iter().any(|it| it.of.get(1) != control) {
            return Err(StatError::Undefined(
                "Dunnett's adjustment is for comparisons with one control; name it, or use Tukey or Holm".to_owned(),
            ));
        }
        let count = self.contrasts.len();
        let covariance =
            |a: usize, b: usize| self.inference.covariance_of(&self.contrasts[a].weights, &self.contrasts[b].weights);
        let pairs: Vec<f64> =
            (0..count).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| covariance(a, b)).collect();
        let shared =
            if pairs.is_empty() { 0.5 * covariance(0, 0) } else { pairs.iter().sum::<f64>() / pairs.len() as f64 };
        let smallest = (0..count).map(|a| covariance(a, a)).fold(f64::INFINITY, f64::min);
        if !(shared > 0.0 && shared < smallest) {
            return Err(StatError::Undefined(
                "these comparisons do not share a control in the way Dunnett's adjustment needs; use Holm".to_owned(),
            ));
        }
        let others: Vec<f64> = (0..count).map(|a| 1.0 / (covariance(a, a) - shared)).collect();
        for estimate in estimates {
            let Some(se) = estimate.se else { continue };
            let df = estimate.df.first().copied().unwrap_or(f64::INFINITY);
            let comparisons = Comparisons::new(1.0 / shared, &others, df, Sides::Two);
            estimate.p = Some(PValue::new(comparisons.sf((estimate.value / se).abs())));
            let half = comparisons.upper_quantile(1.0 - self.level) * se;
            estimate.interval = Some(self.interval(estimate.value, half, "Dunnett"));
        }
        Ok(())
    }

    fn interval(&self, value: f64, half: f64, kind: &'static str) -> Interval {
        Interval { low: value - half, high: value + half, level: self.level, kind }
    }
}

/// Holm's step-down adjustment; a p-value that is missing keeps its place and counts as 1.
fn holm(estimates: &mut [Estimate]) {
    let p: Vec<PValue> = estimates.iter().map(|it| it.p.unwrap_or(PValue::new(1.0))).collect();
    let adjusted = adjust(&p, Adjustment::Holm);
    let several = p.len() > 1;
    for (estimate, p) in estimates.iter_mut().zip(adjusted).filter(|(it, _)| it.p.is_some()) {
        estimate.p = Some(p);
        if several {
            estimate.notes.push(Note::Said("interval not adjusted".to_owned()));
        }
    }
}
