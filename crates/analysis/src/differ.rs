//! Where a test that papers print and the deciding model come to different conclusions, and which to believe.

use study::file::TestName;
use study::method::{DECIDING, Method};

use crate::comparisons::all_pairs;
use crate::rows::CriterionRows;
use crate::setting::Setting;
use crate::sheet::Sheet;

/// Says of which pairs a test and the deciding model stand on two sides of alpha, all pairs with one reason together.
pub(crate) fn put(sheet: &mut Sheet, rows: &CriterionRows<'_>, setting: &Setting) {
    // Equivalence has the model's own contrast, and a bootstrap's p-value is never below one in its replicates.
    let beside = |method: &&Method| !matches!(method.test, DECIDING | TestName::Tost | TestName::Bootstrap);
    for method in Method::ALL.iter().filter(beside) {
        for found_by_test in [true, false] {
            let (pairs, ids) = disagreements(sheet, rows, method, |test, deciding| {
                let (test, deciding) = (test < setting.alpha, deciding < setting.alpha);
                test != deciding && test == found_by_test
            });
            if pairs.is_empty() {
                continue;
            }
            let (yes, no) = (method.words, DECIDING.method().words);
            let (yes, no) = if found_by_test { (yes, no) } else { (no, yes) };
            sheet.remark(
                format!(
                    "{} differ by the {yes} but not by the {no}. The {} {}; the {} {}, and decides",
                    pairs.join("; "),
                    method.words,
                    method.assumes.words(),
                    DECIDING.method().words,
                    DECIDING.method().assumes.words()
                ),
                ids,
            );
        }
    }
}

/// The pairs whose two corrected p-values stand apart, in words, and the ids of these numbers.
fn disagreements(
    sheet: &Sheet,
    rows: &CriterionRows<'_>,
    method: &Method,
    disagree: impl Fn(f64, f64) -> bool,
) -> (Vec<String>, Vec<String>) {
    let (mut pairs, mut ids) = (Vec::new(), Vec::new());
    for (first, second) in all_pairs(&rows.systems()) {
        let of = [rows.id(first), rows.id(second)];
        if let (Some(test), Some(deciding)) =
            (sheet.get(method.corrected, &of), sheet.get(DECIDING.method().corrected, &of))
            && disagree(test.estimate.value, deciding.estimate.value)
        {
            let names = [first, second].map(|system| rows.dataset.systems[system].name.as_str());
            pairs.push(names.join(" and "));
            ids.extend([test.id(), deciding.id()]);
        }
    }
    (pairs, ids)
}
