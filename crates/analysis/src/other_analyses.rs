//! Every claim decided otherwise: by the other tests, with what a rule excludes put back, without one of few raters. Whether a
//! verdict hangs on one such choice is for the reader to see (Simonsohn, Simmons and Nelson 2020, Nature Human Behaviour 4).

use std::collections::BTreeSet;

use dataset::{Dataset, ExclusionRule, Judgement, Subject};
use rayon::prelude::*;
use stats::Estimate;
use stats::decide::Difference;
use study::Study;
use study::claim::{Claim, Condition, Rule};
use study::file::TestName;
use study::method::Method;

use crate::results::{Change, NamedEstimate, Otherwise, Results, Verdict};
use crate::rows::most_difference;
use crate::{Options, Statistic, claims, decide};

/// Of more raters, one more or less changes little.
const FEW_RATERS: usize = 6;
/// Of more judgements, each further model takes as long as all else together.
const MOST_JUDGEMENTS: usize = 50_000;

/// Puts down the verdicts of other analyses beside each claim, and their numbers: `otherwise[…]` against no difference,
/// `against_margin[…]` against the margin that a claim names.
pub(crate) fn add_other_verdicts(results: &mut Results, study: &Study, dataset: &Dataset, options: Options) {
    let other_tests: Vec<Vec<Otherwise>> =
        study.claims.iter().map(|claim| by_other_tests(results, study, dataset, claim)).collect();
    let mut numbers = margins(results, (study, dataset), None);
    let judged = dataset.judgements.len();
    let variations = if judged > MOST_JUDGEMENTS { Vec::new() } else { variations(dataset) };
    let found: Vec<(Change, String, Results)> = variations
        .into_par_iter()
        .map(|(change, what, dataset)| (change, what, decide(study, &dataset, options)))
        .collect();
    for (claim, others) in results.claims.iter_mut().zip(other_tests) {
        claim.otherwise = others;
    }
    for (change, what, other) in found {
        for (claim, decided) in results.claims.iter_mut().zip(&other.claims) {
            if claim.verdict != Verdict::OutOfScope {
                claim.otherwise.push(Otherwise { change, what: what.clone(), verdict: decided.verdict });
            }
        }
        let how = (change, what.as_str());
        numbers.extend(differences(&other, study, how));
        numbers.extend(margins(&other, (study, dataset), Some(how)));
    }
    results.estimates.extend(numbers);
    if judged > MOST_JUDGEMENTS {
        let what = "claims with other exclusions";
        results.missing.push(format!("{what}: not tried with more than {MOST_JUDGEMENTS} judgements"));
    }
}

/// The verdicts of the tests that are not the claim's own, where they can decide it.
fn by_other_tests(results: &Results, study: &Study, dataset: &Dataset, claim: &Claim) -> Vec<Otherwise> {
    let own = match claim.rule {
        Rule::Significant { test, .. } => Some(statistic(test)),
        Rule::Direction => None,
        Rule::OutOfScope => return Vec::new(),
    };
    let is_other = |method: &&Method| method.test != TestName::Tost && Some(Statistic::Test(method.test)) != own;
    let others = Method::ALL.iter().filter(is_other);
    let decided = others.map(|method| Otherwise {
        change: Change::Test,
        what: method.words.to_owned(),
        verdict: claims::decide_by(results, study, dataset, (claim, method.test)),
    });
    decided.filter(|other| other.verdict != Verdict::NotComputed).collect()
}

/// The judgements with those of each rule put back, with all of them, and without each rater where they are few.
fn variations(dataset: &Dataset) -> Vec<(Change, String, Dataset)> {
    // What people took back, did not answer or could not judge stays out.
    let may_return = |rule: &ExclusionRule| {
        !matches!(rule, ExclusionRule::Withdrawn | ExclusionRule::Invalid | ExclusionRule::CannotJudge)
    };
    let of_items = || dataset.judgements.iter().filter(|it| matches!(it.subject, Subject::Item { .. }));
    let rules: BTreeSet<&ExclusionRule> =
        of_items().filter_map(|it| it.excluded.as_ref()).filter(|rule| may_return(rule)).collect();
    let put_back = |back: &dyn Fn(&ExclusionRule) -> bool| {
        let mut other = dataset.clone();
        for judgement in &mut other.judgements {
            judgement.excluded.take_if(|rule| back(rule));
            if judgement.excluded.is_none() && matches!(judgement.answer, study::response::Answer::Unable(_)) {
                judgement.excluded = Some(ExclusionRule::CannotJudge);
            }
        }
        other
    };
    let mut variations: Vec<(Change, String, Dataset)> =
        rules.iter().map(|rule| (Change::Kept, rule.word().to_owned(), put_back(&|other| other == *rule))).collect();
    if rules.len() > 1 {
        variations.push((Change::Kept, "all".to_owned(), put_back(&may_return)));
    }
    let counts = |it: &&Judgement| it.excluded.is_none();
    let raters: BTreeSet<u32> = of_items().filter(counts).map(|it| it.participant).collect();
    if (2..=FEW_RATERS).contains(&raters.len()) {
        for rater in raters {
            let mut other = dataset.clone();
            other.judgements.retain(|it| it.participant != rater);
            variations.push((Change::LeftOut, dataset.participants[rater as usize].clone(), other));
        }
    }
    variations
}

