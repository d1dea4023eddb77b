//! Where two analyses of the same thing come to different conclusions, and why.

use stats::Estimate;
use stats::power::{EffectMeasure, Question, Sides, Size, Test};

use crate::comparisons::all_pairs;
use crate::judged::Judged;
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

/// Says for every pair where the printed analysis and the fitting one stand on two sides of alpha.
pub(crate) fn put(sheet: &mut Sheet, judged: &Judged<'_>, setting: &Setting) {
    for beside in BESIDE {
        for (first, second) in all_pairs(&judged.systems()) {
            let of = [judged.id(first), judged.id(second)];
            let (Some(printed), Some(fitting)) = (sheet.get(beside.printed, &of), sheet.get(beside.fitting, &of))
            else {
                continue;
            };
            let found = |p: f64| p < setting.alpha;
            let (p, q) = (printed.estimate.value, fitting.estimate.value);
            if found(p) == found(q) {
                continue;
            }
            let [yes, no] = if found(p) {
                [beside.printed_words, beside.fitting_words]
            } else {
                [beside.fitting_words, beside.printed_words]
            };
            let ids = [printed.id(), fitting.id()];
            let names = [first, second].map(|system| judged.dataset.systems[system].name.as_str());
            let text = format!("{} and {} differ by {yes} but not by {no}: {}", names[0], names[1], beside.because);
            sheet.remark(text, ids);
        }
    }
}

/// The smallest standardised difference that a t-test over so many judgements would find four times
/// in five. What power there was for the difference found says no more than its p-value.
pub(crate) fn power(sheet: &mut Sheet, judged: &Judged<'_>, setting: &Setting) {
    if sheet.get("anova_f", &[]).is_none() {
        return;
    }
    for (first, second) in all_pairs(&judged.systems()) {
        let of = [judged.id(first), judged.id(second)];
        if sheet.get("cohen_d", &of).is_none() {
            continue;
        }
        let sizes = [judged.values_of(first).len(), judged.values_of(second).len()].map(|n| n as f64);
        // Two groups of unequal size are worth two of their harmonic mean.
        let each = 2.0 / (1.0 / sizes[0] + 1.0 / sizes[1]);
        let question = Question { test: Test::TwoSample(Sides::Two), alpha: setting.alpha };
        if let Ok(effect) = question.effect(EffectMeasure::CohenD(0.0), Size::PerGroup(each), 0.8) {
            let estimate = Estimate::new("detectable_d", effect.value()).of(of);
            sheet.put(estimate, (sizes[0] + sizes[1]) as usize, "Cohen's d found with power 0.8 by a two-sided t-test");
        }
    }
}
