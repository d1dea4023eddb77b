//! GRIMMER: can a mean and a standard deviation come from the same n whole numbers? (Anaya 2016; Allard 2018)
//!
//! Whole numbers that add to S have squares that add to a whole number Q of the parity of S, and
//! s² = (Q − S²/n)/(n − 1). So for some sum S that fits the mean there must be such a Q for which s
//! rounds to the printed standard deviation.

use super::grim;
use super::printed_number::PrintedNumber;

/// Beyond so many sums the test has no force, and is not made.
const MOST_SUMS: f64 = 1e5;

/// Whether the printed standard deviation is possible for a possible mean.
pub(crate) fn possible(mean: &PrintedNumber, sd: &PrintedNumber, n: f64) -> bool {
    let Some((first, last)) = grim::sums(mean, n) else { return false };
    if n < 2.0 || last - first > MOST_SUMS {
        return true;
    }
    let (low, high) = sd.rounding_span();
    let mut sum = first;
    while sum <= last {
        let centre = sum * sum / n;
        let slack = 1e-9 * (1.0 + centre);
        let squares = |s: f64| (n - 1.0) * s * s + centre;
        let mut q = (squares(low.max(0.0)) - slack).ceil();
        let most = squares(high) + slack;
        // The parity of a square is that of its root.
        if ((q - sum) / 2.0).fract().abs() > 0.25 {
            q += 1.0;
        }
        if q <= most && q >= centre - slack {
            return true;
        }
        sum += 1.0;
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_published_examples_come_out() {
        for (mean, sd, n, expected) in [
            ("3.44", "2.47", 18.0, false),
            ("5.21", "1.60", 28.0, true),
            ("5.19", "1.60", 28.0, false),
            ("2.0", "0.0", 5.0, true),
        ] {
            let read = |text| PrintedNumber::read(text, None).unwrap();
            assert_eq!(possible(&read(mean), &read(sd), n), expected, "{mean} ({sd}) of {n}");
        }
    }

    proptest! {
        #[test]
        fn real_samples_always_pass(values in proptest::collection::vec(1i32..=7, 2..40)) {
            let n = values.len() as f64;
            let mean = f64::from(values.iter().sum::<i32>()) / n;
            let squares: f64 = values.iter().map(|x| (f64::from(*x) - mean).powi(2)).sum();
            let sd = (squares / (n - 1.0)).sqrt();
            let read = |value: f64| PrintedNumber::read(&format!("{value:.2}"), None).unwrap();
            prop_assert!(possible(&read(mean), &read(sd), n));
        }
    }
}
