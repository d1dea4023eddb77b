//! Systems compared two by two on one criterion: by the deciding model, and by the tests that papers print.
//!
//! A comparison is put down twice: the statistic with its own p-value under the name of the method
//! (`student_t[fluency, svm, gedi]`), and the p-value corrected for the number of comparisons under
//! the same name with `_p` behind it (`student_t_p[fluency, svm, gedi]`).

mod deciding;
pub use deciding::caution_words;
mod independent;
mod ordinal_model;
mod strengths;
mod within_items;

use std::collections::BTreeSet;

use dataset::Dataset;
use stats::{Estimate, PValue, StatError};
use study::file::TestName;
use study::method::Method;
use study::response::Response;

pub(crate) use deciding::{choice_differences, fit_deciding_model, fit_ungraded_model, margin_difference};
pub(crate) use independent::t_difference;
pub(crate) use strengths::grade;
pub(crate) use within_items::paired_difference;

use crate::Statistic;
use crate::rows::{CriterionRows, pairs_shown};
use crate::setting::{Setting, correct, correction_words};
use crate::sheet::Sheet;

/// Two systems, the earlier in the study first.
pub(crate) type Pair = (usize, usize);

/// Puts down every comparison that makes sense for the response kind.
pub(crate) fn add_statistics(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    // Options have no score: their systems are those of the judgements that could have chosen one.
    let compared = match &judged.criterion.response {
        Response::Choice(choice) => {
            choice.options.first().map_or(0, |option| judged.choosing(option.id()).systems().len())
        }
        Response::Rating(_)
        | Response::Slider(_)
        | Response::Count(_)
        | Response::Spans(_)
        | Response::Pairwise(_)
        | Response::BestWorst(_)
        | Response::Ranking(_)
        | Response::Text(_) => judged.systems().len(),
    };
    if compared < 2 {
        return;
    }
    deciding::add_statistics(sheet, judged, setting);
    match &judged.criterion.response {
        Response::Rating(_) => {
            // The ordinal model takes longer than everything else together.
            let mut ordinal = sheet.new_for_same();
            rayon::join(
                || {
                    independent::add_statistics(sheet, judged, setting);
                    within_items::add_statistics(sheet, judged, setting);
                },
                || ordinal_model::add_statistics(&mut ordinal, judged, setting),
            );
            sheet.append(ordinal);
        }
        Response::Slider(_) | Response::Count(_) | Response::Spans(_) => {
            independent::add_statistics(sheet, judged, setting);
            within_items::add_statistics(sheet, judged, setting);
        }
        Response::Pairwise(_) => {
            strengths::pairs(sheet, judged, setting);
            within_items::add_statistics(sheet, judged, setting);
            strengths::bradley_terry(sheet, judged, setting);
        }
        Response::BestWorst(_) => {
            strengths::pairs(sheet, judged, setting);
            within_items::add_statistics(sheet, judged, setting);
            strengths::bradley_terry(sheet, judged, setting);
        }
        Response::Ranking(_) => {
            within_items::add_statistics(sheet, judged, setting);
            strengths::plackett_luce(sheet, judged, setting);
        }
        Response::Choice(choice) => choice_differences(sheet, judged, choice, setting),
        Response::Text(_) => {}
    }
}

/// Puts down what one test finds, and nothing else that takes long.
pub(crate) fn add_test(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting, test: TestName) {
    let together = matches!(judged.criterion.response, Response::Pairwise(_) | Response::BestWorst(_));
    match test {
        TestName::StudentT | TestName::WelchT => independent::t_tests(sheet, judged, setting),
        TestName::MannWhitney => independent::ranks(sheet, judged, setting),
        TestName::AnovaTukey if together => within_items::variance(sheet, judged, setting),
        TestName::AnovaTukey => independent::variance(sheet, judged, setting),
        TestName::PairedT | TestName::Wilcoxon => within_items::add_paired_tests(sheet, judged, setting),
        TestName::Friedman => within_items::add_rank_tests(sheet, judged, setting),
        TestName::Sign => strengths::pairs(sheet, judged, setting),
        TestName::BradleyTerry => strengths::bradley_terry(sheet, judged, setting),
        TestName::PlackettLuce => strengths::plackett_luce(sheet, judged, setting),
        // Equivalence is tested with the contrast of the deciding model.
        TestName::MixedModel | TestName::Tost => deciding::add_statistics(sheet, judged, setting),
        TestName::OrdinalModel => ordinal_model::add_statistics(sheet, judged, setting),
        // Made with the scores.
        TestName::Bootstrap => {}
    }
}

