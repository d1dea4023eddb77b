//! Where a test that papers print and the deciding model come to different conclusions, and which to believe.

use study::file::TestName;
use study::method::{Assumption, DECIDING, Method};

use crate::comparisons::all_pairs;
use crate::rows::CriterionRows;
use crate::setting::Setting;
use crate::sheet::Sheet;
use crate::{Quantity, Statistic};

/// Says of which pairs other tests and the deciding model stand on two sides of alpha: all pairs with the same tests
/// together, and all tests with the same assumption.
pub(crate) fn add_disagreements(sheet: &mut Sheet, rows: &CriterionRows<'_>, setting: &Setting) {
    for found_by in [FoundBy::Others, FoundBy::Model] {
        for disagreement in disagreements(sheet, rows, setting.alpha, found_by) {
            let pairs = disagreement.pairs.join("; ");
            let others = by_assumption(&disagreement.methods);
            let (model, assumes) = (DECIDING.method().words, DECIDING.method().assumes.words());
            let sentence = match found_by {
                FoundBy::Model => {
                    format!("{pairs} differ by the {model}, which decides and {assumes}, but not by {others}")
                }
                FoundBy::Others => {
                    format!("{pairs} differ by {others}, but not by the {model}, which decides and {assumes}")
                }
            };
            sheet.remark(sentence, disagreement.numbers);
        }
    }
}

/// Who finds a difference where the other does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FoundBy {
    Model,
    Others,
}

/// Pairs of which the same tests say something else than the deciding model.
struct Disagreement {
    methods: Vec<&'static Method>,
    pairs: Vec<String>,
    numbers: Vec<Quantity>,
}

fn disagreements(sheet: &Sheet, rows: &CriterionRows<'_>, alpha: f64, found_by: FoundBy) -> Vec<Disagreement> {
    let mut all: Vec<Disagreement> = Vec::new();
    let found_by_model = found_by == FoundBy::Model;
    for (first, second) in all_pairs(&rows.systems()) {
        let of = [rows.id(first), rows.id(second)];
        let Some(deciding) = sheet.get(Statistic::Corrected(DECIDING), &of) else { continue };
        if (deciding.estimate.value < alpha) != found_by_model {
            continue;
        }
        let against =
            secondary_methods().filter_map(|method| Some((method, sheet.get(Statistic::Corrected(method.test), &of)?)));
        let against: Vec<_> = against.filter(|(_, test)| (test.estimate.value < alpha) != found_by_model).collect();
        if against.is_empty() {
            continue;
        }
        let methods: Vec<&Method> = against.iter().map(|(method, _)| *method).collect();
        let numbers = std::iter::once(deciding.quantity()).chain(against.iter().map(|(_, test)| test.quantity()));
        let pair = [first, second].map(|system| rows.dataset.systems[system].name.as_str()).join(" and ");
        match all.iter_mut().find(|known| known.methods == methods) {
            Some(known) => {
                known.numbers.extend(numbers);
                known.pairs.push(pair);
            }
            None => all.push(Disagreement { numbers: numbers.collect(), methods, pairs: vec![pair] }),
        }
    }
    all
}

/// The tests beside the deciding model. Equivalence has the model's own contrast, and a bootstrap's p-value is never below
/// one in its replicates.
fn secondary_methods() -> impl Iterator<Item = &'static Method> {
    static ALL: [Method; 14] = Method::ALL;
    ALL.iter().filter(|method| !matches!(method.test, DECIDING | TestName::Tost | TestName::Bootstrap))
}

/// `Student's t-test and Welch's t-test (each treats all judgements as independent)`.
fn by_assumption(methods: &[&'static Method]) -> String {
    let mut groups: Vec<(Assumption, Vec<&str>)> = Vec::new();
    for method in methods {
        match groups.iter_mut().find(|(assumes, _)| *assumes == method.assumes) {
            Some((_, words)) => words.push(method.words),
            None => groups.push((method.assumes, vec![method.words])),
        }
    }
    let groups = groups.iter().map(|(assumes, words)| {
        let each = if words.len() == 1 { "it" } else { "each" };
        format!("{} ({each} {})", words.join(", "), assumes.words())
    });
    groups.collect::<Vec<_>>().join(" and by ")
}
