//! Comparisons within items: every item a block with one value per system.

use stats::Estimate;
use stats::hypothesis::friedman_pairs::PostHoc;
use stats::hypothesis::{Blocks, RankP, TestOptions, friedman, friedman_pairs, repeated_measures, t, wilcoxon};
use study::file::TestName;
use study::response::Response;

use super::{Pair, PairResult, add_family, all_pairs, independent, keep_computable};
use crate::Statistic;
use crate::rows::CriterionRows;
use crate::setting::Setting;
use crate::sheet::{ALONE, Sheet};

/// Friedman's test and what follows from it, paired tests on item means; for comparisons, whose
/// judgements say nothing alone, also the analysis of variance over items that papers print.
pub(super) fn add_statistics(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    if matches!(judged.criterion.response, Response::Pairwise(_) | Response::BestWorst(_)) {
        variance(sheet, judged, setting);
    }
    add_paired_tests(sheet, judged, setting);
    add_rank_tests(sheet, judged, setting);
}

fn item_means(judged: &CriterionRows<'_>) -> ItemMeans {
    ItemMeans::from_judgements(&CriterionRows::of_planned(judged.dataset, judged.number()), &judged.systems())
}

/// One-way analysis of variance with Tukey's comparisons, over items.
pub(super) fn variance(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    let means = item_means(judged);
    let groups: Vec<Vec<f64>> = (0..judged.systems().len()).map(|system| means.of_system(system)).collect();
    independent::over_groups(sheet, judged, setting, &groups, "item scores");
}

/// Friedman's test and what follows from it.
pub(super) fn add_rank_tests(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    let systems = judged.systems();
    let rows = match &judged.criterion.response {
        Response::Ranking(_) => rankings(judged, &systems),
        Response::Rating(_)
        | Response::Slider(_)
        | Response::Count(_)
        | Response::Spans(_)
        | Response::Pairwise(_)
        | Response::BestWorst(_)
        | Response::Choice(_)
        | Response::Text(_) => item_means(judged).complete(),
    };
    let blocks = match Blocks::new(&rows) {
        Ok(blocks) => blocks,
        Err(reason) => return sheet.miss(Statistic::Friedman.word(), &reason.to_string()),
    };
    let method = if matches!(judged.criterion.response, Response::Ranking(_)) {
        "Friedman's test, every ranking a block"
    } else {
        "Friedman's test, every item a block"
    };
    match friedman::friedman(&blocks) {
        Ok(test) => {
            sheet.add(Statistic::Friedman, ALONE, test.statistic.clone(), rows.len(), method);
            if let Some(w) = test.find_estimate("W") {
                let words = "Kendall's W from Friedman's test";
                sheet.add(Statistic::KendallW, ALONE, w.clone(), rows.len(), words);
            }
        }
        Err(reason) => return sheet.miss(Statistic::Friedman.word(), &reason.to_string()),
    }
    if let Ok(test) = repeated_measures::repeated_measures(&blocks) {
        let words = "analysis of variance with repeated measures on items";
        sheet.add(Statistic::RepeatedAnovaF, ALONE, test.statistic, rows.len(), words);
    }
    match friedman_pairs::pairs(&blocks, PostHoc::Nemenyi) {
        Ok(pairs) => {
            let compared = pairs.into_iter().map(|found| PairResult {
                pair: (systems[found.first], systems[found.second]),
                estimate: found.test.statistic,
                n: rows.len(),
            });
            let compared = compared.collect();
            add_family(sheet, judged, setting, TestName::Friedman, compared);
        }
        Err(reason) => sheet.miss(TestName::Friedman.method().statistic, &reason.to_string()),
    }
}

/// The paired t-test and Wilcoxon's signed-rank test of every pair.
pub(super) fn add_paired_tests(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    let means = item_means(judged);
    let asked = TestOptions { level: setting.level, ..TestOptions::default() };
    let systems = judged.systems();
    let places: Vec<usize> = (0..systems.len()).collect();
    let both: Vec<_> = all_pairs(&places)
        .into_iter()
        .map(|(a, b)| ((systems[a], systems[b]), means.of_both(a, b)))
        .filter(|(_, (a, _))| a.len() > 1)
        .collect();
    let tests =
        both.iter().map(|(pair, (a, b))| (*pair, a.len(), t::paired_samples(a, b, asked).map(|test| test.statistic)));
    let compared = keep_computable(sheet, judged, TestName::PairedT, tests.collect::<Vec<_>>());
    add_family(sheet, judged, setting, TestName::PairedT, compared);
    let tests = both.iter().map(|(pair, (a, b))| {
        let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        let test = wilcoxon::wilcoxon(&differences, wilcoxon::Zeros::default(), RankP::default(), asked);
        (*pair, a.len(), test.map(|test| test.statistic))
    });
    let compared = keep_computable(sheet, judged, TestName::Wilcoxon, tests.collect::<Vec<_>>());
    add_family(sheet, judged, setting, TestName::Wilcoxon, compared);
}

/// The difference that the paired t is of, first minus second.
pub(crate) fn paired_difference(judged: &CriterionRows<'_>, (first, second): Pair, level: f64) -> Option<Estimate> {
    let systems = judged.systems();
    let place = |system: usize| systems.iter().position(|known| *known == system);
    let (a, b) = item_means(judged).of_both(place(first)?, place(second)?);
    let found = t::paired_samples(&a, &b, TestOptions { level, ..TestOptions::default() });
    found.ok()?.find_estimate("difference").cloned()
}

/// The mean of every system on every item, where it was judged.
struct ItemMeans {
    /// One row per item, in the order of the dataset; one column per system.
    rows: Vec<Vec<Option<f64>>>,
}

impl ItemMeans {
    fn from_judgements(judged: &CriterionRows<'_>, systems: &[usize]) -> ItemMeans {
        let column = |system: u32| systems.iter().position(|known| *known == system as usize);
        let mut sums = vec![vec![(0.0, 0.0); systems.len()]; judged.dataset.items.len()];
        for ((value, system), item) in judged.net.iter().zip(&judged.system).zip(&judged.item) {
            if let Some(column) = column(*system) {
                let (sum, n) = &mut sums[*item as usize][column];
                *sum += value;
                *n += 1.0;
            }
        }
        let mean = |(sum, n): (f64, f64)| (n > 0.0).then(|| sum / n);
        ItemMeans { rows: sums.into_iter().map(|row| row.into_iter().map(mean).collect()).collect() }
    }

    fn of_system(&self, column: usize) -> Vec<f64> {
        self.rows.iter().filter_map(|row| row[column]).collect()
    }

    fn of_both(&self, a: usize, b: usize) -> (Vec<f64>, Vec<f64>) {
        self.rows.iter().filter_map(|row| row[a].zip(row[b])).unzip()
    }

    /// The items on which every system was judged.
    fn complete(&self) -> Vec<Vec<f64>> {
        self.rows.iter().filter_map(|row| row.iter().copied().collect()).collect()
    }
}

/// Every ranking that holds all systems, as a block of places.
fn rankings(judged: &CriterionRows<'_>, systems: &[usize]) -> Vec<Vec<f64>> {
    let mut blocks = vec![vec![None; systems.len()]; judged.judgements.len()];
    for ((value, system), judgement) in judged.value.iter().zip(&judged.system).zip(&judged.judgement) {
        if let Some(column) = systems.iter().position(|known| *known == *system as usize) {
            blocks[*judgement as usize][column] = Some(*value);
        }
    }
    blocks.into_iter().filter_map(|block| block.into_iter().collect()).collect()
}
