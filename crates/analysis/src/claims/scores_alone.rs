//! What the scores alone say of a part of a claim, where no test is named.

use study::file::Better;

use super::evidence::PairScores;
use super::sentences::{self, number};
use crate::results::Verdict;

/// Scores that are computed in another order may differ by this much and are equal.
const EQUAL: f64 = 1e-9;

/// Whether one system is above another, by a margin where one is claimed.
pub(super) fn judge_order(names: [&str; 2], shown: &PairScores, better: Better, by: Option<f64>) -> (Verdict, String) {
    let order = sentences::order(names, shown, better);
    let seen = if shown.direction.abs() < EQUAL {
        name_equal_scores(names, shown)
    } else if shown.direction < 0.0 {
        format!("{order}; the scores point the other way")
    } else {
        order
    };
    match (by, shown.difference) {
        (None, _) if shown.direction >= EQUAL => say(Verdict::AsClaimed, &seen),
        (None, _) => say(Verdict::NotAsClaimed, &seen),
        (Some(_), None) => (Verdict::NotComputed, format!("{seen}: by how much is not known")),
        (Some(by), Some(difference)) if difference >= by - EQUAL => {
            let by_how_much = apart_from(difference, by);
            say(Verdict::AsClaimed, &format!("{seen}, by {by_how_much}, at least the {by} claimed"))
        }
        (Some(by), Some(difference)) if shown.direction >= EQUAL => {
            let by_how_much = apart_from(difference, by);
            say(Verdict::NotAsClaimed, &format!("{seen}, by {by_how_much}, less than the {by} claimed"))
        }
        (Some(_), Some(_)) => say(Verdict::NotAsClaimed, &seen),
    }
}

/// Whether two systems are the same within a margin.
pub(super) fn judge_equality(names: [&str; 2], shown: &PairScores, within: f64) -> (Verdict, String) {
    let seen = sentences::name_with_scores(names, shown);
    let Some(difference) = shown.difference.map(f64::abs) else {
        return (Verdict::NotComputed, format!("{seen}: how far apart is not known"));
    };
    if difference < EQUAL && shown.scores[0] == shown.scores[1] {
        return say(Verdict::AsClaimed, &name_equal_scores(names, shown));
    }
    let apart = apart_from(difference, within);
    if difference <= within + EQUAL {
        say(Verdict::AsClaimed, &format!("{seen} differ by {apart}, at most {within}"))
    } else {
        say(Verdict::NotAsClaimed, &format!("{seen} differ by {apart}, more than {within}"))
    }
}

fn say(verdict: Verdict, seen: &str) -> (Verdict, String) {
    let word = if verdict == Verdict::AsClaimed { "as claimed" } else { "not as claimed" };
    (verdict, format!("{seen}: {word}, not tested"))
}

/// `Ours and Base both score 2.52 (mean)`.
fn name_equal_scores([first, second]: [&str; 2], shown: &PairScores) -> String {
    let (score, measure) = (&shown.scores[0], &shown.measure);
    // Of choices, a share.
    if score.ends_with('%') {
        return format!("{first} and {second} are both {measure} {score}");
    }
    format!("{first} and {second} both score {score} ({measure})")
}

/// A difference with the decimals that tell it from a margin.
fn apart_from(difference: f64, margin: f64) -> String {
    let same = (difference - margin).abs() < EQUAL;
    let are_distinct = |decimals: &usize| same || number(difference, *decimals) != number(margin, *decimals);
    number(difference, (2..9).find(are_distinct).unwrap_or(9))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(values: [f64; 2]) -> PairScores {
        PairScores {
            measure: "mean".to_owned(),
            scores: sentences::scores(values, 2),
            difference: Some(values[0] - values[1]),
            direction: values[0] - values[1],
            numbers: Vec::new(),
        }
    }

    #[test]
    fn an_untested_order_says_what_was_seen() {
        let check = |values: [f64; 2], by: Option<f64>, expected: &str| {
            let (verdict, said) = judge_order(["A", "B"], &scores(values), Better::Higher, by);
            assert_eq!(said, format!("{expected}, not tested"));
            assert_eq!(verdict == Verdict::AsClaimed, !expected.contains("not as claimed"), "{said}");
        };
        check([2.85, 2.52], None, "A scored better (mean 2.85) than B (2.52): as claimed");
        check([2.52, 2.52], None, "A and B both score 2.52 (mean): not as claimed");
        check([2.1, 0.7 * 3.0], None, "A and B both score 2.10 (mean): not as claimed");
        let other = "A did not score better (mean 2.52) than B (2.85); the scores point the other way: not as claimed";
        check([2.52, 2.85], None, other);
        check([2.52, 2.85], Some(0.5), other);
        check(
            [2.85, 2.52],
            Some(0.5),
            "A scored better (mean 2.85) than B (2.52), by 0.33, less than the 0.5 claimed: not as claimed",
        );
        check(
            [3.019, 2.52],
            Some(0.5),
            "A scored better (mean 3.02) than B (2.52), by 0.499, less than the 0.5 claimed: not as claimed",
        );
        check(
            [3.02, 2.52],
            Some(0.5),
            "A scored better (mean 3.02) than B (2.52), by 0.50, at least the 0.5 claimed: as claimed",
        );
        check([2.52, 2.52], Some(0.5), "A and B both score 2.52 (mean): not as claimed");
    }

    #[test]
    fn an_untested_equality_says_what_was_seen() {
        let check = |values: [f64; 2], expected: &str| {
            let (verdict, said) = judge_equality(["A", "B"], &scores(values), 0.1);
            assert_eq!(said, format!("{expected}, not tested"));
            assert_eq!(verdict == Verdict::AsClaimed, !expected.contains("not as claimed"), "{said}");
        };
        check([2.85, 2.52], "A (mean 2.85) and B (2.52) differ by 0.33, more than 0.1: not as claimed");
        check([2.52, 2.85], "A (mean 2.52) and B (2.85) differ by 0.33, more than 0.1: not as claimed");
        check([2.55, 2.52], "A (mean 2.55) and B (2.52) differ by 0.03, at most 0.1: as claimed");
        check([2.52, 2.52], "A and B both score 2.52 (mean): as claimed");
    }
}
