//! How fast the people of an earlier study were.

use std::collections::BTreeMap;

use dataset::Dataset;

use super::Behaviour;

impl Behaviour {
    /// Takes the median time on a page from earlier judgements, how much people's own medians differ, and how much
    /// the time of one rater does; whether there were times at all.
    pub(super) fn fit_pace(&mut self, dataset: &Dataset) -> bool {
        let mut of_person: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for judgement in dataset.included_judgements() {
            if let Some(seconds) = judgement.timing.active_secs.filter(|seconds| *seconds > 0.0) {
                of_person.entry(judgement.participant).or_default().push(seconds.ln());
            }
        }
        let all: Vec<f64> = of_person.values().flatten().copied().collect();
        let Ok(median) = stats::describe::median(&all) else { return false };
        self.seconds = median.exp().max(0.1);
        let people: Vec<&Vec<f64>> = of_person.values().filter(|times| times.len() > 1).collect();
        let (mut within, mut left) = (0.0, 0.0);
        for times in &people {
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            within += times.iter().map(|time| (time - mean).powi(2)).sum::<f64>();
            left += times.len() as f64 - 1.0;
        }
        if left > 0.0 {
            self.seconds_sd = (within / left).sqrt();
        }
        if people.len() > 1 {
            let means: Vec<f64> = people.iter().map(|times| times.iter().sum::<f64>() / times.len() as f64).collect();
            let mean = means.iter().sum::<f64>() / means.len() as f64;
            let between = means.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (means.len() as f64 - 1.0);
            // Means of single people differ by chance, too.
            let chance = people.iter().map(|times| self.seconds_sd.powi(2) / times.len() as f64).sum::<f64>();
            self.pace_sd = (between - chance / people.len() as f64).max(0.0).sqrt();
        }
        true
    }
}