/// What the claims compare without a margin, in other judgements, by each claim's own test.
fn differences(found: &Results, study: &Study, how: (Change, &str)) -> Vec<NamedEstimate> {
    let mut numbers: Vec<NamedEstimate> = Vec::new();
    for (claim, part) in study.claims.iter().flat_map(|claim| parts(claim, study).map(move |part| (claim, part))) {
        let (Rule::Significant { test, .. }, None) = (claim.rule, part.margin) else { continue };
        let Some(named) = of_pair(found, statistic(test), &part) else { continue };
        let mut of = named.of.clone();
        of.extend([statistic(test).word(), how.0.word(), how.1].map(str::to_owned));
        let method = format!("{}; {}", named.method, how.0.words(how.1));
        push(&mut numbers, NamedEstimate { statistic: Statistic::Otherwise, of, method, ..named.clone() });
    }
    numbers
}

/// What the claims test against a margin: the difference, with the p-value of that test before correction.
fn margins(found: &Results, (study, dataset): (&Study, &Dataset), how: Option<(Change, &str)>) -> Vec<NamedEstimate> {
    let mut numbers: Vec<NamedEstimate> = Vec::new();
    for part in study.claims.iter().flat_map(|claim| parts(claim, study)) {
        let Some(margin) = part.margin else { continue };
        let at_margin = of_pair(found, Statistic::MarginDifference, &part);
        let Some(named) = at_margin.or_else(|| of_pair(found, Statistic::DIFFERENCE, &part)) else { continue };
        let asked = dataset.criteria.iter().find(|criterion| criterion.id == part.criterion);
        let most = asked.map_or(f64::INFINITY, |it| most_difference(it, dataset.systems.len()));
        let Some(difference) = as_difference(named, &part, most) else { continue };
        let (p, size) = match margin {
            Margin::AtLeast(by) => (difference.higher_by(by), by),
            Margin::Within(within) => (difference.same_within(within), within),
        };
        let level = named.estimate.interval.map_or(0.95, |interval| interval.level);
        let mut of = vec![part.pair[0].to_owned(), part.pair[1].to_owned(), size.to_string()];
        let mut method = format!("{}, tested against ±{size}", named.method);
        if let Some((change, what)) = how {
            of.extend([change.word(), what].map(str::to_owned));
            method = format!("{method}; {}", change.words(what));
        }
        let estimate = Estimate::from(difference.value)
            .se(difference.se)
            .df(named.estimate.df.first().copied())
            .interval(Some(difference.interval(level)))
            .p(p);
        push(
            &mut numbers,
            NamedEstimate { statistic: Statistic::AgainstMargin, of, method, estimate, ..named.clone() },
        );
    }
    numbers
}

/// Two claims may compare the same.
fn push(numbers: &mut Vec<NamedEstimate>, named: NamedEstimate) {
    if !numbers.iter().any(|known| known.criterion == named.criterion && known.of == named.of) {
        numbers.push(named);
    }
}

#[derive(Clone, Copy)]
enum Margin {
    AtLeast(f64),
    Within(f64),
}

/// Two systems that a claim compares.
struct Part<'a> {
    criterion: &'a str,
    /// The one that is claimed to be higher first.
    pair: [&'a str; 2],
    margin: Option<Margin>,
}

fn parts<'a>(claim: &'a Claim, study: &'a Study) -> impl Iterator<Item = Part<'a>> {
    let part = move |criterion: usize, (a, b): (usize, usize), margin: Option<Margin>| Part {
        criterion: study.criteria[criterion].id.0.as_str(),
        pair: [a, b].map(|system| study.systems[system].id.0.as_str()),
        margin,
    };
    claim.holds_if.iter().flat_map(Condition::parts).flat_map(move |condition| match condition {
        Condition::Above { system, others, criterion, by } => {
            others.iter().map(|other| part(*criterion, (*system, *other), by.map(Margin::AtLeast))).collect::<Vec<_>>()
        }
        Condition::Same { systems, criterion, within } => {
            vec![part(*criterion, *systems, Some(Margin::Within(*within)))]
        }
        Condition::Agreement { .. } | Condition::All(_) | Condition::Any(_) => Vec::new(),
    })
}

fn of_pair<'a>(results: &'a Results, statistic: Statistic, part: &Part<'_>) -> Option<&'a NamedEstimate> {
    let [a, b] = part.pair;
    results.get(statistic, part.criterion, &[a, b]).or_else(|| results.get(statistic, part.criterion, &[b, a]))
}

/// The first of the part minus the second.
fn as_difference(named: &NamedEstimate, part: &Part<'_>, most: f64) -> Option<Difference> {
    let df = named.estimate.df.first().copied().unwrap_or(f64::INFINITY);
    let (value, se) = (named.estimate.value, named.estimate.se?);
    let difference = Difference { first: 0, second: 1, value, se, df, most };
    Some(if named.of[0] == part.pair[0] { difference } else { difference.reversed() })
}

/// What a test finds; equivalence is tested with the contrast of the mixed model.
fn statistic(test: TestName) -> Statistic {
    Statistic::Test(if test == TestName::Tost { TestName::MixedModel } else { test })
}
