//! How the outputs of systems vary: whether equally, and whether a few lie far from all others.
//!
//! The model gives all systems the same variances. Where the outputs of one vary far more than those of another, as
//! counts of errors do when a system makes many, the common variance is too small for pairs with that system and too
//! large for the others. Brown and Forsythe's test (1974, J. Am. Stat. Assoc. 69) looks for that among the means of
//! outputs. Where it finds it, the variance of a difference is multiplied by the variance of the pair's own differences
//! between outputs of one item, over its mean for all pairs: each stratum has a variance of its own, as in
//! Pinheiro & Bates (2000), *Mixed-Effects Models in S and S-PLUS*, section 5.2, here with the moments of the pairs. Relative
//! errors of independent factors add, so that 1/df is the sum of the model's and 1/(items − 1). The error of a single mean is then
//! that of the system's own judgements ([`super::plain_mean`]).
//!
//! That factor takes raters' tastes to vary as outputs do. Two systems whose outputs vary little would then seem to divide raters
//! little, too, and where tastes are the same for all systems a difference was found in 24 of 100 comparisons of two that do not
//! differ. A pair that varies less than others therefore has at least the error of the model of its two systems alone, in which
//! tastes have a variance of their own.
//!
//! Where each system has items of its own, nothing pairs the outputs, and the system with fewer items may be the one that varies more.
//! A difference then has at least the variance of Welch's test (1947, Biometrika 34) on the means of the outputs, with its
//! degrees of freedom, whether or not a test finds that they vary unequally: few items rarely show it.
//!
//! Tastes may vary unequally as well: some raters love a system that others cannot bear, and agree on the rest. The common variance
//! of tastes is then too small for pairs with that system (one of four that divides raters four times as much: false positives in 11
//! of 100 comparisons with it by twelve raters, in 14 by six). Levene's test (1960, in *Contributions to Probability and
//! Statistics*, ed. Olkin) looks for that among the means of each rater for each system, less the rater's mean of all. Where it finds
//! it, a pair over which raters divide more than over others has at least the error of the model of its two systems alone, which
//! knows no tastes for others. Few raters rarely show it: at a level of 20 % the test leaves 6 of these 11 and 9 of these 14, and
//! costs one to three points of power where tastes are alike. Such an error for every pair, tested or not, would cost three to
//! eight. Of comparisons this is only done where most pages are a ballot of all systems: where they are not, the ballots with both
//! systems of a pair know less of it than all do, and every error would be larger, whatever the tastes.

use std::collections::{BTreeMap, BTreeSet};

use super::scores::Scores;
use super::terms::FEWEST;
use crate::PValue;
use crate::hypothesis::levene::{Centre, levene};

/// Systems vary equally unless this is reached.
const LEVEL: f64 = 0.05;
/// The same of tastes, around means. It is rather found where it is not, which costs little, than missed.
const LEVEL_OF_TASTES: f64 = 0.2;
/// A variance from fewer items than this is not worth having.
const FEWEST_ITEMS: usize = 10;
/// A pair whose variance is this share of the common one, or less, varies less than others; above it hardly any p-value changes.
const QUIET: f64 = 0.9;
/// Skewness beyond which a caution is due. Five points, sliders and 0/1 stay below it; counts of rare errors and values
/// without an upper end, whose intervals cover less than they should in the example `calibrate`, do not.
const SKEWED: f64 = 2.0;

/// How unequally systems vary.
#[derive(Debug, Clone, Default)]
pub struct Scatter {
    /// Brown and Forsythe's test that the outputs of all systems vary equally, where it finds that they do not.
    pub outputs: Option<PValue>,
    /// Levene's test that raters' tastes for all systems vary equally, where it finds that they do not.
    pub tastes: Option<PValue>,
    /// For each pair of systems the ratio of its variance to the common one, with its degrees of freedom.
    pairs: BTreeMap<(usize, usize), (f64, f64)>,
    /// The pairs over which raters divide more than over others, where tastes vary unequally.
    divisive: BTreeSet<(usize, usize)>,
    /// The standard error of a pair by the model of its two systems alone, with its degrees of freedom, where the pair's
    /// outputs vary less than others or its raters divide more; none where that model cannot be fitted.
    alone: BTreeMap<(usize, usize), Option<(f64, f64)>>,
}

