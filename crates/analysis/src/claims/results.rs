//! The evidence that an analysis gives.

use std::collections::BTreeSet;

use dataset::{Dataset, Subject};
use stats::decide::Difference;
use study::claim::Coefficient;
use study::file::{Better, TestName};
use study::response::Response;

use super::evidence::{Agreement, Effect, Evidence, OwnInterval, PairScores, TestOutcome};
use super::sentences;
use super::{AgreementLevel, OriginalDifference};
use crate::comparisons::{Pair, family, paired_difference, t_difference};
use crate::power::PrintedDifference;
use crate::results::{NamedEstimate, Results};
use crate::rows::{CriterionRows, most_difference, one_against_rest, score_name};
use crate::setting::Setting;
use crate::{Quantity, Statistic};

/// The numbers of an analysis.
pub(super) struct FromResults<'a> {
    pub(super) results: &'a Results,
    pub(super) dataset: &'a Dataset,
    pub(super) setting: &'a Setting,
    /// What the original found.
    pub(super) originals: &'a [PrintedDifference],
}

impl FromResults<'_> {
    fn number(&self, statistic: Statistic, criterion: usize, of: &[&str]) -> Option<&NamedEstimate> {
        self.results.get(statistic, self.dataset.criteria.get(criterion)?.id.as_str(), of)
    }

    /// The number of two systems and whether it is about them in this order.
    fn of_pair(&self, statistic: Statistic, criterion: usize, pair: Pair) -> Option<(&NamedEstimate, bool)> {
        let id = |system: usize| self.dataset.systems.get(system).map(|system| system.id.as_str());
        let (a, b) = (id(pair.0)?, id(pair.1)?);
        let forward = self.number(statistic, criterion, &[a, b]).map(|named| (named, true));
        forward.or_else(|| self.number(statistic, criterion, &[b, a]).map(|named| (named, false)))
    }
}

