//! Agreement beyond chance for any number of raters and any pattern of missing ratings.

use super::ratings::Ratings;
use super::tally::Tally;
use super::weighting::Weighting;
use crate::dist::student_t;
use crate::resample::Groups;
use crate::{Estimate, Interval, Result, StatError};

/// Which agreement is expected by chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chance {
    /// None is taken off: percent agreement.
    Nothing,
    /// Raters draw from one pooled distribution: Scott's π for two raters, Fleiss' κ for more
    /// (Fleiss 1971, Psychological Bulletin 76), generalised to unequal numbers of ratings.
    Pooled,
    /// Each rater draws from a distribution of their own: Cohen's κ for two, Conger's for more
    /// (Conger 1980, Psychological Bulletin 88).
    PerRater,
    /// Only some ratings are guesses: Gwet's AC1, and AC2 with weights (Gwet 2008, British Journal of
    /// Mathematical and Statistical Psychology 61).
    Gwet,
    /// All values are equally likely: Brennan & Prediger (1981).
    Uniform,
}

/// An agreement coefficient with what it is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// The coefficient, (p_a − p_e) / (1 − p_e).
    pub estimate: Estimate,
    /// Observed agreement p_a, weighted.
    pub observed: f64,
    /// Agreement expected by chance p_e, weighted.
    pub expected: f64,
    /// Items with at least one rating.
    pub items: usize,
    /// Items with at least two.
    pub pairable: usize,
}

/// Agreement beyond chance: Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, chapters 2 to 5.
///
/// p_a is the mean over items with two ratings or more of the weighted share of agreeing pairs; p_e
/// depends on [`Chance`]. The standard error is Gwet's linearised one over items, raters being fixed;
/// the interval is t with items − 1 degrees of freedom, cut at −1 and 1, and at 0 where nothing is taken off for chance.
///
/// # Errors
/// When no item has two ratings, or agreement by chance alone is certain because only one value was used.
pub fn agreement(ratings: &Ratings<'_>, chance: Chance, weighting: Weighting, level: f64) -> Result<Agreement> {
    let tally = Tally::new(ratings);
    let weights = weighting.matrix(&tally.values);
    let items: Vec<Item<'_>> = (0..tally.items()).filter_map(|item| Item::new(&tally, item)).collect();
    let n = items.len() as f64;
    let pairable = items.iter().filter(|item| item.ratings >= 2.0).count();
    if pairable == 0 {
        return Err(StatError::TooFew { what: "items with two or more ratings", needed: 1, found: 0 });
    }
    // Items with one rating have no share of the observed agreement; the others carry theirs.
    let scale = n / pairable as f64;
    let observed_by_item: Vec<f64> = items.iter().map(|item| scale * item.agreeing(&weights)).collect();
    let observed = observed_by_item.iter().sum::<f64>() / n;
    let by_chance = match chance {
        Chance::Nothing => ChanceAgreement { mean: 0.0, by_item: vec![0.0; items.len()] },
        Chance::Uniform => uniform(&weights, tally.values.len(), items.len()),
        Chance::Pooled => pooled_chance(&items, &weights, tally.values.len()),
        Chance::Gwet => gwet(&items, &weights, tally.values.len()),
        Chance::PerRater => per_rater(ratings, &tally, &weights, items.len())?,
    };
    let expected = by_chance.mean;
    if 1.0 - expected <= 1e-15 {
        return Err(StatError::Constant { what: "the ratings", statistic: name(chance) });
    }
    let value = (observed - expected) / (1.0 - expected);
    let influence = items.iter().zip(&observed_by_item).zip(&by_chance.by_item).map(|((item, observed), by_chance)| {
        let shared = if item.ratings >= 2.0 { scale } else { 0.0 };
        (observed - shared * expected - 2.0 * (1.0 - value) * (by_chance - expected)) / (1.0 - expected) - value
    });
    let mut estimate = Estimate::new(name(chance), value);
    if items.len() >= 2 {
        let se = (influence.map(|x| x * x).sum::<f64>() / (n * (n - 1.0))).sqrt();
        let interval = t_interval(value, se, n - 1.0, level)?;
        // A share, from which nothing is taken off for chance, cannot be below zero.
        let lowest = if chance == Chance::Nothing { 0.0 } else { interval.low };
        let interval = Interval { low: interval.low.max(lowest), ..interval };
        estimate = estimate.se(se).df([n - 1.0]).interval(interval);
        if se > 0.0 {
            estimate = estimate.p(student_t::two_sided(value / se, n - 1.0));
        }
    }
    Ok(Agreement { estimate, observed, expected, items: items.len(), pairable })
}

fn name(chance: Chance) -> &'static str {
    match chance {
        Chance::Nothing => "agreement",
        Chance::Pooled | Chance::PerRater => "kappa",
        Chance::Gwet => "AC",
        Chance::Uniform => "BP",
    }
}

pub(super) fn t_interval(value: f64, se: f64, df: f64, level: f64) -> Result<Interval> {
    if !(level > 0.0 && level < 1.0) {
        return Err(StatError::Domain { what: "the level", must: "between 0 and 1", found: level });
    }
    let half = student_t::upper_quantile((1.0 - level) / 2.0, df) * se;
    // Few ratings may agree less than by chance to any degree, so that the end of the scale is not −1 for all.
    Ok(Interval { low: (value - half).max(value.min(-1.0)), high: (value + half).min(1.0), level, kind: "t" })
}

/// The counts of one item with at least one rating.
struct Item<'a> {
    codes: &'a [u32],
    counts: &'a [u32],
    ratings: f64,
}

