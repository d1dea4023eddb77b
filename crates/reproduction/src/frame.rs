//! What is common to the experiments compared: systems, criteria and their scales, claims.

use std::collections::BTreeMap;

use analysis::rows::score_scale;
use study::Study;
use study::claim::Claim;
use study::file::Better;
use study::original::{Measure, PossibleNumbers};
use study::response::Response;

use super::experiment::Experiment;
use super::rescaling::{Ends, Scales};

/// What is common to the experiments compared.
#[derive(Debug, Clone, Default)]
pub struct Frame {
    /// BCP 47 tag of what participants read, where the study is known.
    pub language: Option<String>,
    /// Ids and names of the systems, in reading order.
    pub systems: Vec<(String, String)>,
    /// How many of them, the first, a study declares.
    pub declared: usize,
    /// The criteria, in reading order.
    pub criteria: Vec<FrameCriterion>,
    /// What was claimed; indexes in conditions are those of `systems` and `criteria`.
    pub claims: Vec<Claim>,
    /// The comparisons that were declared beforehand, by id of the criterion, the smaller index first; where
    /// there are none, all pairs are corrected together.
    pub families: Vec<(String, Vec<(usize, usize)>)>,
    /// The scales that ratings are compared on, where they are known.
    pub scales: Scales,
    /// What was judged, by ids of item and system, where the study is known.
    pub outputs: BTreeMap<(String, String), String>,
}

/// A criterion as far as comparing needs it.
#[derive(Debug, Clone)]
pub struct FrameCriterion {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// The lowest value of its scale, where known.
    pub lowest: Option<f64>,
    /// Which end is better.
    pub better: Better,
}

impl Frame {
    /// Of a study.
    #[must_use]
    pub fn of_study(study: &Study) -> Frame {
        let lowest = |response: &Response| match response {
            #[expect(clippy::cast_precision_loss, reason = "a point of a rating scale")]
            Response::Rating(rating) => Some(rating.lowest() as f64),
            Response::Slider(slider) => Some(slider.minimum),
            Response::Count(_) => Some(0.0),
            Response::Ranking(_)
            | Response::Pairwise(_)
            | Response::BestWorst(_)
            | Response::Choice(_)
            | Response::Spans(_)
            | Response::Text(_) => None,
        };
        Frame {
            language: Some(study.about.language.clone()),
            systems: study.systems.iter().map(|system| (system.id.0.clone(), system.name.clone())).collect(),
            declared: study.systems.len(),
            criteria: study
                .criteria
                .iter()
                .map(|criterion| FrameCriterion {
                    id: criterion.id.0.clone(),
                    name: criterion.name.clone(),
                    lowest: lowest(&criterion.response),
                    better: criterion.better,
                })
                .collect(),
            claims: study.claims.clone(),
            families: analysis::declared_families(study),
            scales: scales(study),
            outputs: outputs(study),
        }
    }

    /// The pairs of systems that are corrected as one family on a criterion.
    pub(super) fn family(&self, criterion: usize) -> Vec<(usize, usize)> {
        let id = self.criteria.get(criterion).map(|criterion| criterion.id.as_str());
        let declared = self.families.iter().find(|(of, _)| Some(of.as_str()) == id);
        declared.map_or_else(|| super::precision::pairs(self.systems.len()).collect(), |(_, pairs)| pairs.clone())
    }

    /// The same with every system and criterion that the experiments speak about.
    #[must_use]
    pub fn with_names_from(mut self, experiments: &[Experiment]) -> Frame {
        for score in experiments.iter().flat_map(|experiment| &experiment.scores) {
            for system in [&score.cell.system, &score.cell.against].into_iter().flatten() {
                if self.system(system).is_none() {
                    self.systems.push((system.clone(), system.clone()));
                }
            }
            if !self.criteria.iter().any(|criterion| criterion.id == score.cell.criterion) {
                let id = score.cell.criterion.clone();
                self.criteria.push(FrameCriterion { name: id.clone(), id, lowest: None, better: Better::Higher });
            }
        }
        self
    }

    /// The same, with this lowest value for every criterion whose scale is not known.
    #[must_use]
    pub fn with_lowest(self, lowest: Option<f64>, experiments: &[Experiment]) -> Frame {
        let mut frame = self.with_names_from(experiments);
        for criterion in &mut frame.criteria {
            criterion.lowest = criterion.lowest.or(lowest);
        }
        frame
    }

    /// What a number on a criterion can be.
    pub(super) fn possible(&self, criterion: &str, measure: Measure) -> PossibleNumbers {
        let lowest = self.criteria.iter().find(|it| it.id == criterion).and_then(|it| it.lowest);
        let ends = self.scales.get(criterion).map(|it| (it.lowest, it.highest));
        measure.possible(ends.or(lowest.map(|lowest| (lowest, f64::INFINITY))), self.systems.len())
    }

    /// The place of a system in reading order.
    #[must_use]
    pub fn system(&self, id: &str) -> Option<usize> {
        self.systems.iter().position(|(known, _)| known == id)
    }

    /// The printed name of a system.
    #[must_use]
    pub fn system_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.systems.iter().find(|(known, _)| known == id).map_or(id, |(_, name)| name)
    }
}

/// The ends of every rating scale.
fn scales(study: &Study) -> Scales {
    let ends = study.criteria.iter().filter_map(|criterion| {
        let rated = matches!(criterion.response, Response::Rating(_) | Response::Slider(_));
        let (lowest, highest) = score_scale(&criterion.response, study.systems.len()).filter(|_| rated)?;
        Some((criterion.id.0.clone(), Ends { lowest, highest, better: criterion.better }))
    });
    ends.collect()
}

fn outputs(study: &Study) -> BTreeMap<(String, String), String> {
    let all = study.items.iter().flat_map(|item| study.systems.iter().zip(&item.outputs).map(move |it| (item, it)));
    all.filter_map(|(item, (system, text))| Some(((item.id.0.clone(), system.id.0.clone()), text.clone()?))).collect()
}

impl FrameCriterion {
    /// The lowest value that a measure on this criterion can take; nothing when that is not known.
    #[must_use]
    pub fn scale_min(&self, measure: Measure) -> Option<f64> {
        match measure {
            Measure::Mean => self.lowest,
            Measure::AverageRank | Measure::Rank => Some(1.0),
            Measure::BestWorstScale => Some(-100.0),
            Measure::Share | Measure::ShareEqual | Measure::WinPercent | Measure::Count | Measure::Agreement => {
                Some(0.0)
            }
            Measure::Alpha | Measure::Kappa => None,
        }
    }

    /// Whether a higher number says that a system is better: a rank or place is better when lower.
    #[must_use]
    pub fn higher_is_better(&self, measure: Measure) -> bool {
        match measure {
            Measure::AverageRank | Measure::Rank => false,
            Measure::Mean
            | Measure::Share
            | Measure::ShareEqual
            | Measure::WinPercent
            | Measure::BestWorstScale
            | Measure::Count
            | Measure::Alpha
            | Measure::Kappa
            | Measure::Agreement => self.better != Better::Lower,
        }
    }
}
