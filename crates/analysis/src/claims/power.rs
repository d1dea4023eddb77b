//! What a claim's test could have found of the original's difference.
//!
//! The power is that for the difference that the *original* found, with the standard error and the degrees of freedom of this run.
//! It is not the power for the difference that this run found, which is its p-value in other words (Hoenig & Heisey 2001, The
//! American Statistician 55, 19–24): the difference was known before anyone answered, and only how precise the run turned out to be
//! comes from the run.

use serde::{Deserialize, Serialize};
use stats::decide::Difference;
use stats::power::Contrast;

use super::sentences::Margin;
use crate::results::Verdict;

/// What the original found of two systems.
#[derive(Debug, Clone, PartialEq)]
pub struct OriginalDifference {
    /// Id of the criterion.
    pub criterion: String,
    /// Ids of the two systems.
    pub systems: [String; 2],
    /// First minus second, on the scale of the difference that is tested.
    pub value: f64,
}

/// How often a claim's test would come to the original's finding about two systems, if their difference were the original's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PowerForOriginal {
    /// Id of the criterion.
    pub criterion: String,
    /// Ids of the two systems.
    pub systems: [String; 2],
    /// What the original found, first minus second.
    pub original: f64,
    /// What the test would have to show of such a difference: `a difference`, `at least 0.2`, `beyond ±0.1`.
    pub shows: String,
    /// The level of the test, that of its strictest step where p-values are corrected.
    pub alpha: f64,
    /// The share of repetitions in which it would show it.
    pub power: f64,
}

/// The levels at which a comparison supports its claim, and contradicts it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Levels {
    pub(super) support: f64,
    pub(super) contradict: f64,
}

/// What a test must show of the original's difference, in words, at which level, and how often it does; nothing where the original
/// found no difference at all to be shown.
pub(super) fn find_power(
    found: &Difference,
    original: OriginalDifference,
    margin: Margin,
    levels: Levels,
) -> Option<PowerForOriginal> {
    let OriginalDifference { criterion, systems, value } = original;
    let df = found.df.is_finite().then_some(found.df);
    let such = Contrast { difference: value, se: found.se, df };
    let turned = Contrast { difference: -value, ..such };
    let size = Contrast { difference: value.abs(), ..such };
    let (shows, alpha, power) = match margin {
        Margin::None if value > 0.0 => {
            (DIFFERENCE.to_owned(), levels.support, such.power_above(0.0, levels.support / 2.0))
        }
        Margin::None if value < 0.0 => {
            (DIFFERENCE.to_owned(), levels.contradict, turned.power_above(0.0, levels.contradict / 2.0))
        }
        Margin::None => return None,
        Margin::AtLeast(by) if value >= by => {
            (format!("at least {by}"), levels.support, such.power_above(by, levels.support))
        }
        Margin::AtLeast(by) => {
            (format!("less than {by}"), levels.contradict, turned.power_above(-by, levels.contradict))
        }
        Margin::Within(within) if value.abs() <= within => {
            (format!("within ±{within}"), levels.support, such.power_within(within, levels.support))
        }
        Margin::Within(within) => {
            (format!("beyond ±{within}"), levels.contradict, size.power_above(within, levels.contradict / 2.0))
        }
    };
    Some(PowerForOriginal { criterion, systems, original: value, shows, alpha, power: power.ok()? })
}

/// What is shown of a difference that is tested against none.
const DIFFERENCE: &str = "a difference";

impl PowerForOriginal {
    /// Below this, that nothing was shown says little.
    const LITTLE: f64 = 0.5;
    /// From here on, the original's difference would hardly have been missed.
    const MUCH: f64 = 0.95;

    /// `This run would have found a difference as large as the original's (0.40) in 35 % of repetitions`.
    #[must_use]
    pub fn words(&self) -> String {
        let decimals = if self.original.abs() < 10.0 { 2 } else { 1 };
        let original = super::sentences::number(self.original, decimals);
        let such = format!("a difference as large as the original's ({original})");
        let shown = if self.shows == DIFFERENCE {
            format!("found {such}")
        } else {
            format!("shown {such} to be {}", self.shows)
        };
        format!("This run would have {shown} in {} of repetitions", percent(self.power))
    }

