//! Several systems compared at once by one rater on one item.

use std::collections::{BTreeMap, BTreeSet};

use super::fit::{Column, Effects, ModelFit, Unfit, fit, fit_what_is_repeated};
use super::freedom::{Cells, MostDf};
use super::scatter::{Scatter, UnequalTastes};
use super::terms::{FEWEST, LeftOut, Levels, Reason, Term, cautions};
use super::{Decision, Undecidable};
use crate::StatError;
use crate::preference::{Choice, Vote};

/// The least share of pages with all systems on one ballot where the tastes of raters for single systems are looked at.
const COMPLETE: f64 = 0.8;

/// What one rater said of several systems on one item, as a score for each: higher is better, equal is a tie.
#[derive(Debug, Clone, PartialEq)]
pub struct Ballot {
    /// Who.
    pub rater: u32,
    /// On which item.
    pub item: u32,
    /// System and score.
    pub scores: Vec<(u32, f64)>,
}

impl Ballot {
    /// A ranking, with ranks as given (1 is best, equal ranks are ties); the score is minus the mid-rank, so
    /// that a difference is in ranks.
    #[must_use]
    pub fn from_ranks(rater: u32, item: u32, ranks: &[(u32, f64)]) -> Ballot {
        let mid_rank = |own: f64| {
            let before = ranks.iter().filter(|(_, rank)| *rank < own).count() as f64;
            let after = ranks.iter().filter(|(_, rank)| *rank > own).count() as f64;
            0.5 * (before + ranks.len() as f64 - after + 1.0)
        };
        let scores = ranks.iter().map(|(system, rank)| (*system, -mid_rank(*rank))).collect();
        Ballot { rater, item, scores }
    }

    /// A best and a worst of several systems; the score is one for the best, minus one for the worst and zero for the
    /// others.
    #[must_use]
    pub fn from_best_worst(rater: u32, item: u32, shown: &[u32], best: u32, worst: u32) -> Ballot {
        let sign = |is: bool| f64::from(u8::from(is));
        let scores = shown.iter().map(|system| (*system, sign(*system == best) - sign(*system == worst))).collect();
        Ballot { rater, item, scores }
    }
}

/// Ballots from votes between two systems each, with the rater and the item of each vote.
///
/// Where a rater compared each two of some systems of an item equally often, these votes are one ballot, with the score
/// (wins − losses) / systems / times, so that a difference is one of net preference: the share of votes won less the
/// share lost. Other votes are ballots of two. A tie is neither won nor lost.
///
/// # Errors
/// When the columns differ in length or a system is compared with itself.
pub fn ballots_from_votes(votes: &[Vote], rater: &[u32], item: &[u32]) -> Result<Vec<Ballot>, StatError> {
    let worth: Vec<f64> = votes.iter().map(|vote| worth(vote.choice)).collect();
    ballots_from_graded_votes(votes, &worth, rater, item)
}

/// The same from graded votes: what each is worth stands in the place of won and lost, from 1 where the first is better by
/// the strongest degree to −1 where the second is, so that a difference is the mean of that.
///
/// # Errors
/// When the columns differ in length or a system is compared with itself.
pub fn ballots_from_graded_votes(
    votes: &[Vote],
    worth: &[f64],
    rater: &[u32],
    item: &[u32],
) -> Result<Vec<Ballot>, StatError> {
    for (left, len) in [("degrees", worth.len()), ("raters", rater.len()), ("items", item.len())] {
        if len != votes.len() {
            return Err(StatError::Lengths { left, left_len: len, right: "votes", right_len: votes.len() });
        }
    }
    if let Some(index) = votes.iter().position(|vote| vote.first == vote.second) {
        return Err(StatError::Undefined(format!("vote {} compares a system with itself", index + 1)));
    }
    let mut by_page: BTreeMap<(u32, u32), Vec<(Vote, f64)>> = BTreeMap::new();
    for (((vote, worth), rater), item) in votes.iter().zip(worth).zip(rater).zip(item) {
        by_page.entry((*rater, *item)).or_default().push((*vote, *worth));
    }
    let mut ballots = Vec::new();
    for ((rater, item), votes) in by_page {
        match whole_ballot(&votes) {
            Some(scores) => ballots.push(Ballot { rater, item, scores }),
            None => ballots.extend(votes.iter().map(|(vote, worth)| {
                let half = 0.5 * worth;
                Ballot { rater, item, scores: vec![(vote.first, half), (vote.second, -half)] }
            })),
        }
    }
    Ok(ballots)
}

