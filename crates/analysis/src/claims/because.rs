//! How a verdict follows from the numbers, in words.

use stats::PValue;
use study::claim::{Bound, Coefficient};

/// `mean 2.85 of SVM, 2.55 of GeDi`.
pub(super) fn scored(name: &str, systems: [&str; 2], scores: [f64; 2]) -> String {
    // Percentages and best-worst scores have a scale of a hundred and more; the others of a few points.
    let (words, decimals) = match name {
        "win_percent" => ("percentage won", 1),
        "best_worst" => ("best-worst score", 1),
        "average_rank" => ("average rank", 2),
        "mean_weight" => ("mean weight", 2),
        other => (other, 2),
    };
    let [a, b] = systems;
    // Two scores that differ must not look the same.
    let alike = |decimals: usize| shown(scores[0], decimals) == shown(scores[1], decimals);
    let decimals = if scores[0].total_cmp(&scores[1]).is_eq() {
        decimals
    } else {
        (decimals..decimals + 4).find(|decimals| !alike(*decimals)).unwrap_or(decimals)
    };
    format!("{words} {} of {a}, {} of {b}", shown(scores[0], decimals), shown(scores[1], decimals))
}

/// `DExperts was preferred to GPT-2 in 70.8 % of their judgements, GPT-2 in 20.8 %`.
pub(super) fn chosen([a, b]: [&str; 2], shares: [f64; 2]) -> String {
    let percent = shares.map(|share| shown(100.0 * share, 1));
    format!("{a} was preferred to {b} in {} % of their judgements, {b} in {} %", percent[0], percent[1])
}

/// Which way a difference lies.
pub(super) fn direction(difference: f64, by: Option<f64>) -> String {
    match by {
        None if difference > 0.0 => "higher, as claimed".to_owned(),
        None if difference < 0.0 => "lower, against the claim".to_owned(),
        None => "equal, against the claim".to_owned(),
        Some(by) if difference >= by => format!("higher by at least {by}, as claimed"),
        Some(by) => format!("not higher by {by}, against the claim"),
    }
}

/// `p = 0.164, not below 0.05`.
pub(super) fn test(p: PValue, alpha: f64) -> String {
    let below = if p.value() < alpha { "" } else { "not " };
    // More decimals where fewer would put it on the wrong side.
    let value = (3..=6).map(|decimals| shown(p.value(), decimals)).find(|text| {
        let read: f64 = text.parse().unwrap_or(f64::NAN);
        (read < alpha) == (p.value() < alpha)
    });
    let value = match value {
        Some(value) if p.value() >= 0.001 => format!("p = {value}"),
        _ if p.value() < 0.001 => "p < 0.001".to_owned(),
        _ => format!("p = {}", p.value()),
    };
    format!("{value}, {below}below {alpha}")
}

/// `Krippendorff's alpha is 0.57, not at least 0.8`.
pub(super) fn agreement(coefficient: Coefficient, value: f64, (bound, threshold): (Bound, f64)) -> String {
    let name = match coefficient {
        Coefficient::Alpha => "Krippendorff's alpha",
        Coefficient::Kappa => "Fleiss' kappa",
        Coefficient::Percent => "the share of agreeing pairs",
    };
    let (holds, word) = match bound {
        Bound::AtLeast => (value >= threshold, "at least"),
        Bound::AtMost => (value <= threshold, "at most"),
    };
    format!("{name} is {}, {}{word} {threshold}", shown(value, 3), if holds { "" } else { "not " })
}

/// A number that could not be computed.
pub(super) fn missing(name: &str, criterion: &str, of: &[&str]) -> String {
    let labels: Vec<&str> = std::iter::once(criterion).chain(of.iter().copied()).collect();
    format!("{name}[{}] could not be computed", labels.join(", "))
}

/// A number with so many decimals, a minus that is one, and no minus before 0.
fn shown(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.trim_start_matches('-').chars().all(|digit| matches!(digit, '0' | '.')) {
        return text.trim_start_matches('-').to_owned();
    }
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_their_scale_needs() {
        assert_eq!(
            scored("best_worst", ["Gold", "Macro"], [50.0, -52.7778]),
            "best-worst score 50.0 of Gold, −52.8 of Macro"
        );
        assert_eq!(scored("mean", ["A", "B"], [2.85, -0.0001]), "mean 2.85 of A, 0.00 of B");
        assert_eq!(scored("best_worst", ["A", "B"], [-1.6807, -1.7094]), "best-worst score −1.68 of A, −1.71 of B");
        assert_eq!(
            chosen(["A", "B"], [0.70833, 0.20833]),
            "A was preferred to B in 70.8 % of their judgements, B in 20.8 %"
        );
        assert_eq!(
            agreement(Coefficient::Alpha, 0.5698, (Bound::AtLeast, 0.8)),
            "Krippendorff's alpha is 0.570, not at least 0.8"
        );
    }

    #[test]
    fn a_p_value_is_never_zero_and_never_on_the_wrong_side() {
        let check = |p: f64, expected: &str| assert_eq!(test(PValue::new(p), 0.05), expected);
        check(0.1636, "p = 0.164, not below 0.05");
        check(0.04996, "p = 0.04996, below 0.05");
        check(0.0500001, "p = 0.050, not below 0.05");
        check(0.0, "p < 0.001, below 0.05");
        check(1e-30, "p < 0.001, below 0.05");
    }

    #[test]
    fn the_direction_says_whether_it_is_the_one_claimed() {
        assert_eq!(direction(0.3, None), "higher, as claimed");
        assert_eq!(direction(-0.3, None), "lower, against the claim");
        assert_eq!(direction(0.0, None), "equal, against the claim");
        assert_eq!(direction(0.05, Some(0.1)), "not higher by 0.1, against the claim");
    }
}