/// All pairs of the systems that were judged.
pub(crate) fn all_pairs(systems: &[usize]) -> Vec<Pair> {
    let second = |first: usize| systems[first + 1..].iter().map(move |second| (systems[first], *second));
    (0..systems.len()).flat_map(second).collect()
}

/// What a method says of one pair: its statistic with a p-value.
pub(crate) struct PairResult {
    pub(crate) pair: Pair,
    pub(crate) estimate: Estimate,
    pub(crate) n: usize,
}

/// The comparisons on a criterion that are corrected together, the earlier system first: those that the study declares,
/// or else all that could be made between the systems judged. One that a test cannot make keeps its place, and so do those of a
/// system that the study declares and nobody judged.
pub(crate) fn family(setting: &Setting, dataset: &Dataset, criterion: usize, judged: &[usize]) -> Vec<Pair> {
    let Some(id) = dataset.criteria.get(criterion).map(|it| &it.id) else { return Vec::new() };
    if let Some(declared) = setting.declared_family(id) {
        return declared.iter().copied().map(lower_index_first).collect();
    }
    let both = |pair: &Pair| judged.contains(&pair.0) && judged.contains(&pair.1);
    let shown = pairs_shown(dataset, criterion);
    match setting.designed_pairs(id) {
        Some(designed) => {
            let unjudged = designed.iter().copied().filter(|pair| !both(pair));
            shown.into_iter().chain(unjudged).collect::<BTreeSet<Pair>>().into_iter().collect()
        }
        None => shown.into_iter().filter(both).collect(),
    }
}

/// Puts down a family of comparisons by a test, with their corrected p-values.
pub(crate) fn add_family(
    sheet: &mut Sheet,
    rows: &CriterionRows<'_>,
    setting: &Setting,
    test: TestName,
    compared: Vec<PairResult>,
) {
    let method = test.method();
    let words = method_words(method);
    let family = family(setting, rows.dataset, rows.number(), &rows.systems());
    let found =
        |pair: &Pair| compared.iter().find(|it| lower_index_first(it.pair) == *pair).and_then(|it| it.estimate.p);
    // A p-value that is missing counts as 1.
    let p: Vec<PValue> = family.iter().map(|pair| found(pair).unwrap_or(PValue::new(1.0))).collect();
    let (p, how) = if method.familywise {
        (p, words.clone())
    } else {
        let how = format!("{words}; {} over {}", correction_words(setting.correction), comparisons_words(p.len()));
        (correct(&p, setting.correction), how)
    };
    for PairResult { pair, estimate, n } in compared {
        let of = [rows.id(pair.0), rows.id(pair.1)];
        sheet.add(Statistic::Test(test), of, estimate, n, &words);
        if let Some(place) = family.iter().position(|known| *known == lower_index_first(pair)) {
            let corrected = Estimate::from(p[place].value()).p(p[place]);
            sheet.add(Statistic::Corrected(test), of, corrected, n, &how);
        }
    }
}

fn lower_index_first((a, b): Pair) -> Pair {
    (a.min(b), a.max(b))
}

/// `1 comparison`, `6 comparisons`.
pub(crate) fn comparisons_words(count: usize) -> String {
    if count == 1 { "1 comparison".to_owned() } else { format!("{count} comparisons") }
}

/// `Student's t-test: treats all judgements as independent`.
fn method_words(method: &Method) -> String {
    format!("{}: {}", method.words, method.assumes.words())
}

/// The comparisons that could be made; for the others, why not.
pub(crate) fn keep_computable(
    sheet: &mut Sheet,
    judged: &CriterionRows<'_>,
    test: TestName,
    all: impl IntoIterator<Item = (Pair, usize, Result<Estimate, StatError>)>,
) -> Vec<PairResult> {
    let mut compared = Vec::new();
    for (pair, n, result) in all {
        match result {
            Ok(estimate) => compared.push(PairResult { pair, estimate, n }),
            Err(reason) => {
                let systems = [judged.id(pair.0), judged.id(pair.1)];
                sheet.miss_about(Statistic::Test(test), systems, &reason.to_string());
            }
        }
    }
    compared
}
