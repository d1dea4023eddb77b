//! How a verdict follows from evidence.

use stats::PValue;
use stats::decide::Difference;
use study::claim::{Claim, Condition, Rule};
use study::file::{Correction, TestName};
use study::method::Decision as Question;

use super::evidence::{DecidingTest, Evidence, PairScores, TestOutcome};
use super::power::{Levels, PowerForOriginal, find_power};
use super::scores_alone;
use super::sentences::{self, Margin};
use crate::Quantity;
use crate::comparisons::Pair;
use crate::results::Verdict;
use crate::setting::correct;

/// A claim, decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// The outcome.
    pub verdict: Verdict,
    /// How it follows from the numbers, part by part; the parts that decided come first.
    pub because: Vec<String>,
    /// The numbers that were used.
    pub numbers: Vec<Quantity>,
    /// The p-values that decided, part by part.
    pub tests: Vec<DecidingTest>,
    /// The power of each comparison that was tested for what the original found, where that is known.
    pub power: Vec<PowerForOriginal>,
    /// What decided, in words: the test with its correction and level, the interval of a coefficient of agreement.
    pub rule: String,
}

/// Decides a claim by its own rule.
#[must_use]
pub fn decide_claim(claim: &Claim, evidence: &dyn Evidence) -> Decision {
    let mut evaluator = ClaimEvaluator::new(evidence, claim.rule);
    let verdict = match (&claim.holds_if, claim.rule) {
        (None, _) | (_, Rule::OutOfScope) => Verdict::OutOfScope,
        (Some(condition), Rule::Direction | Rule::Significant { .. }) => evaluator.evaluate(condition),
    };
    let rule = evaluator.rule_words(claim.holds_if.as_ref());
    let ClaimEvaluator { mut because, mut numbers, tests, power, .. } = evaluator;
    // What decided comes first, so that whoever reads one sentence reads that.
    because.sort_by_key(|(part, _)| *part != verdict);
    let mut because: Vec<String> = because.into_iter().map(|(_, sentence)| sentence).collect();
    if let (Some(condition), Some(rule)) = (&claim.holds_if, claim.as_original) {
        let mut original = ClaimEvaluator::new(evidence, rule);
        let found = original.evaluate(condition);
        if found != Verdict::NotComputed && verdict != Verdict::OutOfScope {
            because.push(sentences::as_original(rule, found, verdict));
            numbers.extend(original.numbers);
        }
    }
    let mut seen = std::collections::HashSet::new();
    numbers.retain(|number| seen.insert(number.clone()));
    Decision { verdict, because, numbers, tests, power, rule }
}

/// A claim on its way to a verdict.
struct ClaimEvaluator<'a> {
    evidence: &'a dyn Evidence,
    rule: Rule,
    /// Over how many alternatives the p-values of the part at hand are corrected where they support the claim.
    alternatives: usize,
    /// Over how many parts that must all hold they are corrected where they contradict it.
    conditions: usize,
    /// Each part's verdict, and how it follows.
    because: Vec<(Verdict, String)>,
    numbers: Vec<Quantity>,
    tests: Vec<DecidingTest>,
    power: Vec<PowerForOriginal>,
    /// The intervals of agreement that parts were held against.
    intervals: Vec<String>,
}

/// What a p-value is evidence for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The claim.
    Support,
    /// Its opposite.
    Contradict,
}

/// A test with its level and correction.
#[derive(Clone, Copy)]
struct Test {
    name: TestName,
    correction: Correction,
    alpha: f64,
}

