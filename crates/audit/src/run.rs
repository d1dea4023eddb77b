//! From the text of an audit file to verdicts.

use std::collections::BTreeMap;

use diag::Diagnostic;
use study::Places;

use super::checks::{self, Check, Instance};
use super::codes::NOT_COMPUTED;
use super::derived_numbers::Paper;
use super::evaluate::Term;
use super::expression::{Assertion, Possible, Relation};
use super::file::AuditFile;
use super::finding::{Agreement, Audit, Finding, Severity, Verdict};
use super::numbers::Numbers;
use super::pattern::Binding;
use super::printed_number::PrintedNumber;
use super::statement::Sides;
use super::{debit, grim, grimmer};

/// The version of the JSON form of an audit.
pub const FORMAT: u32 = 1;

/// How many failing instances of a sentence are named.
const NAMED: usize = 4;

/// Checks the numbers of a paper against each other. Without an audit, the diagnostics say why; they
/// point into the text.
#[must_use]
pub fn audit(file: &str, text: &str) -> (Option<Audit>, Vec<Diagnostic>) {
    let decoded = study::decode::<AuditFile>(file, text);
    let (mut found, places) = (decoded.diagnostics, decoded.places);
    let Some(file) = decoded.value else { return (None, found) };
    let (numbers, wrong) = Numbers::read(&file, &places);
    found.extend(wrong);
    let checks = checks::read(&file, &places, &mut found);
    let instances = checks::multiply(&checks, &numbers, &places, &mut found);
    if !found.is_empty() {
        return (None, found);
    }
    let paper = Paper::new(&numbers, &derivations(&instances));
    let mut verdicts = Vec::new();
    for check in &checks {
        let of_check: Vec<&Instance<'_>> = instances.iter().filter(|i| std::ptr::eq(i.check, check)).collect();
        match judge_all(&paper, check, &of_check, &places) {
            Ok(judged) => verdicts.extend(judged),
            Err(diagnostic) => found.push(diagnostic),
        }
    }
    if !found.is_empty() {
        return (None, found);
    }
    let printed = numbers.all.iter().map(|number| (number.id.clone(), number.printed.text.clone())).collect();
    (Some(Audit { paper: file.paper, url: file.url, numbers: printed, verdicts }), found)
}

