//! Tests that people use on such data, to be measured beside the deciding analysis.

use stats::Estimate;
use stats::decide::Ballot;
use stats::emm::{Adjust, Estimable, Means, contrast, pairwise};
use stats::hypothesis::{Summary, TestOptions, t};
use stats::mixed::ordinal::{self, Link};
use stats::mixed::{Column, DfMethod, Formula, Frame, Inference, Method, Model, Options};
use stats::strength::{Clusters, Ties, Uncertainty, bradley_terry, plackett_luce};

use super::worlds::{Data, Kind};

const CROSSED: &str = "crossed model";
const ORDINAL: &str = "ordinal model";
const T: &str = "t test";
const MODEL: &str = "errors of the model";
const CLUSTERED: &str = "clustered errors";

/// The tests that apply to a kind.
pub(crate) fn names(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Rating | Kind::ThreePoints => &[CROSSED, ORDINAL, T],
        Kind::Slider | Kind::Ceiling | Kind::Count | Kind::Choice | Kind::RareChoice | Kind::Unbounded => &[CROSSED, T],
        Kind::Pairwise | Kind::PairwiseTies | Kind::SinglePairs | Kind::Ranking => &[MODEL, CLUSTERED],
        Kind::Graded | Kind::RankingTies | Kind::BestWorst => &[],
    }
}

/// The p-value of each pair of systems; none where the test has none.
pub(crate) fn p_values(name: &str, data: &Data, systems: usize) -> Box<dyn Fn(usize, usize) -> Option<f64>> {
    let found = match data {
        Data::Scores { value, rater, item, system } if name == CROSSED => {
            fit_crossed_model(value, [rater, item, system], systems)
        }
        Data::Scores { value, rater, item, system } if name == ORDINAL => {
            cumulative_link(value, [rater, item, system], systems)
        }
        Data::Scores { value, system, .. } => {
            let of = |s: usize| -> Vec<f64> {
                value.iter().zip(system).filter(|(_, own)| **own as usize == s).map(|(x, _)| *x).collect()
            };
            let groups: Vec<Vec<f64>> = (0..systems).map(of).collect();
            return Box::new(move |a, b| {
                let (a, b) = (Summary::from_values(&groups[a]).ok()?, Summary::from_values(&groups[b]).ok()?);
                Some(t::welch(a, b, TestOptions::default()).ok()?.p().value())
            });
        }
        Data::Votes { votes, rater, item, .. } => {
            let options = bradley_terry::Options {
                ties: Ties::Davidson,
                position: bradley_terry::Position::Ignored,
                covariates: None,
                uncertainty: uncertainty(name, item, rater),
                level: 0.95,
            };
            let ties = votes.iter().any(|vote| vote.choice == stats::preference::Choice::Neither);
            let options = if ties { options } else { bradley_terry::Options { ties: Ties::Drop, ..options } };
            let votes = stats::strength::Votes { systems, votes };
            bradley_terry::fit(votes, options).ok().map(|fit| fit.estimates(&labels(systems)))
        }
        Data::Ballots(ballots) => fit_ranking_model(name, ballots, systems),
    };
    Box::new(move |a, b| {
        let labels = [a.to_string(), b.to_string()];
        found.as_ref()?.iter().find(|it| it.name == "contrast" && it.of == labels)?.p.map(|p| p.value())
    })
}

fn labels(systems: usize) -> Vec<String> {
    (0..systems).map(|s| s.to_string()).collect()
}

fn uncertainty<'a>(name: &str, item: &'a [u32], rater: &'a [u32]) -> Uncertainty<'a> {
    if name == CLUSTERED { Uncertainty::Sandwich(Clusters::Two(item, rater)) } else { Uncertainty::Model }
}

const FORMULA: &str = "value ~ system + (1|rater) + (1|item)";

fn frame(value: Column, [rater, item, system]: [&[u32]; 3], systems: usize) -> Option<Frame> {
    let factor = |codes: &[u32], count: usize| Column::Factor { levels: labels(count), codes: codes.to_vec() };
    let count = |codes: &[u32]| codes.iter().max().map_or(0, |top| *top as usize + 1);
    let frame = Frame::default()
        .with_column("value", value)
        .and_then(|it| it.with_column("rater", factor(rater, count(rater))))
        .and_then(|it| it.with_column("item", factor(item, count(item))))
        .and_then(|it| it.with_column("system", factor(system, systems)));
    frame.ok()
}

fn fit_crossed_model(value: &[f64], codes: [&[u32]; 3], systems: usize) -> Option<Vec<Estimate>> {
    let frame = frame(Column::Numeric(value.to_vec()), codes, systems)?;
    let model = Model::new(&Formula::parse(FORMULA).ok()?, &frame, &Options::new(Method::Reml)).ok()?;
    let fit = model.fit().ok()?;
    let inference = Inference::new(&model, &fit, DfMethod::Satterthwaite).ok()?;
    let means = Means::new(Estimable { design: &model.design, kept: model.estimated_columns() }, &["system"]).ok()?;
    contrast(&pairwise(&means), &inference, Adjust::None, 0.95).ok()
}

fn cumulative_link(value: &[f64], codes: [&[u32]; 3], systems: usize) -> Option<Vec<Estimate>> {
    let words: Vec<String> = value.iter().map(ToString::to_string).collect();
    let frame = frame(Column::factor(&words), codes, systems)?;
    let model =
        ordinal::Model::new(&Formula::parse(FORMULA).ok()?, &frame, &ordinal::Options::new(Link::Logit)).ok()?;
    let inference = model.inference(&model.fit().ok()?).ok()?;
    let means = Means::new(Estimable { design: &model.design, kept: model.estimated_columns() }, &["system"]).ok()?;
    contrast(&pairwise(&means), &inference, Adjust::None, 0.95).ok()
}

fn fit_ranking_model(name: &str, ballots: &[Ballot], systems: usize) -> Option<Vec<Estimate>> {
    let ranking = |ballot: &Ballot| {
        plackett_luce::Ranking::from_places(ballot.scores.iter().map(|(system, score)| (-score, *system)).collect())
    };
    let rankings: Vec<plackett_luce::Ranking> = ballots.iter().map(ranking).collect();
    let of = |code: fn(&Ballot) -> u32| ballots.iter().map(code).collect::<Vec<u32>>();
    let (item, rater) = (of(|it| it.item), of(|it| it.rater));
    let options = plackett_luce::Options { uncertainty: uncertainty(name, &item, &rater), level: 0.95 };
    plackett_luce::fit(systems, &rankings, options).ok().map(|fit| fit.estimates(&labels(systems)))
}
