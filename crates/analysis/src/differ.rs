//! Where two analyses of the same thing come to different conclusions, and why.

use crate::comparisons::all_pairs;
use crate::rows::CriterionRows;
use crate::setting::Setting;
use crate::sheet::Sheet;

/// An analysis as papers print it beside the one that fits the design.
struct Beside {
    printed: &'static str,
    printed_words: &'static str,
    fitting: &'static str,
    fitting_words: &'static str,
    because: &'static str,
}

const BESIDE: [Beside; 5] = [
    Beside {
        printed: "student_t_p",
        printed_words: "Student's t-test",
        fitting: "lmm_difference_p",
        fitting_words: "the mixed model",
        because: "the t-test takes every judgement for independent, the model knows that judgements of one item or by one person belong together",
    },
    Beside {
        printed: "tukey_difference_p",
        printed_words: "Tukey's comparison",
        fitting: "lmm_difference_p",
        fitting_words: "the mixed model",
        because: "the analysis of variance takes every judgement for independent, the model knows that judgements of one item or by one person belong together",
    },
    Beside {
        printed: "tukey_difference_p",
        printed_words: "Tukey's comparison",
        fitting: "bt_difference_p",
        fitting_words: "the Bradley–Terry model",
        because: "scores of systems on one item add to a constant, so the analysis of variance over items does not fit; the model works on single choices and clusters them by item and person",
    },
    Beside {
        printed: "sign_p",
        printed_words: "the sign test",
        fitting: "bt_difference_p",
        fitting_words: "the Bradley–Terry model",
        because: "the sign test uses only the choices between the two and takes them for independent; the model uses all choices and clusters them by item and person",
    },
    Beside {
        printed: "lmm_difference_p",
        printed_words: "the linear mixed model",
        fitting: "clmm_difference_p",
        fitting_words: "the ordinal mixed model",
        because: "the linear model takes the points of the scale to be equally far apart, the ordinal one does not",
    },
];

/// Says of which pairs the printed analysis and the fitting one stand on two sides of alpha, all pairs with one reason
/// together.
pub(crate) fn put(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    let alpha = setting.alpha;
    for beside in BESIDE {
        let (printed, fitting) = (beside.printed_words, beside.fitting_words);
        for (yes, no, found) in [(printed, fitting, Side::Printed), (fitting, printed, Side::Fitting)] {
            let (pairs, ids) = apart(sheet, judged, &beside, |p, q| match found {
                Side::Printed => p < alpha && q >= alpha,
                Side::Fitting => q < alpha && p >= alpha,
            });
            if !pairs.is_empty() {
                let text = format!("{} differ by {yes} but not by {no}: {}", pairs.join("; "), beside.because);
                sheet.remark(text, ids);
            }
        }
    }
}

/// The analysis that finds a difference where the other does not.
enum Side {
    Printed,
    Fitting,
}

/// The pairs whose two p-values stand apart, in words, and the ids of these numbers.
fn apart(
    sheet: &Sheet,
    judged: &CriterionRows<'_>,
    beside: &Beside,
    differs: impl Fn(f64, f64) -> bool,
) -> (Vec<String>, Vec<String>) {
    let (mut pairs, mut ids) = (Vec::new(), Vec::new());
    for (first, second) in all_pairs(&judged.systems()) {
        let of = [judged.id(first), judged.id(second)];
        if let (Some(printed), Some(fitting)) = (sheet.get(beside.printed, &of), sheet.get(beside.fitting, &of))
            && differs(printed.estimate.value, fitting.estimate.value)
        {
            let names = [first, second].map(|system| judged.dataset.systems[system].name.as_str());
            pairs.push(names.join(" and "));
            ids.extend([printed.id(), fitting.id()]);
        }
    }
    (pairs, ids)
}