/// What each number is computed from: the first `==` that says so.
fn derivations(instances: &[Instance<'_>]) -> BTreeMap<usize, Term> {
    let mut derivations = BTreeMap::new();
    for instance in instances {
        let is = matches!(instance.check.assertion, Assertion::Related { relation: Relation::Is, .. });
        if let (true, None, Some(number)) = (is, &instance.check.file.says, instance.number) {
            derivations.entry(number).or_insert_with(|| instance.terms[1].clone());
        }
    }
    derivations
}

fn judge_all(
    paper: &Paper<'_>,
    check: &Check,
    instances: &[&Instance<'_>],
    places: &Places,
) -> Result<Vec<Verdict>, Diagnostic> {
    let mut verdicts = Vec::new();
    for instance in instances {
        let outcome = judge(paper, instance).map_err(|why| {
            let message = format!("`{}` cannot be computed: {why}", check.assertion.fill_names(&instance.binding));
            NOT_COMPUTED.diagnose(places.find(&check.path), message)
        })?;
        let outcome = outcome.map_err(|finding| match check.file.severity {
            Some(severity) if finding.severity.is_problem() => Finding { severity, ..finding },
            _ => finding,
        });
        let outcome = outcome.map_err(|finding| in_a_sentence(instance, finding));
        verdicts.push(verdict(paper, instance, places, outcome));
    }
    Ok(match &check.file.says {
        Some(says) => one_sentence(check, says, &verdicts, places).into_iter().collect(),
        None => verdicts,
    })
}

fn judge(paper: &Paper<'_>, instance: &Instance<'_>) -> Result<Result<Agreement, Finding>, String> {
    match &instance.check.assertion {
        Assertion::Related { left, relation, right } => match (relation, instance.number) {
            (Relation::Is, Some(number)) => paper.check_equal(number, &instance.terms[1]),
            (Relation::CouldBe, _) => paper.could_be(&instance.terms[0], &instance.terms[1]),
            _ => {
                let sides =
                    Sides { left: left.fill_names(&instance.binding), right: right.fill_names(&instance.binding) };
                paper.check_relation(*relation, &instance.terms[0], &instance.terms[1], &sides)
            }
        },
        Assertion::Possible { test, .. } => possible(paper, *test, &instance.terms),
    }
}

/// GRIM, GRIMMER or DEBIT on printed numbers.
fn possible(paper: &Paper<'_>, test: Possible, terms: &[Term]) -> Result<Result<Agreement, Finding>, String> {
    let printed = |index: usize| -> &PrintedNumber { &paper.numbers.all[terms[index].leaves()[0]].printed };
    let n = paper.value(terms.last().ok_or("there is no n")?)?;
    let mean = printed(0);
    if !(1.0..=1e9).contains(&n) || (n - n.round()).abs() > 1e-9 {
        return Err(format!("n must be a number of values, found {n}"));
    }
    if mean.value.abs() > 1e6 {
        return Err(format!("{} is too large to be taken for a mean of counted answers", mean.text));
    }
    let wrong = |expected: String, why: String| {
        Ok(Err(Finding { severity: Severity::Wrong, printed: mean.text.clone(), expected, why }))
    };
    if grim::sums(mean, n).is_none() {
        return wrong(grim::nearest(mean, n), format!("no {n} whole numbers have a mean of {}", mean.text));
    }
    let can_fail = if grim::can_fail(mean, n) { "" } else { "; with so many values every mean is" };
    let agrees = |what: &str| Ok(Ok(Agreement { how: format!("{what} is possible{can_fail}") }));
    match test {
        Possible::Grim => agrees("the mean"),
        Possible::Grimmer if grimmer::possible(mean, printed(1), n) => agrees("the standard deviation"),
        Possible::Debit if debit::possible(mean, printed(1), n) => agrees("the standard deviation"),
        Possible::Grimmer => {
            let why = format!(
                "no {n} whole numbers have a mean of {} and a standard deviation of {}",
                mean.text,
                printed(1).text
            );
            wrong(String::new(), why)
        }
        Possible::Debit => {
            let ones = (mean.value * n).round().clamp(0.0, n);
            let why =
                format!("a share of {} among {n} cannot have a standard deviation of {}", mean.text, printed(1).text);
            wrong(format!("standard deviation {}", printed(1).print_like(debit::sd_of(ones, n.max(2.0)))), why)
        }
    }
}

fn verdict(
    paper: &Paper<'_>,
    instance: &Instance<'_>,
    places: &Places,
    outcome: Result<Agreement, Finding>,
) -> Verdict {
    let check = instance.check;
    let shown = check.assertion.fill_names(&instance.binding);
    let number = instance.number.or_else(|| match &check.assertion {
        Assertion::Possible { .. } => instance.terms.first().and_then(|term| term.leaves().first().copied()),
        Assertion::Related { .. } => None,
    });
    let number = number.map(|number| &paper.numbers.all[number]);
    let id = match (&check.id, number) {
        (Some(id), _) => id.fill_names(&instance.binding),
        (None, Some(number)) => number.id.clone(),
        (None, None) => shown.clone(),
    };
    let leaves = || instance.terms.iter().flat_map(Term::leaves).next();
    let place = check.file.place.clone().or_else(|| number.map(|number| number.place.clone()));
    let place = place.or_else(|| leaves().map(|leaf| paper.numbers.all[leaf].place.clone())).unwrap_or_default();
    let at = number.map_or_else(|| places.find(&check.path), |number| number.at.clone());
    Verdict { id, place, check: shown, at, outcome }
}

/// Within a sentence, a number that is not what it should be is told with its id.
fn in_a_sentence(instance: &Instance<'_>, finding: Finding) -> Finding {
    match (&instance.check.assertion, &instance.check.file.says) {
        (Assertion::Related { left, .. }, Some(_)) if !finding.expected.is_empty() => {
            let why =
                format!("{} is {}, not {}", left.fill_names(&instance.binding), finding.printed, finding.expected);
            Finding { why, ..finding }
        }
        _ => finding,
    }
}

/// All instances of a sentence make one verdict.
fn one_sentence(check: &Check, says: &str, verdicts: &[Verdict], places: &Places) -> Option<Verdict> {
    let first = verdicts.first()?;
    let id = check.id.as_ref().map_or_else(|| says.to_owned(), |id| id.fill_names(&Binding::new()));
    let place = check.file.place.clone().unwrap_or_else(|| first.place.clone());
    let total = verdicts.len();
    let failing: Vec<(&Verdict, &Finding)> = verdicts
        .iter()
        .filter_map(|verdict| verdict.outcome.as_ref().err().map(|finding| (verdict, finding)))
        .filter(|(_, finding)| finding.severity.is_problem())
        .collect();
    let outcome = match failing.iter().map(|(_, finding)| finding.severity).min() {
        None => {
            Ok(Agreement { how: if total == 1 { "it holds".to_owned() } else { format!("it holds in all {total}") } })
        }
        Some(severity) => {
            let named: Vec<&str> = failing.iter().take(NAMED).map(|(_, finding)| finding.why.as_str()).collect();
            let of = if total == 1 { String::new() } else { format!("not in {} of {total}: ", failing.len()) };
            let more = if failing.len() > NAMED { "; …" } else { "" };
            let why = format!("{of}{}{more}", named.join("; "));
            Err(Finding { severity, printed: says.to_owned(), expected: String::new(), why })
        }
    };
    Some(Verdict { id, place, check: check.file.holds.clone(), at: places.find(&check.path), outcome })
}
