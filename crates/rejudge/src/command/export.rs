//! `rejudge export STUDY`: what was collected, as files for others.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::collected::CollectedArguments;
use crate::command::analyse::MappingArguments;
use crate::folder::Folder;
use crate::outcome::Outcome;
use crate::written::write_private;

/// Judgements as CSV, JSON lines or Parquet, with a codebook; pseudonymous
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge export studies/fluency --database study.sqlite --out data
  rejudge export studies/fluency --database study.sqlite --out data --for r,python
  rejudge export old-study --out data --for r

Writes one row per judgement, those that a rule excludes marked with the rule, and codebook.md and \
codebook.json; of a study that `rejudge import` made, the judgements beside it. Participants are numbered in the order in which they came; what the platform calls \
them stays in the database.")]
pub(crate) struct Arguments {
    /// The study folder, or its study.toml
    study: PathBuf,
    /// The table of judgements, when they were not collected here
    #[arg(long, value_name = "FILE", conflicts_with = "database")]
    data: Option<PathBuf>,
    #[command(flatten)]
    collected: CollectedArguments,
    /// Folder for the files
    #[arg(long, value_name = "DIR", default_value = "export")]
    out: PathBuf,
    /// Formats of the judgements
    #[arg(long, value_enum, value_delimiter = ',', default_value = "csv,jsonl,parquet")]
    format: Vec<FormatName>,
    /// Scripts that read judgements.csv and compute the headline numbers elsewhere
    #[arg(long = "for", value_enum, value_delimiter = ',', value_name = "PROGRAM")]
    programs: Vec<Program>,
}

/// A program that people go on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Program {
    // With lme4.
    R,
    // With pandas and krippendorff.
    Python,
}

impl Program {
    fn script(self) -> (&'static str, &'static str) {
        match self {
            Program::R => ("analysis.R", include_str!("export/analysis.R")),
            Program::Python => ("analysis.py", include_str!("export/analysis.py")),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatName {
    Csv,
    Jsonl,
    Parquet,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let folder = Folder::named(&self.study)?;
        let Some(study) = folder.sound_study() else { return Ok(Outcome::ProblemsFound) };
        let mut dataset = match self.data.clone().or_else(|| self.collected.imported(&self.study)) {
            Some(file) => MappingArguments::default().read(&file, Some((&study, &folder)))?,
            None => self.collected.read(&study, &self.study)?,
        };
        dataset.exclude(&study);
        let scripts = !self.programs.is_empty() && !self.format.contains(&FormatName::Csv);
        let formats = self.format.iter().chain(scripts.then_some(&FormatName::Csv));
        for program in &self.programs {
            let (name, text) = program.script();
            write_private(&self.out, name, text.as_bytes())?;
        }
        for format in formats {
            let (name, bytes) = match format {
                FormatName::Csv => ("judgements.csv", dataset::to_csv(&dataset).into_bytes()),
                FormatName::Jsonl => ("judgements.jsonl", dataset::to_jsonl(&dataset).into_bytes()),
                FormatName::Parquet => ("judgements.parquet", dataset::to_parquet(&dataset)?),
            };
            write_private(&self.out, name, &bytes)?;
        }
        let codebook = serde_json::to_string_pretty(&dataset::codebook_json(&dataset))?;
        write_private(&self.out, "codebook.json", (codebook + "\n").as_bytes())?;
        write_private(&self.out, "codebook.md", dataset::codebook_markdown(&dataset).as_bytes())?;
        let excluded = dataset.judgements.len() - dataset.included().count();
        eprintln!("{} judgements, {excluded} of them excluded, in {}", dataset.judgements.len(), self.out.display());
        Ok(Outcome::Done)
    }
}
