//! Plackett–Luce strengths from rankings, whole or partial.
//!
//! A ranking is made stage by stage: the best of those left is chosen with probability
//! e^{s_i} / Σ e^{s_j} (Luce 1959; Plackett 1975, Applied Statistics 24, 193–202). A partial ranking
//! names the best few of those shown; the rest are only known to be below. The log-likelihood is
//! concave, so Newton's method finds its one maximum; it exists when in every split of the systems
//! into two parts some member of each part is ranked above some member of the other (Hunter 2004,
//! Annals of Statistics 32, 384–406).
//!
//! Shared places are modelled by Davidson and Luce's model (Turner, van Etten, Firth and Kosmidis 2020, Modelling
//! rankings in R: the PlackettLuce package, Computational Statistics 35, 1027–1057, eq. 4): at each stage a *set* of those
//! left is chosen, S with probability f(S) / Σ f(T) over all sets T of a size that occurs, where
//! f(S) = δ_|S| · (∏ e^{s_i})^{1/|S|}, δ₁ = 1, and ln δ_k is estimated for every k > 1 that occurs. Without shared places
//! this is the model above, and of rankings of two it is Davidson's (1970) of votes.

use super::connectivity;
use super::newton::{self, Local};
use super::uncertainty::{self, Robust, Uncertainty};
use crate::linalg::Matrix;
use crate::{Estimate, Result, StatError};

/// One ranking of some of the systems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    /// The places, best first: the systems on each, more than one where they share it.
    pub order: Vec<Vec<u32>>,
    /// Systems that were shown too and stand below all of them, in no known order.
    pub below: Vec<u32>,
}

impl Ranking {
    /// A ranking in which no place is shared.
    #[must_use]
    pub fn strict(order: impl IntoIterator<Item = u32>) -> Ranking {
        Ranking { order: order.into_iter().map(|system| vec![system]).collect(), below: Vec::new() }
    }

    /// From the place of each system, the lowest number first; those with the same number share a place.
    #[must_use]
    pub fn from_places<P: PartialOrd>(mut placed: Vec<(P, u32)>) -> Ranking {
        placed.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal));
        let mut order: Vec<Vec<u32>> = Vec::new();
        let mut last: Option<P> = None;
        for (place, system) in placed {
            match order.last_mut().filter(|_| last.as_ref() == Some(&place)) {
                Some(shared) => shared.push(system),
                None => order.push(vec![system]),
            }
            last = Some(place);
        }
        Ranking { order, below: Vec::new() }
    }

    fn systems(&self) -> impl Iterator<Item = usize> {
        self.order.iter().flatten().chain(&self.below).map(|system| *system as usize)
    }
}

/// What to fit.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// How the covariance is estimated; clusters have one code per ranking.
    pub uncertainty: Uncertainty<'a>,
    /// Coverage of the intervals.
    pub level: f64,
}

/// A fitted model.
#[derive(Debug, Clone)]
pub struct Fit {
    /// Log strength of each system; they sum to zero.
    pub strength: Vec<f64>,
    /// Their covariance.
    pub covariance: Matrix,
    /// Degrees of freedom with which the covariance is known; infinite unless it comes from clusters.
    pub df: f64,
    /// How many systems may share a place, and ln δ of so many; empty where no place is shared.
    pub ties: Vec<(usize, f64)>,
    /// Log-likelihood at the maximum.
    pub log_likelihood: f64,
    /// How many rankings entered.
    pub rankings: usize,
    replicates: Option<uncertainty::Replicates>,
    level: f64,
}

/// Fits log strengths to rankings of `systems` systems.
///
/// # Errors
/// When a ranking names a system twice or one that does not exist, or when some systems are always
/// above (or below) the rest.
pub fn fit(systems: usize, rankings: &[Ranking], options: Options<'_>) -> Result<Fit> {
    validate(systems, rankings)?;
    let edges: Vec<(usize, usize)> = rankings.iter().flat_map(edges_of).collect();
    let groups = connectivity::components(systems, &edges);
    if groups.len() > 1 {
        return Err(StatError::Unconnected { groups });
    }
    let sizes = sizes_shared(rankings)?;
    let free = systems - 1;
    let model = Likelihood { systems, sizes: &sizes, rankings };
    let start = vec![0.0; free + sizes.len()];
    let maximum = newton::maximise(start, |at| model.local(None, at))?;
    let map = Matrix::from_fn(systems, free + sizes.len(), |row, column| {
        let share = 1.0 / systems as f64;
        if column < free { f64::from(row == column) - share } else { 0.0 }
    });
    let strengths = |at: &[f64]| centred(&at[..free]);
    let known = |covariance: Matrix| Robust { covariance, df: f64::INFINITY };
    let (Robust { covariance, df }, replicates) = match options.uncertainty {
        Uncertainty::Model => (known(maximum.covariance), None),
        Uncertainty::Sandwich(clusters) => {
            let score = |index: usize, sum: &mut [f64]| {
                let one = Likelihood { rankings: &rankings[index..=index], ..model };
                let here = one.local(None, &maximum.at);
                for (sum, gradient) in sum.iter_mut().zip(here.gradient) {
                    *sum += gradient;
                }
            };
            (uncertainty::sandwich(&maximum.covariance, &map, clusters, rankings.len(), score)?, None)
        }
        Uncertainty::Bootstrap(resampling) => {
            let refit = |weights: &[f64]| {
                let kept = rankings.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
                let edges: Vec<(usize, usize)> = kept.flat_map(|(ranking, _)| edges_of(ranking)).collect();
                if connectivity::components(systems, &edges).len() > 1 {
                    return None;
                }
                let there = newton::maximise(maximum.at.clone(), |at| model.local(Some(weights), at));
                there.ok().map(|there| there.at)
            };
            let replicates = uncertainty::bootstrap(resampling, rankings.len(), refit)?;
            (known(replicates.covariance()), Some(replicates.map(strengths)))
        }
    };
    Ok(Fit {
        strength: strengths(&maximum.at),
        covariance: covariance.sandwich(&map),
        df,
        ties: sizes.iter().copied().zip(maximum.at[free..].iter().copied()).collect(),
        log_likelihood: maximum.value,
        rankings: rankings.len(),
        replicates,
        level: options.level,
    })
}