impl<'a> ClaimEvaluator<'a> {
    fn new(evidence: &'a dyn Evidence, rule: Rule) -> ClaimEvaluator<'a> {
        ClaimEvaluator {
            evidence,
            rule,
            alternatives: 1,
            conditions: 1,
            because: Vec::new(),
            numbers: Vec::new(),
            tests: Vec::new(),
            power: Vec::new(),
            intervals: Vec::new(),
        }
    }

    /// What decided: agreement is held against an interval, everything else decided by the rule of the claim.
    fn rule_words(&self, condition: Option<&Condition>) -> String {
        let parts = condition.map(Condition::parts).unwrap_or_default();
        let about_systems = parts.iter().any(|part| !matches!(part, Condition::Agreement { .. }));
        let tested = about_systems || self.intervals.is_empty();
        let test = tested.then(|| sentences::rule(self.rule));
        test.into_iter().chain(self.intervals.iter().cloned()).collect::<Vec<_>>().join("; ")
    }

    /// Of several parts that must all hold the worst decides, of alternatives the best.
    ///
    /// A claim whose parts must all hold is wrongly supported only where a false part is, and therefore keeps the level
    /// of its parts. One with alternatives is wrongly supported as soon as any of k false ones is, up to k times as
    /// often: each is therefore tested at the level divided by k. Holm's steps would decide the same here, because the
    /// claim holds exactly where the smallest p-value passes the first, strictest step. It is the other way round for what
    /// contradicts a claim: any of k parts that must all hold does, so each does at the level divided by k; alternatives only
    /// together.
    fn evaluate(&mut self, condition: &Condition) -> Verdict {
        let outer = (self.alternatives, self.conditions);
        match condition {
            Condition::All(parts) => {
                self.conditions *= self.count_families(parts);
                let worst = parts.iter().map(|part| self.evaluate(part)).min();
                (self.alternatives, self.conditions) = outer;
                worst.unwrap_or(Verdict::NotComputed)
            }
            Condition::Any(parts) => {
                self.alternatives *= self.count_families(parts);
                let best = parts.iter().map(|part| self.evaluate(part)).max();
                (self.alternatives, self.conditions) = outer;
                best.unwrap_or(Verdict::NotComputed)
            }
            Condition::Above { system, others, criterion, by } => {
                let above = others.iter().map(|other| self.evaluate_above(*criterion, (*system, *other), *by));
                above.min().unwrap_or(Verdict::NotComputed)
            }
            Condition::Same { systems, criterion, within } => self.evaluate_same(*criterion, *systems, *within),
            Condition::Agreement { coefficient, criterion, bound, threshold } => {
                self.evaluate_agreement(*coefficient, *criterion, (*bound, *threshold))
            }
        }
    }

    fn evaluate_above(&mut self, criterion: usize, pair: Pair, by: Option<f64>) -> Verdict {
        let Some(shown) = self.scores(criterion, pair) else { return Verdict::NotComputed };
        let sentence = self.criterion_phrase(criterion)
            + &sentences::order(self.names(pair), &shown, self.evidence.better(criterion));
        let test = match self.rule {
            Rule::Significant { test, correction, alpha } => Test { name: test, correction, alpha },
            Rule::Direction | Rule::OutOfScope => {
                let better = self.evidence.better(criterion);
                let seen = scores_alone::judge_order(self.names(pair), &shown, better, by);
                return self.record_untested(criterion, seen);
            }
        };
        let Some(tested) = self.test(test, criterion, pair) else { return Verdict::NotComputed };
        let (verdict, p, margin, side) = match by {
            None => {
                // Where designs are unbalanced, the model and the raw scores may differ in sign.
                let direction = tested.difference.map_or(shown.direction, |it| it.value);
                let side = if direction > 0.0 { Side::Support } else { Side::Contradict };
                let raw = tested.p.unwrap_or(PValue::new(1.0));
                let p = self.correct_p_value(test, (criterion, pair), (Margin::None, raw), side);
                let verdict = match (p.value() < test.alpha, side) {
                    (true, Side::Support) => Verdict::Supported,
                    (true, Side::Contradict) => Verdict::Contradicted,
                    (false, _) => Verdict::Inconclusive,
                };
                (verdict, p, Margin::None, side)
            }
            Some(by) => {
                let Some(difference) = tested.against_margin().filter(|_| decides(test.name, Question::HigherBy))
                else {
                    return self.refuse_test(test.name, &format!("test against {by}"));
                };
                let margin = Margin::AtLeast(by);
                let part = (criterion, pair);
                let p = self.correct_p_value(test, part, (margin, difference.higher_by(by)), Side::Support);
                let below = self.correct_p_value(test, part, (margin, difference.lower_by(-by)), Side::Contradict);
                let (verdict, p, side) = verdict_of(p, below, test.alpha);
                (verdict, p, margin, side)
            }
        };
        let family = self.family_words(test, (criterion, pair), side);
        self.keep_test(test, &tested, p, &(sentences::describe_margin(margin, verdict) + &family));
        let found = sentences::test(p, test.alpha, &family, (margin, verdict));
        let subtraction = sentences::minus(self.names(pair), self.evidence.better(criterion));
        let effect = match tested.difference_beyond(margin) {
            Some(it) => sentences::difference((&it, tested.effect), &shown, 0.95) + &subtraction,
            None => match self.evidence.own_interval(test.name, criterion, pair) {
                Some(own) => sentences::own_interval(&own) + &subtraction,
                None => "; this test has no interval".to_owned(),
            },
        };
        let rest = self.outlook(test, (criterion, pair), &tested, (margin, verdict));
        self.record_verdict(verdict, format!("{sentence}{effect}; {found}{rest}"))
    }

    fn evaluate_same(&mut self, criterion: usize, pair: Pair, within: f64) -> Verdict {
        let Some(shown) = self.scores(criterion, pair) else { return Verdict::NotComputed };
        let names = self.names(pair);
        let sentence = self.criterion_phrase(criterion) + &sentences::name_with_scores(names, &shown);
        let test = match self.rule {
            Rule::Significant { test, correction, alpha } => Test { name: test, correction, alpha },
            Rule::Direction | Rule::OutOfScope => {
                let seen = scores_alone::judge_equality(names, &shown, within);
                return self.record_untested(criterion, seen);
            }
        };
        let Some(tested) = self.test(test, criterion, pair) else { return Verdict::NotComputed };
        let Some(difference) = tested.against_margin().filter(|_| decides(test.name, Question::SameWithin)) else {
            return self.refuse_test(test.name, "show equivalence");
        };
        let margin = Margin::Within(within);
        let part = (criterion, pair);
        let p = self.correct_p_value(test, part, (margin, difference.same_within(within)), Side::Support);
        let beyond = (margin, two_sided_p_beyond(&difference, within));
        let beyond = self.correct_p_value(test, part, beyond, Side::Contradict);
        let (verdict, p, side) = verdict_of(p, beyond, test.alpha);
        let family = self.family_words(test, part, side);
        self.keep_test(test, &tested, p, &(sentences::describe_margin(margin, verdict) + &family));
        let effect = sentences::difference((&difference, tested.effect), &shown, 1.0 - 2.0 * test.alpha);
        let found = sentences::equivalence(p, (within, test.alpha), verdict, &(family + &effect));
        let rest = self.outlook(test, (criterion, pair), &tested, (margin, verdict));
        self.record_verdict(verdict, format!("{sentence}: {found}{rest}"))
    }

    /// Keeps the p-value that decided a part, as it was corrected.
    fn keep_test(&mut self, test: Test, tested: &TestOutcome, p: PValue, how: &str) {
        let of = format!("{}{how}", test.name.method().words);
        self.tests.extend(tested.number.clone().map(|number| DecidingTest { number, p: p.value(), of }));
    }

    /// Keeps what the scores alone say of a part.
    fn record_untested(&mut self, criterion: usize, (verdict, seen): (Verdict, String)) -> Verdict {
        self.record_verdict(verdict, self.criterion_phrase(criterion) + &seen)
    }

    /// Keeps a part's verdict with the sentence for it.
    fn record_verdict(&mut self, verdict: Verdict, sentence: String) -> Verdict {
        self.because.push((verdict, sentence));
        verdict
    }

    fn scores(&mut self, criterion: usize, pair: Pair) -> Option<PairScores> {
        let shown = self.evidence.scores(criterion, pair);
        match &shown {
            Some(shown) => self.numbers.extend(shown.numbers.iter().cloned()),
            None => {
                let [a, b] = self.names(pair);
                let sentence =
                    format!("{}the scores of {a} and {b} could not be computed", self.criterion_phrase(criterion));
                self.record_verdict(Verdict::NotComputed, sentence);
            }
        }
        shown
    }

    fn test(&mut self, test: Test, criterion: usize, pair: Pair) -> Option<TestOutcome> {
        let tested = self.evidence.test(test.name, criterion, pair);
        match &tested {
            Some(tested) => self.numbers.extend(tested.number.clone()),
            None => {
                let [a, b] = self.names(pair);
                let words = test.name.method().words;
                let why = self.evidence.why_untested(test.name, criterion, pair).map(|why| format!(": {why}"));
                let about = self.criterion_phrase(criterion);
                let why = why.unwrap_or_default();
                let sentence = format!("{about}the {words} of {a} and {b} could not be computed{why}");
                self.record_verdict(Verdict::NotComputed, sentence);
            }
        }
        tested
    }

    /// Over how many parts to correct: none where the study wants no correction. Pairs of systems on one criterion
    /// are corrected together already, and count once.
    fn count_families(&self, parts: &[Condition]) -> usize {
        match self.rule {
            Rule::Significant { test, correction, .. }
                if test.method().familywise || correction != Correction::None =>
            {
                let repeats = |at: usize| parts[..at].iter().any(|earlier| shares_family(earlier, &parts[at]));
                (0..parts.len()).filter(|at| !repeats(*at)).count()
            }
            Rule::Significant { .. } | Rule::Direction | Rule::OutOfScope => 1,
        }
    }

    /// Over how many parts of the claim a p-value is corrected.
    fn parts(&self, side: Side) -> usize {
        match side {
            Side::Support => self.alternatives,
            Side::Contradict => self.conditions,
        }
    }

    /// A p-value of one pair, corrected for the parts of its claim and among those of its family, which are tested against the same margin: Holm's steps
    /// count how many of them are rejected. Each keeps its place; one that is missing is 1.
    fn correct_p_value(&self, test: Test, (criterion, pair): (usize, Pair), p: (Margin, PValue), side: Side) -> PValue {
        let corrected = self.correct_in_family(test, criterion, pair, p);
        #[expect(clippy::cast_precision_loss, reason = "a handful of parts")]
        PValue::from_ln((corrected.ln() + (self.parts(side) as f64).ln()).min(0.0))
    }

    fn correct_in_family(&self, test: Test, criterion: usize, pair: Pair, (margin, p): (Margin, PValue)) -> PValue {
        if test.name.method().familywise {
            return p;
        }
        let (family, place) = self.family(criterion, pair);
        let all: Vec<PValue> = family
            .iter()
            .enumerate()
            .map(|(index, other)| {
                if index == place {
                    return p;
                }
                let other = self.evidence.test(test.name, criterion, *other);
                other.and_then(|other| p_beyond_margin(&other, margin)).unwrap_or(PValue::new(1.0))
            })
            .collect();
        correct(&all, test.correction).get(place).copied().unwrap_or(PValue::new(1.0))
    }

    /// The family of a pair, and the place of the pair in it.
    fn family(&self, criterion: usize, pair: Pair) -> (Vec<Pair>, usize) {
        let pair = (pair.0.min(pair.1), pair.0.max(pair.1));
        let mut family = self.evidence.family(criterion);
        let place = family.iter().position(|known| *known == pair).unwrap_or_else(|| {
            family.push(pair);
            family.len() - 1
        });
        (family, place)
    }

    fn family_words(&self, test: Test, (criterion, pair): (usize, Pair), side: Side) -> String {
        let family = self.comparison_words(test, criterion, pair);
        match self.part_words(side) {
            None => family,
            Some(parts) if family.is_empty() => format!(", Bonferroni's correction over {parts}"),
            Some(parts) => format!("{family} and Bonferroni's over {parts}"),
        }
    }

    /// What is corrected over beside the comparisons of a family.
    fn part_words(&self, side: Side) -> Option<String> {
        match (self.parts(side), side) {
            (1, _) => None,
            (several, Side::Support) => Some(format!("{several} alternatives")),
            (several, Side::Contradict) => Some(format!("{several} parts, each of which could contradict the claim")),
        }
    }

    fn comparison_words(&self, test: Test, criterion: usize, pair: Pair) -> String {
        let (family, place) = self.family(criterion, pair);
        let comparisons = family.len();
        if test.name.method().familywise || comparisons < 2 {
            return String::new();
        }
        match test.correction {
            Correction::None => format!(", uncorrected among {comparisons} comparisons"),
            Correction::Bonferroni
            | Correction::Holm
            | Correction::Hochberg
            | Correction::BenjaminiHochberg
            | Correction::BenjaminiYekutieli
            | Correction::Tukey
            | Correction::Dunnett => {
                let words = crate::setting::correction_words(test.correction);
                let p = |pair: &Pair| self.evidence.test(test.name, criterion, *pair).and_then(|found| found.p);
                let others = family.iter().enumerate().filter(|(other, _)| *other != place);
                let missing = match others.filter(|(_, pair)| p(pair).is_none()).count() {
                    0 => String::new(),
                    missing => format!(", of which {missing} could not be made and count as p = 1"),
                };
                format!(", {words} over {comparisons} comparisons{missing}")
            }
        }
    }

    /// The level at which the first of the family must be significant.
    #[expect(clippy::cast_precision_loss, reason = "a handful of comparisons")]
    fn strictest_alpha(&self, test: Test, (criterion, pair): (usize, Pair), side: Side) -> f64 {
        let alpha = test.alpha / self.parts(side) as f64;
        if test.name.method().familywise || test.correction == Correction::None {
            return alpha;
        }
        alpha / self.family(criterion, pair).0.len() as f64
    }

    /// What the test could have found of the original's difference, and what would settle it where it is open.
    fn outlook(
        &mut self,
        test: Test,
        part: (usize, Pair),
        tested: &TestOutcome,
        (margin, verdict): (Margin, Verdict),
    ) -> String {
        let [support, contradict] =
            [Side::Support, Side::Contradict].map(|side| self.strictest_alpha(test, part, side));
        let Some(difference) = tested.difference_beyond(margin) else {
            let open = verdict == Verdict::Inconclusive;
            return if open { format!(". {}", sentences::settle_by_p(tested.p, support)) } else { String::new() };
        };
        let original = self.evidence.original(part.0, part.1);
        let levels = Levels { support, contradict };
        let power = original.and_then(|it| find_power(&difference, it, margin, levels));
        let mut sentences: Vec<String> = power.iter().map(|power| power.sentence(verdict)).collect();
        self.power.extend(power);
        if verdict == Verdict::Inconclusive {
            sentences.push(sentences::settle(&difference, margin, support));
        }
        sentences.iter().map(|sentence| format!(". {sentence}")).collect()
    }

    fn refuse_test(&mut self, test: TestName, what: &str) -> Verdict {
        self.record_verdict(
            Verdict::NotComputed,
            format!("the {} cannot {what}; use the mixed model", test.method().words),
        )
    }

    fn names(&self, pair: Pair) -> [&str; 2] {
        [self.evidence.system(pair.0), self.evidence.system(pair.1)]
    }

    fn criterion_phrase(&self, criterion: usize) -> String {
        self.evidence.criterion(criterion).map(|name| format!("{name}: ")).unwrap_or_default()
    }
}

/// Whether the pairs of two conditions are corrected as one family: those of one criterion that are tested alike.
fn shares_family(one: &Condition, other: &Condition) -> bool {
    match (one, other) {
        (Condition::Above { criterion: a, by: None, .. }, Condition::Above { criterion: b, by: None, .. }) => a == b,
        (
            Condition::Above { .. }
            | Condition::Same { .. }
            | Condition::Agreement { .. }
            | Condition::All(_)
            | Condition::Any(_),
            _,
        ) => false,
    }
}

fn decides(test: TestName, question: Question) -> bool {
    test.method().decides.contains(&question)
}

/// The p-value of a pair against a margin, whichever of the two is claimed to be higher.
fn p_beyond_margin(tested: &TestOutcome, margin: Margin) -> Option<PValue> {
    match margin {
        Margin::None => tested.p,
        Margin::AtLeast(by) => tested.against_margin().map(|difference| two_sided_p_beyond(&difference, by)),
        Margin::Within(within) => tested.against_margin().map(|difference| difference.same_within(within)),
    }
}

/// Twice the smaller of two one-sided tests: the difference may lie beyond the margin on either side.
fn two_sided_p_beyond(difference: &Difference, margin: f64) -> PValue {
    let smaller = difference.higher_by(margin).ln().min(difference.lower_by(margin).ln());
    PValue::from_ln((smaller + std::f64::consts::LN_2).min(0.0))
}

/// The verdict that follows from a test of the claim and a test of its opposite, with the p-value that tells it.
fn verdict_of(claim: PValue, opposite: PValue, alpha: f64) -> (Verdict, PValue, Side) {
    if claim.value() < alpha {
        (Verdict::Supported, claim, Side::Support)
    } else if opposite.value() < alpha {
        (Verdict::Contradicted, opposite, Side::Contradict)
    } else {
        (Verdict::Inconclusive, claim, Side::Support)
    }
}

mod agreement;
#[cfg(test)]
mod tests;
