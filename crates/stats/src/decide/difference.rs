//! A difference of two systems and the questions it can be asked.

use crate::dist::{normal, student_t};
use crate::{Interval, PValue};

/// A difference of two systems: estimate, standard error and degrees of freedom of its t distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// Code of the system that is compared.
    pub first: usize,
    /// Code of the system it is compared with.
    pub second: usize,
    /// First minus second.
    pub value: f64,
    /// Its standard error, above zero.
    pub se: f64,
    /// Degrees of freedom; infinite when nothing about the standard error is uncertain.
    pub df: f64,
    /// How far apart the two can be at most: the length of the scale, infinite where it has an open end.
    pub most: f64,
}

/// The interval of an estimate with a standard error and degrees of freedom: value ± t · se.
pub(super) fn t_interval(value: f64, (se, df): (f64, f64), level: f64) -> Interval {
    let half = student_t::upper_quantile(0.5 * (1.0 - level), df.min(f64::MAX)) * se;
    Interval { low: value - half, high: value + half, level, kind: "t" }
}

impl Difference {
    /// The interval (possible value ± t · se), as far as it is possible. A possible value is never further from the truth than one
    /// beyond the end of the scale, so the interval around it covers at least as often as that around the value itself, and has a
    /// length where that one would lie beyond the end as a whole.
    #[must_use]
    pub fn interval(&self, level: f64) -> Interval {
        t_interval(self.possible_value(), (self.se, self.df), level).clamp((-self.most, self.most))
    }

    /// The value as far as it is possible: a linear model of shares close to an end of their scale can point beyond it.
    #[must_use]
    pub fn possible_value(&self) -> f64 {
        self.value.clamp(-self.most, self.most)
    }

    /// The same on a scale with steps so many times as long.
    #[must_use]
    pub fn stretched(self, factor: f64) -> Difference {
        let by = factor.abs();
        Difference { value: factor * self.value, se: by * self.se, most: by * self.most, ..self }
    }

    /// The two-sided test against no difference; like the others, of the possible value, as the interval is.
    #[must_use]
    pub fn differs(&self) -> PValue {
        if self.df.is_finite() {
            student_t::two_sided(self.possible_value() / self.se, self.df)
        } else {
            normal::two_sided(self.possible_value() / self.se)
        }
    }

    /// The one-sided test of "higher by at least `margin`": small when the difference is not `margin` or less.
    #[must_use]
    pub fn higher_by(&self, margin: f64) -> PValue {
        self.p_above((self.possible_value() - margin) / self.se)
    }

    /// The one-sided test of "lower by at least `margin`": small when the difference is not −`margin` or more.
    #[must_use]
    pub fn lower_by(&self, margin: f64) -> PValue {
        self.p_above((-self.possible_value() - margin) / self.se)
    }

    /// The test of "the same within `margin`": two one-sided tests, of which the larger p-value counts
    /// (Schuirmann 1987, J. Pharmacokinet. Biopharm. 15).
    #[must_use]
    pub fn same_within(&self, margin: f64) -> PValue {
        let above = self.p_above((self.possible_value() + margin) / self.se);
        let below = self.p_above((margin - self.possible_value()) / self.se);
        PValue::from_ln(above.ln().max(below.ln()))
    }

    /// The same difference seen from the other side.
    #[must_use]
    pub fn reversed(self) -> Difference {
        Difference { first: self.second, second: self.first, value: -self.value, ..self }
    }

    fn p_above(&self, statistic: f64) -> PValue {
        let ln = if self.df.is_finite() { student_t::ln_sf(statistic, self.df) } else { normal::ln_sf(statistic) };
        PValue::from_ln(ln)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_points_beyond_the_end_of_a_scale_is_still_uncertain() {
        let found = Difference { first: 0, second: 1, value: 1.3, se: 0.02, df: f64::INFINITY, most: 1.0 };
        let interval = found.interval(0.95);
        assert!((interval.low - (1.0 - 0.02 * 1.959_963_984_540_054)).abs() < 1e-12, "{interval:?}");
        assert!((interval.high - 1.0).abs() < 1e-12, "{interval:?}");
        // p-value and interval say the same.
        let rough = Difference { se: 0.55, ..found };
        assert!(
            rough.interval(0.95).low < 0.0 && rough.differs().value() > 0.05 && rough.higher_by(0.0).value() > 0.025
        );
    }
}
