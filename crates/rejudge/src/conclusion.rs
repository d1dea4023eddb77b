//! What a study's judgements come to: a report and, of a study that repeats another, the comparison with it.

use analysis::Results;
use dataset::Dataset;
use reproduction::{Comparison, Experiment, Frame, compare};
use study::Study;

/// A report, and the comparison it rests on.
pub(crate) struct Conclusion {
    pub(crate) document: report::Document,
    /// With what the study's original printed, where that can be made.
    pub(crate) comparison: Option<Comparison>,
}

impl Conclusion {
    /// Says on the terminal why a study that repeats another is not compared with it.
    pub(crate) fn from_results(study: Option<&Study>, dataset: &Dataset, results: &Results) -> Conclusion {
        let comparison = study.and_then(|study| with_original(study, dataset, results));
        let input = report::Input { results, study };
        let document = match &comparison {
            Some(comparison) => report::reproduction(&input, comparison),
            None => report::document(&input),
        };
        Conclusion { document, comparison }
    }
}

fn with_original(study: &Study, dataset: &Dataset, results: &Results) -> Option<Comparison> {
    let original = study.original.as_ref()?;
    let compared = Experiment::of_original("original", original).and_then(|printed| {
        let experiments = vec![printed, Experiment::of_run("here", results, dataset)];
        compare(experiments, Frame::of_study(study), reproduction::Options::default())
    });
    compared.map_err(|reason| eprintln!("not compared with the original: {reason}")).ok()
}
