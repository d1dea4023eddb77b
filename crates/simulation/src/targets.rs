//! What an earlier study found, as far as simulated raters can be fitted to it.

use dataset::{Dataset, Subject};
use study::Study;
use study::original::{Measure, PrintedNumber};
use study::response::{Answer, Preference, Response};

use crate::raters::Components;

/// What is known of one criterion.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Target {
    /// By system, the score or what stands for it.
    pub(crate) score: Vec<Option<f64>>,
    /// Which of a system's numbers the scores are.
    pub(crate) measure: Score,
    /// By system, the standard deviation of judgements.
    pub(crate) sd: Vec<Option<f64>>,
    /// Pairs: how often the first was chosen, less how often the second.
    pub(crate) net: Vec<(usize, usize, f64)>,
    /// Share of choices that were "equal".
    pub(crate) equal: Option<f64>,
    /// Krippendorff's alpha.
    pub(crate) alpha: Option<f64>,
    /// How much people, items and outputs differ.
    pub(crate) components: Option<Components>,
    /// Of choices between two that were not "equal", the share for the output shown first.
    pub(crate) first: Option<f64>,
    /// By system, the place by score, where only that is known; 1 is the highest.
    pub(crate) ranks: Vec<Option<f64>>,
}

/// A number of a system that can be matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Score {
    /// [`analysis::SystemScore::mean`].
    #[default]
    Mean,
    /// [`analysis::SystemScore::net`].
    Net,
}

impl Target {
    /// Whether anything about systems is known.
    pub(crate) fn is_known(&self) -> bool {
        self.score.iter().chain(&self.ranks).any(Option::is_some) || !self.net.is_empty()
    }

    /// What the original printed about a criterion.
    pub(crate) fn from_original(study: &Study, criterion: usize) -> Target {
        let systems = study.systems.len();
        let mut target = Target { score: vec![None; systems], ..Target::default() };
        (target.sd, target.ranks) = (vec![None; systems], vec![None; systems]);
        let Some(original) = &study.original else { return target };
        let id = &study.criteria[criterion].id.0;
        let place = |id: &Option<String>| study.systems.iter().position(|system| Some(&system.id.0) == id.as_ref());
        let about = original.results.iter().filter(|it| it.criterion == *id && it.stratum.is_empty());
        let mut equal = Vec::new();
        for printed in about {
            let Ok(value) = printed.value.replace('−', "-").parse::<f64>() else { continue };
            match (printed.measure, place(&printed.system), place(&printed.against)) {
                (Measure::Mean | Measure::AverageRank | Measure::WinPercent, Some(system), None) => {
                    target.score[system] = Some(value);
                    target.sd[system] = printed.sd.as_ref().and_then(|sd| sd.parse().ok());
                }
                (Measure::BestWorstScale, Some(system), None) => {
                    target.score[system] = Some(value);
                    target.measure = Score::Net;
                }
                (Measure::Rank, Some(system), None) => target.ranks[system] = Some(value),
                (Measure::Share, Some(a), Some(b)) => {
                    let known = target.net.iter().any(|(first, second, _)| (*first, *second) == (b, a));
                    if let Some(other) = reverse(&original.results, printed).filter(|_| !known) {
                        target.net.push((a, b, value - other));
                    }
                }
                (Measure::ShareEqual, ..) => equal.push(value),
                (Measure::Alpha, None, None) => target.alpha = Some(value),
                (
                    Measure::Mean
                    | Measure::AverageRank
                    | Measure::WinPercent
                    | Measure::BestWorstScale
                    | Measure::Rank
                    | Measure::Share
                    | Measure::Count
                    | Measure::Alpha
                    | Measure::Kappa
                    | Measure::Agreement,
                    ..,
                ) => {}
            }
        }
        target.equal = (!equal.is_empty()).then(|| equal.iter().sum::<f64>() / equal.len() as f64);
        target
    }

