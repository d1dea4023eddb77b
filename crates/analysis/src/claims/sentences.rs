//! How a verdict follows from the numbers, in sentences.

use stats::decide::Difference;
use stats::dist::normal;
use stats::{Interval, PValue};
use study::claim::{Bound, Coefficient, Rule};
use study::file::Better;

use super::evidence::{Agreement, Effect, OwnInterval, PairScores};
use crate::results::Verdict;
use crate::setting::correction_words;

/// What decides a claim.
pub(super) fn rule(rule: Rule) -> String {
    match rule {
        Rule::Direction => "direction of the scores, not tested".to_owned(),
        Rule::OutOfScope => "out of scope".to_owned(),
        Rule::Significant { test, correction, alpha } => {
            let method = test.method();
            let how = if method.familywise { "which corrects by itself" } else { correction_words(correction) };
            format!("{}, {how}, alpha {alpha}", method.words)
        }
    }
}

/// What the original's own rule says, beside what decides.
pub(super) fn as_original(original: Rule, found: Verdict, deciding: Verdict) -> String {
    let assumes = match original {
        Rule::Significant { test, .. } => format!(" (it {})", test.method().assumes.words()),
        Rule::Direction | Rule::OutOfScope => String::new(),
    };
    let same = if found == deciding { ", too" } else { ". Believe the verdict above" };
    format!("As the original did, by {}{assumes}: {}{same}", rule(original), found.word())
}

/// What a difference is tested against.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Margin {
    /// No difference.
    None,
    /// At least this much.
    AtLeast(f64),
    /// Less than this much, either way.
    Within(f64),
}

/// `SVM was rated better (mean 2.85) than GeDi (2.55)`: what was found, from the side that the claim takes.
pub(super) fn order([first, second]: [&str; 2], shown: &PairScores, better: Better) -> String {
    let [high, low] = &shown.scores;
    // A claim that the first is higher says of a score of which lower is better that the second is better.
    let (winner, loser, scores, word) = match better {
        Better::Higher => (first, second, [high, low], "better"),
        Better::Lower => (second, first, [low, high], "better"),
        Better::Neither => (first, second, [high, low], "higher"),
    };
    let verb = if shown.direction > 0.0 { "scored" } else { "did not score" };
    format!("{winner} {verb} {word} ({} {}) than {loser} ({})", shown.measure, scores[0], scores[1])
}

/// `SVM (mean 2.85) and GeDi (2.55)`.
pub(super) fn name_with_scores([first, second]: [&str; 2], shown: &PairScores) -> String {
    format!("{first} ({} {}) and {second} ({})", shown.measure, shown.scores[0], shown.scores[1])
}

/// `; the model's difference 0.30, 95 % CI [0.05, 0.55]`: what decided, in words that keep it apart from the two scores.
/// Where plain scores differ by something else, that is said, too: whoever subtracts must not be puzzled.
pub(super) fn difference((found, effect): (&Difference, Effect), shown: &PairScores, level: f64) -> String {
    let interval = found.interval(level);
    let decimals = decimals(found.se);
    let [value, low, high] = [found.possible_value(), interval.low, interval.high].map(|x| number(x, decimals));
    let what = match effect {
        Effect::OfScores => "difference",
        Effect::OfModel => "the model's difference",
        Effect::OnBallot => "the model's difference on one ballot",
        Effect::NetPreference => "net preference",
        Effect::ModelPreference => "net preference by the model, over all pairs,",
        Effect::GradedPreference => "net preference by degrees, by the model over all pairs,",
    };
    // Scores are printed with two decimals: what their rounding explains needs no words.
    let rounding = 1.5 * 0.1f64.powi(decimals.min(2) as i32);
    let plain = shown.difference.filter(|plain| (plain - found.value).abs() > rounding);
    let plain = match effect {
        Effect::OfModel => plain.map(|it| {
            let it = number(it, decimals);
            format!(" (the scores differ by {it}; the model allows for who judged what)")
        }),
        Effect::OfScores
        | Effect::OnBallot
        | Effect::NetPreference
        | Effect::ModelPreference
        | Effect::GradedPreference => None,
    };
    format!("; {what} {value}, {} % CI [{low}, {high}]{}", 100.0 * level, plain.unwrap_or_default())
}

