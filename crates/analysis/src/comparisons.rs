//! Systems compared two by two on one criterion: as it is often done, and as fits the design.
//!
//! A comparison is put down twice: the statistic with its own p-value under the name of the method
//! (`student_t[fluency, svm, gedi]`), and the p-value corrected for the number of comparisons under
//! the same name with `_p` behind it (`student_t_p[fluency, svm, gedi]`).

mod independent;
mod models;
mod strengths;
mod within_items;

use stats::{Estimate, PValue, StatError};
use study::file::TestName;
use study::response::Response;

use crate::rows::CriterionRows;
use crate::setting::{Setting, corrected, words};
use crate::sheet::Sheet;

/// Two systems, the earlier in the study first.
pub(crate) type Pair = (usize, usize);

/// A way of comparing two systems: what its estimates are called, and what it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Method {
    /// The name of the statistic.
    pub(crate) name: &'static str,
    /// The name of the corrected p-value.
    pub(crate) corrected: &'static str,
    /// In words.
    pub(crate) words: &'static str,
    /// Whether its p-values are for the whole family already.
    pub(crate) familywise: Familywise,
}

/// Whether p-values are for the whole family already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Familywise {
    /// They are.
    Already,
    /// They are to be corrected.
    ToCorrect,
}

/// Puts down every comparison that makes sense for the response kind.
pub(crate) fn put(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    if judged.systems().len() < 2 {
        return;
    }
    match &judged.criterion.response {
        Response::Rating(_) => {
            // The ordinal model takes longer than everything else together.
            let mut ordinal = sheet.beside();
            rayon::join(
                || {
                    independent::put(sheet, judged, setting);
                    within_items::put(sheet, judged, setting);
                    models::linear(sheet, judged, setting);
                },
                || models::ordinal(&mut ordinal, judged, setting),
            );
            sheet.append(ordinal);
        }
        Response::Slider(_) | Response::Count(_) | Response::Spans(_) => {
            independent::put(sheet, judged, setting);
            within_items::put(sheet, judged, setting);
            models::linear(sheet, judged, setting);
        }
        Response::Pairwise(_) => {
            strengths::pairs(sheet, judged, setting);
            within_items::put(sheet, judged, setting);
            strengths::bradley_terry(sheet, judged, setting);
        }
        Response::BestWorst(_) => {
            strengths::pairs(sheet, judged, setting);
            within_items::put(sheet, judged, setting);
            strengths::bradley_terry(sheet, judged, setting);
        }
        Response::Ranking(_) => {
            within_items::put(sheet, judged, setting);
            strengths::plackett_luce(sheet, judged, setting);
        }
        Response::Choice(_) | Response::Text(_) => {}
    }
}

/// Puts down what one test finds, and nothing else that takes long.
pub(crate) fn put_test(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting, test: TestName) {
    let together = matches!(judged.criterion.response, Response::Pairwise(_) | Response::BestWorst(_));
    match test {
        TestName::StudentT | TestName::WelchT => independent::t_tests(sheet, judged, setting),
        TestName::MannWhitney => independent::ranks(sheet, judged, setting),
        TestName::AnovaTukey if together => within_items::variance(sheet, judged, setting),
        TestName::AnovaTukey => independent::variance(sheet, judged, setting),
        TestName::PairedT | TestName::Wilcoxon => within_items::paired(sheet, judged, setting),
        TestName::Friedman => within_items::ranked(sheet, judged, setting),
        TestName::Sign => strengths::pairs(sheet, judged, setting),
        TestName::BradleyTerry => strengths::bradley_terry(sheet, judged, setting),
        TestName::PlackettLuce => strengths::plackett_luce(sheet, judged, setting),
        TestName::MixedModel => models::linear(sheet, judged, setting),
        TestName::OrdinalModel => models::ordinal(sheet, judged, setting),
        // The one is made by the claim itself, the other with the scores.
        TestName::Tost | TestName::Bootstrap => {}
    }
}

/// All pairs of the systems that were judged.
pub(crate) fn all_pairs(systems: &[usize]) -> Vec<Pair> {
    let second = |first: usize| systems[first + 1..].iter().map(move |second| (systems[first], *second));
    (0..systems.len()).flat_map(second).collect()
}

/// What a method says of one pair: its statistic with a p-value.
pub(crate) struct Compared {
    pub(crate) pair: Pair,
    pub(crate) estimate: Estimate,
    pub(crate) n: usize,
}

/// Puts down a family of comparisons with their corrected p-values.
pub(crate) fn put_family(
    sheet: &mut Sheet,
    judged: &CriterionRows<'_>,
    setting: &Setting,
    method: Method,
    compared: Vec<Compared>,
) {
    let declared: Vec<bool> = compared.iter().map(|it| setting.declares(&judged.criterion.id, it.pair)).collect();
    let family = compared.iter().zip(&declared).filter(|(_, declared)| **declared);
    let p: Vec<PValue> = family.map(|(it, _)| it.estimate.p.unwrap_or(PValue::new(1.0))).collect();
    let (p, how) = match method.familywise {
        Familywise::Already => (p, method.words.to_owned()),
        Familywise::ToCorrect => {
            let how = format!("{}; {} over {} comparisons", method.words, words(setting.correction), p.len());
            (corrected(&p, setting.correction), how)
        }
    };
    let mut p = p.into_iter();
    for (Compared { pair, estimate, n }, declared) in compared.into_iter().zip(declared) {
        let of = [judged.id(pair.0), judged.id(pair.1)];
        sheet.put(Estimate { name: method.name, ..estimate }.of(of), n, method.words);
        if let Some(p) = declared.then(|| p.next()).flatten() {
            sheet.put(Estimate::new(method.corrected, p.value()).of(of).p(p), n, &how);
        }
    }
}

/// The comparisons that could be made; for the others, why not.
pub(crate) fn made(
    sheet: &mut Sheet,
    judged: &CriterionRows<'_>,
    method: Method,
    all: impl IntoIterator<Item = (Pair, usize, Result<Estimate, StatError>)>,
) -> Vec<Compared> {
    let mut compared = Vec::new();
    for (pair, n, result) in all {
        match result {
            Ok(estimate) => compared.push(Compared { pair, estimate, n }),
            Err(reason) => {
                let what = format!("{}[{}, {}]", method.name, judged.id(pair.0), judged.id(pair.1));
                sheet.miss(&what, &reason.to_string());
            }
        }
    }
    compared
}
