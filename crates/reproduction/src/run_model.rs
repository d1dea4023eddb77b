//! The deciding model of an experiment whose judgements, or whose analysis of them, are known: its standard errors take the
//! place of those that would follow from independent judgements.

use std::collections::{BTreeMap, BTreeSet};

use analysis::claims::Effect;
use analysis::rows::{CriterionRows, pairs_shown};
use analysis::{Results, Statistic};
use dataset::Subject;
use stats::Estimate;
use stats::decide::{Decision, Difference, Term};
use study::original::Measure;
use study::response::Preference;

use super::experiment::Experiment;

/// What the deciding model of one criterion says in one experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct RunModel {
    criterion: String,
    /// How many people judged, where that is known.
    raters: Option<usize>,
    systems: Vec<String>,
    effect: Effect,
    /// Of each two systems; their numbers are places among `systems`.
    differences: Vec<Difference>,
    /// What margins are tested with, where it is not the model of all systems.
    at_margin: Vec<Difference>,
    /// Net preferences with each choice counting as one, where those of the model count by degree and judgements are known.
    ungraded: Vec<Difference>,
    /// Of each system, where there is one.
    means: Vec<Option<MeanError>>,
    /// The standard deviations of its random effects, where judgements are known.
    deviations: Vec<(Term, f64)>,
    /// How often each two systems were compared, where people chose between two.
    votes: PairVotes,
}

/// How often each two systems were compared, the earlier first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct PairVotes {
    counts: BTreeMap<(usize, usize), usize>,
    /// How many outputs a judgement compared, where that is the same of all and known.
    together: Option<usize>,
    ties: bool,
}

impl PairVotes {
    fn of_rows(rows: &CriterionRows<'_>) -> PairVotes {
        let mut votes = PairVotes::default();
        let mut sizes = BTreeSet::new();
        for judgement in &rows.judgements {
            let Subject::Item { systems, .. } = &judgement.subject else { continue };
            let shown: Vec<usize> = systems.iter().map(|system| usize::from(*system)).collect();
            for (a, b) in super::precision::pairs(shown.len()) {
                let pair = (shown[a].min(shown[b]), shown[a].max(shown[b]));
                *votes.counts.entry(pair).or_default() += 1;
            }
            sizes.insert(shown.len());
            votes.ties |= judgement.answer.choice() == Some(Preference::Equal);
        }
        votes.together = sizes.first().copied().filter(|_| sizes.len() == 1);
        votes
    }

    fn of_results(results: &Results, criterion: &str, place: impl Fn(&String) -> Option<usize>) -> PairVotes {
        let mut votes = PairVotes::default();
        for named in results.all(Statistic::TiesBetween, Some(criterion)) {
            if let [a, b] = &named.of[..]
                && let (Some(a), Some(b)) = (place(a), place(b))
            {
                votes.together = Some(2);
                votes.counts.insert((a.min(b), a.max(b)), named.n);
                votes.ties |= named.estimate.value > 0.0;
            }
        }
        votes
    }

    /// How far two systems' means over the others lie apart for each unit of θ_a − θ_b, the difference that the deciding
    /// model has of two on one ballot. Where each two of n systems were compared equally often, the mean over the n − 1
    /// others of θ_a − θ_o and that of θ_b − θ_o differ by (θ_a − θ_b) · n / (n − 1). Nothing where some pair has fewer than
    /// four fifths of the comparisons of another.
    #[expect(clippy::cast_precision_loss, reason = "a handful of systems")]
    fn against_others(&self) -> Option<f64> {
        let n = self.counts.keys().flat_map(|(a, b)| [*a, *b]).collect::<BTreeSet<usize>>().len();
        let (fewest, most) = (self.counts.values().min()?, self.counts.values().max()?);
        let balanced = self.counts.len() == n * (n - 1) / 2 && 5 * fewest >= 4 * most;
        balanced.then(|| n as f64 / (n as f64 - 1.0))
    }

    /// How far two scores lie apart for each unit of difference on a ballot. The scores of a ballot of k add to the same, so that
    /// that of a system is θ_a less the mean of its ballots: (k − 1) / k of its mean difference from the others. Of ballots of
    /// all systems that is one; it is taken to be one where k is not known, which is rather too much.
    #[expect(clippy::cast_precision_loss, reason = "a handful of systems")]
    fn per_ballot(&self) -> Option<f64> {
        match self.together {
            Some(k) => Some(self.against_others()? * (k as f64 - 1.0) / k as f64),
            None => Some(1.0),
        }
    }

