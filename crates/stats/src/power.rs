//! Power: the chance that a test of a given size finds an effect of a given size; and, solved the
//! other way, the size needed or the effect detectable.
//!
//! An effect is always given with its measure ([`EffectMeasure`]), and a size always says whether it
//! counts one group or all ([`Size`]), so that η² cannot be taken for f, nor n per group for N.

mod contrast;
mod correlation;
mod sign;
mod tost;

pub use contrast::Contrast;
pub use sign::SignDesign;

use crate::dist::{chi_squared, fisher_f, noncentral_chi_squared, noncentral_f, noncentral_t, root, student_t};
use crate::{Result, StatError};

/// An effect and what it is measured in (Cohen 1988).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum EffectMeasure {
    /// A difference of means over the standard deviation (for pairs: of the differences).
    CohenD(f64),
    /// The standard deviation of group means over that within groups.
    CohenF(f64),
    /// Share of variance explained; f² = η²/(1 − η²).
    EtaSquared(f64),
    /// √(χ²/N).
    CohenW(f64),
    /// A correlation.
    R(f64),
}

impl EffectMeasure {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EffectMeasure::CohenD(_) => "d",
            EffectMeasure::CohenF(_) => "f",
            EffectMeasure::EtaSquared(_) => "eta2",
            EffectMeasure::CohenW(_) => "w",
            EffectMeasure::R(_) => "r",
        }
    }

    /// The number.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            EffectMeasure::CohenD(x)
            | EffectMeasure::CohenF(x)
            | EffectMeasure::EtaSquared(x)
            | EffectMeasure::CohenW(x)
            | EffectMeasure::R(x) => x,
        }
    }

    fn with_value(self, value: f64) -> Self {
        match self {
            EffectMeasure::CohenD(_) => EffectMeasure::CohenD(value),
            EffectMeasure::CohenF(_) => EffectMeasure::CohenF(value),
            EffectMeasure::EtaSquared(_) => EffectMeasure::EtaSquared(value),
            EffectMeasure::CohenW(_) => EffectMeasure::CohenW(value),
            EffectMeasure::R(_) => EffectMeasure::R(value),
        }
    }

    /// The largest value it can take, where there is one.
    fn maximum(self) -> f64 {
        match self {
            EffectMeasure::EtaSquared(_) | EffectMeasure::R(_) => 1.0 - 1e-9,
            EffectMeasure::CohenD(_) | EffectMeasure::CohenF(_) | EffectMeasure::CohenW(_) => 1e6,
        }
    }
}

/// How many, and counted how.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Size {
    /// In each group.
    PerGroup(f64),
    /// Altogether. For pairs: pairs.
    Total(f64),
}

impl Size {
    /// The number.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            Size::PerGroup(n) | Size::Total(n) => n,
        }
    }

    fn with_n(self, n: f64) -> Self {
        match self {
            Size::PerGroup(_) => Size::PerGroup(n),
            Size::Total(_) => Size::Total(n),
        }
    }

    fn per_group(self, groups: f64) -> f64 {
        match self {
            Size::PerGroup(n) => n,
            Size::Total(n) => n / groups,
        }
    }

    fn total(self, groups: f64) -> f64 {
        match self {
            Size::PerGroup(n) => n * groups,
            Size::Total(n) => n,
        }
    }
}

/// Which departures a test looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// In the direction of the effect only.
    One,
    /// In both; the power counts rejections on either side.
    Two,
}

/// The test whose power is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Test {
    /// t-test of one mean, or of paired differences.
    OneSample(Sides),
    /// t-test of two independent means of equal size.
    TwoSample(Sides),
    /// One-way analysis of variance of that many groups.
    Anova {
        /// How many groups.
        groups: f64,
    },
    /// Chi-square test.
    ChiSquare {
        /// Its degrees of freedom.
        df: f64,
    },
    /// Test of a correlation, by Fisher's z with its bias (Cohen 1988, p. 546).
    Correlation(Sides),
    /// Two one-sided tests of two independent means against ± a standardised margin, when the true
    /// difference is the effect.
    TostTwoSample {
        /// The margin over the standard deviation.
        margin: f64,
    },
    /// The same for one mean or paired differences.
    TostOneSample {
        /// The margin over the standard deviation.
        margin: f64,
    },
}