fn worth(choice: Choice) -> f64 {
    match choice {
        Choice::First => 1.0,
        Choice::Second => -1.0,
        Choice::Neither => 0.0,
    }
}

/// The scores of systems each two of which were compared equally often.
fn whole_ballot(votes: &[(Vote, f64)]) -> Option<Vec<(u32, f64)>> {
    let mut times: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    let mut net: BTreeMap<u32, f64> = BTreeMap::new();
    for (vote, worth) in votes {
        *times.entry((vote.first.min(vote.second), vote.first.max(vote.second))).or_default() += 1;
        *net.entry(vote.first).or_default() += worth;
        *net.entry(vote.second).or_default() -= worth;
    }
    let first = *times.values().next()?;
    let whole = times.len() == net.len() * (net.len() - 1) / 2 && times.values().all(|it| *it == first);
    let scale = 1.0 / (net.len() * first) as f64;
    whole.then(|| net.into_iter().map(|(system, net)| (system, scale * net)).collect())
}

/// Fits the contrasts within ballots, `z ~ 0 + contrast + (1|item:contrast) + (1|rater:contrast)`, each random effect
/// only where the design can show it; a further effect where a rater compared the outputs of an item in several
/// ballots.
///
/// # Errors
/// When a ballot is malformed, fewer than two systems were compared, or nothing varies.
pub fn decide_ballots(ballots: &[Ballot], systems: usize) -> Result<Decision, Undecidable> {
    let mut decision = fit_ballots(ballots, systems)?;
    let alone = |first, second| {
        let pair = ballots_of_pair(ballots, first, second);
        let found = fit_ballots(&pair, systems).ok()?.difference(first, second).ok()?;
        Some((found.se, found.df))
    };
    if are_complete(ballots) {
        let tastes = UnequalTastes::find(scores_within(ballots));
        decision.scatter = tastes.map(|tastes| Scatter::of_tastes(tastes).with_models_of_pairs(alone));
    }
    Ok(decision)
}

/// Whether most pages (what one rater compared of one item) are a ballot of all systems. Where they are not, the ballots with both
/// systems of a pair know less of it than all do, whatever the tastes.
fn are_complete(ballots: &[Ballot]) -> bool {
    let compared = || ballots.iter().filter(|ballot| ballot.scores.len() > 1);
    let judged = compared().flat_map(|ballot| ballot.scores.iter().map(|it| it.0)).collect::<BTreeSet<u32>>().len();
    let complete = compared().filter(|ballot| ballot.scores.len() == judged).count();
    let pages = compared().map(|ballot| (ballot.rater, ballot.item)).collect::<BTreeSet<(u32, u32)>>().len();
    complete as f64 >= COMPLETE * pages as f64
}

/// What each rater said of each system, less the mean of the ballot.
fn scores_within(ballots: &[Ballot]) -> impl Iterator<Item = (u32, u32, f64)> {
    let compared = ballots.iter().filter(|ballot| ballot.scores.len() > 1);
    compared.flat_map(|ballot| {
        let mean = ballot.scores.iter().map(|it| it.1).sum::<f64>() / ballot.scores.len() as f64;
        ballot.scores.iter().map(move |(system, score)| (ballot.rater, *system, score - mean))
    })
}

/// The ballots with both systems, without the others.
fn ballots_of_pair(ballots: &[Ballot], first: usize, second: usize) -> Vec<Ballot> {
    let of_pair = |ballot: &Ballot| {
        let scores: Vec<(u32, f64)> =
            ballot.scores.iter().copied().filter(|(system, _)| [first, second].contains(&(*system as usize))).collect();
        (scores.len() == 2).then_some(Ballot { scores, ..*ballot })
    };
    ballots.iter().filter_map(of_pair).collect()
}

/// The model of all systems, in which no pair has a model of its own.
fn fit_ballots(ballots: &[Ballot], systems: usize) -> Result<Decision, Undecidable> {
    fit_what_is_repeated(|rare| fit_without(ballots, systems, rare))
}

