//! Comparisons as if every judgement were independent: what most papers print.

use stats::Estimate;
use stats::effect::{Denominator, cohen_d, hedges_g};
use stats::hypothesis::{RankP, Summary, TestOptions, anova, mann_whitney, t, tukey};
use study::file::TestName;

use super::{Pair, add_family, all_pairs, keep_computable};
use crate::Statistic;
use crate::rows::CriterionRows;
use crate::setting::Setting;
use crate::sheet::{ALONE, Sheet};

/// One-way analysis of variance and all pairs: t-tests, Tukey's differences, ranks, effect sizes.
pub(super) fn add_statistics(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    t_tests(sheet, judged, setting);
    ranks(sheet, judged, setting);
    effects(sheet, judged, setting);
    variance(sheet, judged, setting);
}

fn values(judged: &CriterionRows<'_>) -> Vec<Vec<f64>> {
    (0..judged.dataset.systems.len()).map(|system| judged.values_of(system)).collect()
}

/// Student's and Welch's t of every pair.
pub(super) fn t_tests(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    let values = values(judged);
    let asked = TestOptions { level: setting.level, ..TestOptions::default() };
    let pairs = all_pairs(&judged.systems());
    for (method, test) in [(TestName::StudentT, t::student as fn(_, _, _) -> _), (TestName::WelchT, t::welch)] {
        let all = pairs.iter().map(|(a, b)| {
            let (first, second) = (&values[*a], &values[*b]);
            let test = Summary::from_values(first).and_then(|first| test(first, Summary::from_values(second)?, asked));
            ((*a, *b), first.len() + second.len(), test.map(|test: stats::hypothesis::Test| test.statistic))
        });
        let compared = keep_computable(sheet, judged, method, all.collect::<Vec<_>>());
        add_family(sheet, judged, setting, method, compared);
    }
}

/// The difference that Student's or Welch's t is of, first minus second.
pub(crate) fn t_difference(
    judged: &CriterionRows<'_>,
    test: TestName,
    (first, second): Pair,
    level: f64,
) -> Option<Estimate> {
    let [a, b] = [first, second].map(|system| Summary::from_values(&judged.values_of(system)).ok());
    let (a, b, asked) = (a?, b?, TestOptions { level, ..TestOptions::default() });
    let found = if test == TestName::WelchT { t::welch(a, b, asked) } else { t::student(a, b, asked) };
    found.ok()?.find_estimate("difference").cloned()
}

/// Mann and Whitney's test of every pair.
pub(super) fn ranks(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    let values = values(judged);
    let asked = TestOptions { level: setting.level, ..TestOptions::default() };
    let ranks = all_pairs(&judged.systems()).into_iter().map(|(a, b)| {
        let test = mann_whitney::mann_whitney(&values[a], &values[b], RankP::default(), asked);
        ((a, b), values[a].len() + values[b].len(), test.map(|test| test.statistic))
    });
    let compared = keep_computable(sheet, judged, TestName::MannWhitney, ranks.collect::<Vec<_>>());
    add_family(sheet, judged, setting, TestName::MannWhitney, compared);
}

fn effects(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    let values = values(judged);
    let summary = |system: usize| Summary::from_values(&values[system]);
    for pair in all_pairs(&judged.systems()) {
        let of = [judged.id(pair.0), judged.id(pair.1)];
        let n = values[pair.0].len() + values[pair.1].len();
        let d = summary(pair.0).and_then(|a| cohen_d(a, summary(pair.1)?, Denominator::Pooled, setting.level));
        if let Ok(g) = d.as_ref().map_err(Clone::clone).and_then(hedges_g) {
            sheet.add(Statistic::HedgesG, of, g, n, "Hedges' g");
        }
        sheet.try_add(Statistic::CohenD, of, d, n, "Cohen's d with the pooled standard deviation");
    }
}

/// One-way analysis of variance with Tukey's comparisons, over single judgements.
pub(super) fn variance(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    let groups: Vec<Vec<f64>> = judged.systems().into_iter().map(|system| judged.values_of(system)).collect();
    over_groups(sheet, judged, setting, &groups, "single judgements");
}

/// One-way analysis of variance with Tukey's comparisons, over groups of values in the order of
/// [`CriterionRows::systems`].
pub(super) fn over_groups(
    sheet: &mut Sheet,
    judged: &CriterionRows<'_>,
    setting: &Setting,
    groups: &[Vec<f64>],
    over: &'static str,
) {
    let systems = judged.systems();
    let all: usize = groups.iter().map(Vec::len).sum();
    let summaries = match anova::summaries(groups) {
        Ok(summaries) => summaries,
        Err(reason) => return sheet.miss(Statistic::AnovaF.word(), &reason.to_string()),
    };
    match anova::one_way(&summaries) {
        Ok(test) => {
            let words = format!("one-way analysis of variance over {over}, as if independent");
            sheet.add(Statistic::AnovaF, ALONE, test.statistic.clone(), all, &words);
            for (ours, theirs) in [
                (Statistic::AnovaEta2, "eta2"),
                (Statistic::AnovaSsBetween, "ss_between"),
                (Statistic::AnovaSsWithin, "ss_within"),
            ] {
                if let Some(also) = test.find_estimate(theirs) {
                    sheet.add(ours, ALONE, also.clone(), all, &words);
                }
            }
        }
        Err(reason) => sheet.miss(Statistic::AnovaF.word(), &reason.to_string()),
    }
    match tukey::all_pairs(&summaries, tukey::Variances::Equal, setting.level) {
        Ok(pairs) => {
            let compared = pairs.into_iter().filter_map(|found| {
                let estimate = found.test.find_estimate("difference")?.clone();
                let pair = (systems[found.first], systems[found.second]);
                let n = groups[found.first].len() + groups[found.second].len();
                Some(super::PairResult { pair, estimate, n })
            });
            let compared = compared.collect();
            add_family(sheet, judged, setting, TestName::AnovaTukey, compared);
        }
        Err(reason) => sheet.miss(TestName::AnovaTukey.method().statistic, &reason.to_string()),
    }
}