/// The log-likelihood of rankings at given log strengths and ln δ of the sizes of shared places: what [`fit`] maximises.
///
/// # Errors
/// As [`fit`], when a ranking is not one of the systems whose strengths are given.
pub fn log_likelihood(rankings: &[Ranking], strength: &[f64], ties: &[(usize, f64)]) -> Result<f64> {
    validate(strength.len(), rankings)?;
    let last = strength[strength.len() - 1];
    let sizes: Vec<usize> = ties.iter().map(|(size, _)| *size).collect();
    let free = strength[..strength.len() - 1].iter().map(|s| s - last);
    let at: Vec<f64> = free.chain(ties.iter().map(|(_, tie)| *tie)).collect();
    Ok(Likelihood { systems: strength.len(), sizes: &sizes, rankings }.local(None, &at).value)
}

/// More sets of systems than this at one stage are too many to sum over.
const MOST_SETS: f64 = 1e5;

/// How many systems share a place, each number that occurs once.
fn sizes_shared(rankings: &[Ranking]) -> Result<Vec<usize>> {
    let shared = rankings.iter().flat_map(|ranking| &ranking.order).map(Vec::len).filter(|size| *size > 1);
    let sizes: Vec<usize> = shared.collect::<std::collections::BTreeSet<_>>().into_iter().collect();
    let most = rankings.iter().map(|ranking| ranking.systems().count()).max().unwrap_or(0);
    let sets = |size: usize| (0..size).map(|i| (most - i) as f64 / (i + 1) as f64).product::<f64>();
    if sizes.iter().map(|size| sets(*size)).sum::<f64>() > MOST_SETS {
        return Err(StatError::Undefined(format!(
            "{most} outputs can share places in more than {MOST_SETS} ways: rank fewer at a time"
        )));
    }
    Ok(sizes)
}

fn validate(systems: usize, rankings: &[Ranking]) -> Result<()> {
    if systems < 2 {
        return Err(StatError::TooFew { what: "systems", needed: 2, found: systems });
    }
    if rankings.is_empty() {
        return Err(StatError::TooFew { what: "rankings", needed: 1, found: 0 });
    }
    for (index, ranking) in rankings.iter().enumerate() {
        let mut seen = vec![false; systems];
        for system in ranking.systems() {
            match seen.get_mut(system) {
                Some(seen) if !*seen => *seen = true,
                Some(_) => {
                    return Err(StatError::Undefined(format!("ranking {index} names system {system} twice")));
                }
                None => return Err(StatError::Undefined(format!("ranking {index} names an unknown system {system}"))),
            }
        }
    }
    Ok(())
}

/// From each system to those ranked above it, and both ways between those that share a place; neighbours suffice for
/// connectedness.
fn edges_of(ranking: &Ranking) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    let mut join = |lower: &[u32], upper: &[u32]| {
        edges.extend(lower.iter().flat_map(|low| upper.iter().map(move |high| (*low as usize, *high as usize))));
    };
    for place in &ranking.order {
        join(place, place);
    }
    for two in ranking.order.windows(2) {
        join(&two[1], &two[0]);
    }
    if let Some(last) = ranking.order.last() {
        join(&ranking.below, last);
    }
    edges.retain(|(low, high)| low != high);
    edges
}

/// Rankings with the sizes of shared places that occur among them.
#[derive(Clone, Copy)]
struct Likelihood<'a> {
    systems: usize,
    sizes: &'a [usize],
    rankings: &'a [Ranking],
}

