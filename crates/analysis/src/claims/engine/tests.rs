use study::claim::{Bound, Coefficient};
use study::file::Better;

use super::super::evidence::{Agreement, Effect};
use super::super::thresholds::AgreementLevel;
use super::*;

/// Four systems with a difference, or none, for each pair in the order of the family.
struct FixedEvidence(Vec<(Pair, Option<f64>, Difference)>);

impl Evidence for FixedEvidence {
    fn system(&self, system: usize) -> &str {
        ["A", "B", "C", "D"][system]
    }

    fn criterion(&self, _: usize) -> Option<&str> {
        None
    }

    fn better(&self, _: usize) -> Better {
        Better::Higher
    }

    fn scores(&self, criterion: usize, pair: Pair) -> Option<PairScores> {
        let difference = self.test(TestName::MixedModel, criterion, pair)?.difference?.value;
        Some(PairScores {
            measure: "mean".to_owned(),
            scores: ["1".to_owned(), "0".to_owned()],
            difference: Some(difference),
            direction: difference,
            numbers: Vec::new(),
        })
    }

    fn test(&self, _: TestName, _: usize, pair: Pair) -> Option<TestOutcome> {
        let forward = self.0.iter().find(|it| it.0 == pair).map(|it| (it.1, it.2));
        let (p, difference) = forward.or_else(|| {
            let found = self.0.iter().find(|it| it.0 == (pair.1, pair.0))?;
            Some((found.1, found.2.reversed()))
        })?;
        let (p, difference) = (p.map(PValue::new), Some(difference));
        Some(TestOutcome { p, difference, effect: Effect::OfModel, at_margin: None, number: None })
    }

    fn family(&self, _: usize) -> Vec<Pair> {
        self.0.iter().map(|it| it.0).collect()
    }

    /// As wide as the level asks for: [0.5, 0.7] at 95 %, [0.45, 0.75] at 97.5 %.
    fn agreement(&self, asked: AgreementLevel) -> Option<Agreement> {
        let half = if asked.level > 0.95 { 0.15 } else { 0.1 };
        Some(Agreement { value: 0.6, interval: Some((0.6 - half, 0.6 + half)), number: None })
    }
}

fn difference(value: f64, se: f64) -> Difference {
    Difference { first: 0, second: 1, value, se, df: 40.0, most: f64::INFINITY }
}

fn claim_without_condition() -> Claim {
    let (id, text) = ("C1".to_owned(), "T".to_owned());
    Claim { id, text, holds_if: None, rule: Rule::Direction, as_original: None }
}

fn decide(holds_if: Condition, test: TestName, evidence: &FixedEvidence) -> Decision {
    let rule = Rule::Significant { test, correction: Correction::Holm, alpha: 0.05 };
    let claim = Claim { holds_if: Some(holds_if), rule, ..claim_without_condition() };
    decide_claim(&claim, evidence)
}

fn ranks_above(system: usize, other: usize, by: Option<f64>) -> Condition {
    Condition::Above { system, others: vec![other], criterion: 0, by }
}

#[test]
fn a_missing_p_value_keeps_its_place_and_counts_as_one() {
    // The second pair has no p-value: its neighbours must keep theirs.
    let evidence = FixedEvidence(vec![
        ((0, 1), Some(2e-5), difference(1.0, 0.1)),
        ((0, 2), None, difference(0.1, 0.1)),
        ((1, 2), Some(0.377), difference(0.1, 0.1)),
        ((0, 3), Some(2e-6), difference(1.0, 0.1)),
    ]);
    let verdict = |a, b| decide(ranks_above(a, b, None), TestName::MixedModel, &evidence).verdict;
    assert_eq!(verdict(0, 1), Verdict::Supported);
    assert_eq!(verdict(1, 0), Verdict::Contradicted);
    assert_eq!(verdict(0, 2), Verdict::Inconclusive);
    assert_eq!(verdict(1, 2), Verdict::Inconclusive);
    assert_eq!(verdict(0, 3), Verdict::Supported);
}