impl Scatter {
    /// How unequally systems vary, or none where no inequality is found.
    pub(super) fn find(outputs: &OutputMeans, tastes: Option<UnequalTastes>) -> Option<Scatter> {
        let own_items = outputs.iter().flat_map(BTreeMap::keys).collect::<BTreeSet<_>>().len()
            == outputs.iter().map(BTreeMap::len).sum::<usize>();
        let of_outputs = if own_items { welch_scatter(outputs) } else { paired_scatter(outputs) };
        match (of_outputs, tastes) {
            (Some(found), Some(tastes)) => Some(Scatter { tastes: Some(tastes.p), divisive: tastes.divisive, ..found }),
            (of_outputs, tastes) => of_outputs.or(tastes.map(Scatter::of_tastes)),
        }
    }

    /// Outputs vary equally, tastes do not.
    pub(super) fn of_tastes(UnequalTastes { p, divisive }: UnequalTastes) -> Scatter {
        Scatter { tastes: Some(p), divisive, ..Scatter::default() }
    }

    /// Whether outputs vary unequally, or were compared as those of items of their own.
    pub(super) fn is_of_outputs(&self) -> bool {
        self.outputs.is_some() || !self.pairs.is_empty()
    }

    /// The standard error and degrees of freedom of a difference, from those that it has by the model of all systems. Neither
    /// changes where a pair shares too few items to know.
    pub(super) fn error_of_pair(&self, (first, second): (usize, usize), (se, df): (f64, f64)) -> (f64, f64) {
        let pair = (first.min(second), first.max(second));
        let own = self.pairs.get(&pair).map_or((se, df), |(ratio, df_of_ratio)| {
            // Welch's degrees of freedom are those of the whole error; the ratio of paired outputs is a factor of its own.
            let df = if self.outputs.is_none() { df.min(*df_of_ratio) } else { 1.0 / (1.0 / df + 1.0 / df_of_ratio) };
            (se * ratio.sqrt(), df)
        });
        match self.alone.get(&pair) {
            // Two systems that were always judged alike, or always in the same way, do not show how they would be judged again.
            Some(None) if own.0 < se => (se, df),
            Some(Some(alone)) if alone.0 > own.0 => *alone,
            _ => own,
        }
    }

    /// Adds the errors by the models of two systems alone, of pairs whose outputs vary less than others or whose raters divide more.
    pub(super) fn with_models_of_pairs(mut self, fit: impl Fn(usize, usize) -> Option<(f64, f64)>) -> Scatter {
        let mut asked = self.divisive.clone();
        if self.outputs.is_some() {
            asked.extend(self.pairs.iter().filter(|(_, (ratio, _))| *ratio < QUIET).map(|(pair, _)| *pair));
        }
        self.alone = asked.into_iter().map(|pair| (pair, fit(pair.0, pair.1))).collect();
        self
    }
}

/// Where raters' tastes vary more for some systems than for others.
pub(super) struct UnequalTastes {
    /// Levene's test.
    p: PValue,
    /// The pairs of systems over which raters divide more than over the mean of all pairs.
    divisive: BTreeSet<(usize, usize)>,
}

impl UnequalTastes {
    /// From scores with their rater and system; none where no inequality is found. Only raters who judged all systems tell.
    pub(super) fn find(scores: impl Iterator<Item = (u32, u32, f64)>) -> Option<UnequalTastes> {
        let mut sums: BTreeMap<u32, BTreeMap<u32, (f64, f64)>> = BTreeMap::new();
        let mut judged = BTreeSet::new();
        for (rater, system, score) in scores {
            let (sum, count) = sums.entry(rater).or_default().entry(system).or_default();
            *sum += score;
            *count += 1.0;
            judged.insert(system);
        }
        let judged: Vec<usize> = judged.into_iter().map(|system| system as usize).collect();
        let mut tastes = vec![Vec::new(); judged.len()];
        for means in sums.into_values().filter(|means| means.len() == judged.len()) {
            let means: Vec<f64> = means.into_values().map(|(sum, count)| sum / count).collect();
            let level = means.iter().sum::<f64>() / means.len() as f64;
            tastes.iter_mut().zip(means).for_each(|(of_system, mean)| of_system.push(mean - level));
        }
        // Of two systems tastes mirror each other.
        if tastes.len() < 3 || tastes[0].len() < FEWEST {
            return None;
        }
        let p = levene(&tastes, Centre::Mean).ok()?.p();
        if p.value() >= LEVEL_OF_TASTES {
            return None;
        }
        let mut variances = BTreeMap::new();
        for (index, first) in tastes.iter().enumerate() {
            for (other, second) in tastes.iter().enumerate().skip(index + 1) {
                let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
                variances.insert((judged[index], judged[other]), (variance(&differences), first.len() as f64 - 1.0));
            }
        }
        let ratios = over_mean(variances)?.into_iter();
        Some(UnequalTastes { p, divisive: ratios.filter(|(_, (ratio, _))| *ratio > 1.0).map(|it| it.0).collect() })
    }
}