impl Likelihood<'_> {
    /// The last system is the reference while fitting; behind the strengths stand ln δ of the sizes.
    fn local(&self, weights: Option<&[f64]>, at: &[f64]) -> Local {
        let free = self.systems - 1;
        let mut sums =
            Local { value: 0.0, gradient: vec![0.0; at.len()], information: Matrix::zeros(at.len(), at.len()) };
        for (index, ranking) in self.rankings.iter().enumerate() {
            let weight = weights.map_or(1.0, |weights| weights[index]);
            if weight == 0.0 {
                continue;
            }
            let mut left: Vec<usize> = ranking.systems().collect();
            for place in &ranking.order {
                if left.len() < 2 {
                    break;
                }
                // The place's systems stand first among those left.
                let sets = self.sets(&left, place.len(), (free, at));
                add_choice(&mut sums, weight, &sets);
                left.drain(..place.len());
            }
        }
        sums
    }

    /// The sets that could be chosen of those left, the one that was (the first `chosen` of them) first: each with the
    /// logarithm of its f and the derivatives of that, which are constant.
    fn sets(&self, left: &[usize], chosen: usize, (free, at): (usize, &[f64])) -> Vec<Choosable> {
        let set = |members: &[usize]| {
            let share = 1.0 / members.len() as f64;
            let mut slopes: Vec<(usize, f64)> = members.iter().filter(|i| **i < free).map(|i| (*i, share)).collect();
            if let Some(size) = self.sizes.iter().position(|size| *size == members.len()) {
                slopes.push((free + size, 1.0));
            }
            Choosable { value: slopes.iter().map(|(place, slope)| slope * at[*place]).sum(), slopes }
        };
        let mut sets = vec![set(&left[..chosen])];
        for size in std::iter::once(1).chain(self.sizes.iter().copied()).filter(|size| *size <= left.len()) {
            for_each_combination(left.len(), size, |places| {
                if size != chosen || places.last() != Some(&(size - 1)) {
                    let members: Vec<usize> = places.iter().map(|place| left[*place]).collect();
                    sets.push(set(&members));
                }
            });
        }
        sets
    }
}

/// A set that could be chosen: ln f, and its derivative in each parameter that it depends on.
struct Choosable {
    value: f64,
    slopes: Vec<(usize, f64)>,
}

/// Adds the log-probability that the first of some sets was chosen: ln f₁ − ln Σ f.
fn add_choice(sums: &mut Local, weight: f64, sets: &[Choosable]) {
    let top = sets.iter().map(|set| set.value).fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = sets.iter().map(|set| (set.value - top).exp()).sum();
    sums.value += weight * (sets[0].value - top - total.ln());
    for (place, slope) in &sets[0].slopes {
        sums.gradient[*place] += weight * slope;
    }
    let mut mean = vec![0.0; sums.gradient.len()];
    for set in sets {
        let p = (set.value - top).exp() / total;
        for (i, one) in &set.slopes {
            mean[*i] += p * one;
            for (j, two) in &set.slopes {
                sums.information[(*i, *j)] += weight * p * one * two;
            }
        }
    }
    for (i, one) in mean.iter().enumerate() {
        sums.gradient[i] -= weight * one;
        for (j, two) in mean.iter().enumerate() {
            sums.information[(i, j)] -= weight * one * two;
        }
    }
}

/// Calls `with` for every choice of `size` of the places below `n`, in their order.
fn for_each_combination(n: usize, size: usize, mut with: impl FnMut(&[usize])) {
    let mut places: Vec<usize> = (0..size).collect();
    loop {
        with(&places);
        let Some(moving) = (0..size).rev().find(|i| places[*i] < n - size + i) else { return };
        places[moving] += 1;
        for later in moving + 1..size {
            places[later] = places[later - 1] + 1;
        }
    }
}

fn centred(at: &[f64]) -> Vec<f64> {
    let centre = at.iter().sum::<f64>() / (at.len() + 1) as f64;
    at.iter().copied().chain([0.0]).map(|s| s - centre).collect()
}

impl Fit {
    /// The strength of each system, the contrast of each two, and the fit.
    #[must_use]
    pub fn estimates(&self, names: &[String]) -> Vec<Estimate> {
        let mut estimates = uncertainty::strengths_and_contrasts(
            &self.strength,
            &Robust { covariance: self.covariance.clone(), df: self.df },
            self.replicates.as_ref(),
            names,
            self.level,
        );
        let parameters = (self.strength.len() - 1 + self.ties.len()) as f64;
        for (size, tie) in &self.ties {
            let said = crate::Note::Said(format!("places shared by {size}"));
            estimates.push(Estimate::new("log_tie", *tie).note(said));
        }
        estimates.push(Estimate::new("log_likelihood", self.log_likelihood));
        estimates.push(Estimate::new("aic", 2.0 * parameters - 2.0 * self.log_likelihood));
        estimates.push(Estimate::new("bic", parameters * (self.rankings as f64).ln() - 2.0 * self.log_likelihood));
        estimates
    }
}