/// The model without the effects that few judgements repeat.
fn fit_without(ballots: &[Ballot], systems: usize, rare: &[Term]) -> Result<Decision, Unfit> {
    validate(ballots, systems)?;
    let connected = components(ballots, systems);
    let judged: BTreeSet<usize> =
        ballots.iter().filter(|it| it.scores.len() > 1).flat_map(|it| &it.scores).map(|it| it.0 as usize).collect();
    if judged.len() < 2 {
        return Err(Undecidable::OneSystem.into());
    }
    let basis = basis(&judged, &connected, systems);
    let width = basis.first().map_or(0, Vec::len);
    let rows = contrasts(ballots, systems);
    let z: Vec<f64> = rows.iter().map(|row| row.value).collect();
    let column = |c: usize| rows.iter().map(|row| (0..systems).map(|s| row.weights[s] * basis[s][c]).sum()).collect();
    let rater = Levels::new(rows.iter().map(|row| u64::from(ballots[row.ballot].rater)));
    let item = Levels::new(rows.iter().map(|row| u64::from(ballots[row.ballot].item)));
    let page = rater.cross(&item);
    let counts = Counts::new(ballots, &rows, &page);
    let weights: Vec<f64> = rows.iter().flat_map(|row| row.weights.iter().copied()).collect();
    let mut left_out = Vec::new();
    let mut effects = Vec::new();
    let mut limits = Vec::new();
    for (term, levels, what) in [(Term::Output, &item, "an item"), (Term::Taste, &rater, "a rater")] {
        let reason = match levels.count {
            1 => Some(Reason::Single),
            2 => Some(Reason::Two),
            FEWEST.. if levels.count == counts.ballots => Some(Reason::NotRepeated),
            _ if term == Term::Taste && rater.same_as(&item) && item.count >= FEWEST => {
                Some(Reason::SameAs(Term::Output))
            }
            _ if rare.contains(&term) => Some(Reason::TooRare),
            _ => None,
        };
        if let Some(reason) = reason {
            left_out.push(LeftOut { term, reason });
            continue;
        }
        let cells = Cells::of_ballots(systems_of_levels(ballots, &rows, levels));
        if cells.free() == 0 {
            return Err(Undecidable::Confounded { what }.into());
        }
        limits.push(MostDf { df: cells.most_df(), of: term });
        effects.push(Effects::by_contrast(term, levels.clone(), &weights, systems));
    }
    let columns: Vec<Column> = (0..width).map(column).collect();
    let reading = counts.repeated.then(|| Effects::by_contrast(Term::Reading, page, &weights, systems));
    let fitted = fit_with_reading(&z, columns, (effects, reading), &mut left_out)?;
    let mean = |system: usize| judged.contains(&system).then(|| fitted.estimable_weights(&basis[system]));
    Ok(Decision {
        means: (0..systems).map(mean).collect(),
        connected,
        effects: fitted.effects.clone(),
        residual_sd: fitted.residual_sd,
        most_df: MostDf::smallest(limits.into_iter()),
        // Within a ballot raters and items cancel in a mean as they do in a difference.
        most_df_of_mean: f64::INFINITY,
        most: f64::INFINITY,
        cautions: cautions(rater.count, item.count),
        rows: rows.len(),
        scatter: None,
        own_errors: false,
        plain_variances: Vec::new(),
        left_out,
        inference: fitted.inference,
    })
}

/// For each ballot that compares systems its level and these systems.
fn systems_of_levels<'a>(
    ballots: &'a [Ballot],
    rows: &'a [Contrast],
    levels: &'a Levels,
) -> impl Iterator<Item = (u32, BTreeSet<u32>)> {
    // The contrasts of a ballot are consecutive rows.
    let first = |at: &usize| *at == 0 || rows[*at].ballot != rows[at - 1].ballot;
    let systems = |at: usize| ballots[rows[at].ballot].scores.iter().map(|it| it.0).collect();
    (0..rows.len()).filter(first).map(move |at| (levels.codes[at], systems(at)))
}

/// Fits with the effect of how one person sees one output, if there is one and it can be told from what is left, else without.
fn fit_with_reading(
    z: &[f64],
    columns: Vec<Column>,
    (effects, reading): (Vec<Effects>, Option<Effects>),
    left_out: &mut Vec<LeftOut>,
) -> Result<ModelFit, Unfit> {
    if let Some(reading) = reading {
        let with_reading = fit(z, columns.clone(), effects.iter().cloned().chain([reading]).collect());
        match with_reading {
            Ok(fitted) if fitted.has_residual_beside(Term::Reading) => return Ok(fitted),
            Ok(_) | Err(_) => left_out.push(LeftOut { term: Term::Reading, reason: Reason::TooRare }),
        }
    }
    fit(z, columns, effects)
}

