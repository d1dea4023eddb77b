//! The same number in several experiments, side by side.

use std::collections::BTreeMap;

use study::original::Measure;

use super::experiment::Experiment;
use super::frame::Frame;
use analysis::Statistic;
use analysis::reported_numbers::Score;

/// What one experiment says where others give a score.
#[derive(Debug, Clone, PartialEq)]
pub enum ScoreOrRank {
    /// A score.
    Score(Score),
    /// Only the place among the systems is known: 1 has the highest score.
    Rank(f64),
}

impl ScoreOrRank {
    /// A number that orders systems as the score does.
    pub(super) fn order(&self) -> f64 {
        match self {
            ScoreOrRank::Score(score) => score.value.value(),
            ScoreOrRank::Rank(rank) => -rank,
        }
    }

    /// The score, where it is one.
    #[must_use]
    pub fn score(&self) -> Option<&Score> {
        match self {
            ScoreOrRank::Score(score) => Some(score),
            ScoreOrRank::Rank(_) => None,
        }
    }
}

/// One thing measured, with what each experiment found.
#[derive(Debug, Clone)]
pub struct Row {
    /// The system.
    pub system: Option<String>,
    /// The other system of a pair.
    pub against: Option<String>,
    /// Whether it is the share of "equal".
    pub equal: bool,
    /// One per experiment.
    pub known: Vec<Option<ScoreOrRank>>,
}

/// The scores of all systems on one criterion.
#[derive(Debug, Clone)]
pub struct Set {
    /// Place of the criterion in the frame.
    pub criterion: usize,
    /// Id of the criterion.
    pub criterion_id: String,
    /// What is measured.
    pub measure: Measure,
    /// The subset, if it is about one.
    pub stratum: BTreeMap<String, String>,
    /// Tells sets of one criterion apart in ids; empty when there is one.
    pub label: Vec<String>,
    /// One per system or pair.
    pub rows: Vec<Row>,
}

impl Row {
    /// What it is about, in ids.
    #[must_use]
    pub fn subject(&self) -> Vec<String> {
        let equal = self.equal.then(|| "equal".to_owned());
        self.system.iter().chain(&self.against).cloned().chain(equal).collect()
    }

    fn is_about(&self, score: &Score) -> bool {
        self.system == score.cell.system
            && self.against == score.cell.against
            && self.equal == (score.cell.measure == Measure::ShareEqual)
    }

    /// The scores of two experiments, when both are known.
    pub(super) fn pair(&self, a: usize, b: usize) -> Option<(&Score, &Score)> {
        Some((self.known[a].as_ref()?.score()?, self.known[b].as_ref()?.score()?))
    }

    /// How two experiments order it, when both know it.
    pub(super) fn orders(&self, a: usize, b: usize) -> Option<(f64, f64)> {
        Some((self.known[a].as_ref()?.order(), self.known[b].as_ref()?.order()))
    }
}

impl Set {
    /// What a number about one of its rows is about, in ids.
    pub(super) fn row_subject(&self, row: &Row) -> Vec<String> {
        self.label.iter().cloned().chain(row.subject()).collect()
    }

    /// Whether it is about pairs of systems.
    #[must_use]
    pub fn of_pairs(&self) -> bool {
        self.rows.iter().any(|row| row.against.is_some())
    }

    /// The share of choices for one system over another in an experiment.
    pub(super) fn share(&self, (a, b): (&String, &String), experiment: usize) -> Option<&Score> {
        let about = |row: &&Row| !row.equal && row.system.as_ref() == Some(a) && row.against.as_ref() == Some(b);
        self.rows.iter().find(about)?.known[experiment].as_ref()?.score()
    }

    /// How far each experiment puts `a` above `b`, pair by pair: the share that chose one minus the share that
    /// chose the other, where both are known. One row per pair, as two systems and what each experiment says.
    pub(super) fn net(&self, experiments: usize) -> Vec<(String, String, Vec<Option<f64>>)> {
        let mut pairs: Vec<(String, String, Vec<Option<f64>>)> = Vec::new();
        for row in self.rows.iter().filter(|row| !row.equal) {
            let (Some(a), Some(b)) = (&row.system, &row.against) else { continue };
            if pairs.iter().any(|(x, y, _)| (x, y) == (b, a)) {
                continue;
            }
            let reverse = self
                .rows
                .iter()
                .find(|other| !other.equal && other.system.as_ref() == Some(b) && other.against.as_ref() == Some(a));
            let Some(reverse) = reverse else { continue };
            let nets = (0..experiments)
                .map(|e| {
                    Some(
                        row.known[e].as_ref()?.score()?.value.value()
                            - reverse.known[e].as_ref()?.score()?.value.value(),
                    )
                })
                .collect();
            pairs.push((a.clone(), b.clone(), nets));
        }
        pairs
    }
}

/// Which set a measure belongs to; nothing for numbers about a whole criterion. Shares of a pair and
/// of "equal" answer one question.
fn family(measure: Measure) -> Option<Measure> {
    match measure {
        Measure::Share | Measure::ShareEqual => Some(Measure::Share),
        Measure::Mean
        | Measure::AverageRank
        | Measure::WinPercent
        | Measure::BestWorstScale
        | Measure::Rank
        | Measure::Count => Some(measure),
        Measure::Alpha | Measure::Kappa | Measure::Agreement => None,
    }
}

