//! What the simulated people are like.

use std::path::PathBuf;

use clap::Args;
use simulation::{Crowd, Setup};

use crate::command::analyse;
use crate::folder::Folder;
use crate::outcome::BadInput;

/// What the simulated people are like.
#[derive(Debug, Args)]
pub(crate) struct CrowdArguments {
    /// A file that says what people and systems are like: `rejudge schema crowd`
    #[arg(long, value_name = "FILE")]
    crowd: Option<PathBuf>,
    /// Fit the simulated raters to the judgements of a pilot or an earlier study
    #[arg(long, value_name = "DATA")]
    fit_to: Option<PathBuf>,
    #[arg(long = "like", hide = true, num_args = 0..=1, default_missing_value = "", value_parser = super::renamed("--fit-to"))]
    old_fit_to: Option<String>,
}

impl CrowdArguments {
    /// The crowd: as in the earlier data, as printed by the original, or as claimed; and over that whatever
    /// the crowd file says.
    pub(crate) fn read(&self, setup: &Setup, folder: &Folder, seed: u64) -> anyhow::Result<Crowd> {
        let study = &setup.study;
        let crowd = match &self.fit_to {
            Some(path) => {
                let mut dataset = analyse::judgements_in(path, (study, folder))?;
                dataset.exclude(study);
                Crowd::like(setup, &dataset, seed)
            }
            None => Crowd::as_printed(setup, seed).unwrap_or_else(|| Crowd::as_claimed(study)),
        };
        let Some(path) = &self.crowd else { return Ok(crowd) };
        let text = std::fs::read_to_string(path)
            .map_err(|error| BadInput(format!("`{}` cannot be read: {error}", path.display())))?;
        let said = crowd.with(study, &text);
        Ok(said.map_err(|error| BadInput(format!("`{}`: {error}", path.display())))?)
    }
}
