//! Fractions of whole numbers.

use std::cmp::Ordering;

use super::PayError;

/// A fraction in lowest terms. Decimal amounts are exact in it; so are hours from minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Exact {
    over: i128,
    under: i128,
}

impl Exact {
    /// Zero.
    pub const ZERO: Exact = Exact { over: 0, under: 1 };
    /// One.
    pub const ONE: Exact = Exact { over: 1, under: 1 };

    /// A whole number.
    #[must_use]
    pub const fn whole(number: i64) -> Exact {
        Exact { over: number as i128, under: 1 }
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
        Some(Exact::lowest(sign * over, 10i128.pow(u32::try_from(fraction.len()).ok()?)))
    }

    fn lowest(over: i128, under: i128) -> Exact {
        let divisor = gcd(over.unsigned_abs(), under.unsigned_abs());
        let divisor = i128::try_from(divisor).unwrap_or(1).max(1);
        let sign = if under < 0 { -1 } else { 1 };
        Exact { over: sign * over / divisor, under: sign * under / divisor }
    }

    /// The sum.
    ///
    /// # Errors
    /// When it has too many digits.
    pub fn plus(self, other: Exact) -> Result<Exact, PayError> {
        let left = self.over.checked_mul(other.under).ok_or(PayError::TooLarge)?;
        let right = other.over.checked_mul(self.under).ok_or(PayError::TooLarge)?;
        let under = self.under.checked_mul(other.under).ok_or(PayError::TooLarge)?;
        Ok(Exact::lowest(left.checked_add(right).ok_or(PayError::TooLarge)?, under))
    }

    /// The difference.
    ///
    /// # Errors
    /// When it has too many digits.
    pub fn minus(self, other: Exact) -> Result<Exact, PayError> {
        self.plus(Exact { over: -other.over, under: other.under })
    }

    /// The product.
    ///
    /// # Errors
    /// When it has too many digits.
    pub fn times(self, other: Exact) -> Result<Exact, PayError> {
        let over = self.over.checked_mul(other.over).ok_or(PayError::TooLarge)?;
        let under = self.under.checked_mul(other.under).ok_or(PayError::TooLarge)?;
        Ok(Exact::lowest(over, under))
    }

    /// The quotient.
    ///
    /// # Errors
    /// When it has too many digits or the divisor is zero.
    pub fn divided_by(self, other: Exact) -> Result<Exact, PayError> {
        if other.over == 0 {
            return Err(PayError::NotPositive("a divisor"));
        }
        self.times(Exact::lowest(other.under, other.over))
    }

    /// The next multiple of a step that is not below it.
    ///
    /// # Errors
    /// When it has too many digits or the step is not above zero.
    pub fn rounded_up_to(self, step: Exact) -> Result<Exact, PayError> {
        if step.over <= 0 {
            return Err(PayError::NotPositive("the smallest coin"));
        }
        let steps = self.divided_by(step)?;
        let whole = steps.over.div_euclid(steps.under);
        let up = if steps.over.rem_euclid(steps.under) == 0 { whole } else { whole + 1 };
        step.times(Exact { over: up, under: 1 })
    }

    /// Whether it is above zero.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.over > 0
    }

    /// With so many decimals, rounded half away from zero; only for showing.
    #[must_use]
    pub fn shown(self, decimals: usize) -> String {
        let decimals = decimals.min(12);
        let scale = 10u128.pow(u32::try_from(decimals).unwrap_or(0));
        let under = self.under.unsigned_abs();
        let (whole, rest) = (self.over.unsigned_abs() / under, self.over.unsigned_abs() % under);
        let Some(twice) = rest.checked_mul(2 * scale) else { return format!("{}/{}", self.over, self.under) };
        let digits = (twice + under) / (2 * under);
        let (whole, digits) = (whole + digits / scale, digits % scale);
        let sign = if self.over < 0 && whole + digits > 0 { "-" } else { "" };
        if decimals == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{digits:0decimals$}") }
    }

    /// With as few decimals as show it exactly, or six when none do.
    #[must_use]
    pub fn plain(self) -> String {
        let exact = |decimals: &usize| Exact::decimal(&self.shown(*decimals)) == Some(self);
        (0..=12).find(exact).map_or_else(|| format!("{}…", self.shown(6)), |decimals| self.shown(decimals))
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Exact) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    /// By continued fractions, which need no products that could overflow.
    fn cmp(&self, other: &Exact) -> Ordering {
        let (mut a, mut b) = (*self, *other);
        let mut turned = false;
        loop {
            let (left, right) = (a.over.div_euclid(a.under), b.over.div_euclid(b.under));
            let (rest_a, rest_b) = (a.over.rem_euclid(a.under), b.over.rem_euclid(b.under));
            let order = left.cmp(&right);
            let order = match (order, rest_a, rest_b) {
                (Ordering::Equal, 0, 0) => return Ordering::Equal,
                (Ordering::Equal, 0, _) => Ordering::Less,
                (Ordering::Equal, _, 0) => Ordering::Greater,
                (Ordering::Equal, _, _) => {
                    (a, b) = (Exact { over: a.under, under: rest_a }, Exact { over: b.under, under: rest_b });
                    turned = !turned;
                    continue;
                }
                (decided, _, _) => decided,
            };
            return if turned { order.reverse() } else { order };
        }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> Exact {
        Exact::decimal(text).unwrap()
    }

    #[test]
    fn decimals_are_exact_and_shown_again() {
        assert_eq!(of("0.1").plus(of("0.2")).unwrap(), of("0.3"));
        assert_eq!(of("12.79").times(of("2")).unwrap().shown(2), "25.58");
        assert_eq!(of("1").divided_by(of("3")).unwrap().plain(), "0.333333…");
        assert_eq!(of("-1.005").shown(2), "-1.01");
        assert_eq!(of("0.004").shown(2), "0.00");
        assert_eq!(of("13.3333").plain(), "13.3333");
        for text in ["", ".", "1e3", "1,5", "abc", "--1", "1.2.3"] {
            assert!(Exact::decimal(text).is_none(), "{text}");
        }
        let large = of("900000000000000000000000");
        assert!(large.times(large).is_err());
        assert!(of("1").divided_by(Exact::ZERO).is_err());
        assert!(of("1").rounded_up_to(Exact::ZERO).is_err());
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
            assert_eq!(of(value).rounded_up_to(of(step)).unwrap(), of(expected), "{value} to {step}");
        }
    }

    proptest! {
        #[test]
        fn order_and_sums_are_those_of_whole_numbers(a in -10_000i64..10_000, b in -10_000i64..10_000, c in 1i64..500) {
            let (x, y) = (Exact::whole(a).divided_by(Exact::whole(c)).unwrap(), Exact::whole(b).divided_by(Exact::whole(c)).unwrap());
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.plus(y).unwrap().times(Exact::whole(c)).unwrap(), Exact::whole(a + b));
            let up = x.rounded_up_to(of("0.01")).unwrap();
            prop_assert!(up >= x && up.minus(x).unwrap() < of("0.01"));
        }
    }
}
