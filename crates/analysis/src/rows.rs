//! The judgements of one criterion, as columns.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use dataset::{Criterion, Dataset, ExclusionRule, Judgement, Subject};
use stats::decide::{Decision, Difference, Scores, Undecidable};
use study::response::{Answer, Preference, Response};

use crate::Statistic;
use crate::comparisons::{self, Pair};

/// The judgements of one criterion as columns, one row per output judged: a rating makes one row, a
/// comparison as many as it shows outputs.
#[derive(Debug)]
pub struct CriterionRows<'a> {
    pub dataset: &'a Dataset,
    pub criterion: &'a Criterion,
    /// The judgements, in the order of the dataset.
    pub judgements: Vec<&'a Judgement>,
    /// What each row says of its output, such that the mean over rows is the score.
    pub value: Vec<f64>,
    /// The same, with not being chosen counted against an output: −100 for the loser of a pair, and less where it is only
    /// a little worse.
    pub net: Vec<f64>,
    pub system: Vec<u32>,
    pub item: Vec<u32>,
    pub participant: Vec<u32>,
    /// The judgement each row belongs to.
    pub judgement: Vec<u32>,
    decision: OnceLock<Result<Decision, Undecidable>>,
}

impl<'a> CriterionRows<'a> {
    /// The judgements of a criterion that `keep` keeps, without checks.
    pub fn select(dataset: &'a Dataset, criterion: usize, keep: impl Fn(&Judgement) -> bool) -> CriterionRows<'a> {
        let mut judged = CriterionRows {
            dataset,
            criterion: &dataset.criteria[criterion],
            judgements: Vec::new(),
            value: Vec::new(),
            net: Vec::new(),
            system: Vec::new(),
            item: Vec::new(),
            participant: Vec::new(),
            judgement: Vec::new(),
            decision: OnceLock::new(),
        };
        let asked = dataset.judgements.iter().filter(|judgement| judgement.criterion == criterion && keep(judgement));
        for judgement in asked {
            let Subject::Item { item, systems } = &judgement.subject else { continue };
            let number = judged.judgements.len() as u32;
            judged.judgements.push(judgement);
            let values = values(&judged.criterion.response, &judgement.answer, systems.len());
            let values = values.or_else(|| judged.planned_scores(judgement, systems.len())).unwrap_or_default();
            let decided = matches!(judgement.answer.choice(), Some(Preference::First | Preference::Second));
            let grade = comparisons::grade(&judged.criterion.response, &judgement.answer);
            for (system, value) in systems.iter().zip(values) {
                judged.value.push(value);
                judged.net.push(grade * if decided && value <= 0.0 { -100.0 } else { value });
                judged.system.push(u32::from(*system));
                judged.item.push(*item as u32);
                judged.participant.push(judgement.participant);
                judged.judgement.push(number);
            }
        }
        judged
    }

    /// The judgements of a criterion with options, one row each: 1 where the option was chosen, else 0.
    /// A choice about several outputs at once says nothing of any one of them and is left out.
    pub fn choosing(&self, option: &str) -> CriterionRows<'a> {
        let mut judged = CriterionRows::select(self.dataset, self.number(), |_| false);
        for judgement in &self.judgements {
            let (Subject::Item { item, systems }, Answer::Choice(chosen)) = (&judgement.subject, &judgement.answer)
            else {
                continue;
            };
            let [system] = systems[..] else { continue };
            let value = if chosen.iter().any(|id| id == option) { 1.0 } else { 0.0 };
            judged.judgement.push(judged.judgements.len() as u32);
            judged.judgements.push(judgement);
            judged.value.push(value);
            judged.net.push(value);
            judged.system.push(u32::from(system));
            judged.item.push(*item as u32);
            judged.participant.push(judgement.participant);
        }
        judged
    }

    /// All judgements of a criterion with those that have no valid answer, each as neither won nor lost: some
    /// papers divide by all judgements asked for.
    pub fn of_planned(dataset: &'a Dataset, criterion: usize) -> CriterionRows<'a> {
        CriterionRows::select(dataset, criterion, |judgement| {
            matches!(judgement.excluded, None | Some(ExclusionRule::Invalid))
        })
    }

    fn planned_scores(&self, judgement: &Judgement, outputs: usize) -> Option<Vec<f64>> {
        let together = matches!(self.criterion.response, Response::Pairwise(_) | Response::BestWorst(_));
        (together && judgement.excluded == Some(ExclusionRule::Invalid)).then(|| vec![0.0; outputs])
    }

    /// The deciding model of these judgements, fitted when it is first asked for.
    ///
    /// # Errors
    /// When nothing can be decided, with the reason.
    pub fn decision(&self) -> Result<&Decision, &Undecidable> {
        self.decision.get_or_init(|| comparisons::fit_deciding_model(self)).as_ref()
    }

    /// The deciding model of graded choices where each counts as one, whatever its degree; none where the model is that already.
    pub fn ungraded_decision(&self) -> Option<Decision> {
        let graded = matches!(&self.criterion.response, Response::Pairwise(pairwise) if pairwise.is_graded());
        if graded { comparisons::fit_ungraded_model(self).ok() } else { None }
    }

    /// The difference of two systems that a margin is tested with, where it is not that of the model of all systems.
    pub fn margin_difference(&self, pair: Pair) -> Option<Difference> {
        comparisons::margin_difference(self, pair)?.ok()
    }

    /// The rows as scores of outputs.
    pub(crate) fn as_scores(&self) -> Scores<'_> {
        Scores {
            value: &self.value,
            rater: &self.participant,
            item: &self.item,
            system: &self.system,
            systems: self.dataset.systems.len(),
        }
    }

