//! Runs that asked on a scale of their own: scores are brought to the scale of the comparison before anything is compared.

use std::collections::BTreeMap;

use analysis::reported_numbers::ReportedNumber;
use study::file::Better;
use study::original::Measure;
use thiserror::Error;

use super::experiment::Experiment;
use super::frame::Frame;
use super::precision::pairs;

/// The ends of a scale, and which of them is better.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ends {
    /// The lowest value.
    pub lowest: f64,
    /// The highest value.
    pub highest: f64,
    /// Which end is better.
    pub better: Better,
}

/// The scales of criteria, by their ids.
pub type Scales = BTreeMap<String, Ends>;

/// From one scale to another, in a straight line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Move {
    from: f64,
    to: f64,
    /// How long a step becomes; below zero where the scale is turned round.
    pub(super) factor: f64,
}

impl Move {
    /// Nothing where the scales are the same.
    fn from_ends(here: Ends, there: Ends) -> Option<Move> {
        let (length, wanted) = (here.highest - here.lowest, there.highest - there.lowest);
        let same = Ends { better: there.better, ..here } == there && !here.is_opposite_to(there);
        if same || length <= 0.0 || wanted <= 0.0 {
            return None;
        }
        let (to, sign) = if here.is_opposite_to(there) { (there.highest, -1.0) } else { (there.lowest, 1.0) };
        Some(Move { from: here.lowest, to, factor: sign * wanted / length })
    }

    fn apply(self, value: f64) -> f64 {
        self.to + (value - self.from) * self.factor
    }
}

impl Ends {
    fn is_opposite_to(self, other: Ends) -> bool {
        matches!((self.better, other.better), (Better::Higher, Better::Lower) | (Better::Lower, Better::Higher))
    }

    /// `1 to 4, lower is better`.
    pub(super) fn words(self) -> String {
        let better = match self.better {
            Better::Higher => ", higher is better",
            Better::Lower => ", lower is better",
            Better::Neither => "",
        };
        format!("{} to {}{better}", self.lowest, self.highest)
    }
}

/// Scales that cannot be brought together.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScalesDiffer {
    /// The answers look like those to other scales, and nothing states the scale of one of them.
    #[error(
        "{criterion}: {one} and {other} do not look like answers on the same scale, and found answers are no scale to convert \
         by; state the scale of each run in the mapping with which its table is read (`response = {{ kind = \"rating\", \
         points = 5, minimum = 1 }}`, and `better`), analyse it again with `rejudge analyse TABLE --mapping TOML --out DIR`, \
         and compare the results.json"
    )]
    Unknown {
        /// The criterion.
        criterion: String,
        /// One run and its scale.
        one: String,
        /// Another run and its scale.
        other: String,
    },
    /// A table of judgements was asked on another scale.
    #[error(
        "{criterion}: {one}, but {other}; judgements in a table are not rescaled: analyse it with `rejudge analyse TABLE \
         --mapping TOML --out DIR`, and compare the results.json instead"
    )]
    Judgements {
        /// The criterion.
        criterion: String,
        /// One run and its scale.
        one: String,
        /// Another run and its scale.
        other: String,
    },
}

/// What is known of the scale of one run.
#[derive(Clone, Copy)]
struct RunScale<'a> {
    run: &'a str,
    ends: Ends,
    stated: bool,
}

impl RunScale<'_> {
    fn words(self) -> String {
        let ends = self.ends.words();
        let run = crate::in_sentence(self.run);
        if self.stated { format!("{run} asked on a scale of {ends}") } else { format!("{run} (answers from {ends})") }
    }

    /// Whether no one scale is likely to have been behind both: the better ends are opposite, answers lie outside of what the other
    /// asked for, or one range is more than twice as long as the other.
    fn plainly_differs_from(self, other: RunScale<'_>) -> bool {
        let (a, b) = (self.ends, other.ends);
        let outside = |inner: Ends, outer: Ends| inner.lowest < outer.lowest || inner.highest > outer.highest;
        let lengths = [a.highest - a.lowest, b.highest - b.lowest];
        a.is_opposite_to(b)
            || (self.stated && outside(b, a))
            || (other.stated && outside(a, b))
            || a.highest < b.lowest
            || b.highest < a.lowest
            || lengths[0].max(lengths[1]) > 2.0 * lengths[0].min(lengths[1])
    }
}