    /// The same, and what follows where the comparison itself is inconclusive.
    pub(super) fn sentence(&self, verdict: Verdict) -> String {
        let other = if self.shows == DIFFERENCE { "smaller" } else { "another" };
        let so = match self.power {
            _ if verdict != Verdict::Inconclusive => String::new(),
            power if power < Self::LITTLE => "; that it did not says little".to_owned(),
            power if power < Self::MUCH => format!("; as it did not, the true difference may well be {other}"),
            _ => format!("; as it did not, the true difference is probably {other}"),
        };
        self.words() + &so
    }
}

/// Never none, and never all.
fn percent(share: f64) -> String {
    let percent = (100.0 * share).round();
    if percent < 1.0 {
        "less than 1 %".to_owned()
    } else if percent > 99.0 {
        "more than 99 %".to_owned()
    } else {
        format!("{percent} %")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power(value: f64, margin: Margin, difference: Difference) -> Option<PowerForOriginal> {
        let original =
            OriginalDifference { criterion: "fluency".to_owned(), systems: ["a", "b"].map(str::to_owned), value };
        find_power(&difference, original, margin, Levels { support: 0.05, contradict: 0.025 })
    }

    /// `power.t.test(n = 12, delta = 0.5, sd = 1, sig.level = a)` of R 4.2.2: 24 people, standard error √(2/12), 22 degrees of
    /// freedom; and `pt(qt(1 - a, 22), 22, ncp, lower.tail = FALSE)` against margins.
    #[test]
    fn the_power_is_that_of_r_for_the_originals_difference_with_the_error_of_this_run() {
        // What this run found must not matter.
        for value in [-3.0, 0.0, 0.4] {
            let se = (2.0f64 / 12.0).sqrt();
            let found = Difference { first: 0, second: 1, value, se, df: 22.0, most: f64::INFINITY };
            let check = |original: f64, margin: Margin, shows: &str, expected: f64| {
                let power = power(original, margin, found).unwrap();
                assert_eq!(power.shows, shows);
                assert!((power.power - expected).abs() < 1e-9, "{original} {margin:?}: {}", power.power);
            };
            check(0.5, Margin::None, "a difference", 0.215_279_550_123);
            check(-0.5, Margin::None, "a difference", 0.138_880_153_048);
            check(0.5, Margin::AtLeast(0.2), "at least 0.2", 0.175_548_894_343);
            check(0.1, Margin::AtLeast(0.2), "less than 0.2", 0.042_221_452_048_2);
            check(-1.5, Margin::Within(0.2), "beyond ±0.2", 0.775_980_124_851);
        }
    }

    #[test]
    fn where_the_original_found_no_difference_there_is_none_to_find() {
        let found = Difference { first: 0, second: 1, value: 0.3, se: 0.1, df: f64::INFINITY, most: f64::INFINITY };
        assert_eq!(power(0.0, Margin::None, found), None);
        // That there is none can be shown.
        let same = power(0.0, Margin::Within(0.5), found).unwrap();
        assert!(same.power > 0.99 && same.shows == "within ±0.5", "{same:?}");
    }

    #[test]
    fn what_a_missed_difference_says_depends_on_the_power() {
        let such = |power: f64, shows: &str| PowerForOriginal {
            criterion: "fluency".to_owned(),
            systems: ["a", "b"].map(str::to_owned),
            original: -0.4,
            shows: shows.to_owned(),
            alpha: 0.05,
            power,
        };
        let check = |power: f64, verdict: Verdict, expected: &str| {
            let begin = "This run would have found a difference as large as the original's (−0.40) in ";
            assert_eq!(such(power, DIFFERENCE).sentence(verdict), format!("{begin}{expected}"));
        };
        // Beside the verdict of a whole claim, nothing may follow about one of its comparisons.
        assert!(such(0.352, DIFFERENCE).words().ends_with("in 35 % of repetitions"));
        check(0.352, Verdict::Inconclusive, "35 % of repetitions; that it did not says little");
        check(
            0.7,
            Verdict::Inconclusive,
            "70 % of repetitions; as it did not, the true difference may well be smaller",
        );
        check(
            0.97,
            Verdict::Inconclusive,
            "97 % of repetitions; as it did not, the true difference is probably smaller",
        );
        check(0.97, Verdict::Supported, "97 % of repetitions");
        check(0.999, Verdict::Supported, "more than 99 % of repetitions");
        check(0.001, Verdict::Supported, "less than 1 % of repetitions");
        assert_eq!(
            such(0.97, "at least 0.2").sentence(Verdict::Inconclusive),
            "This run would have shown a difference as large as the original's (−0.40) to be at least 0.2 in 97 % of \
             repetitions; as it did not, the true difference is probably another"
        );
    }
}
