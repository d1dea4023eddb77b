//! For MT Metrics Eval: texts and segment scores in its folders, one name of scores for each criterion.

use std::fmt::Write as _;

use dataset::{Dataset, Subject};
use study::Study;
use study::file::Content;

use crate::outcome::BadInput;

/// The files, by path.
pub(super) fn files(study: &Study, dataset: &Dataset) -> anyhow::Result<Vec<(String, String)>> {
    if study.content != Content::Text {
        return Err(
            BadInput("MTME holds plain texts, and the outputs of this study are something else".to_owned()).into()
        );
    }
    let pair = format!("text-{}", study.about.language);
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ") + "\n";
    let mut files = Vec::new();
    let sources: String = study.items.iter().map(|item| line(&item.shown.join(" "))).collect();
    let documents: String = study
        .items
        .iter()
        .map(|item| format!("{}\t{}\n", item.strata.first().map_or("all", String::as_str), item.id.0))
        .collect();
    files.push((format!("mtme/sources/{pair}.txt"), sources));
    files.push((format!("mtme/documents/{pair}.docs"), documents));
    for (at, system) in study.systems.iter().enumerate() {
        let outputs = study.items.iter().map(|item| line(item.outputs[at].as_deref().unwrap_or_default()));
        files.push((format!("mtme/system-outputs/{pair}/{}.txt", system.id.0), outputs.collect()));
    }
    let mut any = false;
    for (index, criterion) in dataset.criteria.iter().enumerate() {
        let Some(scores) = Scores::from_dataset(study, dataset, index) else { continue };
        any = true;
        let path = |level: &str| format!("mtme/human-scores/{pair}.{}.{level}.score", criterion.id);
        files.push((path("seg"), scores.by_segment(study)));
        files.push((path("sys"), scores.by_system(study)));
    }
    if !any {
        let message = "MTME holds a score of each output, and no criterion of this study gives one (ratings, sliders and counts do)";
        return Err(BadInput(message.to_owned()).into());
    }
    Ok(files)
}

/// The sum and the number of scores, by system and item.
struct Scores(Vec<Vec<(f64, u32)>>);

impl Scores {
    fn from_dataset(study: &Study, dataset: &Dataset, criterion: usize) -> Option<Scores> {
        let mut sums = vec![vec![(0.0, 0); study.items.len()]; study.systems.len()];
        let mut any = false;
        for judgement in dataset.included_judgements().filter(|it| it.criterion == criterion) {
            let Some(score) = judgement.answer.number() else { continue };
            let Subject::Item { item, systems, .. } = &judgement.subject else { continue };
            let known = study.items.iter().position(|it| it.id.0 == dataset.items[*item].id);
            let system = systems
                .first()
                .and_then(|at| study.systems.iter().position(|it| it.id.0 == dataset.systems[*at as usize].id));
            if let (Some(item), Some(system)) = (known, system) {
                let place = &mut sums[system][item];
                *place = (place.0 + score, place.1 + 1);
                any = true;
            }
        }
        any.then_some(Scores(sums))
    }

    /// A block for each system, in the order of the items.
    fn by_segment(&self, study: &Study) -> String {
        let mut out = String::new();
        for (system, items) in study.systems.iter().zip(&self.0) {
            for (sum, n) in items {
                let _ = match n {
                    0 => writeln!(out, "{}\tNone", system.id.0),
                    _ => writeln!(out, "{}\t{}", system.id.0, sum / f64::from(*n)),
                };
            }
        }
        out
    }

    /// The mean over segments that were judged.
    fn by_system(&self, study: &Study) -> String {
        let mut out = String::new();
        for (system, items) in study.systems.iter().zip(&self.0) {
            let means: Vec<f64> = items.iter().filter(|(_, n)| *n > 0).map(|(sum, n)| sum / f64::from(*n)).collect();
            let mean = means.iter().sum::<f64>() / means.len() as f64;
            let _ = if means.is_empty() {
                writeln!(out, "{}\tNone", system.id.0)
            } else {
                writeln!(out, "{}\t{mean}", system.id.0)
            };
        }
        out
    }
}