#[test]
fn what_decided_is_said_first() {
    let evidence =
        FixedEvidence(vec![((0, 1), Some(1e-6), difference(1.0, 0.1)), ((0, 2), Some(0.4), difference(0.1, 0.1))]);
    let both = Condition::All(vec![ranks_above(0, 1, None), ranks_above(0, 2, None)]);
    let found = decide(both, TestName::MixedModel, &evidence);
    assert_eq!(found.verdict, Verdict::Inconclusive);
    assert!(found.because[0].starts_with("A scored better (mean 1) than C"), "{:?}", found.because);
    assert!(found.because[1].starts_with("A scored better (mean 1) than B"), "{:?}", found.because);
}

#[test]
fn a_margin_is_tested_against_itself_and_not_against_zero() {
    let check = |value: f64, by: f64, expected: Verdict| {
        let evidence = FixedEvidence(vec![((0, 1), Some(1e-9), difference(value, 0.1))]);
        assert_eq!(
            decide(ranks_above(0, 1, Some(by)), TestName::MixedModel, &evidence).verdict,
            expected,
            "{value} {by}"
        );
    };
    // Far from zero, but not from the margin.
    check(0.5, 0.5, Verdict::Inconclusive);
    check(0.55, 0.5, Verdict::Inconclusive);
    check(0.8, 0.5, Verdict::Supported);
    check(0.2, 0.5, Verdict::Contradicted);
}

#[test]
fn a_margin_is_corrected_among_tests_against_the_same_margin() {
    // Each p-value against 0.5 is 0.026 alone. Both pairs are far from zero, which must not count as a step of Holm's.
    let evidence =
        FixedEvidence(vec![((0, 1), Some(1e-9), difference(0.7, 0.1)), ((0, 2), Some(1e-9), difference(0.7, 0.1))]);
    let found = decide(ranks_above(0, 1, Some(0.5)), TestName::MixedModel, &evidence);
    assert_eq!(found.verdict, Verdict::Inconclusive, "{:?}", found.because);
    let evidence = FixedEvidence(vec![((0, 1), Some(1e-9), difference(0.7, 0.1))]);
    assert_eq!(decide(ranks_above(0, 1, Some(0.5)), TestName::MixedModel, &evidence).verdict, Verdict::Supported);
}

#[test]
fn equivalence_is_tested_against_the_margin() {
    let check = |value: f64, se: f64, expected: Verdict| {
        let evidence = FixedEvidence(vec![((0, 1), Some(0.5), difference(value, se))]);
        let same = Condition::Same { systems: (0, 1), criterion: 0, within: 0.5 };
        let found = decide(same, TestName::Tost, &evidence);
        assert_eq!(found.verdict, expected, "{value} {se}: {:?}", found.because);
    };
    check(0.1, 0.1, Verdict::Supported);
    check(0.1, 0.4, Verdict::Inconclusive);
    check(0.5, 0.1, Verdict::Inconclusive);
    check(0.9, 0.1, Verdict::Contradicted);
    check(-0.9, 0.1, Verdict::Contradicted);
}

#[test]
fn a_test_that_cannot_decide_a_claim_says_so() {
    let evidence = FixedEvidence(vec![((0, 1), Some(1e-9), difference(0.8, 0.1))]);
    let found = decide(ranks_above(0, 1, Some(0.5)), TestName::Wilcoxon, &evidence);
    assert_eq!(found.verdict, Verdict::NotComputed);
    assert!(found.because.iter().any(|it| it.contains("use the mixed model")), "{:?}", found.because);
}