    /// Whether outputs were compared, so that the deciding model knows how far a system is from the mean of all and no score.
    pub(crate) fn are_ballots(&self) -> bool {
        match &self.criterion.response {
            Response::Pairwise(_) | Response::Ranking(_) | Response::BestWorst(_) => true,
            Response::Rating(_)
            | Response::Slider(_)
            | Response::Count(_)
            | Response::Spans(_)
            | Response::Choice(_)
            | Response::Text(_) => false,
        }
    }

    /// The number of the criterion in the dataset.
    pub fn number(&self) -> usize {
        self.dataset.criteria.iter().position(|criterion| criterion.id == self.criterion.id).unwrap_or(0)
    }

    /// Id of a system.
    pub fn id(&self, system: usize) -> &'a str {
        &self.dataset.systems[system].id
    }

    /// The values of a system, in the order of the rows.
    pub fn values_of(&self, system: usize) -> Vec<f64> {
        let rows = self.system.iter().zip(&self.value).filter(|(of, _)| **of as usize == system);
        rows.map(|(_, value)| *value).collect()
    }

    /// The systems with at least one value, in the order of the study.
    pub fn systems(&self) -> Vec<usize> {
        let mut seen = vec![false; self.dataset.systems.len()];
        for system in &self.system {
            seen[*system as usize] = true;
        }
        (0..seen.len()).filter(|system| seen[*system]).collect()
    }
}

/// The pairs of systems that are to be compared, the earlier first: those that were shown together where people choose
/// between two outputs, all pairs elsewhere.
#[must_use]
pub fn pairs_shown(dataset: &Dataset, criterion: usize) -> BTreeSet<Pair> {
    let systems = 0..dataset.systems.len();
    let all = || comparisons::all_pairs(&systems.clone().collect::<Vec<_>>()).into_iter().collect();
    match dataset.criteria.get(criterion).map(|it| &it.response) {
        Some(Response::Pairwise(_)) => sets_shown(dataset, criterion)
            .into_iter()
            .filter_map(|set| match set[..] {
                [a, b] => Some((usize::from(a), usize::from(b))),
                _ => None,
            })
            .collect(),
        Some(
            Response::Rating(_)
            | Response::Slider(_)
            | Response::Count(_)
            | Response::Spans(_)
            | Response::Ranking(_)
            | Response::BestWorst(_)
            | Response::Choice(_)
            | Response::Text(_),
        )
        | None => all(),
    }
}

/// The sets of systems that were shown together, each in the order of the study.
fn sets_shown(dataset: &Dataset, criterion: usize) -> BTreeSet<Vec<u16>> {
    let shown = dataset.included_judgements().filter(|judgement| judgement.criterion == criterion);
    shown
        .filter_map(|judgement| match &judgement.subject {
            Subject::Item { systems, .. } => {
                let mut systems = systems.clone();
                systems.sort_unstable();
                Some(systems)
            }
            Subject::Check { .. } => None,
        })
        .collect()
}

/// Whether one system is in every pair that was shown, among three or more.
pub(crate) fn one_against_rest(dataset: &Dataset, criterion: usize) -> bool {
    let sets = sets_shown(dataset, criterion);
    sets.len() > 1 && (0..dataset.systems.len() as u16).any(|one| sets.iter().all(|set| set.contains(&one)))
}

/// Every judgement that showed both: 1 for the first, −1 for the second, 0 for neither.
pub(crate) fn net_preferences(rows: &CriterionRows<'_>, pair: Pair) -> Vec<f64> {
    let mut net = vec![None; rows.judgements.len()];
    for row in 0..rows.value.len() {
        let judgement = rows.judgement[row] as usize;
        let Subject::Item { systems, .. } = &rows.judgements[judgement].subject else { continue };
        let both = systems.contains(&(pair.0 as u16)) && systems.contains(&(pair.1 as u16));
        if both && rows.system[row] as usize == pair.0 {
            net[judgement] = Some(rows.net[row] / 100.0);
        }
    }
    net.into_iter().flatten().collect()
}