    /// How far two scores of this measure lie apart for each unit of net preference.
    fn per_preference(&self, measure: Measure) -> Option<f64> {
        let scale = self.against_others()?;
        match measure {
            Measure::BestWorstScale => Some(100.0 * scale),
            // What is won and what is lost add to all only where nothing is tied.
            Measure::WinPercent => (!self.ties).then_some(50.0 * scale),
            Measure::Mean
            | Measure::AverageRank
            | Measure::Share
            | Measure::ShareEqual
            | Measure::Rank
            | Measure::Count
            | Measure::Alpha
            | Measure::Kappa
            | Measure::Agreement => None,
        }
    }
}

/// The standard error of a mean, with its degrees of freedom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MeanError {
    pub(super) se: f64,
    pub(super) df: f64,
}

impl MeanError {
    fn from_estimate(mean: &Estimate) -> Option<MeanError> {
        let se = mean.se.filter(|se| *se > 0.0)?;
        Some(MeanError { se, df: mean.df.first().copied().unwrap_or(f64::INFINITY) })
    }
}

/// The models of an experiment, one for each criterion that has one: fitted to its judgements, or as its analysis gave them.
pub(super) fn find_models(experiment: &Experiment) -> Vec<RunModel> {
    let Some(dataset) = &experiment.dataset else { return experiment.models.clone() };
    let models = dataset.criteria.iter().enumerate().filter_map(|(number, criterion)| {
        let rows = CriterionRows::select(dataset, number, |judgement| judgement.excluded.is_none());
        let decision = rows.decision().ok()?;
        let systems: Vec<String> = dataset.systems.iter().map(|system| system.id.clone()).collect();
        let differences = |decision: &Decision| {
            let pairs = super::precision::pairs(systems.len());
            pairs.filter_map(|(a, b)| decision.difference(a, b).ok()).collect::<Vec<_>>()
        };
        let mean = |system: usize| MeanError::from_estimate(&decision.mean(system, 0.95).ok()?);
        let raters: BTreeSet<u32> = rows.participant.iter().copied().collect();
        Some(RunModel {
            criterion: criterion.id.clone(),
            raters: Some(raters.len()),
            effect: Effect::of_model(&criterion.response),
            differences: differences(decision),
            ungraded: rows.ungraded_decision().as_ref().map(differences).unwrap_or_default(),
            at_margin: pairs_shown(dataset, number)
                .into_iter()
                .filter_map(|pair| rows.margin_difference(pair))
                .collect(),
            means: (0..systems.len()).map(mean).collect(),
            deviations: decision.effects.clone(),
            votes: PairVotes::of_rows(&rows),
            systems,
        })
    });
    models.collect()
}

/// The models that an analysis fitted.
pub(super) fn models_of_results(results: &Results) -> Vec<RunModel> {
    let systems: Vec<String> = results.about.systems.iter().map(|system| system.id.clone()).collect();
    let place = |id: &String| systems.iter().position(|known| known == id);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of people")]
    let raters = results.get(Statistic::Participants, None, &[]).map(|people| people.estimate.value as usize);
    let models = results.about.criteria.iter().map(|asked| {
        let most = match asked.kind.as_str() {
            "pairwise" | "choice" => 1.0,
            _other => asked.scale.map_or(f64::INFINITY, |(lowest, highest)| highest - lowest),
        };
        let of_pairs = |statistic: Statistic| {
            let found = results.all(statistic, Some(&asked.id)).filter_map(|named| {
                let [first, second] = named.of.as_slice() else { return None };
                let se = named.estimate.se.filter(|se| *se > 0.0)?;
                let df = named.estimate.df.first().copied().unwrap_or(f64::INFINITY);
                let (first, second, value) = (place(first)?, place(second)?, named.estimate.value);
                Some(Difference { first, second, value, se, df, most })
            });
            found.collect::<Vec<_>>()
        };
        let mean = |system: &String| {
            MeanError::from_estimate(&results.get(Statistic::LmmMean, asked.id.as_str(), &[system])?.estimate)
        };
        RunModel {
            criterion: asked.id.clone(),
            raters,
            systems: systems.clone(),
            effect: match asked.kind.as_str() {
                "pairwise" if results.all(Statistic::PairGrade, Some(&asked.id)).next().is_some() => {
                    Effect::GradedPreference
                }
                "pairwise" => Effect::ModelPreference,
                "ranking" | "best-worst" => Effect::OnBallot,
                _other => Effect::OfModel,
            },
            differences: of_pairs(Statistic::DIFFERENCE),
            at_margin: of_pairs(Statistic::MarginDifference),
            ungraded: Vec::new(),
            means: systems.iter().map(mean).collect(),
            deviations: Vec::new(),
            votes: PairVotes::of_results(results, &asked.id, place),
        }
    });
    models.filter(|model| !model.differences.is_empty()).collect()
}