#[test]
fn what_the_original_did_stands_beside_what_decides() {
    let evidence = FixedEvidence(vec![((0, 1), Some(0.2), difference(0.1, 0.1))]);
    let rule = |test| Rule::Significant { test, correction: Correction::Holm, alpha: 0.05 };
    let claim = Claim {
        holds_if: Some(ranks_above(0, 1, None)),
        rule: rule(TestName::MixedModel),
        ..claim_without_condition()
    };
    let last = |as_original| {
        let found = decide_claim(&Claim { as_original: Some(as_original), ..claim.clone() }, &evidence);
        assert_eq!(found.verdict, Verdict::Inconclusive);
        found.because.last().unwrap().clone()
    };
    assert_eq!(
        last(Rule::Direction),
        "As the original did, by direction of the scores, not tested: direction only, as claimed. Believe the verdict above"
    );
    assert_eq!(
        last(rule(TestName::StudentT)),
        "As the original did, by Student's t-test, Holm's correction, alpha 0.05 (it treats all judgements as \
         independent): inconclusive, too"
    );
}

#[test]
fn the_order_of_the_scores_is_no_test() {
    let evidence = FixedEvidence(vec![((0, 1), Some(1e-9), difference(0.8, 0.1))]);
    let direction = |holds_if| {
        let claim = Claim { holds_if: Some(holds_if), ..claim_without_condition() };
        decide_claim(&claim, &evidence).verdict
    };
    assert_eq!(direction(ranks_above(0, 1, None)), Verdict::AsClaimed);
    assert_eq!(direction(ranks_above(1, 0, None)), Verdict::NotAsClaimed);
    let both = Condition::All(vec![ranks_above(0, 1, None), ranks_above(1, 0, None)]);
    let either = Condition::Any(vec![ranks_above(0, 1, None), ranks_above(1, 0, None)]);
    assert_eq!((direction(both), direction(either)), (Verdict::NotAsClaimed, Verdict::AsClaimed));
}

#[test]
fn alternatives_are_corrected_together() {
    let evidence = FixedEvidence(vec![((0, 1), Some(0.02), difference(0.7, 0.1))]);
    let on = |criterion| Condition::Above { system: 0, others: vec![1], criterion, by: None };
    let check = |holds_if: Condition, expected: Verdict, words: &str| {
        let found = decide(holds_if, TestName::MixedModel, &evidence);
        assert_eq!(found.verdict, expected, "{:?}", found.because);
        assert!(found.because[0].contains(words), "{:?}", found.because);
    };
    check(on(0), Verdict::Supported, "p = 0.020, below 0.05");
    // 3 · 0.02 = 0.06.
    check(
        Condition::Any(vec![on(0), on(1), on(2)]),
        Verdict::Inconclusive,
        "p = 0.060, Bonferroni's correction over 3 alternatives, not below 0.05",
    );
    // Parts that must all hold need no correction, and pairs on one criterion have theirs.
    check(Condition::All(vec![on(0), on(1), on(2)]), Verdict::Supported, "p = 0.020, below 0.05");
    check(Condition::Any(vec![on(0), ranks_above(1, 0, None)]), Verdict::Supported, "p = 0.020, below 0.05");
    // A study that wants no correction gets none.
    let rule = Rule::Significant { test: TestName::MixedModel, correction: Correction::None, alpha: 0.05 };
    let holds_if = Some(Condition::Any(vec![on(0), on(1), on(2)]));
    let uncorrected = decide_claim(&Claim { holds_if, rule, ..claim_without_condition() }, &evidence);
    assert_eq!(uncorrected.verdict, Verdict::Supported);
}