impl<'a> Item<'a> {
    fn new(tally: &'a Tally, item: usize) -> Option<Item<'a>> {
        let cells = tally.cells(item);
        let counts = &tally.counts[cells.clone()];
        let ratings: f64 = counts.iter().map(|count| f64::from(*count)).sum();
        (ratings > 0.0).then_some(Item { codes: &tally.codes[cells], counts, ratings })
    }

    fn cells(&self) -> impl Iterator<Item = (usize, f64)> {
        self.codes.iter().zip(self.counts).map(|(code, count)| (*code as usize, f64::from(*count)))
    }

    /// The weighted share of its ordered pairs of ratings that agree; zero with one rating.
    fn agreeing(&self, weights: &[f64]) -> f64 {
        if self.ratings < 2.0 {
            return 0.0;
        }
        let q = weights.len().isqrt();
        let credit = |code: usize| self.cells().map(|(other, count)| weights[code * q + other] * count).sum::<f64>();
        let sum: f64 = self.cells().map(|(code, count)| count * (credit(code) - 1.0)).sum();
        sum / (self.ratings * (self.ratings - 1.0))
    }
}

/// Agreement expected by chance, and for each item the value whose mean it is, such that twice its
/// deviation is the item's influence.
struct ChanceAgreement {
    mean: f64,
    by_item: Vec<f64>,
}

/// The mean over items of the share of each value.
fn shares(items: &[Item<'_>], q: usize) -> Vec<f64> {
    let mut shares = vec![0.0; q];
    for item in items {
        for (code, count) in item.cells() {
            shares[code] += count / item.ratings / items.len() as f64;
        }
    }
    shares
}

fn from_score(items: &[Item<'_>], score: &[f64]) -> ChanceAgreement {
    let of = |item: &Item<'_>| item.cells().map(|(code, count)| count * score[code]).sum::<f64>() / item.ratings;
    let by_item: Vec<f64> = items.iter().map(of).collect();
    ChanceAgreement { mean: by_item.iter().sum::<f64>() / items.len() as f64, by_item }
}

fn uniform(weights: &[f64], q: usize, items: usize) -> ChanceAgreement {
    let mean = weights.iter().sum::<f64>() / (q * q) as f64;
    ChanceAgreement { mean, by_item: vec![mean; items] }
}

/// p_e = Σ_kl w_kl π_k π_l.
fn pooled_chance(items: &[Item<'_>], weights: &[f64], q: usize) -> ChanceAgreement {
    let shares = shares(items, q);
    let score: Vec<f64> =
        weights.chunks_exact(q).map(|row| row.iter().zip(&shares).map(|(w, p)| w * p).sum()).collect();
    from_score(items, &score)
}

/// p_e = T_w / (q(q − 1)) Σ_k π_k (1 − π_k), T_w the sum of all weights.
fn gwet(items: &[Item<'_>], weights: &[f64], q: usize) -> ChanceAgreement {
    let factor = weights.iter().sum::<f64>() / (q * (q - 1).max(1)) as f64;
    let score: Vec<f64> = shares(items, q).iter().map(|share| factor * (1.0 - share)).collect();
    from_score(items, &score)
}

/// p_e = Σ_{g≠h} Σ_kl w_kl p_gk p_hl / (r(r − 1)), p_gk the share of value k among the ratings of rater g.
fn per_rater(ratings: &Ratings<'_>, tally: &Tally, weights: &[f64], items: usize) -> Result<ChanceAgreement> {
    let q = tally.values.len();
    let raters = Groups::from_labels(ratings.raters());
    if raters.len() < 2 {
        return Err(StatError::TooFew { what: "raters", needed: 2, found: raters.len() });
    }
    let (cell_of, _) = tally.cell_of_ratings(ratings);
    let code_of = |row: usize| tally.codes[cell_of[row] as usize] as usize;
    let mut shares = vec![0.0; raters.len() * q];
    for (row, rater) in raters.of_row().iter().enumerate() {
        shares[*rater as usize * q + code_of(row)] += 1.0 / raters.rows(*rater as usize).len() as f64;
    }
    let r = raters.len() as f64;
    let mut total = vec![0.0; q];
    for row in shares.chunks_exact(q) {
        total.iter_mut().zip(row).for_each(|(total, share)| *total += share);
    }
    // What a rating of value k by rater g meets among the other raters.
    let meets = |rater: usize, code: usize| -> f64 {
        (0..q).map(|other| weights[code * q + other] * (total[other] - shares[rater * q + other])).sum::<f64>()
            / (r * (r - 1.0))
    };
    let met: Vec<f64> = (0..raters.len() * q).map(|cell| meets(cell / q, cell % q)).collect();
    let by_rater = |rater: usize| (0..q).map(|code| shares[rater * q + code] * met[rater * q + code]).sum::<f64>();
    let mean: f64 = (0..raters.len()).map(by_rater).sum();
    let groups = Groups::from_labels(ratings.items());
    let by_item = order_of(ratings, &groups).into_iter().map(|group| {
        let influence = groups.rows(group).iter().map(|row| {
            let rater = raters.of_row()[*row as usize] as usize;
            let rated = raters.rows(rater).len() as f64;
            items as f64 / rated * (met[rater * q + code_of(*row as usize)] - by_rater(rater))
        });
        mean + influence.sum::<f64>()
    });
    Ok(ChanceAgreement { mean, by_item: by_item.collect() })
}

/// The groups of items in the order of the items' codes, which is the tally's.
fn order_of(ratings: &Ratings<'_>, groups: &Groups) -> Vec<usize> {
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_unstable_by_key(|group| ratings.items()[groups.rows(*group)[0] as usize]);
    order
}