fn paired_scatter(outputs: &OutputMeans) -> Option<Scatter> {
    let judged: Vec<(usize, &BTreeMap<u32, f64>)> =
        outputs.iter().enumerate().filter(|(_, items)| items.len() >= FEWEST_ITEMS).collect();
    if judged.len() < 3 {
        return None;
    }
    let values: Vec<Vec<f64>> = judged.iter().map(|(_, items)| items.values().copied().collect()).collect();
    let p = levene(&values, Centre::Median).ok()?.p();
    if p.value() >= LEVEL {
        return None;
    }
    let mut variances = BTreeMap::new();
    for (index, (first, of_first)) in judged.iter().enumerate() {
        for (second, of_second) in &judged[index + 1..] {
            let differences: Vec<f64> =
                of_first.iter().filter_map(|(item, mean)| Some(mean - of_second.get(item)?)).collect();
            if differences.len() >= FEWEST_ITEMS {
                variances.insert((*first, *second), (variance(&differences), differences.len() as f64 - 1.0));
            }
        }
    }
    Some(Scatter { outputs: Some(p), pairs: over_mean(variances)?, ..Scatter::default() })
}

/// Variances as ratios to their mean.
fn over_mean(variances: BTreeMap<(usize, usize), (f64, f64)>) -> Option<BTreeMap<(usize, usize), (f64, f64)>> {
    let common = variances.values().map(|it| it.0).sum::<f64>() / variances.len() as f64;
    (common > 0.0).then(|| variances.into_iter().map(|(key, (own, df))| (key, (own / common, df))).collect())
}

fn welch_scatter(outputs: &OutputMeans) -> Option<Scatter> {
    let values: Vec<Vec<f64>> = outputs.iter().map(|items| items.values().copied().collect()).collect();
    let several = values.iter().enumerate().filter(|(_, values)| values.len() > 1);
    let judged: Vec<(usize, f64, f64)> =
        several.map(|(system, values)| (system, variance(values), values.len() as f64)).collect();
    let free: f64 = judged.iter().map(|(_, _, n)| n - 1.0).sum();
    let pooled = judged.iter().map(|(_, variance, n)| variance * (n - 1.0)).sum::<f64>() / free;
    let mut scatter = Scatter::default();
    for (index, (first, s, n)) in judged.iter().enumerate() {
        for (second, t, m) in &judged[index + 1..] {
            let (a, b) = (s / n, t / m);
            let ratio = (a + b) / (pooled * (1.0 / n + 1.0 / m));
            if ratio > 1.0 {
                let df = (a + b).powi(2) / (a * a / (n - 1.0) + b * b / (m - 1.0));
                scatter.pairs.insert((*first, *second), (ratio, df));
            }
        }
    }
    (!scatter.pairs.is_empty()).then_some(scatter)
}

/// Whether a few outputs lie far from the others of their system.
pub(super) fn has_far_outputs(outputs: &OutputMeans) -> bool {
    let (mut count, mut squares, mut cubes) = (0.0, 0.0, 0.0);
    for items in outputs.iter().filter(|items| items.len() >= FEWEST_ITEMS) {
        let mean = items.values().sum::<f64>() / items.len() as f64;
        count += items.len() as f64;
        squares += items.values().map(|x| (x - mean).powi(2)).sum::<f64>();
        cubes += items.values().map(|x| (x - mean).powi(3)).sum::<f64>();
    }
    (cubes / count).abs() > SKEWED * (squares / count).powf(1.5)
}

/// For each system the mean score of each of its outputs, by item.
pub(super) type OutputMeans = Vec<BTreeMap<u32, f64>>;

pub(super) fn output_means(scores: &Scores<'_>) -> OutputMeans {
    let mut sums: Vec<BTreeMap<u32, (f64, f64)>> = vec![BTreeMap::new(); scores.systems];
    for ((value, item), system) in scores.value.iter().zip(scores.item).zip(scores.system) {
        let (sum, count) = sums[*system as usize].entry(*item).or_default();
        *sum += value;
        *count += 1.0;
    }
    let means = |items: BTreeMap<u32, (f64, f64)>| items.into_iter().map(|(item, it)| (item, it.0 / it.1)).collect();
    sums.into_iter().map(means).collect()
}

fn variance(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0)
}