impl RunModel {
    pub(super) fn criterion(&self) -> &str {
        &self.criterion
    }

    /// How many people judged, where that is known.
    pub(super) fn raters(&self) -> Option<usize> {
        self.raters
    }

    /// Makes every step of its scale this many times as long; below zero, the scale is turned round.
    pub(super) fn stretch(&mut self, factor: f64) {
        let differences = self.differences.iter_mut().chain(&mut self.at_margin).chain(&mut self.ungraded);
        for difference in differences {
            *difference = difference.stretched(factor);
        }
        for error in self.means.iter_mut().flatten() {
            error.se *= factor.abs();
        }
        for (_, sd) in &mut self.deviations {
            *sd *= factor.abs();
        }
    }

    /// What its differences are.
    pub(super) fn effect(&self) -> Effect {
        self.effect
    }

    /// The standard deviation of one of its random effects.
    pub(super) fn sd(&self, wanted: Term) -> Option<f64> {
        self.deviations.iter().find(|(term, _)| *term == wanted).map(|(_, sd)| *sd)
    }

    /// How far such scores lie apart for each unit of its differences, where that is known: a model of choices between two
    /// has net preferences, from -1 to 1, whatever the choices are summed up to.
    pub(super) fn scale_of(&self, measure: Measure) -> Option<f64> {
        match self.effect {
            Effect::OfScores | Effect::OfModel => (measure == Measure::Mean).then_some(1.0),
            Effect::OnBallot if matches!(measure, Measure::AverageRank | Measure::BestWorstScale) => {
                self.votes.per_ballot()
            }
            Effect::OnBallot => None,
            Effect::ModelPreference => self.votes.per_preference(measure),
            Effect::NetPreference | Effect::GradedPreference => None,
        }
    }

    /// The difference of two such scores, with the error that the decision rests on.
    pub(super) fn score_difference(&self, first: &str, second: &str, measure: Measure) -> Option<Difference> {
        let (found, scale) = match self.effect {
            Effect::GradedPreference => (self.net_preference(first, second)?, self.votes.per_preference(measure)?),
            Effect::OfScores | Effect::OfModel | Effect::OnBallot | Effect::NetPreference | Effect::ModelPreference => {
                (self.difference(first, second)?, self.scale_of(measure)?)
            }
        };
        let scaled = found.stretched(scale);
        let most = match measure {
            Measure::WinPercent => 100.0,
            Measure::BestWorstScale => 200.0,
            Measure::Mean
            | Measure::AverageRank
            | Measure::Share
            | Measure::ShareEqual
            | Measure::Rank
            | Measure::Count
            | Measure::Alpha
            | Measure::Kappa
            | Measure::Agreement => scaled.most,
        };
        Some(Difference { most, ..scaled })
    }

    fn place(&self, system: &str) -> Option<usize> {
        self.systems.iter().position(|known| known == system)
    }

    fn find(&self, among: &[Difference], first: &str, second: &str) -> Option<Difference> {
        let wanted = (self.place(first)?, self.place(second)?);
        let mut both = among.iter().flat_map(|it| [*it, it.reversed()]);
        both.find(|it| (it.first, it.second) == wanted)
    }

    /// The difference of two systems.
    pub(super) fn difference(&self, first: &str, second: &str) -> Option<Difference> {
        self.find(&self.differences, first, second)
    }

    /// How much more often the first was chosen than the second, each choice counting as one; none where the model's
    /// differences are something else.
    pub(super) fn net_preference(&self, first: &str, second: &str) -> Option<Difference> {
        match self.effect {
            Effect::ModelPreference => self.difference(first, second),
            Effect::GradedPreference => self.find(&self.ungraded, first, second),
            // The best of two has 100 and the worst −100.
            Effect::OnBallot if self.votes.together == Some(2) => {
                let found = self.difference(first, second)?;
                Some(found.stretched(1.0 / 200.0))
            }
            Effect::OfScores | Effect::OfModel | Effect::OnBallot | Effect::NetPreference => None,
        }
    }

