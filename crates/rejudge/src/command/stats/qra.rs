//! `rejudge stats qra`: several experiments with the same systems, assessed together.

use clap::Args;
use stats::Estimate;
use stats::precision::{Correction, Experiments, Options, assess};

use super::answer::{Answer, Numbers};
use super::blocks::{Blocks, Columns};
use super::data::DataArguments;
use super::method_description::About;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "qra",
    aliases: &[],
    what: "quantified reproducibility: CV* per system, mean r and rho, Kendall's W, share of orders kept",
    formula: "cv: CV* of each system over the experiments; mean_r, mean_rho: over all pairs of experiments
        W = 12 S / (m^2 (k^3 - k)) without tie correction, p from chi2 = m (k-1) W
        P: pairs of systems ordered alike over all pairs of experiments (a tie is an order of its own)",
    source: "Belz 2022, Computational Linguistics 48; Belz & Thomson 2026 (QRA tool)",
    checked_against: "the QRA tool's published example of three experiments",
    not_when: "the experiments did not ask the same question of the same systems; k systems allow a rank
        correlation few values, so rho and W with three systems say little",
};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rejudge stats qra results.csv --value Result --system System --experiment Experiment --where Criterion=Fluency --scale-min 1"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataArguments,
    /// Column with the scores
    #[arg(long, value_name = "COLUMN")]
    value: String,
    /// Column with the systems
    #[arg(long, value_name = "COLUMN")]
    system: String,
    /// Column with the experiments
    #[arg(long, value_name = "COLUMN")]
    experiment: String,
    /// The lowest value of the scale, subtracted so that it starts at zero
    #[arg(long, value_name = "M", default_value_t = 0.0, allow_negative_numbers = true)]
    scale_min: f64,
    /// Leave out the factor 1 + 1/(4n), as the QRA tool can
    #[arg(long)]
    no_correction: bool,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let columns = Columns { value: &self.value, group: &self.system, block: &self.experiment };
        let blocks = Blocks::from_columns(&self.data.load()?, columns, &[])?;
        let (scores, notes) = blocks.complete(&self.experiment);
        let count = scores.len();
        let experiments = Experiments::new(scores).map_err(BadInput::from)?;
        let correction = if self.no_correction { Correction::None } else { Correction::Factor };
        let found = assess(&experiments, Options { scale_min: self.scale_min, correction });
        let mut estimates: Vec<Estimate> = Vec::new();
        let mut notes = notes;
        for (system, cv) in blocks.labels.iter().zip(found.cv) {
            match cv {
                Ok(cv) => estimates.push(cv.with_labels([system])),
                Err(e) => notes.push(format!("{system}: {e}")),
            }
        }
        for correlation in [found.mean_r, found.mean_rho] {
            match correlation {
                Ok(estimate) => estimates.push(estimate),
                Err(e) => notes.push(e.to_string()),
            }
        }
        estimates.extend([found.w, found.p]);
        notes.push(format!("{} of {} orders of two systems kept", found.alike, found.compared));
        let numbers = Numbers::new("qra", estimates)
            .option("scale_min", self.scale_min)
            .option("correction", !self.no_correction)
            .n("experiments", count)
            .n("systems", blocks.labels.len());
        Ok(Answer::Numbers(Numbers { notes, ..numbers }))
    }
}