/// Puts the experiments side by side: one set for each criterion, measure and subset that at least two know.
pub(super) fn align(frame: &Frame, experiments: &[Experiment]) -> Vec<Set> {
    align_some(frame, experiments, &|_| true, 2)
}

/// What one of the experiments knows, in the same form.
pub(super) fn align_alone(frame: &Frame, experiments: &[Experiment], which: usize) -> Vec<Set> {
    align_some(frame, experiments, &|index| index == which, 1)
}

fn align_some(frame: &Frame, experiments: &[Experiment], taken: &dyn Fn(usize) -> bool, least: usize) -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    for (criterion, framed) in frame.criteria.iter().enumerate() {
        let start = sets.len();
        for (index, experiment) in experiments.iter().enumerate().filter(|(index, _)| taken(*index)) {
            for score in experiment.scores.iter().filter(|score| score.cell.criterion == framed.id) {
                let Some(measure) = family(score.cell.measure) else { continue };
                let normal = normal(score, frame);
                let known = sets[start..].iter().position(|s| s.measure == measure && s.stratum == normal.cell.stratum);
                let place = known.map_or(sets.len(), |found| start + found);
                if known.is_none() {
                    sets.push(Set {
                        criterion,
                        criterion_id: framed.id.clone(),
                        measure,
                        stratum: normal.cell.stratum.clone(),
                        label: Vec::new(),
                        rows: Vec::new(),
                    });
                }
                add_score(&mut sets[place], normal, index, experiments.len());
            }
        }
        fill_with_ranks(&mut sets[start..], experiments.len());
        let mut kept: Vec<Set> = sets.drain(start..).filter(|set| has_experiments(set, least)).collect();
        if kept.iter().any(|set| set.measure != Measure::Rank) {
            kept.retain(|set| set.measure != Measure::Rank);
        }
        kept = one_measure_of_choices(kept, frame.systems.len());
        if kept.len() > 1 {
            for set in &mut kept {
                set.label = std::iter::once(Statistic::from(set.measure).to_string())
                    .chain(set.stratum.iter().map(|(name, value)| format!("{name}={value}")))
                    .collect();
            }
        }
        for set in &mut kept {
            let place = |id: &Option<String>| id.as_deref().and_then(|id| frame.system(id));
            set.rows.sort_by_key(|row| (place(&row.system), place(&row.against), row.equal));
        }
        sets.extend(kept);
    }
    sets
}

/// "Equal" between a and b is "equal" between b and a: the first of the frame comes first.
fn normal(score: &Score, frame: &Frame) -> Score {
    let mut score = score.clone();
    if score.cell.measure == Measure::ShareEqual
        && let (Some(a), Some(b)) = (&score.cell.system, &score.cell.against)
        && frame.system(b) < frame.system(a)
    {
        std::mem::swap(&mut score.cell.system, &mut score.cell.against);
    }
    score
}

fn add_score(set: &mut Set, score: Score, experiment: usize, experiments: usize) {
    let place = set.rows.iter().position(|row| row.is_about(&score)).unwrap_or_else(|| {
        set.rows.push(Row {
            system: score.cell.system.clone(),
            against: score.cell.against.clone(),
            equal: score.cell.measure == Measure::ShareEqual,
            known: vec![None; experiments],
        });
        set.rows.len() - 1
    });
    set.rows[place].known[experiment] = Some(if set.measure == Measure::Rank {
        ScoreOrRank::Rank(score.value.value())
    } else {
        ScoreOrRank::Score(score)
    });
}

/// Where an experiment knows only ranks, they stand in for the scores that others have.
fn fill_with_ranks(sets: &mut [Set], experiments: usize) {
    let Some(ranks) = sets.iter().find(|set| set.measure == Measure::Rank).cloned() else { return };
    for set in sets.iter_mut().filter(|set| set.measure != Measure::Rank && set.stratum == ranks.stratum) {
        for experiment in 0..experiments {
            if set.rows.iter().any(|row| row.known[experiment].is_some()) {
                continue;
            }
            for row in &mut set.rows {
                let ranked = ranks.rows.iter().find(|r| r.system == row.system && r.against == row.against);
                row.known[experiment] = ranked.and_then(|ranked| ranked.known[experiment].clone());
            }
        }
    }
}

/// Choices between two that are known in full say the same as shares, as percentages of wins and as best-worst
/// scores. Where not every pair was shown, shares of pairs are kept; otherwise percentages.
fn one_measure_of_choices(mut sets: Vec<Set>, systems: usize) -> Vec<Set> {
    let has = |measure: Measure| sets.iter().any(|set| set.measure == measure && set.stratum.is_empty());
    if has(Measure::WinPercent) && has(Measure::Share) {
        let shares = sets.iter().find(|set| set.measure == Measure::Share && set.stratum.is_empty());
        let shown = shares.map_or(0, |set| set.rows.iter().filter(|row| !row.equal).count());
        let kept = if shown < systems * systems.saturating_sub(1) { Measure::Share } else { Measure::WinPercent };
        sets.retain(|set| {
            let choices = [Measure::WinPercent, Measure::Share, Measure::BestWorstScale].contains(&set.measure);
            set.measure == kept || !choices || !set.stratum.is_empty()
        });
    }
    sets
}

/// Whether at least so many experiments know something of it.
fn has_experiments(set: &Set, least: usize) -> bool {
    set.rows.iter().any(|row| row.known.iter().flatten().count() >= least)
}
