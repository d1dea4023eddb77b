//! DEBIT: can a share and a standard deviation come from the same n zeros and ones? (Heathers & Brown 2019)
//!
//! With k ones among n the standard deviation is √(k(n − k)/(n(n − 1))), so each share allows one.

use super::grim;
use super::printed_number::{PrintedNumber, Rounding};

/// Beyond so many numbers of ones the test has no force, and is not made.
const MOST_COUNTS: f64 = 1e5;

/// The standard deviation of k ones among n.
pub(crate) fn sd_of(ones: f64, n: f64) -> f64 {
    (ones * (n - ones) / (n * (n - 1.0))).max(0.0).sqrt()
}

/// Whether the printed standard deviation is that of some number of ones that fits the share.
pub(crate) fn possible(share: &PrintedNumber, sd: &PrintedNumber, n: f64) -> bool {
    let Some((first, last)) = grim::sums(share, n) else { return false };
    let (first, last) = (first.max(0.0), last.min(n));
    if n < 2.0 || last - first > MOST_COUNTS {
        return true;
    }
    let mut ones = first;
    while ones <= last {
        match sd.rounding_of(sd_of(ones, n)) {
            Rounding::Rounds | Rounding::Tie => return true,
            Rounding::CutOff | Rounding::No => ones += 1.0,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_allows_one_standard_deviation() {
        for (share, sd, n, expected) in [
            ("0.53", "0.50", 1683.0, true),
            ("0.44", "0.50", 1683.0, true),
            ("0.77", "0.42", 1683.0, true),
            ("0.19", "0.35", 1683.0, false),
            ("0.34", "0.47", 1683.0, true),
            ("0.50", "0.71", 2.0, true),
            ("0.50", "0.50", 2.0, false),
            ("1.20", "0.50", 50.0, false),
        ] {
            let read = |text| PrintedNumber::read(text, None).unwrap();
            assert_eq!(possible(&read(share), &read(sd), n), expected, "{share} ({sd}) of {n}");
        }
    }
}