fn validate(ballots: &[Ballot], systems: usize) -> Result<(), StatError> {
    for (index, ballot) in ballots.iter().enumerate() {
        let seen: BTreeSet<u32> = ballot.scores.iter().map(|it| it.0).collect();
        if seen.len() < ballot.scores.len() {
            return Err(StatError::Undefined(format!("ballot {} names a system twice", index + 1)));
        }
        if seen.iter().any(|system| *system as usize >= systems) {
            return Err(StatError::Undefined(format!(
                "ballot {} names a system whose code is not below their number",
                index + 1
            )));
        }
        if ballot.scores.iter().any(|it| !it.1.is_finite()) {
            return Err(StatError::NotFinite { what: "the scores of a ballot", index });
        }
    }
    Ok(())
}

/// For each system the smallest code that a chain of ballots leads to.
fn components(ballots: &[Ballot], systems: usize) -> Vec<usize> {
    let mut set: Vec<usize> = (0..systems).collect();
    for ballot in ballots {
        let own: BTreeSet<usize> = ballot.scores.iter().map(|it| set[it.0 as usize]).collect();
        if let Some(first) = own.first() {
            set.iter_mut().filter(|it| own.contains(it)).for_each(|it| *it = *first);
        }
    }
    set
}

/// A row per system: its coordinates in orthonormal contrasts of the systems that were compared with one another.
fn basis(judged: &BTreeSet<usize>, connected: &[usize], systems: usize) -> Vec<Vec<f64>> {
    let mut basis = vec![Vec::new(); systems];
    let sets: BTreeSet<usize> = judged.iter().map(|system| connected[*system]).collect();
    for set in sets {
        let own: Vec<usize> = judged.iter().copied().filter(|system| connected[*system] == set).collect();
        for contrast in orthonormal(own.len()) {
            basis.iter_mut().for_each(|row| row.push(0.0));
            for (system, weight) in own.iter().zip(contrast) {
                if let Some(last) = basis[*system].last_mut() {
                    *last = weight;
                }
            }
        }
    }
    basis
}

/// Helmert's contrasts of `count` values, each of length one.
fn orthonormal(count: usize) -> Vec<Vec<f64>> {
    let contrast = |after: usize| {
        let size = (after as f64 * (after as f64 + 1.0)).sqrt();
        (0..count)
            .map(|index| match index.cmp(&after) {
                std::cmp::Ordering::Less => 1.0 / size,
                std::cmp::Ordering::Equal => -(after as f64) / size,
                std::cmp::Ordering::Greater => 0.0,
            })
            .collect()
    };
    (1..count).map(contrast).collect()
}

/// One contrast within a ballot.
struct Contrast {
    ballot: usize,
    value: f64,
    /// By system.
    weights: Vec<f64>,
}

fn contrasts(ballots: &[Ballot], systems: usize) -> Vec<Contrast> {
    let mut rows = Vec::new();
    let known: Vec<Vec<Vec<f64>>> = (0..=systems).map(orthonormal).collect();
    for (index, ballot) in ballots.iter().enumerate() {
        for contrast in &known[ballot.scores.len()] {
            let mut row = Contrast { ballot: index, value: 0.0, weights: vec![0.0; systems] };
            for ((system, score), weight) in ballot.scores.iter().zip(contrast) {
                row.value += weight * score;
                row.weights[*system as usize] = *weight;
            }
            rows.push(row);
        }
    }
    rows
}

/// How ballots repeat.
struct Counts {
    /// Ballots with at least two systems.
    ballots: usize,
    /// Whether a rater compared a system of an item in several ballots.
    repeated: bool,
}

impl Counts {
    fn new(ballots: &[Ballot], rows: &[Contrast], page: &Levels) -> Counts {
        let counted: BTreeMap<usize, u32> =
            rows.iter().zip(&page.codes).map(|(row, page)| (row.ballot, *page)).collect();
        let mut seen: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut repeated = false;
        for (ballot, page) in &counted {
            for (system, _) in &ballots[*ballot].scores {
                repeated |= !seen.insert((*page, *system));
            }
        }
        Counts { ballots: counted.len(), repeated }
    }
}
