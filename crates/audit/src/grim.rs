//! GRIM: can a mean come from so many whole numbers? (Brown & Heathers 2017)

use super::printed_number::PrintedNumber;

/// The whole sums of n whole numbers whose mean rounds to the printed one: none, or the first and last.
pub(crate) fn sums(mean: &PrintedNumber, n: f64) -> Option<(f64, f64)> {
    let (low, high) = mean.rounding_span();
    let slack = 1e-9 * (1.0 + mean.value.abs() * n);
    let (first, last) = ((low * n - slack).ceil(), (high * n + slack).floor());
    (first <= last).then_some((first, last))
}

/// Whether the test could fail at all: with n of at least ten to the power of the decimals, every mean is possible.
pub(crate) fn can_fail(mean: &PrintedNumber, n: f64) -> bool {
    n < 10f64.powi(-mean.last_digit)
}

/// The printable means nearest to an impossible one.
pub(crate) fn nearest(mean: &PrintedNumber, n: f64) -> String {
    let sum = mean.value * n;
    format!("{} or {}", mean.print_like(sum.floor() / n), mean.print_like(sum.ceil() / n))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_published_examples_come_out() {
        for (mean, n, possible) in [
            ("5.19", 28.0, false),
            ("5.18", 28.0, true),
            ("3.45", 20.0, true),
            ("3.44", 18.0, true),
            ("2.2", 10.0, true),
        ] {
            let printed = PrintedNumber::read(mean, None).unwrap();
            assert_eq!(sums(&printed, n).is_some(), possible, "{mean} of {n}");
        }
        let printed = PrintedNumber::read("5.19", None).unwrap();
        assert_eq!(nearest(&printed, 28.0), "5.18 or 5.21");
        assert!(can_fail(&printed, 28.0) && !can_fail(&printed, 100.0));
    }

    proptest! {
        #[test]
        fn a_mean_of_whole_numbers_always_passes(values in proptest::collection::vec(1i32..=7, 1..60)) {
            let n = values.len() as f64;
            let mean = f64::from(values.iter().sum::<i32>()) / n;
            let printed = PrintedNumber::read(&format!("{mean:.2}"), None).unwrap();
            prop_assert!(sums(&printed, n).is_some());
        }
    }
}
