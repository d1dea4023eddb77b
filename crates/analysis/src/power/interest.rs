//! The differences that somebody cares about: by convention, because the original found them, or because a claim
//! names them. Never the ones just found.

use study::Study;
use study::claim::{Condition, Rule};
use study::original::Measure;
use study::response::Response;

use crate::comparisons::Pair;
use crate::reported_numbers::{Cell, Score, usable_scores};

/// A difference between two systems that somebody cares about.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Interest {
    /// Id of the criterion.
    pub(crate) criterion: String,
    /// The two systems, the earlier in the study first.
    pub(crate) pair: Pair,
    pub(crate) whose: Whose,
    pub(crate) size: Size,
}

/// Where a difference comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Whose {
    /// What Cohen (1988) calls medium.
    Convention,
    /// What the repeated study printed.
    Original,
    /// What a claim of this id asks for.
    Claim(String),
}

/// How large it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Size {
    /// In standard deviations.
    Standardised(f64),
    /// As the share of decided choices for one of the two.
    Share(f64),
    /// On the scale of the criterion.
    By(f64),
    /// None at all, to be shown within a margin on the scale of the criterion at this alpha.
    Within { margin: f64, alpha: f64 },
}

impl Whose {
    /// In ids.
    pub(crate) fn label(&self) -> String {
        match self {
            Whose::Convention => "medium".to_owned(),
            Whose::Original => "original".to_owned(),
            Whose::Claim(id) => format!("claim {id}"),
        }
    }

    /// In words.
    pub(crate) fn words(&self) -> String {
        match self {
            Whose::Convention => "a medium effect (d = 0.5; Cohen 1988)".to_owned(),
            Whose::Original => "the effect reported in the original paper".to_owned(),
            Whose::Claim(id) => format!("the effect named in claim {id}"),
        }
    }
}

/// A difference that the original printed, on the scale of claims.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PrintedDifference {
    /// Id of the criterion.
    pub(crate) criterion: String,
    /// The two systems, the earlier in the study first.
    pub(crate) pair: Pair,
    /// First minus second.
    pub(crate) difference: f64,
}

/// The differences that follow from what the original of a study printed.
pub(crate) fn original_differences(study: &Study) -> Vec<PrintedDifference> {
    let found = of_original(study, |found, response, names| found.difference(response, names));
    found.into_iter().map(|(criterion, pair, difference)| PrintedDifference { criterion, pair, difference }).collect()
}

/// What the original printed about each pair of systems on each criterion.
fn of_original<T>(
    study: &Study,
    find: impl Fn(&PrintedScores<'_>, &Response, [&str; 2]) -> Option<T>,
) -> Vec<(String, Pair, T)> {
    let (scores, _) = usable_scores(study);
    let pairs = crate::comparisons::all_pairs(&(0..study.systems.len()).collect::<Vec<_>>());
    let mut all = Vec::new();
    for criterion in &study.criteria {
        let printed = PrintedScores { scores: &scores, criterion: &criterion.id.0 };
        for pair in &pairs {
            let names = [pair.0, pair.1].map(|system| study.systems[system].id.0.as_str());
            let found = find(&printed, &criterion.response, names);
            all.extend(found.map(|found| (criterion.id.0.clone(), *pair, found)));
        }
    }
    all
}

/// What the original and the claims of a study name.
pub(crate) fn interests(study: &Study) -> Vec<Interest> {
    let original = of_original(study, |found, response, names| found.size(response, names));
    let put = |(criterion, pair, size)| Interest { criterion, pair, whose: Whose::Original, size };
    let mut interests: Vec<Interest> = original.into_iter().map(put).collect();
    for (index, criterion) in study.criteria.iter().enumerate() {
        for claim in &study.claims {
            for (pair, size) in claim.holds_if.iter().flat_map(|it| claimed_differences(it, index, claim.rule)) {
                let whose = Whose::Claim(claim.id.clone());
                interests.push(Interest { criterion: criterion.id.0.clone(), pair, whose, size });
            }
        }
    }
    interests
}

/// The differences with a size that a condition names.
fn claimed_differences(condition: &Condition, about: usize, rule: Rule) -> Vec<(Pair, Size)> {
    let ordered = |(a, b): Pair| (a.min(b), a.max(b));
    let mut sizes = Vec::new();
    for part in condition.parts() {
        match part {
            Condition::Above { system, others, criterion, by: Some(by) } if *criterion == about => {
                sizes.extend(others.iter().map(|other| (ordered((*system, *other)), Size::By(*by))));
            }
            Condition::Same { systems, criterion, within } if *criterion == about => {
                if let Rule::Significant { alpha, .. } = rule {
                    sizes.push((ordered(*systems), Size::Within { margin: *within, alpha }));
                }
            }
            Condition::Above { .. }
            | Condition::Same { .. }
            | Condition::Agreement { .. }
            | Condition::All(_)
            | Condition::Any(_) => {}
        }
    }
    sizes
}

/// What the repeated study printed about one criterion.
struct PrintedScores<'a> {
    scores: &'a [Score],
    criterion: &'a str,
}

impl PrintedScores<'_> {
    /// The difference of means where they are printed, the share of decided choices where shares are.
    fn size(&self, response: &Response, pair: [&str; 2]) -> Option<Size> {
        match response {
            Response::Rating(_) | Response::Slider(_) | Response::Count(_) | Response::Spans(_) => {
                self.difference(response, pair).map(Size::By)
            }
            Response::Pairwise(_) => {
                let [first, second] = self.shares(pair)?;
                (first + second > 0.0).then(|| Size::Share(first / (first + second)))
            }
            Response::BestWorst(_) | Response::Ranking(_) | Response::Choice(_) | Response::Text(_) => None,
        }
    }

    /// First minus second, in the units of claims.
    fn difference(&self, response: &Response, pair: [&str; 2]) -> Option<f64> {
        let minus = |measure: Measure| {
            let [first, second] = pair.map(|system| Some(self.score(measure, system, None)?.value.value()));
            Some(first? - second?)
        };
        match response {
            Response::Rating(_) | Response::Slider(_) | Response::Count(_) | Response::Spans(_) => minus(Measure::Mean),
            Response::Ranking(_) => minus(Measure::AverageRank),
            Response::BestWorst(_) => minus(Measure::BestWorstScale),
            Response::Pairwise(_) => self.shares(pair).map(|[first, second]| first - second),
            Response::Choice(_) | Response::Text(_) => None,
        }
    }

    /// How often each of the two was chosen over the other.
    fn shares(&self, [a, b]: [&str; 2]) -> Option<[f64; 2]> {
        let share = |of, against| Some(self.score(Measure::Share, of, Some(against))?.value.value());
        Some([share(a, b)?, share(b, a)?])
    }

    fn score(&self, measure: Measure, system: &str, against: Option<&str>) -> Option<&Score> {
        let cell = Cell {
            criterion: self.criterion.to_owned(),
            measure,
            system: Some(system.to_owned()),
            against: against.map(str::to_owned),
            stratum: std::collections::BTreeMap::new(),
        };
        self.scores.iter().find(|score| score.cell == cell)
    }
}
