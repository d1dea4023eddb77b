//! Claims, each decided by its own rule.

mod because;

use dataset::Dataset;
use stats::equivalence::{Bounds, Variances, tost_mean, tost_means};
use stats::hypothesis::Summary;
use stats::{Estimate, PValue};
use study::Study;
use study::claim::{Bound, Claim, Coefficient, Condition, Names, Rule};
use study::file::{Correction, TestName};
use study::response::Response;

use crate::comparisons::Pair;
use crate::rows::{CriterionRows, score_name};
use crate::setting::{corrected, words};
use crate::{Decided, Results, Verdict};

/// Decides every claim of the study; what a claim computes for itself joins the results.
pub(crate) fn put(results: &mut Results, study: &Study, dataset: &Dataset) {
    let names = Names {
        systems: study.systems.iter().map(|system| system.id.0.clone()).collect(),
        criteria: study.criteria.iter().map(|criterion| (criterion.id.0.clone(), criterion.better)).collect(),
    };
    for claim in &study.claims {
        let mut court = Court { results, dataset, rule: claim.rule, numbers: Vec::new(), because: Vec::new() };
        let verdict = match (&claim.holds_if, claim.rule) {
            (None, _) | (_, Rule::OutOfScope) => Verdict::OutOfScope,
            (Some(condition), Rule::Direction | Rule::Significant { .. }) => match court.holds(condition) {
                Some(true) => Verdict::Confirmed,
                Some(false) => Verdict::NotConfirmed,
                None => Verdict::Undecided,
            },
        };
        let (mut numbers, because) = (court.numbers, court.because);
        numbers.dedup();
        results.claims.push(Decided {
            id: claim.id.clone(),
            text: claim.text.clone(),
            holds_if: claim.holds_if.as_ref().map(|condition| condition.written(&names).to_string()),
            rule: rule_words(claim),
            verdict,
            numbers,
            because,
        });
    }
}

fn rule_words(claim: &Claim) -> String {
    match claim.rule {
        Rule::Direction => "order of the scores".to_owned(),
        Rule::OutOfScope => "out of scope".to_owned(),
        Rule::Significant { test, correction, alpha } => {
            let how = match method(test) {
                Evidence::Raw(_) => words(correction),
                Evidence::Familywise(_) | Evidence::Sameness => "no further correction",
            };
            format!("{}, {how}, alpha {alpha}", test_words(test))
        }
    }
}

/// Where the evidence of a test stands among the results.
enum Evidence {
    /// Under this name with p-values to be corrected.
    Raw(&'static str),
    /// Under this name with p-values for the whole family.
    Familywise(&'static str),
    /// Two one-sided tests, made for the claim.
    Sameness,
}

fn method(test: TestName) -> Evidence {
    match test {
        TestName::StudentT => Evidence::Raw("student_t"),
        TestName::WelchT => Evidence::Raw("welch_t"),
        TestName::PairedT => Evidence::Raw("paired_t"),
        TestName::AnovaTukey => Evidence::Familywise("tukey_difference"),
        TestName::MannWhitney => Evidence::Raw("mann_whitney_u"),
        TestName::Wilcoxon => Evidence::Raw("wilcoxon"),
        TestName::Sign => Evidence::Raw("sign"),
        TestName::Friedman => Evidence::Familywise("friedman_q"),
        TestName::Tost => Evidence::Sameness,
        TestName::MixedModel => Evidence::Raw("lmm_difference"),
        TestName::OrdinalModel => Evidence::Raw("clmm_difference"),
        TestName::BradleyTerry => Evidence::Raw("bt_difference"),
        TestName::PlackettLuce => Evidence::Raw("pl_difference"),
        TestName::Bootstrap => Evidence::Raw("difference"),
    }
}

fn test_words(test: TestName) -> &'static str {
    match test {
        TestName::StudentT => "Student's t",
        TestName::WelchT => "Welch's t",
        TestName::PairedT => "paired t within items",
        TestName::AnovaTukey => "analysis of variance with Tukey's comparisons",
        TestName::MannWhitney => "Mann and Whitney's test",
        TestName::Wilcoxon => "Wilcoxon's signed-rank test within items",
        TestName::Sign => "sign test",
        TestName::Friedman => "Friedman's test with Nemenyi's comparisons",
        TestName::Tost => "two one-sided tests of sameness",
        TestName::MixedModel => "linear mixed model",
        TestName::OrdinalModel => "cumulative-link mixed model",
        TestName::BradleyTerry => "Bradley–Terry model",
        TestName::PlackettLuce => "Plackett–Luce model",
        TestName::Bootstrap => "bootstrap over items and participants",
    }
}

/// What is known when a claim is decided, and what was looked at.
struct Court<'a> {
    results: &'a mut Results,
    dataset: &'a Dataset,
    rule: Rule,
    numbers: Vec<String>,
    because: Vec<String>,
}