/// Of two alternatives either may support the claim by chance, of two parts either may contradict it: the interval is longer there.
#[test]
fn agreement_is_held_against_the_interval_that_its_claim_leaves_to_it() {
    let evidence = FixedEvidence(Vec::new());
    let of = |criterion, threshold| Condition::Agreement {
        coefficient: Coefficient::Alpha,
        criterion,
        bound: Bound::AtLeast,
        threshold,
    };
    let check = |holds_if: Condition, expected: Verdict, words: &str| {
        let found = decide(holds_if, TestName::MixedModel, &evidence);
        assert_eq!(found.verdict, expected, "{:?}", found.because);
        assert_eq!(found.because[0], format!("Krippendorff's alpha is 0.600 {words}"));
    };
    let both = |threshold| vec![of(0, threshold), of(1, threshold)];
    let (low, high) = (0.48, 0.72);
    let settle = "If the true agreement is as observed, about 3.0 times as many items would settle it with 80 % power";
    check(of(0, low), Verdict::Supported, "[0.500, 0.700]: the whole interval is at least 0.48");
    check(Condition::All(both(low)), Verdict::Supported, "[0.500, 0.700]: the whole interval is at least 0.48");
    check(
        Condition::Any(both(low)),
        Verdict::Inconclusive,
        &format!(
            "[0.450, 0.750] (97.5 % interval: Bonferroni's correction over 2 alternatives): the interval reaches to both sides \
             of 0.48, so that it is at least 0.48 was not shown. {settle}"
        ),
    );
    check(of(0, high), Verdict::Contradicted, "[0.500, 0.700]: none of the interval is at least 0.72");
    check(Condition::Any(both(high)), Verdict::Contradicted, "[0.500, 0.700]: none of the interval is at least 0.72");
    check(
        Condition::All(both(high)),
        Verdict::Inconclusive,
        &format!(
            "[0.450, 0.750] (97.5 % interval: Bonferroni's correction over 2 parts, each of which could contradict the claim): \
             the interval reaches to both sides of 0.72, so that it is at least 0.72 was not shown. {settle}"
        ),
    );
    let rule = |holds_if| decide(holds_if, TestName::MixedModel, &evidence).rule;
    assert_eq!(rule(of(0, low)), "the 95 % interval of Krippendorff's alpha");
    assert_eq!(rule(Condition::Any(both(low))), "the 97.5 % interval of Krippendorff's alpha");
    let mixed = Condition::All(vec![ranks_above(0, 1, None), of(0, low)]);
    assert_eq!(
        rule(mixed),
        "linear mixed model, Holm's correction, alpha 0.05; the 95 % interval of Krippendorff's alpha"
    );
}

/// Criteria without any difference, by what was drawn for each.
struct NoDifference(Vec<f64>);

impl Evidence for NoDifference {
    fn system(&self, system: usize) -> &str {
        ["A", "B"][system]
    }

    fn criterion(&self, _: usize) -> Option<&str> {
        None
    }

    fn better(&self, _: usize) -> Better {
        Better::Higher
    }

    fn scores(&self, criterion: usize, _: Pair) -> Option<PairScores> {
        let (scores, direction) = (["1".to_owned(), "0".to_owned()], self.0[criterion]);
        Some(PairScores { measure: String::new(), scores, difference: None, direction, numbers: Vec::new() })
    }

    fn test(&self, _: TestName, criterion: usize, pair: Pair) -> Option<TestOutcome> {
        let value = if pair.0 == 0 { self.0[criterion] } else { -self.0[criterion] };
        let difference = Difference { df: f64::INFINITY, ..difference(value, 1.0) };
        let p = Some(two_sided_p_beyond(&difference, 0.0));
        Some(TestOutcome { p, difference: Some(difference), effect: Effect::OfModel, at_margin: None, number: None })
    }

    fn family(&self, _: usize) -> Vec<Pair> {
        vec![(0, 1)]
    }

    fn agreement(&self, _: AgreementLevel) -> Option<Agreement> {
        None
    }
}

/// How many of 4000 studies of six criteria without any difference come to a verdict.
fn count_by_chance(holds_if: Condition, verdict: Verdict) -> usize {
    let rule = Rule::Significant { test: TestName::MixedModel, correction: Correction::Holm, alpha: 0.05 };
    let claim = Claim { holds_if: Some(holds_if), rule, ..claim_without_condition() };
    let mut draws = stats::resample::Stream::new(7, 0);
    let studies = (0..4000).map(|_| NoDifference((0..6).map(|_| draws.normal()).collect()));
    studies.filter(|drawn| decide_claim(&claim, drawn).verdict == verdict).count()
}