/// Brings the ratings of every run that was asked on another scale to that of the comparison; a sentence for each. Where only answers
/// are known, nothing is rescaled: what was found is no scale.
pub(super) fn bring_to_scale(experiments: &mut [Experiment], frame: &Frame) -> Result<Vec<String>, ScalesDiffer> {
    let mut said = Vec::new();
    for criterion in &frame.criteria {
        let stated = experiments.iter().find_map(|experiment| experiment.scales.get(&criterion.id));
        let there = frame.scales.get(&criterion.id).or(stated).copied();
        said.extend(describe_unknown_ends(experiments, &criterion.id, &criterion.name, there)?);
        let Some(there) = there else { continue };
        for number in 0..experiments.len() {
            let experiment = &experiments[number];
            let Some(here) = experiment.scales.get(&criterion.id).copied() else { continue };
            let Some(step) = Move::from_ends(here, there) else { continue };
            if experiment.dataset.is_some() {
                let scale = |run, ends| RunScale { run, ends, stated: true }.words();
                let other = scale(&experiment.name, here);
                let one = scale(run_with_scale(experiments, &criterion.id, there), there);
                return Err(ScalesDiffer::Judgements { criterion: criterion.name.clone(), one, other });
            }
            said.push(format!(
                "{} asked for {} on a scale of {}; its scores were rescaled linearly to {} before comparison.",
                experiment.name,
                criterion.name,
                here.words(),
                there.words()
            ));
            rescale_criterion(&mut experiments[number], &criterion.id, step);
        }
    }
    Ok(said)
}

/// Who states a scale: a run, or the study beside the inputs.
fn run_with_scale<'a>(experiments: &'a [Experiment], id: &str, ends: Ends) -> &'a str {
    experiments.iter().find(|it| it.scales.get(id) == Some(&ends)).map_or("the study", |it| it.name.as_str())
}

/// What a reader must know where nothing states the scale of a run.
fn describe_unknown_ends(
    experiments: &[Experiment],
    id: &str,
    name: &str,
    there: Option<Ends>,
) -> Result<Option<String>, ScalesDiffer> {
    let found: Vec<RunScale<'_>> = experiments
        .iter()
        .filter_map(|it| Some(RunScale { run: &it.name, ends: *it.found.get(id)?, stated: false }))
        .collect();
    let stated = there.map(|ends| RunScale { run: run_with_scale(experiments, id, ends), ends, stated: true });
    let all: Vec<RunScale<'_>> = stated.into_iter().chain(found.iter().copied()).collect();
    if found.is_empty() || all.len() < 2 {
        return Ok(None);
    }
    for (i, j) in pairs(all.len()) {
        if all[i].plainly_differs_from(all[j]) {
            let (one, other) = (all[i].words(), all[j].words());
            return Err(ScalesDiffer::Unknown { criterion: name.to_owned(), one, other });
        }
    }
    let runs: Vec<String> = found.iter().map(|it| it.words()).collect();
    let as_if = stated.map_or_else(|| "the same scale".to_owned(), |it| format!("the scale of {}", it.ends.words()));
    let differ = all.iter().any(|it| it.ends != all[0].ends);
    let doubt = if differ { " If they were not, differences between means and CV* are wrong." } else { "" };
    Ok(Some(format!(
        "{name}: the ends of the scale are not stated for {}; scores are compared as they are, as if all answers were on {as_if}.{doubt} \
         State the scale with `response` in the mapping with which a table is read.",
        runs.join(" and ")
    )))
}

fn rescale_criterion(experiment: &mut Experiment, criterion: &str, step: Move) {
    let ratings = |score: &&mut analysis::reported_numbers::Score| {
        score.cell.criterion == criterion && score.cell.measure == Measure::Mean
    };
    for score in experiment.scores.iter_mut().filter(ratings) {
        score.value = ReportedNumber::Computed(step.apply(score.value.value()));
        score.sd = score.sd.as_ref().map(|sd| ReportedNumber::Computed(sd.value() * step.factor.abs()));
    }
    for model in experiment.models.iter_mut().filter(|model| model.criterion() == criterion) {
        model.stretch(step.factor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: Ends = Ends { lowest: 1.0, highest: 4.0, better: Better::Higher };

    #[test]
    fn a_scale_that_is_turned_round_or_has_other_ends_is_brought_to_the_first() {
        assert_eq!(Move::from_ends(FOUR, FOUR), None);
        let turned = Move::from_ends(Ends { better: Better::Lower, ..FOUR }, FOUR).unwrap();
        assert_eq!([1.0, 2.0, 4.0].map(|it| turned.apply(it).to_string()), ["4", "3", "1"]);
        let ten = Move::from_ends(Ends { lowest: 0.0, highest: 9.0, ..FOUR }, FOUR).unwrap();
        assert_eq!([0.0, 3.0, 9.0].map(|it| ten.apply(it).to_string()), ["1", "2", "4"]);
        assert!((ten.factor - 1.0 / 3.0).abs() < 1e-12);
    }
}
