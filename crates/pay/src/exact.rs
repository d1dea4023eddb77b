//! Fractions of whole numbers.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub};

use super::PayError;

/// A fraction in lowest terms. Decimal amounts are exact in it; so are hours from minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exact(Ratio<i128>);

impl Exact {
    /// Zero.
    pub const ZERO: Exact = Exact(Ratio::new_raw(0, 1));
    /// One.
    pub const ONE: Exact = Exact(Ratio::new_raw(1, 1));

    /// A whole number.
    #[must_use]
    pub const fn from_integer(number: i64) -> Exact {
        Exact(Ratio::new_raw(number as i128, 1))
    }

    /// A decimal number: `12`, `12.79`, `.5`.
    #[must_use]
    pub fn decimal(text: &str) -> Option<Exact> {
        let text = text.trim();
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if !plain(whole) || !plain(fraction) || whole.len() + fraction.len() == 0 || fraction.len() > 18 {
            return None;
        }
        let over: i128 = format!("{whole}{fraction}").parse().ok()?;
        if over > 10i128.pow(24) {
            return None;
        }
        Some(Exact(Ratio::new(sign * over, 10i128.pow(u32::try_from(fraction.len()).ok()?))))
    }

    /// The sum.
    ///
    /// # Errors
    /// When it has too many digits.
    pub fn plus(self, other: Exact) -> Result<Exact, PayError> {
        self.0.checked_add(&other.0).map(Exact).ok_or(PayError::TooLarge)
    }

    /// The difference.
    ///
    /// # Errors
    /// When it has too many digits.
    pub fn minus(self, other: Exact) -> Result<Exact, PayError> {
        self.0.checked_sub(&other.0).map(Exact).ok_or(PayError::TooLarge)
    }

    /// The product.
    ///
    /// # Errors
    /// When it has too many digits.
    pub fn times(self, other: Exact) -> Result<Exact, PayError> {
        self.0.checked_mul(&other.0).map(Exact).ok_or(PayError::TooLarge)
    }

    /// The quotient.
    ///
    /// # Errors
    /// When it has too many digits or the divisor is zero.
    pub fn divided_by(self, other: Exact) -> Result<Exact, PayError> {
        if other == Exact::ZERO {
            return Err(PayError::NotPositive("a divisor"));
        }
        self.0.checked_div(&other.0).map(Exact).ok_or(PayError::TooLarge)
    }

    /// The next multiple of a step that is not below it.
    ///
    /// # Errors
    /// When it has too many digits or the step is not above zero.
    pub fn rounded_up_to(self, step: Exact) -> Result<Exact, PayError> {
        if !step.is_positive() {
            return Err(PayError::NotPositive("the smallest coin"));
        }
        step.times(Exact(self.divided_by(step)?.0.ceil()))
    }

    /// Whether it is above zero.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self > Exact::ZERO
    }

    /// With so many decimals, rounded half away from zero; only for showing.
    #[must_use]
    pub fn to_decimal(self, decimals: usize) -> String {
        let decimals = decimals.min(12);
        let scale = 10i128.pow(u32::try_from(decimals).unwrap_or(0));
        let Some(scaled) = self.0.checked_mul(&Ratio::from_integer(scale)) else { return self.0.to_string() };
        let rounded = scaled.round().to_integer();
        let sign = if rounded < 0 { "-" } else { "" };
        let (whole, digits) =
            (rounded.unsigned_abs() / scale.unsigned_abs(), rounded.unsigned_abs() % scale.unsigned_abs());
        if decimals == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{digits:0decimals$}") }
    }

    /// With as few decimals as show it exactly, or six when none do.
    #[must_use]
    pub fn to_shortest_decimal(self) -> String {
        let exact = |decimals: &usize| Exact::decimal(&self.to_decimal(*decimals)) == Some(self);
        (0..=12).find(exact).map_or_else(|| format!("{}…", self.to_decimal(6)), |decimals| self.to_decimal(decimals))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn exact(text: &str) -> Exact {
        Exact::decimal(text).unwrap()
    }

    #[test]
    fn decimals_are_exact_and_shown_again() {
        assert_eq!(exact("0.1").plus(exact("0.2")).unwrap(), exact("0.3"));
        assert_eq!(exact("12.79").times(exact("2")).unwrap().to_decimal(2), "25.58");
        assert_eq!(exact("1").divided_by(exact("3")).unwrap().to_shortest_decimal(), "0.333333…");
        assert_eq!(exact("-1.005").to_decimal(2), "-1.01");
        assert_eq!(exact("0.004").to_decimal(2), "0.00");
        assert_eq!(exact("13.3333").to_shortest_decimal(), "13.3333");
        for text in ["", ".", "1e3", "1,5", "abc", "--1", "1.2.3"] {
            assert!(Exact::decimal(text).is_none(), "{text}");
        }
        let large = exact("900000000000000000000000");
        assert!(large.times(large).is_err());
        assert!(exact("1").divided_by(Exact::ZERO).is_err());
        assert!(exact("1").rounded_up_to(Exact::ZERO).is_err());
    }

    #[test]
    fn rounding_goes_up_once_and_no_further() {
        for (value, step, expected) in [
            ("1.6", "0.01", "1.6"),
            ("1.601", "0.01", "1.61"),
            ("25.58", "10", "30"),
            ("30", "10", "30"),
            ("-1.5", "1", "-1"),
        ] {
            assert_eq!(exact(value).rounded_up_to(exact(step)).unwrap(), exact(expected), "{value} to {step}");
        }
    }

    proptest! {
        #[test]
        fn order_and_sums_are_those_of_whole_numbers(a in -10_000i64..10_000, b in -10_000i64..10_000, c in 1i64..500) {
            let (x, y) = (Exact::from_integer(a).divided_by(Exact::from_integer(c)).unwrap(), Exact::from_integer(b).divided_by(Exact::from_integer(c)).unwrap());
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.plus(y).unwrap().times(Exact::from_integer(c)).unwrap(), Exact::from_integer(a + b));
            let up = x.rounded_up_to(exact("0.01")).unwrap();
            prop_assert!(up >= x && up.minus(x).unwrap() < exact("0.01"));
        }
    }
}