    /// The difference of two systems that a margin is tested with, where it is not [`RunModel::difference`].
    pub(super) fn margin_difference(&self, first: &str, second: &str) -> Option<Difference> {
        self.find(&self.at_margin, first, second)
    }

    /// The error of a system's score; none where the model has another scale than the score.
    pub(super) fn mean_error(&self, system: &str, measure: Measure) -> Option<MeanError> {
        let (scale, error) = (self.scale_of(measure)?, self.means[self.place(system)?]?);
        Some(MeanError { se: scale * error.se, ..error })
    }
}

/// The difference of two printed means as Welch tests it, as if judgements were independent: se² = s₁²/n₁ + s₂²/n₂ and
/// the degrees of freedom of Welch (1947).
pub(super) fn independent_difference(
    (first, second): (usize, usize),
    a: stats::effect::Summary,
    b: stats::effect::Summary,
) -> Option<Difference> {
    #[expect(clippy::cast_precision_loss, reason = "a number of judgements")]
    let part = |summary: stats::effect::Summary| (summary.sd * summary.sd / summary.n as f64, summary.n as f64 - 1.0);
    let ((u, m), (v, n)) = (part(a), part(b));
    let se = (u + v).sqrt();
    let df = (u + v).powi(2) / (u * u / m + v * v / n);
    (se > 0.0 && df > 0.0).then_some(Difference { first, second, value: a.mean - b.mean, se, df, most: f64::INFINITY })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn net_preferences_give_errors_of_percentages_where_each_two_were_compared_equally_often() {
        let model = |effect, votes| RunModel {
            criterion: "meaning".to_owned(),
            raters: Some(12),
            systems: vec!["vae".to_owned()],
            effect,
            differences: Vec::new(),
            at_margin: Vec::new(),
            ungraded: Vec::new(),
            means: vec![Some(MeanError { se: 0.1, df: 12.0 })],
            deviations: Vec::new(),
            votes: PairVotes {
                counts: [((0, 1), votes), ((0, 2), 50), ((1, 2), 60)].into(),
                together: Some(2),
                ties: votes == 60,
            },
        };
        let error = |effect, votes, measure| model(effect, votes).mean_error("vae", measure).map(|error| error.se);
        // Of three systems compared about equally often scores lie apart by 3/2 of the net preference.
        assert_eq!(error(Effect::ModelPreference, 50, Measure::BestWorstScale), Some(15.0));
        assert_eq!(error(Effect::ModelPreference, 50, Measure::WinPercent), Some(7.5));
        assert_eq!(error(Effect::ModelPreference, 60, Measure::WinPercent), None, "ties are neither won nor lost");
        assert_eq!(error(Effect::ModelPreference, 20, Measure::BestWorstScale), None, "one pair was asked less often");
        assert_eq!(error(Effect::GradedPreference, 50, Measure::BestWorstScale), None);
        // On ballots of two of three systems a score is half the mean difference from the two others.
        assert_eq!(error(Effect::OnBallot, 50, Measure::BestWorstScale), Some(0.1 * 0.75));
        assert_eq!(error(Effect::OfModel, 50, Measure::Mean), Some(0.1));
        assert_eq!(error(Effect::OfModel, 50, Measure::WinPercent), None);
    }

    #[test]
    fn differences_from_results_are_no_longer_than_the_scale() {
        let rows: String =
            (0..12).map(|n| format!("p{},i{},good,5\np{0},i{1},bad,{}\n", n % 3, n / 3, 1 + n % 2)).collect();
        let table = table::Table::read("t.csv", format!("rater,item,system,rating\n{rows}").as_bytes()).unwrap();
        let most = |mapping: &str| {
            let mapping = dataset::Mapping::read(mapping).unwrap();
            let dataset = dataset::from_table(&table, &mapping, None).unwrap();
            let results = analysis::run(None, &dataset, analysis::Options { seed: 1, replicates: 20, level: 0.95 });
            let found = models_of_results(&results)[0].difference("bad", "good").unwrap();
            assert!(found.interval(0.95).low >= -found.most);
            found.most
        };
        let known = "value = \"rating\"\n[[criteria]]\nid = \"rating\"\nresponse = { kind = \"rating\", points = 5 }\n";
        assert_eq!((most(known), most("")), (4.0, f64::INFINITY), "the highest answer found is no end of a scale");
    }
}
