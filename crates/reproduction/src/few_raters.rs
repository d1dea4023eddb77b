//! Runs with so few people that a difference between runs may be one between these people.

use std::collections::BTreeSet;

use analysis::{Statistic, caution_words};
use stats::Note;
use stats::decide::{Caution, caution_about_raters};

use super::comparison_number::ComparisonNumber;
use super::experiment::Experiment;

/// A run with few people, and what that means.
pub(super) struct FewRaters {
    run: String,
    caution: Caution,
}

impl FewRaters {
    /// The whole sentence.
    pub(super) fn sentence(&self) -> String {
        let words = caution_words(self.caution);
        let run = super::in_sentence(&self.run);
        format!("{run}: {words}. If another run differs, it may only be because other people judged.")
    }
}

/// The runs with few people, the first first.
pub(super) fn find(experiments: &[Experiment]) -> Vec<FewRaters> {
    let caution = |it: &Experiment| caution_about_raters(count_raters(it)?);
    experiments.iter().filter_map(|it| Some(FewRaters { run: it.name.clone(), caution: caution(it)? })).collect()
}

/// How many people judged: by the judgements, or by what is known of the run.
fn count_raters(experiment: &Experiment) -> Option<usize> {
    match &experiment.dataset {
        Some(dataset) => {
            let people: BTreeSet<u32> = dataset.included_judgements().map(|it| it.participant).collect();
            Some(people.len())
        }
        None => experiment.facts.get(Statistic::Participants.word())?.trim().parse().ok(),
    }
}

/// Says it beside every test of a difference between runs that rests on one of them.
pub(super) fn mark_tests(numbers: &mut [ComparisonNumber], few: &[FewRaters]) {
    for number in numbers {
        let rests_on = |it: &&FewRaters| number.between.is_empty() || number.between.contains(&it.run);
        let Some(found) = few.iter().find(rests_on) else { continue };
        let (Caution::TheseRaters { raters } | Caution::FewRaters { raters }) = found.caution else { continue };
        let people = if raters == 1 { "person" } else { "people" };
        let words = format!("{} rests on {raters} {people}", super::in_sentence(&found.run));
        let tests =
            [Statistic::HeterogeneityQ, Statistic::EffectDifference, Statistic::DIFFERENCE, Statistic::LmmInteraction];
        if tests.contains(&number.statistic) {
            number.estimate.notes.push(Note::Said(words));
        } else if number.statistic == Statistic::Tost
            && let Some(Note::Said(verdict)) = number.estimate.notes.last_mut()
        {
            *verdict = format!("{verdict} ({words})");
        }
    }
}