impl Court<'_> {
    /// Whether a condition holds; nothing when a number it needs is missing.
    fn holds(&mut self, condition: &Condition) -> Option<bool> {
        match condition {
            Condition::All(parts) => {
                let found: Vec<Option<bool>> = parts.iter().map(|part| self.holds(part)).collect();
                let refuted = found.contains(&Some(false));
                if refuted { Some(false) } else { found.into_iter().collect::<Option<Vec<_>>>().map(|_| true) }
            }
            Condition::Any(parts) => {
                let found: Vec<Option<bool>> = parts.iter().map(|part| self.holds(part)).collect();
                let shown = found.contains(&Some(true));
                if shown { Some(true) } else { found.into_iter().collect::<Option<Vec<_>>>().map(|_| false) }
            }
            Condition::Above { system, others, criterion, by } => {
                let found: Vec<Option<bool>> =
                    others.iter().map(|other| self.above(*criterion, (*system, *other), *by)).collect();
                if found.contains(&Some(false)) {
                    return Some(false);
                }
                found.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
            }
            Condition::Same { systems, criterion, within } => self.same(*criterion, *systems, *within),
            Condition::Agreement { coefficient, criterion, bound, threshold } => {
                let name = match coefficient {
                    Coefficient::Alpha => "alpha",
                    Coefficient::Kappa => "fleiss_kappa",
                    Coefficient::Percent => "percent_agreement",
                };
                let value = self.number(*criterion, name, &[])?;
                let holds = match bound {
                    Bound::AtLeast => value >= *threshold,
                    Bound::AtMost => value <= *threshold,
                };
                let about = self.about(*criterion);
                self.because.push(format!("{about}{}", because::agreement(*coefficient, value, (*bound, *threshold))));
                Some(holds)
            }
        }
    }

    /// A number of the results, remembered as used.
    fn number(&mut self, criterion: usize, name: &str, of: &[&str]) -> Option<f64> {
        let id = self.dataset.criteria.get(criterion)?.id.clone();
        let Some(named) = self.results.get(name, id.as_str(), of) else {
            let words = because::missing(name, &id, of);
            if self.because.last() != Some(&words) {
                self.because.push(words);
            }
            return None;
        };
        self.numbers.push(named.id());
        Some(named.estimate.value)
    }

    /// How much higher the first system's score is, on the scale of the criterion, and that in words. Where one
    /// system was paired with each of the others, by the judgements that showed both.
    fn difference(&mut self, criterion: usize, (a, b): Pair) -> Option<(f64, String)> {
        let asked = &self.dataset.criteria[criterion];
        let (first, second) = (self.dataset.systems[a].clone(), self.dataset.systems[b].clone());
        let names = [first.name.as_str(), second.name.as_str()];
        let about = self.about(criterion);
        if matches!(asked.response, Response::Pairwise(_)) && one_against_rest(self.dataset, criterion) {
            let over = self.number(criterion, "pair_share", &[&first.id, &second.id])?;
            let under = self.number(criterion, "pair_share", &[&second.id, &first.id])?;
            return Some((over - under, format!("{about}{}", because::chosen(names, [over, under]))));
        }
        let name = score_name(&asked.response)?;
        let scale = if matches!(asked.response, Response::Pairwise(_)) { 100.0 } else { 1.0 };
        let scores = [self.number(criterion, name, &[&first.id])?, self.number(criterion, name, &[&second.id])?];
        let words = format!("{about}{}", because::scored(name, names, scores));
        Some(((scores[0] - scores[1]) / scale, words))
    }

    /// The name of the criterion, where there are several.
    fn about(&self, criterion: usize) -> String {
        let asked = &self.dataset.criteria;
        if asked.len() > 1 { format!("{}: ", asked[criterion].name) } else { String::new() }
    }

    fn above(&mut self, criterion: usize, pair: Pair, by: Option<f64>) -> Option<bool> {
        let (difference, words) = self.difference(criterion, pair)?;
        let higher = by.map_or(difference > 0.0, |by| difference >= by);
        let direction = because::direction(difference, by);
        match self.rule {
            Rule::Direction | Rule::OutOfScope => {
                self.because.push(format!("{words}: {direction}"));
                Some(higher)
            }
            Rule::Significant { test, correction, alpha } => {
                let p = self.p(criterion, pair, test, correction)?;
                let below = p.value() < alpha;
                self.because.push(format!("{words}: {direction}; {}", because::test(p, alpha)));
                Some(higher && below)
            }
        }
    }

    /// The corrected p-value of a pair by a test.
    fn p(&mut self, criterion: usize, pair: Pair, test: TestName, correction: Correction) -> Option<PValue> {
        let criterion_id = self.dataset.criteria.get(criterion)?.id.clone();
        let (name, correction) = match method(test) {
            Evidence::Raw(name) => (name, correction),
            Evidence::Familywise(name) => (name, Correction::None),
            Evidence::Sameness => return None,
        };
        let wanted = [self.dataset.systems[pair.0].id.as_str(), self.dataset.systems[pair.1].id.as_str()];
        let declared = format!("{name}_p");
        let declared: Vec<&[String]> =
            self.results.all(&declared, Some(&criterion_id)).map(|named| named.of.as_slice()).collect();
        let in_family: Vec<&crate::Named> = self
            .results
            .all(name, Some(&criterion_id))
            .filter(|named| declared.contains(&named.of.as_slice()))
            .collect();
        let at = in_family.iter().position(|it| it.of == wanted || (it.of[0] == wanted[1] && it.of[1] == wanted[0]));
        let Some(at) = at else {
            self.because.push(because::missing(name, &criterion_id, &wanted));
            return None;
        };
        let id = in_family[at].id();
        let p: Vec<PValue> = in_family.iter().filter_map(|named| named.estimate.p).collect();
        let found = corrected(&p, correction).get(at).copied();
        self.numbers.push(id);
        found
    }

    fn same(&mut self, criterion: usize, pair: Pair, within: f64) -> Option<bool> {
        let (difference, words) = self.difference(criterion, pair)?;
        match self.rule {
            Rule::Direction | Rule::OutOfScope => {
                let holds = difference.abs() < within;
                let apart = if holds { "closer than" } else { "not closer than" };
                self.because.push(format!("{words}: {apart} {within}"));
                Some(holds)
            }
            Rule::Significant { alpha, .. } => {
                let p = self.sameness(criterion, pair, within, alpha)?;
                let holds = p.value() < alpha;
                self.because.push(format!("{words}: closer than {within} with {}", because::test(p, alpha)));
                Some(holds)
            }
        }
    }

    /// Two one-sided tests against ± the margin: of means, or of the net preference between two.
    fn sameness(&mut self, criterion: usize, pair: Pair, within: f64, alpha: f64) -> Option<PValue> {
        let judged = CriterionRows::of(self.dataset, criterion, |judgement| judgement.excluded.is_none());
        let bounds = Bounds::symmetric(within).ok()?;
        let found = if matches!(judged.criterion.response, Response::Pairwise(_)) {
            let net = net_preferences(&judged, pair);
            Summary::of(&net).and_then(|net| tost_mean(net, 0.0, bounds, alpha))
        } else {
            let summary = |system| Summary::of(&judged.values_of(system));
            summary(pair.0).and_then(|a| tost_means(a, summary(pair.1)?, Variances::Welch, bounds, alpha))
        };
        match found {
            Ok(tost) => {
                let of = [judged.id(pair.0).to_owned(), judged.id(pair.1).to_owned(), within.to_string()];
                let estimate = Estimate { name: "tost_difference", ..tost.difference }.of(of).p(tost.p);
                let named = crate::Named {
                    name: estimate.name.to_owned(),
                    criterion: Some(judged.criterion.id.clone()),
                    of: estimate.of.clone(),
                    estimate,
                    n: judged.judgements.len(),
                    method: "two one-sided tests against the margin; p is the larger of the two".to_owned(),
                };
                self.numbers.push(named.id());
                self.results.estimates.push(named);
                Some(tost.p)
            }
            Err(reason) => {
                self.because.push(reason.to_string());
                None
            }
        }
    }
}

