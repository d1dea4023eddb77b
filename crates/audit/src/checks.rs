//! The checks of an audit file, read, multiplied and with their numbers found.

use diag::Diagnostic;
use study::Places;

use super::codes::BAD_CHECK;
use super::evaluate::{Term, find, single};
use super::expression::{Assertion, Relation};
use super::file::{AuditFile, CheckFile};
use super::instances;
use super::numbers::Numbers;
use super::parse::{self, Trouble};
use super::pattern::{Binding, Pattern};

/// A check that could be read.
pub(crate) struct Check {
    pub(crate) file: CheckFile,
    pub(crate) assertion: Assertion,
    pub(crate) id: Option<Pattern>,
    /// Where it is written.
    pub(crate) path: String,
}

/// A check with its names filled in and its numbers found.
pub(crate) struct Instance<'a> {
    pub(crate) check: &'a Check,
    pub(crate) binding: Binding,
    /// The number on the left, if the left is one.
    pub(crate) number: Option<usize>,
    pub(crate) terms: Vec<Term>,
}

pub(crate) fn read(file: &AuditFile, places: &Places, found: &mut Vec<Diagnostic>) -> Vec<Check> {
    let mut checks = Vec::new();
    for (index, number) in file.numbers.iter().enumerate() {
        let Some(derives) = &number.derives else { continue };
        let path = format!("numbers.{index}.derives");
        let left = match parse::expression(&number.id) {
            Ok(left) => left,
            Err(_) => {
                let message = format!("a number called `{}` cannot be named in a check", number.id);
                found.push(BAD_CHECK.diagnose(places.find(&format!("numbers.{index}.id")), message));
                continue;
            }
        };
        match parse::expression(derives) {
            Ok(right) => checks.push(Check {
                file: CheckFile {
                    holds: derives.clone(),
                    id: None,
                    place: None,
                    says: None,
                    except: Vec::new(),
                    severity: number.severity,
                },
                assertion: Assertion::Related { left, relation: Relation::Is, right },
                id: None,
                path,
            }),
            Err(trouble) => found.push(diagnose_trouble(&trouble, &path, places)),
        }
    }
    for (index, check) in file.checks.iter().enumerate() {
        let path = format!("checks.{index}.holds");
        let id = check.id.as_deref().map(Pattern::read).transpose();
        let id = id.map_err(|message| BAD_CHECK.diagnose(places.find(&format!("checks.{index}.id")), message));
        let assertion = parse::assertion(&check.holds).map_err(|trouble| diagnose_trouble(&trouble, &path, places));
        match (assertion, id) {
            (Ok(assertion), Ok(id)) => checks.push(Check { file: check.clone(), assertion, id, path }),
            (assertion, id) => found.extend([assertion.err(), id.err()].into_iter().flatten()),
        }
    }
    checks.sort_by_key(|check| places.position(&check.path));
    checks
}

pub(crate) fn multiply<'a>(
    checks: &'a [Check],
    numbers: &Numbers,
    places: &Places,
    found: &mut Vec<Diagnostic>,
) -> Vec<Instance<'a>> {
    let mut instances = Vec::new();
    for check in checks {
        let bindings = match instances::bindings(&check.assertion, &check.file, numbers) {
            Ok(bindings) => bindings,
            Err(trouble) => {
                found.push(diagnose_trouble(&trouble, &check.path, places));
                continue;
            }
        };
        for binding in bindings {
            match instance(check, binding, numbers) {
                Ok(instance) => instances.push(instance),
                Err(trouble) => {
                    found.push(diagnose_trouble(&trouble, &check.path, places));
                    break;
                }
            }
        }
    }
    instances
}

fn instance<'a>(check: &'a Check, binding: Binding, numbers: &Numbers) -> Result<Instance<'a>, Trouble> {
    let (number, terms) = match &check.assertion {
        Assertion::Related { left, relation, right } => {
            let number = single(left, &binding, numbers);
            if *relation == Relation::Is && number.is_none() {
                // Finding it says which id is missing; anything else on the left is computed.
                find(left, &binding, numbers)?;
                let range = left.references().first().map_or(0..0, |(_, range)| range.clone());
                return Err(Trouble::new(range, "only a printed number can stand on the left of `==`")
                    .help("write `~` to ask whether both sides could be equal"));
            }
            let left = match number {
                Some(number) if *relation == Relation::Is || *relation == Relation::CouldBe => {
                    Term::Numbers(vec![number])
                }
                _ => find(left, &binding, numbers)?,
            };
            (number, vec![left, find(right, &binding, numbers)?])
        }
        Assertion::Possible { test, numbers: given, range } => {
            let (summaries, n) = given.split_at(given.len().saturating_sub(1));
            if summaries.iter().any(|summary| single(summary, &binding, numbers).is_none()) {
                let message = format!("`{}` takes printed numbers and, last, their n", test.name());
                return Err(Trouble::new(range.clone(), message));
            }
            let terms = summaries.iter().chain(n).map(|given| find(given, &binding, numbers));
            (None, terms.collect::<Result<_, _>>()?)
        }
    };
    Ok(Instance { check, binding, number, terms })
}

fn diagnose_trouble(trouble: &Trouble, path: &str, places: &Places) -> Diagnostic {
    let diagnostic = BAD_CHECK.diagnose(places.find_inside(path, trouble.range.clone()), &trouble.message);
    match &trouble.help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}