/// `; difference of log strengths 0.42, 95 % CI [0.05, 0.79]`: what a test other than the deciding model's finds.
pub(super) fn own_interval(own: &OwnInterval) -> String {
    let Interval { low, high, level, .. } = own.interval;
    let decimals = decimals((high - low) / 4.0);
    let [value, low, high] = [own.value, low, high].map(|x| number(x, decimals));
    format!("; {} {value}, {} % CI [{low}, {high}]", own.what, percent(level))
}

/// ` (A minus B)`, where the sentence names the second first: a difference is always that of the claim's first and second.
pub(super) fn minus([first, second]: [&str; 2], better: Better) -> String {
    match better {
        Better::Lower => format!(" ({first} minus {second})"),
        Better::Higher | Better::Neither => String::new(),
    }
}

/// `p = 0.164 (Holm's correction over 6 comparisons), not below 0.05`. What contradicts a claim about a margin is a test
/// of its own, on the other side of it.
pub(super) fn test(p: PValue, alpha: f64, family: &str, (margin, verdict): (Margin, Verdict)) -> String {
    let against = describe_margin(margin, verdict);
    let below = if p.value() < alpha { "" } else { "not " };
    format!("{}{against}{family}, {below}below {alpha}", p_words(p, alpha))
}

/// ` against a difference of 0.3`: what a p-value is of, behind the name of its test.
pub(super) fn describe_margin(margin: Margin, verdict: Verdict) -> String {
    match (margin, verdict == Verdict::Contradicted) {
        (Margin::None, _) => String::new(),
        (Margin::AtLeast(by), true) => format!(" for a difference of less than {by}"),
        (Margin::AtLeast(by), false) => format!(" against a difference of {by}"),
        (Margin::Within(within), true) => format!(" for a difference beyond ±{within}"),
        (Margin::Within(within), false) => format!(" for equivalence within ±{within}"),
    }
}

/// `equivalence within ±0.05 was not shown (two one-sided tests, p = 0.743, …)`, with the family and the difference.
/// Where it is contradicted, the p-value is that of a difference beyond the margin.
pub(super) fn equivalence(p: PValue, (within, alpha): (f64, f64), verdict: Verdict, rest: &str) -> String {
    if verdict == Verdict::Contradicted {
        return format!("a difference beyond ±{within} was shown ({}{rest})", p_words(p, alpha));
    }
    let shown = if p.value() < alpha { "was shown" } else { "was not shown" };
    format!("equivalence within ±{within} {shown} (two one-sided tests, {}{rest})", p_words(p, alpha))
}

/// How much more would be needed for a power of 0.8, if the difference is as large as found: the standard error falls
/// with the square root of the number of judgements, as long as people and items grow alike.
pub(super) fn settle(difference: &Difference, margin: Margin, alpha: f64) -> String {
    let power = normal::quantile(0.8);
    let (effect, needed) = match margin {
        Margin::None => (difference.value.abs(), normal::quantile(1.0 - alpha / 2.0) + power),
        Margin::AtLeast(by) => (difference.value - by, normal::quantile(1.0 - alpha) + power),
        Margin::Within(within) => (within - difference.value.abs(), normal::quantile(1.0 - alpha) + power),
    };
    let times = (needed * difference.se / effect).powi(2);
    if effect <= 0.0 {
        let printed = decimals(difference.se);
        let (value, at_margin) = (number(difference.possible_value(), printed), |by: f64| number(by, printed));
        let seen = match margin {
            Margin::None => "No difference was observed",
            Margin::AtLeast(by) if value == at_margin(by) => "The observed difference is just as large as claimed",
            Margin::AtLeast(_) => "The observed difference is smaller than claimed",
            Margin::Within(_) => "The observed difference is not within the margin",
        };
        return format!("{seen}: more judgements would not be expected to support it");
    }
    times_words(times, "difference", "judgements")
}