/// What a score is, for a response kind that has one.
pub fn score_name(response: &Response) -> Option<Statistic> {
    match response {
        Response::Rating(_) | Response::Slider(_) | Response::Count(_) => Some(Statistic::Mean),
        Response::Pairwise(_) => Some(Statistic::WinPercent),
        Response::BestWorst(_) => Some(Statistic::BestWorst),
        Response::Ranking(_) => Some(Statistic::AverageRank),
        Response::Spans(_) => Some(Statistic::MeanWeight),
        Response::Choice(_) | Response::Text(_) => None,
    }
}

/// The lowest and highest score there can be, where the scale has ends.
pub fn score_scale(response: &Response, systems: usize) -> Option<(f64, f64)> {
    match response {
        Response::Rating(rating) => Some((rating.lowest() as f64, rating.highest() as f64)),
        Response::Slider(slider) => Some((slider.minimum, slider.maximum)),
        Response::Pairwise(_) => Some((0.0, 100.0)),
        Response::BestWorst(_) => Some((-100.0, 100.0)),
        Response::Ranking(_) => Some((1.0, systems as f64)),
        Response::Spans(_) | Response::Count(_) | Response::Choice(_) | Response::Text(_) => None,
    }
}

/// The same, and nothing where only the lowest and the highest answer are known: they are no ends to compare two runs by.
pub fn known_scale(criterion: &Criterion, systems: usize) -> Option<(f64, f64)> {
    let guessed = matches!(criterion.response, Response::Rating(_) | Response::Slider(_)) && !criterion.ends_known;
    if guessed { None } else { score_scale(&criterion.response, systems) }
}

/// The lowest and highest answer to a criterion, of ratings and sliders.
pub fn answered_range(dataset: &Dataset, criterion: usize) -> Option<(f64, f64)> {
    if !matches!(dataset.criteria[criterion].response, Response::Rating(_) | Response::Slider(_)) {
        return None;
    }
    let judged = CriterionRows::select(dataset, criterion, |judgement| judgement.excluded.is_none());
    judged.value.iter().fold(None, |range, value| match range {
        Some((lowest, highest)) => Some((value.min(lowest), value.max(highest))),
        None => Some((*value, *value)),
    })
}

/// The lowest and highest score there can be, infinite where there is no end or only the answers are known.
#[must_use]
pub fn possible_scores(criterion: &Criterion, systems: usize) -> (f64, f64) {
    let known = match &criterion.response {
        Response::Choice(_) => Some((0.0, 1.0)),
        Response::Count(_) | Response::Spans(_) => Some((0.0, f64::INFINITY)),
        Response::Rating(_)
        | Response::Slider(_)
        | Response::Pairwise(_)
        | Response::BestWorst(_)
        | Response::Ranking(_)
        | Response::Text(_) => known_scale(criterion, systems),
    };
    known.unwrap_or((f64::NEG_INFINITY, f64::INFINITY))
}

/// How far apart two systems can be at most by the deciding model, which has net preferences where people choose between two.
#[must_use]
pub fn most_difference(criterion: &Criterion, systems: usize) -> f64 {
    let (lowest, highest) = possible_scores(criterion, systems);
    if matches!(criterion.response, Response::Pairwise(_)) { 1.0 } else { highest - lowest }
}

/// What one answer says of each output shown: the rating itself, 100 for the one chosen, 100 and
/// −100 for best and worst, the rank (the mean of the ranks that outputs share), the weight
/// of the spans marked.
fn values(response: &Response, answer: &Answer, outputs: usize) -> Option<Vec<f64>> {
    match answer {
        Answer::Rating(value) => Some(vec![*value as f64]),
        Answer::Slider(value) => Some(vec![*value]),
        Answer::Count(count) => Some(vec![f64::from(*count)]),
        Answer::Pairwise(_) | Answer::Graded(_) => Some(match answer.choice()? {
            Preference::First => vec![100.0, 0.0],
            Preference::Second => vec![0.0, 100.0],
            Preference::Equal => vec![0.0, 0.0],
        }),
        Answer::BestWorst { best, worst } => {
            let score = |output: usize| f64::from(u8::from(output == *best)) - f64::from(u8::from(output == *worst));
            Some((0..outputs).map(|output| 100.0 * score(output)).collect())
        }
        Answer::Ranking(places) => {
            // Behind a shared place some tables go on with the next number (1, 1, 2) and others leave one out (1, 1, 3).
            let count = |is: &dyn Fn(&u32) -> bool| places.iter().filter(|place| is(place)).count() as f64;
            let before = |place: u32| count(&|other| *other < place);
            let sharing = |place: u32| count(&|other| *other == place);
            Some(places.iter().map(|place| before(*place) + (sharing(*place) + 1.0) / 2.0).collect())
        }
        Answer::Spans(spans) => {
            let Response::Spans(definition) = response else { return None };
            Some(vec![definition.cost(spans)])
        }
        Answer::Choice(_) | Answer::Text(_) | Answer::Unable(_) => None,
    }
}
