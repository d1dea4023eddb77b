//! A number as a paper printed it.

use super::file::Precision;

/// Digits further from the decimal point are refused: their places are no numbers any more.
const FURTHEST_DIGIT: i32 = 290;

/// A number as a paper printed it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PrintedNumber {
    /// The characters.
    pub(crate) text: String,
    /// Their value.
    pub(crate) value: f64,
    /// The power of ten of the last printed digit: −2 for two decimals.
    pub(crate) last_digit: i32,
    /// Whether it is a bound.
    pub(crate) bound: Bound,
    known: Precision,
}

/// Whether a printed number is a number or a bound of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    None,
    /// `<0.001`
    Below,
    /// `>80`
    Above,
}

/// How a computed value stands to a printed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// It rounds to it.
    Rounds,
    /// It lies exactly between two printable numbers and this is one that half-up or half-even gives.
    Tie,
    /// It gives it when digits are cut off instead of rounded.
    CutOff,
    /// It does not give it.
    No,
}

impl PrintedNumber {
    /// Reads what is printed. `known` overrides the rule that numbers with a decimal point are rounded
    /// and whole numbers exact.
    pub(crate) fn read(text: &str, known: Option<Precision>) -> Result<PrintedNumber, String> {
        let wrong = || format!("`{text}` is not a printed number such as `3.71`, `<0.001`, `10%` or `1,800`");
        let trimmed = text.trim().replace('\u{2212}', "-");
        let (bound, rest) = match trimmed.strip_prefix('<') {
            Some(rest) => (Bound::Below, rest),
            None => trimmed.strip_prefix('>').map_or((Bound::None, trimmed.as_str()), |rest| (Bound::Above, rest)),
        };
        let digits = without_thousands(rest.trim().trim_end_matches('%')).ok_or_else(wrong)?;
        let starts_well = digits.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        let value: f64 =
            digits.parse().ok().filter(|value: &f64| value.is_finite() && starts_well).ok_or_else(wrong)?;
        let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().map_err(|_| wrong())?),
            None => (digits.as_str(), 0),
        };
        let decimals = mantissa.split_once('.').map(|(_, decimals)| decimals.len());
        let by_form = if decimals.is_some() { Precision::Rounded } else { Precision::Exact };
        let last_digit = exponent.saturating_sub(i32::try_from(decimals.unwrap_or(0)).map_err(|_| wrong())?);
        if last_digit.abs() > FURTHEST_DIGIT {
            return Err(wrong());
        }
        Ok(PrintedNumber { text: text.trim().to_owned(), value, last_digit, bound, known: known.unwrap_or(by_form) })
    }

    /// Half a place of the last digit; zero for an exact number.
    pub(crate) fn half_width(&self) -> f64 {
        match self.known {
            Precision::Exact => 0.0,
            Precision::Rounded => 0.5 * 10f64.powi(self.last_digit),
        }
    }

    /// What values it stands for.
    pub(crate) fn span(&self) -> (f64, f64) {
        match self.bound {
            Bound::None => (self.value - self.half_width(), self.value + self.half_width()),
            Bound::Below => (f64::NEG_INFINITY, self.value),
            Bound::Above => (self.value, f64::INFINITY),
        }
    }

    /// What values it can have been printed for, were it rounded: a whole number too.
    pub(crate) fn rounding_span(&self) -> (f64, f64) {
        match self.bound {
            Bound::None => {
                let half = 0.5 * 10f64.powi(self.last_digit);
                (self.value - half, self.value + half)
            }
            Bound::Below | Bound::Above => self.span(),
        }
    }

    /// How a computed value stands to it. Ties may go up (away from zero) or to the even digit.
    pub(crate) fn rounding_of(&self, computed: f64) -> Rounding {
        match self.bound {
            Bound::Below => return if computed < self.value { Rounding::Rounds } else { Rounding::No },
            Bound::Above => return if computed > self.value { Rounding::Rounds } else { Rounding::No },
            Bound::None => {}
        }
        let (computed, printed) = (self.in_last_digits(computed), self.in_last_digits(self.value).round());
        let off = (computed - printed).abs();
        // What binary arithmetic is off by; where that reaches the last digit, the number is printed in full.
        let slack = 1e-9 + 64.0 * f64::EPSILON * computed.abs();
        if slack > 0.2 {
            return if off <= 0.5 + 16.0 * slack { Rounding::Rounds } else { Rounding::No };
        }
        if off < 0.5 - slack {
            return Rounding::Rounds;
        }
        let towards_zero = printed.abs() < computed.abs();
        if off <= 0.5 + slack {
            let even = (printed / 2.0 - (printed / 2.0).round()).abs() < 0.25;
            return if !towards_zero || even { Rounding::Tie } else { Rounding::CutOff };
        }
        let same_side = printed * computed >= 0.0;
        if towards_zero && same_side && off < 1.0 + slack { Rounding::CutOff } else { Rounding::No }
    }

    /// A computed value as the paper would print it.
    pub(crate) fn print_like(&self, computed: f64) -> String {
        let decimals = usize::try_from(-self.last_digit).unwrap_or(0).min(17);
        if self.text.contains(['e', 'E']) {
            let digits = self.text.split(['e', 'E']).next().and_then(|m| m.split_once('.')).map_or(0, |(_, d)| d.len());
            return format!("{computed:.digits$e}");
        }
        let text = format!("{:.decimals$}", self.nearest(computed));
        let percent = if self.text.ends_with('%') { "%" } else { "" };
        format!("{}{percent}", if text.trim_matches(['-', '0', '.']).is_empty() { text.replace('-', "") } else { text })
    }

    /// The nearest printable value; ties away from zero.
    fn nearest(&self, computed: f64) -> f64 {
        let scaled = self.in_last_digits(computed);
        let slack = 1e-9 + 64.0 * f64::EPSILON * scaled.abs();
        if slack > 0.2 {
            return computed;
        }
        let rounded = (scaled + slack.copysign(scaled)).round();
        if self.last_digit < 0 { rounded / 10f64.powi(-self.last_digit) } else { rounded * 10f64.powi(self.last_digit) }
    }

    fn in_last_digits(&self, value: f64) -> f64 {
        // Dividing by a power of ten that is exact keeps the digits that decimals have.
        if self.last_digit < 0 { value * 10f64.powi(-self.last_digit) } else { value / 10f64.powi(self.last_digit) }
    }
}