impl Test {
    /// How many groups the size is counted in.
    #[must_use]
    pub fn groups(self) -> f64 {
        match self {
            Test::TwoSample(_) | Test::TostTwoSample { .. } => 2.0,
            Test::Anova { groups } => groups,
            Test::OneSample(_) | Test::ChiSquare { .. } | Test::Correlation(_) | Test::TostOneSample { .. } => 1.0,
        }
    }

    /// The smallest size per group at which the test exists.
    fn fewest(self) -> f64 {
        match self {
            Test::Correlation(_) => 4.0,
            Test::ChiSquare { .. } => 1.0,
            Test::OneSample(_)
            | Test::TwoSample(_)
            | Test::Anova { .. }
            | Test::TostTwoSample { .. }
            | Test::TostOneSample { .. } => 2.0,
        }
    }
}

/// A question about power: everything but the thing asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Question {
    /// The test.
    pub test: Test,
    /// Its α.
    pub alpha: f64,
}

impl Question {
    /// The power of the test for an effect at a size.
    ///
    /// # Errors
    /// When the effect's measure does not belong to the test, or a number is outside its range.
    pub fn power(self, effect: EffectMeasure, size: Size) -> Result<f64> {
        self.check(effect)?;
        let n = size.per_group(self.test.groups());
        if !(n.is_finite() && n >= self.test.fewest()) {
            return Err(StatError::Domain { what: "the size", must: "at least two per group", found: n });
        }
        let power = self.power_at(effect, n);
        if power.is_finite() {
            Ok(power.clamp(0.0, 1.0))
        } else {
            Err(StatError::Undefined("the power could not be computed for these numbers".to_owned()))
        }
    }

    /// The (fractional) size at which the power is reached, counted as in `like`.
    ///
    /// # Errors
    /// As [`Question::power`], or when no size reaches it.
    pub fn size(self, effect: EffectMeasure, power: f64, like: Size) -> Result<Size> {
        self.check(effect)?;
        self.check_power(power)?;
        let fewest = self.test.fewest();
        let excess = |u: f64| self.power_at(effect, u.exp()) - power;
        if excess(fewest.ln()) >= 0.0 {
            return Ok(like.with_n(Size::PerGroup(fewest).total(match like {
                Size::PerGroup(_) => 1.0,
                Size::Total(_) => self.test.groups(),
            })));
        }
        let mut high = (2.0 * fewest).ln();
        while excess(high) < 0.0 {
            high += 0.7;
            if high > 25.0 {
                return Err(StatError::Undefined(format!(
                    "no size up to 10^10 reaches a power of {power} for {} = {}",
                    effect.name(),
                    effect.value()
                )));
            }
        }
        let n = root::brent((high - 0.7).max(fewest.ln()), high, excess).exp();
        Ok(match like {
            Size::PerGroup(_) => Size::PerGroup(n),
            Size::Total(_) => Size::Total(n * self.test.groups()),
        })
    }

    /// The smallest effect of the measure in `like` that is found with the power at the size.
    ///
    /// # Errors
    /// As [`Question::power`], or when no effect reaches it.
    pub fn effect(self, like: EffectMeasure, size: Size, power: f64) -> Result<EffectMeasure> {
        self.check_power(power)?;
        self.power(like.with_value(0.1), size)?;
        let n = size.per_group(self.test.groups());
        let excess = |value: f64| self.power_at(like.with_value(value), n) - power;
        let mut high = 0.1;
        while excess(high) < 0.0 {
            if high >= like.maximum() {
                return Err(StatError::Undefined(format!("no effect reaches a power of {power} at this size")));
            }
            high = (2.0 * high).min(like.maximum());
        }
        Ok(like.with_value(root::brent(0.0, high, excess)))
    }