/// Every judgement that showed both: 1 for the first, −1 for the second, 0 for neither.
pub(crate) fn net_preferences(judged: &CriterionRows<'_>, pair: Pair) -> Vec<f64> {
    let mut net = vec![None; judged.judgements.len()];
    for row in 0..judged.value.len() {
        let judgement = judged.judgement[row] as usize;
        let dataset::Subject::Item { systems, .. } = &judged.judgements[judgement].subject else { continue };
        let both = systems.contains(&(pair.0 as u16)) && systems.contains(&(pair.1 as u16));
        if both && judged.system[row] as usize == pair.0 {
            net[judgement] = Some(judged.net[row] / 100.0);
        }
    }
    net.into_iter().flatten().collect()
}

/// Whether one system is in every pair that was shown, among three or more.
pub(crate) fn one_against_rest(dataset: &Dataset, criterion: usize) -> bool {
    let shown = dataset.included().filter(|judgement| judgement.criterion == criterion);
    let sets: std::collections::BTreeSet<Vec<u16>> = shown
        .filter_map(|judgement| match &judgement.subject {
            dataset::Subject::Item { systems, .. } => {
                let mut systems = systems.clone();
                systems.sort_unstable();
                Some(systems)
            }
            dataset::Subject::Check { .. } => None,
        })
        .collect();
    sets.len() > 1 && (0..dataset.systems.len() as u16).any(|one| sets.iter().all(|set| set.contains(&one)))
}
