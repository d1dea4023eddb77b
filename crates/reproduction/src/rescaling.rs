//! Runs that asked on a scale of their own: scores are brought to the scale of the comparison before anything is compared.

use std::collections::BTreeMap;

use analysis::reported_numbers::ReportedNumber;
use study::file::Better;
use study::original::Measure;

use super::experiment::Experiment;
use super::frame::Frame;

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
        if here == there || length <= 0.0 || wanted <= 0.0 {
            return None;
        }
        let turned =
            matches!((here.better, there.better), (Better::Higher, Better::Lower) | (Better::Lower, Better::Higher));
        let (to, sign) = if turned { (there.highest, -1.0) } else { (there.lowest, 1.0) };
        Some(Move { from: here.lowest, to, factor: sign * wanted / length })
    }

    fn apply(self, value: f64) -> f64 {
        self.to + (value - self.from) * self.factor
    }
}

impl Ends {
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

/// Brings the ratings of every run that was asked on another scale to that of the comparison; a sentence for each.
pub(super) fn bring_to_scale(experiments: &mut [Experiment], frame: &Frame) -> Vec<String> {
    let mut said = Vec::new();
    for experiment in experiments.iter_mut().filter(|experiment| experiment.dataset.is_none()) {
        for criterion in &frame.criteria {
            let (Some(here), Some(there)) = (experiment.scales.get(&criterion.id), frame.scales.get(&criterion.id))
            else {
                continue;
            };
            let Some(step) = Move::from_ends(*here, *there) else { continue };
            said.push(format!(
                "{} asked for {} on a scale of {}; its scores were rescaled linearly to {} before comparison.",
                experiment.name,
                criterion.name,
                here.words(),
                there.words()
            ));
            rescale_criterion(experiment, &criterion.id, step);
        }
    }
    said
}

fn rescale_criterion(experiment: &mut Experiment, criterion: &str, step: Move) {
    let ratings = |score: &&mut analysis::reported_numbers::Score| {
        score.cell.criterion == criterion && score.cell.measure == Measure::Mean
    };
    for score in experiment.scores.iter_mut().filter(ratings) {
        score.value = ReportedNumber::Computed(step.apply(score.value.value()));
        score.sd = score.sd.as_ref().map(|sd| ReportedNumber::Computed(sd.value() * step.factor.abs()));
    }
    for model in experiment.models.iter_mut().filter(|model| model.is_about(criterion)) {
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