/// The same for a test of which only the p-value is known: what it stands for in standard errors grows alike.
pub(super) fn settle_by_p(p: Option<PValue>, alpha: f64) -> String {
    let found = p.map_or(0.0, |p| normal::quantile(1.0 - p.value() / 2.0));
    let needed = normal::quantile(1.0 - alpha / 2.0) + normal::quantile(0.8);
    times_words((needed / found).powi(2), "difference", "judgements")
}

/// `If the true difference is as observed, about 2.0 times as many judgements would settle it with 80 % power`.
fn times_words(times: f64, what: &str, more: &str) -> String {
    if times.is_nan() || times > 100.0 {
        let more = if more == "judgements" { "people and items" } else { more };
        return format!(
            "If the true {what} is as observed, more than 100 times as many {more} would be needed to settle it"
        );
    }
    let times = number(times.max(1.1), if times < 10.0 { 1 } else { 0 });
    format!("If the true {what} is as observed, about {times} times as many {more} would settle it with 80 % power")
}

/// The name of a coefficient.
pub(super) fn coefficient(coefficient: Coefficient) -> &'static str {
    match coefficient {
        Coefficient::Alpha => "Krippendorff's alpha",
        Coefficient::Kappa => "Fleiss' kappa",
        Coefficient::Percent => "the share of agreeing pairs",
    }
}

