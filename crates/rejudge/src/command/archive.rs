//! `rejudge archive STUDY`: a finished study as pages to browse.

use std::path::PathBuf;

use analysis::Options;
use clap::Args;
use record::archive::{Archive, Names, archive};
use record::bundle::STUDY;
use study::{Files as _, Snapshot};

use crate::collected_study::CollectedArguments;
use crate::command::analyse::MappingArguments;
use crate::conclusion::Conclusion;
use crate::outcome::{BadInput, Outcome};
use crate::output_files::write;
use crate::personal::{FormerNames, PersonalArguments};
use crate::study_record::{StudyRecord, preregistration_section};

/// Write a finished study as static pages to browse: items, texts, judgements and the report
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge archive studies/fluency --database study.sqlite --out site
  rejudge archive studies/fluency --data judgements.csv --out site --blind

Participants are called P1, P2, …; with --blind, systems are called System A, System B, …, and the report is \
left out. If anything in the answers looks personal, the command stops.")]
pub(crate) struct Arguments {
    /// The study folder, or its study.toml
    study: PathBuf,
    /// The table of judgements
    #[arg(long, value_name = "FILE", conflicts_with = "database")]
    data: Option<PathBuf>,
    #[command(flatten)]
    collected: CollectedArguments,
    /// Folder for the pages
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Do not name the systems
    #[arg(long)]
    blind: bool,
    /// Random seed of the report's intervals
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Bootstrap replicates
    #[arg(long, default_value_t = 1000, value_name = "N")]
    replicates: usize,
    #[command(flatten)]
    personal: PersonalArguments,
    #[command(flatten)]
    mapping: MappingArguments,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let Some(known) = StudyRecord::read(&self.study)? else { return Ok(Outcome::ProblemsFound) };
        let mut dataset = match self.data.clone().or_else(|| self.collected.imported_table(&self.study)) {
            Some(file) => self.mapping.read(&file, Some((&known.study, &known.folder)))?,
            None => self.collected.read(&known.study, &self.study)?,
        };
        dataset.exclude(&known.study);
        let former = FormerNames::replaced_in(&mut dataset);
        self.personal.remove(&mut dataset, &former);
        self.personal.refuse_personal_data(&dataset::to_csv(&dataset), &former)?;
        let names = if self.blind { Names::Hidden } else { Names::Shown };
        let (_, snapshot) = Snapshot::take(&known.folder);
        let shown = snapshot.files().map(|(name, bytes)| (format!("{STUDY}{name}"), bytes.to_vec())).collect();
        self.personal.look_at_files(&shown, &former)?;
        let files: Vec<&str> = snapshot.media().map(|(name, _)| name).collect();
        let Archive { pages, files } = archive(&known.study, &dataset, names, &files)?;
        for page in &pages {
            write(&self.out, &page.path, page.html.as_bytes())?;
        }
        for (name, path) in &files {
            let bytes = known.folder.read(name);
            write(&self.out, path, &bytes.map_err(|error| BadInput(format!("`{name}` cannot be read: {error:?}")))?)?;
        }
        if !self.blind {
            let options = Options { seed: self.seed, replicates: self.replicates, level: 0.95 };
            let results = analysis::run(Some(&known.study), &dataset, options);
            let mut document = Conclusion::from_results(Some(&known.study), &dataset, &results).document;
            document.sections.extend(preregistration_section(&known.folder, &known.study, &dataset)?);
            write(&self.out, "report.html", report::html(&document)?.as_bytes())?;
        }
        println!("{} pages in {}; begin with index.html", pages.len(), self.out.display());
        Ok(Outcome::Done)
    }
}
