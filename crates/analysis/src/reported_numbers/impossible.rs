//! Numbers that the scale of their criterion does not have.

use study::Study;
use study::original::{Measure, PossibleNumbers};

use super::{Cell, Score, printed_scores};
use crate::Statistic;
use crate::rows::score_scale;

/// The numbers of one kind on one criterion, of which some are impossible.
#[derive(Debug, Clone, PartialEq)]
pub struct ImpossibleNumbers {
    /// Id of the criterion.
    pub criterion: String,
    measure: Measure,
    /// How many are impossible, and how many there are.
    counts: [usize; 2],
    /// The first of them.
    first: Score,
    possible: PossibleNumbers,
}

/// Takes out every number of a kind on a criterion on which one of them, or the standard deviation of a mean, is impossible: whether a
/// digit was mistyped or the scale was another, nothing tells which of the others are right.
pub fn take_out_impossible(
    scores: &mut Vec<Score>,
    possible: impl Fn(&Cell) -> PossibleNumbers,
) -> Vec<ImpossibleNumbers> {
    let mut found: Vec<ImpossibleNumbers> = Vec::new();
    for score in scores.iter() {
        let (cell, possible) = (&score.cell, possible(&score.cell));
        let sd = score.sd.as_ref().filter(|_| cell.measure == Measure::Mean);
        if possible.contains(score.value.value()) && sd.is_none_or(|sd| sd.value() <= possible.largest_sd(score.n)) {
            continue;
        }
        match found.iter_mut().find(|it| it.is_about(cell)) {
            Some(known) => known.counts[0] += 1,
            None => found.push(ImpossibleNumbers {
                criterion: cell.criterion.clone(),
                measure: cell.measure,
                counts: [1, 0],
                first: score.clone(),
                possible,
            }),
        }
    }
    for it in &mut found {
        it.counts[1] = scores.iter().filter(|score| it.is_about(&score.cell)).count();
    }
    scores.retain(|score| !found.iter().any(|it| it.is_about(&score.cell)));
    found
}

/// What the original of a study printed, as far as it is possible here; and what is not, in a sentence for each criterion and kind of number.
#[must_use]
pub fn usable_scores(study: &Study) -> (Vec<Score>, Vec<String>) {
    let Some(mut scores) = study.original.as_ref().and_then(|it| printed_scores(it).ok()) else {
        return (Vec::new(), Vec::new());
    };
    let systems = study.systems.len();
    let scale = |id: &str| {
        let criterion = study.criteria.iter().find(|it| it.id.0 == id)?;
        score_scale(&criterion.response, systems)
    };
    let found = take_out_impossible(&mut scores, |cell| cell.measure.possible(scale(&cell.criterion), systems));
    let name = |id: &str| study.criteria.iter().find(|it| it.id.0 == id).map_or(id.to_owned(), |it| it.name.clone());
    let said = found.iter().map(|it| it.words("The original", &name(&it.criterion)));
    (scores, said.collect())
}

impl ImpossibleNumbers {
    fn is_about(&self, cell: &Cell) -> bool {
        let same = |one: Measure, other: Measure| {
            let is_share = |it| matches!(it, Measure::Share | Measure::ShareEqual);
            one == other || (is_share(one) && is_share(other))
        };
        self.criterion == cell.criterion && same(self.measure, cell.measure)
    }

    /// What is impossible, that nothing of it is used, and what to do.
    #[must_use]
    pub fn words(&self, run: &str, criterion: &str) -> String {
        let Score { cell, value, sd, n } = &self.first;
        let shown = |number: &super::ReportedNumber| {
            number.text().map_or_else(|| format!("{:.2}", number.value()), str::to_owned)
        };
        let of: Vec<&str> = cell.system.iter().chain(&cell.against).map(String::as_str).collect();
        let of = if of.is_empty() { String::new() } else { format!(" of {}", of.join(" against ")) };
        let measure = Statistic::from(self.measure).name_in_words();
        let what = if self.possible.contains(value.value()) {
            let sd = sd.as_ref().map_or_else(String::new, shown);
            format!("the standard deviation {sd}{of} is larger than {:.2}", self.possible.largest_sd(*n))
        } else {
            format!("{measure} {}{of} does not lie {}", shown(value), self.possible.words())
        };
        let [impossible, all] = self.counts;
        format!(
            "{run} on {criterion}: {impossible} of {all} printed numbers ({measure}) cannot be: {what}. A digit was mistyped, or \
             the scale is not the original's, so none of them is used. In the file of the original, {}; convert the \
             numbers of another scale to this one",
            self.measure.remedy(value.value())
        )
    }
}