/// `97.5`, of 0.975.
pub(super) fn percent(level: f64) -> String {
    let percent = format!("{:.2}", 100.0 * level);
    percent.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// ` (97.5 % interval: Bonferroni's correction over 2 alternatives)`; nothing of the usual interval.
fn interval_level(level: f64, parts: &str) -> String {
    if (level - 0.95).abs() < 1e-9 {
        return String::new();
    }
    format!(" ({} % interval{parts})", percent(level))
}

/// `Krippendorff's alpha is 0.570 [0.410, 0.680]: the whole interval is at least 0.4`.
pub(super) fn agreement(
    which: Coefficient,
    found: &Agreement,
    ((bound, threshold), verdict): ((Bound, f64), Verdict),
    (level, parts): (f64, &str),
) -> String {
    let word = match bound {
        Bound::AtLeast => "at least",
        Bound::AtMost => "at most",
    };
    let at = interval_level(level, parts);
    let interval = found.interval.map(|(low, high)| format!(" [{}, {}]{at}", number(low, 3), number(high, 3)));
    let value = format!("{} is {}{}", coefficient(which), number(found.value, 3), interval.unwrap_or_default());
    let no_width = found.interval.is_some_and(|(low, high)| high <= low);
    match verdict {
        Verdict::Supported => format!("{value}: the whole interval is {word} {threshold}"),
        Verdict::Contradicted => format!("{value}: none of the interval is {word} {threshold}"),
        Verdict::Inconclusive if no_width => format!(
            "{value}: the interval has no width, because people agree alike on every item, so it says nothing of other items"
        ),
        Verdict::Inconclusive => {
            let settle = settle_agreement(found, threshold, level);
            format!(
                "{value}: the interval reaches to both sides of {threshold}, so that it is {word} {threshold} was not shown{settle}"
            )
        }
        Verdict::AsClaimed => format!("{value}, {word} {threshold}: as claimed, not tested"),
        Verdict::NotAsClaimed | Verdict::NotComputed | Verdict::OutOfScope => {
            format!("{value}, not {word} {threshold}: not as claimed, not tested")
        }
    }
}

/// `Krippendorff's alpha is 0.875 and has no interval: one item was judged …`: why nothing is decided.
pub(super) fn no_agreement(which: Coefficient, known: Option<f64>, why: Option<&str>) -> String {
    let found = known.map_or_else(
        || "could not be computed".to_owned(),
        |value| format!("is {} and has no interval", number(value, 3)),
    );
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    format!("{} {found}{why}", coefficient(which))
}

/// How many times as many items would bring an end of the interval to this side of the threshold, with 80 % power.
fn settle_agreement(found: &Agreement, threshold: f64, level: f64) -> String {
    let Some((low, high)) = found.interval else { return String::new() };
    let (distance, half) = (
        (found.value - threshold).abs(),
        if found.value >= threshold { found.value - low } else { high - found.value },
    );
    let z = normal::quantile(1.0 - (1.0 - level) / 2.0);
    let times = (half / distance * (z + normal::quantile(0.8)) / z).powi(2);
    format!(". {}", times_words(times, "agreement", "items"))
}

/// The two scores with the digits that tell them apart.
pub(super) fn scores(scores: [f64; 2], decimals: usize) -> [String; 2] {
    let same = |decimals: usize| number(scores[0], decimals) == number(scores[1], decimals);
    let decimals = if scores[0].total_cmp(&scores[1]).is_eq() {
        decimals
    } else {
        (decimals..decimals + 4).find(|decimals| !same(*decimals)).unwrap_or(decimals)
    };
    scores.map(|score| number(score, decimals))
}

/// Two significant digits of the standard error.
fn decimals(se: f64) -> usize {
    if se > 0.0 { (1.0 - se.log10().floor()).clamp(0.0, 4.0) as usize } else { 2 }
}

/// Never zero, and never on the wrong side of alpha.
pub(crate) fn p_words(p: PValue, alpha: f64) -> String {
    if p.value() < 0.001 {
        return "p < 0.001".to_owned();
    }
    let value = (3..=6).map(|decimals| number(p.value(), decimals)).find(|text| {
        let read: f64 = text.parse().unwrap_or(f64::NAN);
        (read < alpha) == (p.value() < alpha)
    });
    value.map_or_else(|| format!("p = {}", p.value()), |value| format!("p = {value}"))
}

/// A number with so many decimals, a minus that is one, and no minus before zero.
pub(super) fn number(value: f64, decimals: usize) -> String {
    stats::to_decimals(value, decimals).replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair_scores(measure: &str, values: [f64; 2]) -> PairScores {
        PairScores {
            measure: measure.to_owned(),
            scores: scores(values, 2),
            difference: Some(values[0] - values[1]),
            direction: values[0] - values[1],
            numbers: Vec::new(),
        }
    }

    #[test]
    fn the_sentence_is_right_for_the_direction_of_the_scale() {
        let check = |values: [f64; 2], better: Better, expected: &str| {
            assert_eq!(order(["A", "B"], &pair_scores("mean rank", values), better), expected);
        };
        check([2.78, 2.05], Better::Higher, "A scored better (mean rank 2.78) than B (2.05)");
        check([2.78, 2.05], Better::Lower, "B scored better (mean rank 2.05) than A (2.78)");
        check([2.05, 2.78], Better::Lower, "B did not score better (mean rank 2.78) than A (2.05)");
        check([2.05, 2.78], Better::Neither, "A did not score higher (mean rank 2.05) than B (2.78)");
    }

    #[test]
    fn whoever_subtracts_the_scores_is_told_what_the_difference_is() {
        let found = Difference { first: 0, second: 1, value: 0.92, se: 0.18, df: f64::INFINITY, most: f64::INFINITY };
        let check = |values: [f64; 2], effect: Effect, expected: &str| {
            assert_eq!(difference((&found, effect), &pair_scores("mean", values), 0.95), expected);
        };
        check([4.11, 3.181], Effect::OfModel, "; the model's difference 0.92, 95 % CI [0.57, 1.27]");
        check(
            [4.03, 3.19],
            Effect::OfModel,
            "; the model's difference 0.92, 95 % CI [0.57, 1.27] (the scores differ by 0.84; the model allows for who \
             judged what)",
        );
        check([4.03, 3.19], Effect::OfScores, "; difference 0.92, 95 % CI [0.57, 1.27]");
        check(
            [68.5, 42.7],
            Effect::ModelPreference,
            "; net preference by the model, over all pairs, 0.92, 95 % CI [0.57, 1.27]",
        );
        check([2.1, 1.0], Effect::OnBallot, "; the model's difference on one ballot 0.92, 95 % CI [0.57, 1.27]");
        // Of a score of which less is better, the sentence begins with the claim's second.
        assert_eq!(minus(["A", "B"], Better::Lower), " (A minus B)");
        assert_eq!(minus(["A", "B"], Better::Higher), "");
    }

    #[test]
    fn a_p_value_is_never_zero_and_never_on_the_wrong_side() {
        let check = |p: f64, expected: &str| {
            assert_eq!(test(PValue::new(p), 0.05, "", (Margin::None, Verdict::Inconclusive)), expected)
        };
        check(0.1636, "p = 0.164, not below 0.05");
        check(0.04996, "p = 0.04996, below 0.05");
        check(0.0500001, "p = 0.050, not below 0.05");
        check(0.0, "p < 0.001, below 0.05");
    }

    #[test]
    fn agreement_is_not_said_to_reach_what_was_not_shown() {
        let check = |value: f64, interval: Option<(f64, f64)>, verdict: Verdict, expected: &str| {
            let found = Agreement { value, interval, number: None };
            let said = agreement(Coefficient::Alpha, &found, ((Bound::AtLeast, 0.4), verdict), (0.95, ""));
            assert_eq!(said, format!("Krippendorff's alpha is {expected}"));
        };
        let all = Some((0.41, 0.68));
        check(0.57, all, Verdict::Supported, "0.570 [0.410, 0.680]: the whole interval is at least 0.4");
        check(
            0.2,
            Some((0.1, 0.3)),
            Verdict::Contradicted,
            "0.200 [0.100, 0.300]: none of the interval is at least 0.4",
        );
        // (0.3 / 0.2 · 2.80 / 1.96)² = 4.6.
        check(
            0.6,
            Some((0.3, 0.8)),
            Verdict::Inconclusive,
            "0.600 [0.300, 0.800]: the interval reaches to both sides of 0.4, so that it is at least 0.4 was not shown. If the \
             true agreement is as observed, about 4.6 times as many items would settle it with 80 % power",
        );
        let none = "1.000 [1.000, 1.000]: the interval has no width, because people agree alike on every item, so it says \
                    nothing of other items";
        check(1.0, Some((1.0, 1.0)), Verdict::Inconclusive, none);
        check(0.6, None, Verdict::AsClaimed, "0.600, at least 0.4: as claimed, not tested");
    }

    #[test]
    fn two_scores_that_differ_do_not_look_the_same() {
        assert_eq!(scores([-1.6807, -1.7094], 1), ["−1.68", "−1.71"]);
        assert_eq!(scores([2.85, -0.0001], 2), ["2.85", "0.00"]);
    }

    #[test]
    fn what_would_settle_it_follows_from_the_standard_error() {
        let difference =
            Difference { first: 0, second: 1, value: 0.2, se: 0.1, df: f64::INFINITY, most: f64::INFINITY };
        // (1.96 + 0.842)² · 0.1² / 0.2² = 1.96.
        assert!(settle(&difference, Margin::None, 0.05).contains("about 2.0 times"));
        // The p-value of two standard errors asks for the same.
        assert!(settle_by_p(Some(PValue::new(0.045_500_264)), 0.05).contains("about 2.0 times"));
        assert!(settle_by_p(None, 0.05).contains("more than 100 times"));
        assert!(settle(&difference, Margin::AtLeast(0.3), 0.05).contains("smaller than claimed"));
        assert!(settle(&difference, Margin::AtLeast(0.204), 0.05).contains("just as large as claimed"));
        let none = Difference { value: 0.0, ..difference };
        assert!(settle(&none, Margin::None, 0.05).contains("No difference was observed"));
        assert!(settle(&difference, Margin::Within(0.1), 0.05).contains("not within the margin"));
    }
}
