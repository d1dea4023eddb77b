//! One simulated run, analysed as the real one will be.

use std::path::Path;

use clap::Args;
use simulation::{RaterModel, Setup};

use crate::command::analyse::{on_screen, with_answer};
use crate::count_noun::count_answers;
use crate::outcome::Outcome;
use crate::output_files::{write, write_judgements, write_report};

/// One simulated run.
#[derive(Debug, Args)]
pub(crate) struct OnceArguments {
    /// Simulate one run and analyse it like real data
    #[arg(long)]
    pub(crate) once: bool,
    /// Bootstrap replicates for `--once` and `--via-server`
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub(crate) bootstrap: usize,
}

impl OnceArguments {
    pub(crate) fn run(
        &self,
        setup: &Setup,
        raters: &RaterModel,
        (seed, out, json): (u64, Option<&Path>, bool),
    ) -> anyhow::Result<Outcome> {
        let study = &setup.study;
        let dataset = simulation::simulate(study, &setup.plan, raters, seed);
        let options = analysis::Options { seed, replicates: self.bootstrap, level: 0.95 };
        let results = analysis::run(study, &dataset, options);
        let document = report::document(&report::Input { results: &results, study: Some(study) });
        let numbers = serde_json::to_string_pretty(&results.to_json())?;
        if let Some(folder) = out {
            write_judgements(folder, &dataset)?;
            if let Some(remarks) = dataset::remarks_csv(&dataset) {
                write(folder, "remarks.csv", remarks.as_bytes())?;
            }
            write(folder, "results.json", (numbers.clone() + "\n").as_bytes())?;
            write_report(folder, &document)?;
            println!(
                "SIMULATED: {}; report.html, results.json and judgements.csv in {}",
                count_answers(&dataset),
                folder.display()
            );
        }
        if json {
            println!("{}", with_answer(results.to_json(), &document)?);
        } else if out.is_none() {
            print!("{}", on_screen(&document, &results));
        }
        Ok(Outcome::Done)
    }
}