impl Evidence for FromResults<'_> {
    fn system(&self, system: usize) -> &str {
        self.dataset.systems.get(system).map_or("", |system| &system.name)
    }

    fn criterion(&self, criterion: usize) -> Option<&str> {
        let criteria = &self.dataset.criteria;
        (criteria.len() > 1).then(|| criteria.get(criterion).map(|it| it.name.as_str())).flatten()
    }

    fn better(&self, criterion: usize) -> Better {
        self.dataset.criteria.get(criterion).map_or(Better::Neither, |it| it.better)
    }

    /// Of choices between two, how often each was preferred to the other where one system was paired with each of the
    /// others; of all else, the two scores. Margins of choices are net preferences of the two, whether tested or not.
    fn scores(&self, criterion: usize, pair: Pair) -> Option<PairScores> {
        let asked = self.dataset.criteria.get(criterion)?;
        let [a, b] = [pair.0, pair.1].map(|system| self.dataset.systems.get(system).map(|it| it.id.as_str()));
        let (a, b) = (a?, b?);
        let share = |of: [&str; 2]| self.number(Statistic::PairShare, criterion, &of);
        let direct = share([a, b]).zip(share([b, a]));
        let net = direct.map(|(over, under)| over.estimate.value - under.estimate.value);
        if matches!(asked.response, Response::Pairwise(_))
            && one_against_rest(self.dataset, criterion)
            && let Some((over, under)) = direct
        {
            let shares = [over.estimate.value, under.estimate.value];
            let percent = sentences::scores(shares.map(|share| 100.0 * share), 1);
            return Some(PairScores {
                measure: "preferred in".to_owned(),
                scores: percent.map(|share| format!("{share} %")),
                difference: Some(shares[0] - shares[1]),
                direction: shares[0] - shares[1],
                numbers: vec![over.quantity(), under.quantity()],
            });
        }
        let score = score_name(&asked.response)?;
        let (first, second) = (self.number(score, criterion, &[a])?, self.number(score, criterion, &[b])?);
        let values = [first.estimate.value, second.estimate.value];
        let several = self.dataset.systems.len() > 2;
        let (words, decimals) = match &asked.response {
            Response::Pairwise(_) if several => ("percentage won against all others", 1),
            Response::Pairwise(_) => ("percentage won", 1),
            Response::BestWorst(_) if several => ("best-worst score against all others", 1),
            Response::BestWorst(_) => ("best-worst score", 1),
            Response::Ranking(_) => ("mean rank", 2),
            Response::Spans(_) => ("mean weight", 2),
            Response::Rating(_)
            | Response::Slider(_)
            | Response::Count(_)
            | Response::Choice(_)
            | Response::Text(_) => ("mean", 2),
        };
        let scale = if matches!(asked.response, Response::Pairwise(_)) { 100.0 } else { 1.0 };
        // A graded preference counts by its degree, as in the deciding model, and not only by whom it is for.
        let graded = self.of_pair(Statistic::PairGrade, criterion, pair);
        let graded = graded.map(|(it, forward)| if forward { it.estimate.value } else { -it.estimate.value });
        Some(PairScores {
            measure: words.to_owned(),
            scores: sentences::scores(values, decimals),
            difference: Some(graded.or(net).unwrap_or((values[0] - values[1]) / scale)),
            direction: graded.unwrap_or(values[0] - values[1]),
            numbers: vec![first.quantity(), second.quantity()],
        })
    }

    fn test(&self, test: TestName, criterion: usize, pair: Pair) -> Option<TestOutcome> {
        // Equivalence is tested with the contrast of the mixed model.
        let model = matches!(test, TestName::MixedModel | TestName::Tost);
        let test = if model { TestName::MixedModel } else { test };
        let (named, forward) = self.of_pair(Statistic::Test(test), criterion, pair)?;
        let estimate = &named.estimate;
        let asked = self.dataset.criteria.get(criterion)?;
        let most = most_difference(asked, self.dataset.systems.len());
        let at_margin = || as_difference(self.of_pair(Statistic::MarginDifference, criterion, pair)?, pair, most);
        Some(TestOutcome {
            p: estimate.p,
            difference: model.then(|| as_difference((named, forward), pair, most)).flatten(),
            effect: Effect::of_model(&asked.response),
            at_margin: model.then(at_margin).flatten(),
            number: Some(named.quantity()),
        })
    }

    fn own_interval(&self, test: TestName, criterion: usize, pair: Pair) -> Option<OwnInterval> {
        let (named, forward) = self.of_pair(Statistic::Test(test), criterion, pair)?;
        let rows = || CriterionRows::select(self.dataset, criterion, |judgement| judgement.excluded.is_none());
        let level = self.setting.level;
        let of_test = |what| {
            let found = OwnInterval::new(what, &named.estimate)?;
            Some(if forward { found } else { found.reversed() })
        };
        match test {
            TestName::StudentT | TestName::WelchT => {
                let found = t_difference(&rows(), test, pair, level)?;
                OwnInterval::new("difference", &found)
            }
            TestName::PairedT => {
                let found = paired_difference(&rows(), pair, level)?;
                OwnInterval::new("mean difference over items", &found)
            }
            TestName::AnovaTukey | TestName::Bootstrap => of_test("difference"),
            TestName::BradleyTerry | TestName::PlackettLuce => of_test("difference of log strengths"),
            TestName::OrdinalModel => of_test("difference of log odds"),
            TestName::MannWhitney
            | TestName::Wilcoxon
            | TestName::Friedman
            | TestName::Sign
            | TestName::MixedModel
            | TestName::Tost => None,
        }
    }

    fn why_untested(&self, test: TestName, criterion: usize, pair: Pair) -> Option<String> {
        let model = matches!(test, TestName::MixedModel | TestName::Tost);
        let asked = self.dataset.criteria.get(criterion)?;
        let id = |system: usize| self.dataset.systems.get(system).map(|it| it.id.as_str());
        let (a, b) = (id(pair.0)?, id(pair.1)?);
        let about = |of: [&str; 2]| format!("{}: {}: ", asked.id, Quantity::new(Statistic::DIFFERENCE, of));
        let known = [format!("{}: linear mixed model: ", asked.id), about([a, b]), about([b, a])];
        let reasons = self.results.missing.iter().filter(|_| model);
        reasons.flat_map(|said| known.iter().filter_map(|what| said.strip_prefix(what))).next().map(str::to_owned)
    }

    fn family(&self, criterion: usize) -> Vec<Pair> {
        let Some(asked) = self.dataset.criteria.get(criterion) else { return Vec::new() };
        let scored = |system: &usize| {
            let (score, system) = (score_name(&asked.response), self.dataset.systems.get(*system));
            score.zip(system).is_some_and(|(score, system)| self.number(score, criterion, &[&system.id]).is_some())
        };
        let scored: Vec<usize> = (0..self.dataset.systems.len()).filter(scored).collect();
        family(self.setting, self.dataset, criterion, &scored)
    }

    fn original(&self, criterion: usize, (a, b): Pair) -> Option<OriginalDifference> {
        let asked = self.dataset.criteria.get(criterion)?;
        let found = self.originals.iter().find(|it| it.criterion == asked.id && it.pair == (a.min(b), a.max(b)))?;
        let value = if a < b { found.difference } else { -found.difference };
        let id = |system: usize| self.dataset.systems.get(system).map(|it| it.id.clone());
        // The model's difference of two on one ballot is that of their scores only where every ballot has all systems.
        let same_scale = match Effect::of_model(&asked.response) {
            Effect::OfScores | Effect::OfModel | Effect::NetPreference | Effect::ModelPreference => true,
            Effect::OnBallot => shows_all_systems(self.dataset, criterion),
            Effect::GradedPreference => false,
        };
        same_scale.then_some(OriginalDifference { criterion: asked.id.clone(), systems: [id(a)?, id(b)?], value })
    }

    fn why_no_agreement(&self, criterion: usize, coefficient: Coefficient) -> Option<String> {
        let asked = self.dataset.criteria.get(criterion)?;
        if is_one_item(self.dataset, criterion) {
            return Some(ONE_ITEM.to_owned());
        }
        let known = format!("{}: {}: ", asked.id, crate::agreement::coefficient(coefficient).word());
        self.results.missing.iter().find_map(|said| said.strip_prefix(&known)).map(str::to_owned)
    }

    fn agreement(&self, asked: AgreementLevel) -> Option<Agreement> {
        let AgreementLevel { criterion, coefficient, level } = asked;
        let has_level = |named: &&NamedEstimate| named.estimate.interval.is_some_and(|it| is_same(it.level, level));
        let usual = self.number(crate::agreement::coefficient(coefficient), criterion, &[])?;
        let own = self.number(Statistic::AgreementForClaims, criterion, &[&asked.label()]);
        let named = [Some(usual), own].into_iter().flatten().find(has_level).unwrap_or(usual);
        let interval = named.estimate.interval.filter(|it| is_same(it.level, level)).map(|it| (it.low, it.high));
        Some(Agreement { value: named.estimate.value, interval, number: Some(named.quantity()) })
    }
}