    /// What earlier judgements say about a criterion, with the systems of the study.
    pub(crate) fn from_dataset(study: &Study, dataset: &Dataset, criterion: usize) -> Target {
        let systems = study.systems.len();
        let mut target = Target { score: vec![None; systems], ..Target::default() };
        (target.sd, target.ranks) = (vec![None; systems], vec![None; systems]);
        let asked = &study.criteria[criterion];
        let Some(theirs) = dataset.criteria.iter().position(|it| it.id == asked.id.0) else { return target };
        let scored = analysis::system_scores(dataset, theirs);
        let compared = matches!(asked.response, Response::Pairwise(_));
        // What wins or loses varies as much as its mean says.
        let varies = !matches!(asked.response, Response::Pairwise(_) | Response::BestWorst(_));
        target.measure = if compared { Score::Net } else { Score::Mean };
        for (system, known) in study.systems.iter().enumerate() {
            let there = dataset.systems.iter().position(|it| it.id == known.id.0);
            let Some(scored) = there.and_then(|there| scored[there]) else { continue };
            target.score[system] = Some(if compared { scored.net } else { scored.mean });
            target.sd[system] = Some(scored.sd).filter(|sd| varies && *sd > 0.0);
        }
        let choices = Choices::count(dataset, theirs);
        (target.equal, target.first) = (choices.equal(), choices.first());
        target.alpha = analysis::alpha(dataset, theirs);
        target.components = Components::estimate(dataset, theirs);
        target
    }
}

/// What is known of a criterion, in words.
impl Target {
    pub(crate) fn words(&self) -> Vec<&'static str> {
        let scores = match self.measure {
            Score::Mean => "means",
            Score::Net => "scores",
        };
        let known = [
            (self.score.iter().any(Option::is_some), scores),
            (!self.net.is_empty(), "shares of pairs"),
            (self.ranks.iter().any(Option::is_some), "places"),
            (self.sd.iter().any(Option::is_some) && self.measure == Score::Mean, "standard deviations"),
            (self.components.is_some(), "variance between people, items and outputs"),
            (self.alpha.is_some() && self.components.is_none(), "alpha"),
            (self.equal.is_some_and(|equal| equal > 0.0), "ties"),
            (self.first.is_some(), "advantage of the first shown"),
        ];
        known.into_iter().filter(|(known, _)| *known).map(|(_, words)| words).collect()
    }
}

/// How often one of two outputs was chosen, the first shown or the second, or neither.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Choices {
    first: f64,
    second: f64,
    equal: f64,
}

impl Choices {
    pub(crate) fn count(dataset: &Dataset, criterion: usize) -> Choices {
        let mut choices = Choices::default();
        let judged = dataset.included_judgements().filter(|it| it.criterion == criterion);
        for judgement in judged.filter(|it| matches!(&it.subject, Subject::Item { systems, .. } if systems.len() == 2))
        {
            match (judgement.answer.choice(), &judgement.answer) {
                (Some(Preference::First), _) | (None, Answer::BestWorst { best: 0, .. }) => choices.first += 1.0,
                (Some(Preference::Second), _) | (None, Answer::BestWorst { .. }) => choices.second += 1.0,
                (Some(Preference::Equal), _) => choices.equal += 1.0,
                (None, _) => {}
            }
        }
        choices
    }

    pub(crate) fn add(&mut self, other: Choices) {
        self.first += other.first;
        self.second += other.second;
        self.equal += other.equal;
    }

    /// The share of "equal"; nothing without choices.
    pub(crate) fn equal(self) -> Option<f64> {
        let all = self.first + self.second + self.equal;
        (all > 0.0).then(|| self.equal / all)
    }

    /// Of those that were not "equal", the share for the output shown first.
    pub(crate) fn first(self) -> Option<f64> {
        let decided = self.first + self.second;
        (decided > 0.0).then(|| self.first / decided)
    }
}

/// How often two systems were compared, and how often the first was chosen less how often the second.
pub(crate) fn net_choices(dataset: &Dataset, criterion: usize, (a, b): (usize, usize)) -> (f64, f64) {
    let (mut n, mut net) = (0.0, 0.0);
    for judgement in dataset.included_judgements().filter(|it| it.criterion == criterion) {
        let (Subject::Item { systems, .. }, Some(choice)) = (&judgement.subject, judgement.answer.choice()) else {
            continue;
        };
        let &[first, second] = systems.as_slice() else { continue };
        let sign = match choice {
            Preference::First => 1.0,
            Preference::Second => -1.0,
            Preference::Equal => 0.0,
        };
        let shown = (usize::from(first), usize::from(second));
        if shown == (a, b) {
            (n, net) = (n + 1.0, net + sign);
        } else if shown == (b, a) {
            (n, net) = (n + 1.0, net - sign);
        }
    }
    (n, net)
}

/// The share of the other system of a printed pair.
fn reverse(results: &[PrintedNumber], of: &PrintedNumber) -> Option<f64> {
    let other = results.iter().find(|it| {
        it.measure == Measure::Share
            && it.criterion == of.criterion
            && it.system == of.against
            && it.against == of.system
            && it.stratum.is_empty()
    })?;
    other.value.parse().ok()
}
