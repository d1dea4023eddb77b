//! The differences that somebody cares about: by convention, because the original found them, or because a claim
//! names them. Never the ones just found.

use stats::effect::{Denominator, cohen_d};
use study::Study;
use study::claim::{Condition, Rule};
use study::original::Measure;
use study::response::Response;

use crate::comparisons::Pair;
use crate::reported_numbers::{Cell, Score, printed_scores};

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

/// What the original and the claims of a study name.
pub(crate) fn interests(study: &Study) -> Vec<Interest> {
    let original = study.original.as_ref().and_then(|it| printed_scores(it).ok());
    let mut interests = Vec::new();
    for (index, criterion) in study.criteria.iter().enumerate() {
        let id = &criterion.id.0;
        let put = |pair, whose, size| Interest { criterion: id.clone(), pair, whose, size };
        if let Some(original) = &original {
            let found = PrintedScores { scores: original, criterion: id };
            for pair in crate::comparisons::all_pairs(&(0..study.systems.len()).collect::<Vec<_>>()) {
                let names = [pair.0, pair.1].map(|system| study.systems[system].id.0.as_str());
                let size = found.size(&criterion.response, names);
                interests.extend(size.map(|size| put(pair, Whose::Original, size)));
            }
        }
        for claim in &study.claims {
            for (pair, size) in claim.holds_if.iter().flat_map(|it| claimed_differences(it, index, claim.rule)) {
                interests.push(put(pair, Whose::Claim(claim.id.clone()), size));
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
    /// Cohen's d where means and standard deviations are printed, the share of decided choices where shares are.
    fn size(&self, response: &Response, [a, b]: [&str; 2]) -> Option<Size> {
        match response {
            Response::Rating(_) | Response::Slider(_) | Response::Count(_) => {
                let summary = |system| self.score(Measure::Mean, system, None)?.summary();
                let d = cohen_d(summary(a)?, summary(b)?, Denominator::Pooled, 0.95).ok()?;
                Some(Size::Standardised(d.value))
            }
            Response::Pairwise(_) => {
                let share = |of, against| Some(self.score(Measure::Share, of, Some(against))?.value.value());
                let (first, second) = (share(a, b)?, share(b, a)?);
                (first + second > 0.0).then(|| Size::Share(first / (first + second)))
            }
            Response::BestWorst(_)
            | Response::Ranking(_)
            | Response::Spans(_)
            | Response::Choice(_)
            | Response::Text(_) => None,
        }
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