/// Why agreement on one item has no interval.
const ONE_ITEM: &str =
    "one item was judged, and nothing is known of how agreement varies over items; at least two are needed";

/// Whether all judgements of a criterion are about one item.
fn is_one_item(dataset: &Dataset, criterion: usize) -> bool {
    let items =
        dataset.included_judgements().filter(|it| it.criterion == criterion).filter_map(|it| match &it.subject {
            Subject::Item { item, .. } => Some(*item),
            Subject::Check { .. } => None,
        });
    items.collect::<BTreeSet<_>>().len() == 1
}

fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// The difference that a number of two systems is, first minus second.
fn as_difference((named, forward): (&NamedEstimate, bool), (first, second): Pair, most: f64) -> Option<Difference> {
    let estimate = &named.estimate;
    Some(Difference {
        first,
        second,
        value: if forward { estimate.value } else { -estimate.value },
        se: estimate.se?,
        df: estimate.df.first().copied().unwrap_or(f64::INFINITY),
        most,
    })
}

/// Whether every judgement of a criterion compared all systems.
fn shows_all_systems(dataset: &Dataset, criterion: usize) -> bool {
    let mut judged = dataset.included_judgements().filter(|it| it.criterion == criterion);
    judged.all(|it| match &it.subject {
        Subject::Item { systems, .. } => systems.len() == dataset.systems.len(),
        Subject::Check { .. } => true,
    })
}