    fn check(self, effect: EffectMeasure) -> Result<()> {
        if !(self.alpha > 0.0 && self.alpha < 1.0) {
            return Err(StatError::Domain { what: "alpha", must: "between 0 and 1", found: self.alpha });
        }
        let (fits, wanted) = match self.test {
            Test::OneSample(_) | Test::TwoSample(_) | Test::TostTwoSample { .. } | Test::TostOneSample { .. } => {
                (matches!(effect, EffectMeasure::CohenD(_)), "d")
            }
            Test::Anova { .. } => {
                (matches!(effect, EffectMeasure::CohenF(_) | EffectMeasure::EtaSquared(_)), "f or eta2")
            }
            Test::ChiSquare { .. } => (matches!(effect, EffectMeasure::CohenW(_)), "w"),
            Test::Correlation(_) => (matches!(effect, EffectMeasure::R(_)), "r"),
        };
        if !fits {
            let name = effect.name();
            return Err(StatError::Undefined(format!("this test takes its effect as {wanted}, not as {name}")));
        }
        let found = effect.value();
        match effect {
            EffectMeasure::CohenD(_) if found.is_finite() => Ok(()),
            EffectMeasure::CohenF(_) | EffectMeasure::CohenW(_) if found.is_finite() && found >= 0.0 => Ok(()),
            EffectMeasure::EtaSquared(_) if (0.0..1.0).contains(&found) => Ok(()),
            EffectMeasure::R(_) if found > -1.0 && found < 1.0 => Ok(()),
            EffectMeasure::CohenD(_)
            | EffectMeasure::CohenF(_)
            | EffectMeasure::CohenW(_)
            | EffectMeasure::EtaSquared(_)
            | EffectMeasure::R(_) => {
                Err(StatError::Domain { what: "the effect", must: "in the range of its measure", found })
            }
        }?;
        self.check_test()
    }

    fn check_test(self) -> Result<()> {
        let (what, found, least) = match self.test {
            Test::Anova { groups } => ("the number of groups", groups, 2.0),
            Test::ChiSquare { df } => ("the degrees of freedom", df, f64::MIN_POSITIVE),
            Test::TostTwoSample { margin } | Test::TostOneSample { margin } => {
                ("the equivalence margin", margin, f64::MIN_POSITIVE)
            }
            Test::OneSample(_) | Test::TwoSample(_) | Test::Correlation(_) => return Ok(()),
        };
        if found.is_finite() && found >= least {
            Ok(())
        } else {
            Err(StatError::Domain { what, must: "finite and above zero (groups: two or more)", found })
        }
    }

    fn check_power(self, power: f64) -> Result<()> {
        if power > 0.0 && power < 1.0 {
            Ok(())
        } else {
            Err(StatError::Domain { what: "the power", must: "between 0 and 1", found: power })
        }
    }

    /// The power at n per group, all numbers having been checked.
    fn power_at(self, effect: EffectMeasure, n: f64) -> f64 {
        let value = effect.value();
        match self.test {
            Test::OneSample(sides) => self.power_of_t(value.abs() * n.sqrt(), n - 1.0, sides),
            Test::TwoSample(sides) => self.power_of_t(value.abs() * (n / 2.0).sqrt(), 2.0 * n - 2.0, sides),
            Test::Anova { groups } => {
                let f2 = match effect {
                    EffectMeasure::EtaSquared(eta2) => eta2 / (1.0 - eta2),
                    EffectMeasure::CohenF(f)
                    | EffectMeasure::CohenD(f)
                    | EffectMeasure::CohenW(f)
                    | EffectMeasure::R(f) => f * f,
                };
                let (df1, df2) = (groups - 1.0, groups * (n - 1.0));
                let critical = fisher_f::upper_quantile(self.alpha, df1, df2);
                noncentral_f::sf(critical, noncentral_f::Shape { df1, df2, ncp: f2 * n * groups })
            }
            Test::ChiSquare { df } => {
                let critical = chi_squared::upper_quantile(self.alpha, df);
                noncentral_chi_squared::sf(critical, df, n * value * value)
            }
            Test::Correlation(sides) => correlation::power(value, n, self.alpha, sides),
            Test::TostTwoSample { margin } => {
                tost::power(tost::StandardisedMargin::new(value, margin, (2.0 / n).sqrt()), 2.0 * n - 2.0, self.alpha)
            }
            Test::TostOneSample { margin } => {
                tost::power(tost::StandardisedMargin::new(value, margin, (1.0 / n).sqrt()), n - 1.0, self.alpha)
            }
        }
    }

    /// Both tails for a two-sided test: the far one is small but not nothing.
    fn power_of_t(self, delta: f64, df: f64, sides: Sides) -> f64 {
        match sides {
            Sides::One => noncentral_t::sf(student_t::upper_quantile(self.alpha, df), df, delta),
            Sides::Two => {
                let critical = student_t::upper_quantile(self.alpha / 2.0, df);
                noncentral_t::sf(critical, df, delta) + noncentral_t::cdf(-critical, df, delta)
            }
        }
    }
}