fn on_criterion(criterion: usize, (system, other): Pair) -> Condition {
    Condition::Above { system, others: vec![other], criterion, by: None }
}

/// Six criteria without any difference: a claim of a difference in either direction on one of them is supported in
/// one of twenty studies at most.
#[test]
fn a_claim_with_alternatives_keeps_its_level() {
    let either = |criterion| [on_criterion(criterion, (0, 1)), on_criterion(criterion, (1, 0))];
    let supported = count_by_chance(Condition::Any((0..6).flat_map(either).collect()), Verdict::Supported);
    // 0.05 with a standard error of 0.0034; without a correction it is 0.26.
    assert!((140..=240).contains(&supported), "{supported} of 4000");
}

/// A claim that something is better on all of six criteria, as it is by ever so little, is contradicted by one of them in one of forty
/// studies at most: a two-sided test is wrong on that side half as often as its level says.
#[test]
fn a_claim_with_several_parts_is_rarely_contradicted_by_chance() {
    let all = Condition::All((0..6).map(|criterion| on_criterion(criterion, (0, 1))).collect());
    let contradicted = count_by_chance(all, Verdict::Contradicted);
    // 0.025 with a standard error of 0.0025; without a correction it is 0.14.
    assert!((60..=140).contains(&contradicted), "{contradicted} of 4000");
    // Alternatives are contradicted only together.
    let any = Condition::Any((0..2).map(|criterion| on_criterion(criterion, (0, 1))).collect());
    assert!(count_by_chance(any, Verdict::Contradicted) < 10);
}

#[test]
fn what_contradicts_one_of_several_parts_is_corrected_over_them() {
    let check = |value: f64, p: f64, parts: usize, expected: Verdict, words: &str| {
        let evidence = FixedEvidence(vec![((0, 1), Some(p), difference(value, 0.1))]);
        let all = Condition::All((0..parts).map(|criterion| on_criterion(criterion, (0, 1))).collect());
        let found = decide(all, TestName::MixedModel, &evidence);
        assert_eq!(found.verdict, expected, "{:?}", found.because);
        assert!(found.because[0].contains(words), "{:?}", found.because);
    };
    let over = |p: &str, side: &str| {
        format!(
            "p = {p}, Bonferroni's correction over 3 parts, each of which could contradict the claim, {side}below 0.05"
        )
    };
    check(-0.7, 0.02, 1, Verdict::Contradicted, "p = 0.020, below 0.05");
    check(-0.7, 0.02, 3, Verdict::Inconclusive, &over("0.060", "not "));
    check(-0.7, 0.015, 3, Verdict::Contradicted, &over("0.045", ""));
    // That all of them hold needs no correction.
    check(0.7, 0.02, 3, Verdict::Supported, "p = 0.020, below 0.05");
}

#[test]
fn what_contradicts_a_margin_is_the_p_value_that_is_told() {
    let evidence = FixedEvidence(vec![((0, 1), Some(1e-9), difference(-0.4, 0.1))]);
    let by = decide(ranks_above(0, 1, Some(0.1)), TestName::MixedModel, &evidence);
    assert_eq!(by.verdict, Verdict::Contradicted);
    assert!(by.because[0].contains("p < 0.001 for a difference of less than 0.1, below 0.05"), "{:?}", by.because);
    let same = Condition::Same { systems: (0, 1), criterion: 0, within: 0.1 };
    let same = decide(same, TestName::Tost, &evidence);
    assert_eq!(same.verdict, Verdict::Contradicted);
    assert!(same.because[0].contains("a difference beyond ±0.1 was shown (p = 0.0"), "{:?}", same.because);
}
