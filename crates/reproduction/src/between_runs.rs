//! What a difference between two runs can rest on: a standard error that covers how other people would have judged. Where a run
//! has none, its numbers are shown and not tested.

use analysis::caution_words;
use stats::decide::{Caution, FEWEST, caution_about_raters};
use stats::replication::Finding;

use super::Context;
use super::run_model::RunModel;

/// What the standard error of a number in one run rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ErrorBasis {
    /// The deciding model of so many raters, three or more.
    Raters(usize),
    /// The deciding model of one or two raters: their tastes are in the number, and no error covers them. In simulated runs of
    /// the same truth, 12 raters against 2, a test found a difference in 36 of 100 comparisons.
    TheseRaters(usize),
    /// The deciding model of an analysis that does not say how many judged.
    UnknownRaters,
    /// Nothing but printed summaries, which would make it the error of independent judgements.
    Summaries,
    /// Judgements whose model does not give the error of this score, so that it would again be that of independent judgements.
    NotOfModel,
}

impl ErrorBasis {
    /// Of a number whose error is that of the deciding model.
    pub(super) fn of_model(raters: Option<usize>) -> ErrorBasis {
        match raters {
            None => ErrorBasis::UnknownRaters,
            Some(few) if few < FEWEST => ErrorBasis::TheseRaters(few),
            Some(raters) => ErrorBasis::Raters(raters),
        }
    }

    /// Of a number whose error is not that of a model.
    pub(super) fn without_model(context: &Context<'_>, e: usize) -> ErrorBasis {
        if has_only_summaries(context, e) { ErrorBasis::Summaries } else { ErrorBasis::NotOfModel }
    }

    /// What every test between runs takes: a value with its standard error and degrees of freedom, which are at most one less than
    /// the raters. The others are not tested, and the words say why.
    pub(super) fn finding(self, run: &str, (value, se, df): (f64, f64, f64)) -> Result<Finding, String> {
        let run = super::in_sentence(run);
        let why = match self {
            ErrorBasis::Raters(raters) => {
                #[expect(clippy::cast_precision_loss, reason = "a number of people")]
                let most_df = (raters - 1) as f64;
                let found = Finding::new(value, se).and_then(|found| found.with_df(df.min(most_df)));
                return found.map_err(|reason| format!("not tested: {run}: {reason}"));
            }
            ErrorBasis::TheseRaters(1) => format!("{run} rests on 1 person"),
            ErrorBasis::TheseRaters(raters) => format!("{run} rests on {raters} people"),
            ErrorBasis::UnknownRaters => format!("it is not known how many people judged in {run}"),
            ErrorBasis::Summaries => format!("only summaries are known for {run}"),
            ErrorBasis::NotOfModel => format!("these scores of {run} do not follow from what its mixed model compares"),
        };
        Err(format!("not tested: {why}"))
    }
}

/// Whether neither judgements nor a model of them are known of a run.
fn has_only_summaries(context: &Context<'_>, e: usize) -> bool {
    context.models[e].is_empty() && context.experiments[e].dataset.is_none()
}

/// The runs of which only summaries are known, and what follows.
pub(super) fn describe_summaries(context: &Context<'_>) -> Option<String> {
    let runs = (0..context.experiments.len()).filter(|e| has_only_summaries(context, *e));
    let names: Vec<String> = runs.map(|e| super::in_sentence(&context.experiments[e].name).to_owned()).collect();
    (!names.is_empty()).then(|| {
        format!(
            "Only summaries are known for {}: tests and intervals within such a run are those of independent judgements, which find \
             too much if people judged, or outputs were judged, more than once. Differences from it are not tested, and I² and τ² \
             are not given.",
            super::summary::join(&names)
        )
    })
}

/// The runs with few people, and what follows; criteria are named where not all had the same number.
pub(super) fn describe_few_raters(context: &Context<'_>) -> Vec<String> {
    let mut sentences = Vec::new();
    for (run, models) in context.experiments.iter().zip(&context.models) {
        let run = super::in_sentence(&run.name);
        let mut counts: Vec<Option<usize>> = models.iter().map(RunModel::raters).collect();
        counts.sort_unstable();
        counts.dedup();
        for raters in &counts {
            let asked = models.iter().filter(|model| model.raters() == *raters);
            let names: Vec<String> = asked.map(|model| context.criterion_name(model.criterion()).to_owned()).collect();
            let on = if counts.len() > 1 { format!(", {}", super::summary::join(&names)) } else { String::new() };
            sentences.extend(describe_raters(*raters).map(|words| format!("{run}{on}: {words}")));
        }
    }
    sentences
}

/// What is to be said of so many raters; nothing of many.
fn describe_raters(raters: Option<usize>) -> Option<String> {
    let Some(raters) = raters else {
        return Some(
            "it is not known how many people judged, so differences from other runs are not tested.".to_owned(),
        );
    };
    let caution = caution_about_raters(raters)?;
    let words = caution_words(caution);
    let untested = ". Differences from other runs are not tested: they may only be between these people and others";
    Some(format!("{words}{}.", if matches!(caution, Caution::TheseRaters { .. }) { untested } else { "" }))
}