/// `1,800` is `1800`; a comma anywhere else is not understood.
fn without_thousands(text: &str) -> Option<String> {
    let (whole, rest) = text.split_once('.').map_or((text, ""), |(whole, _)| (whole, &text[whole.len()..]));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let groups: Vec<&str> = groups.collect();
    if groups.iter().any(|group| group.len() != 3 || !group.bytes().all(|b| b.is_ascii_digit())) {
        return None;
    }
    Some(format!("{first}{}{rest}", groups.concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(printed: &str, computed: f64, expected: Rounding) {
        let printed = PrintedNumber::read(printed, None).unwrap();
        assert_eq!(printed.rounding_of(computed), expected, "{printed:?} for {computed}");
    }

    #[test]
    fn half_up_and_half_even_are_rounding_and_cutting_off_is_not() {
        for (printed, computed, expected) in [
            ("3.12", 3.125, Rounding::Tie),
            ("3.13", 3.125, Rounding::Tie),
            ("2.28", 2.275, Rounding::Tie),
            ("2.27", 2.275, Rounding::CutOff),
            ("-3.13", -3.125, Rounding::Tie),
            ("7.038", 7.037_684, Rounding::Rounds),
            ("7.037", 7.037_684, Rounding::CutOff),
            ("7.999", 7.999_76, Rounding::CutOff),
            ("7.036", 7.037_684, Rounding::No),
            ("0.59", 3.71 - 3.12, Rounding::Rounds),
            ("0.00", -0.001, Rounding::Rounds),
            ("<0.001", 4e-7, Rounding::Rounds),
            ("<0.001", 0.001, Rounding::No),
            (">80", 82.8, Rounding::Rounds),
            ("3.97e-47", 3.973_7e-47, Rounding::Rounds),
            ("1,800", 1800.0, Rounding::Rounds),
            ("27.90535337913394", 27.905_353_379_133_93, Rounding::Rounds),
            ("27.90535337913394", 27.905_353_379_2, Rounding::No),
        ] {
            check(printed, computed, expected);
        }
    }

    #[test]
    fn what_is_not_a_number_is_refused_in_words() {
        for text in ["", "abc", "3,71", "1,80", "inf", "NaN", "--2", "<", "0x10", "1e-400", "1e2147483647", "1e300"] {
            assert!(PrintedNumber::read(text, None).is_err(), "{text}");
        }
    }

    #[test]
    fn decimals_make_a_number_rounded_and_their_lack_exact() {
        let half = |text, known| PrintedNumber::read(text, known).unwrap().half_width();
        assert!((half("3.70", None) - 0.005).abs() < 1e-15);
        assert!(half("36", None).abs() < 1e-15);
        assert!((half("36", Some(Precision::Rounded)) - 0.5).abs() < 1e-15);
        assert!(half("1.60", Some(Precision::Exact)).abs() < 1e-15);
        assert_eq!(PrintedNumber::read("5.7", None).unwrap().print_like(5.65), "5.7");
        assert_eq!(PrintedNumber::read("0.05", None).unwrap().print_like(0.055), "0.06");
        assert_eq!(PrintedNumber::read("10%", None).unwrap().print_like(9.6), "10%");
        assert_eq!(PrintedNumber::read("0.00", None).unwrap().print_like(-0.001), "0.00");
    }
}
