//! What the simulated raters are like.

use std::path::PathBuf;

use clap::Args;
use simulation::{RaterModel, Setup};

use crate::command::analyse;
use crate::folder::Folder;
use crate::outcome::BadInput;

/// What the simulated raters are like.
#[derive(Debug, Args)]
pub(crate) struct RaterArguments {
    /// A file that describes the simulated raters and systems; `rejudge schema raters` prints its format
    #[arg(long, value_name = "FILE")]
    raters: Option<PathBuf>,
    /// Fit the simulated raters to the judgements of a pilot or an earlier study
    #[arg(long, value_name = "DATA")]
    fit_to: Option<PathBuf>,
    #[arg(long = "crowd", hide = true, num_args = 0..=1, default_missing_value = "", value_parser = super::refuse_former_name("--raters"))]
    old_raters: Option<String>,
    #[arg(long = "like", hide = true, num_args = 0..=1, default_missing_value = "", value_parser = super::refuse_former_name("--fit-to"))]
    old_fit_to: Option<String>,
}

impl RaterArguments {
    /// Fitted to earlier data or to the original's results, or assumed from the claims; overridden by the rater file.
    pub(crate) fn read(&self, setup: &Setup, folder: &Folder, seed: u64) -> anyhow::Result<RaterModel> {
        let study = &setup.study;
        let raters = match &self.fit_to {
            Some(path) => {
                let mut dataset = analyse::judgements_in(path, (study, folder))?;
                dataset.exclude(study);
                RaterModel::fit_to_dataset(setup, &dataset, seed)
            }
            None => RaterModel::fit_to_original(setup, seed).unwrap_or_else(|| RaterModel::from_claims(study)),
        };
        let Some(path) = &self.raters else { return Ok(raters) };
        let text = std::fs::read_to_string(path)
            .map_err(|error| BadInput(format!("`{}` cannot be read: {error}", path.display())))?;
        let said = raters.with_file(study, &text);
        Ok(said.map_err(|error| BadInput(format!("`{}`: {error}", path.display())))?)
    }
}
