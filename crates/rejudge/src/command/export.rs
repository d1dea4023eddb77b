//! `rejudge export STUDY`: what was collected, and what was asked, as files for others.

mod google_forms;
mod label_studio;
mod mtme;
mod mturk;
mod qsf;
mod qualtrics;
mod questionnaire;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use dataset::Dataset;
use study::Study;

use crate::collected_study::CollectedArguments;
use crate::command::analyse::MappingArguments;
use crate::count_noun::{count_answers, count_noun};
use crate::folder::Folder;
use crate::outcome::Outcome;
use crate::output_files::{write, write_private};
use crate::personal::{FormerNames, PersonalArguments};
use questionnaire::Questionnaire;

/// Judgements as CSV, JSON lines or Parquet, with a codebook, pseudonymous; the study for other platforms
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge export studies/fluency --database study.sqlite --out data
  rejudge export studies/fluency --database study.sqlite --out data --for r,python,mtme
  rejudge export old-study --out data --for r
  rejudge export studies/fluency --out elsewhere --for mturk,qualtrics,google-forms,label-studio

Writes one row per judgement, with the rule that excludes it, if any, and codebook.md and codebook.json. \
sessions.csv counts arrivals and how the sessions without answers ended. For a study made by `rejudge import`, \
the judgements come from its folder. Participants are numbered in order of arrival; platform ids stay in the \
database.

For other platforms, the questions are written in their own formats, with sides as for the first participant of \
each list; no answers are needed, and `rejudge import` reads what they collect. Checks and training are not \
exported.")]
pub(crate) struct Arguments {
    /// The study folder, or its study.toml
    study: PathBuf,
    /// Table of judgements to use instead of a database
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
    /// What else to write: scripts that compute the headline numbers from judgements.csv, scores for other
    /// tools, or the questions for another platform
    #[arg(long = "for", value_enum, value_delimiter = ',', value_name = "PROGRAM")]
    programs: Vec<Program>,
    #[command(flatten)]
    personal: PersonalArguments,
    #[command(flatten)]
    mapping: MappingArguments,
}

/// A program that people go on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Program {
    // With lme4.
    R,
    // With pandas and krippendorff.
    Python,
    // Segment scores for MT Metrics Eval.
    Mtme,
    // Input CSV and form.
    Mturk,
    // Survey (QSF), and the same in the advanced TXT format.
    Qualtrics,
    // Script that makes the forms.
    GoogleForms,
    // Configuration and tasks.
    LabelStudio,
}

impl Program {
    /// Whether it needs what was collected.
    fn needs_judgements(self) -> bool {
        match self {
            Program::R | Program::Python | Program::Mtme => true,
            Program::Mturk | Program::Qualtrics | Program::GoogleForms | Program::LabelStudio => false,
        }
    }

    /// Whether it reads judgements.csv.
    fn is_script(self) -> bool {
        matches!(self, Program::R | Program::Python)
    }

    /// The files with the questions, for a platform that asks them.
    fn questions(self, study: &Study) -> anyhow::Result<Vec<(&'static str, String)>> {
        let asked = |name: &str| Questionnaire::from_study(study, name);
        match self {
            Program::Mturk => Ok(mturk::files(&asked("Mechanical Turk")?)),
            Program::Qualtrics => qualtrics::files(&asked("Qualtrics")?),
            Program::GoogleForms => google_forms::files(&asked("Google Forms")?),
            Program::LabelStudio => label_studio::files(&asked("Label Studio")?),
            Program::R | Program::Python | Program::Mtme => Ok(Vec::new()),
        }
    }

    /// The files made of what was collected.
    fn export_collected(self, study: &Study, dataset: &Dataset) -> anyhow::Result<Vec<(String, String)>> {
        let named = |files: Vec<(&'static str, String)>| {
            files.into_iter().map(|(name, text)| (name.to_owned(), text)).collect()
        };
        Ok(match self {
            Program::R => named(vec![("analysis.R", include_str!("export/analysis.R").to_owned())]),
            Program::Python => named(vec![("analysis.py", include_str!("export/analysis.py").to_owned())]),
            Program::Mtme => mtme::files(study, dataset)?,
            Program::Mturk | Program::Qualtrics | Program::GoogleForms | Program::LabelStudio => Vec::new(),
        })
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
        let folder = Folder::from_path(&self.study)?;
        let Some(study) = folder.sound_study() else { return Ok(Outcome::ProblemsFound) };
        // What cannot be written for one program is said before anything is written.
        let questions: Vec<_> = self.programs.iter().map(|it| it.questions(&study)).collect::<Result<_, _>>()?;
        for (name, text) in questions.into_iter().flatten() {
            write(&self.out, name, text.as_bytes())?;
            eprintln!("{name} in {}", self.out.display());
        }
        // The questions alone need no answers; who names the place of answers wants them, too.
        let questions_alone = !self.programs.is_empty() && !self.programs.iter().any(|it| it.needs_judgements());
        if questions_alone && self.data.is_none() && self.collected.database.is_none() {
            return Ok(Outcome::Done);
        }
        let mut dataset = match self.data.clone().or_else(|| self.collected.imported_table(&self.study)) {
            Some(file) => self.mapping.read(&file, Some((&study, &folder)))?,
            None => self.collected.read(&study, &self.study)?,
        };
        dataset.exclude(&study);
        let is_table = matches!(dataset.provenance.origin, dataset::Origin::Table { .. });
        let names = if is_table { FormerNames::replaced_in(&mut dataset) } else { FormerNames::none() };
        self.personal.remove(&mut dataset, &names);
        if is_table {
            self.personal.refuse_personal_data(&dataset::to_csv(&dataset), &names)?;
        }
        let files: Vec<_> =
            self.programs.iter().map(|it| it.export_collected(&study, &dataset)).collect::<Result<_, _>>()?;
        for (name, text) in files.into_iter().flatten() {
            write_private(&self.out, &name, text.as_bytes())?;
        }
        self.write_judgements(&dataset)
    }

    fn write_judgements(&self, dataset: &Dataset) -> anyhow::Result<Outcome> {
        let scripts = self.programs.iter().any(|it| it.is_script()) && !self.format.contains(&FormatName::Csv);
        let formats = self.format.iter().chain(scripts.then_some(&FormatName::Csv));
        for format in formats {
            let (name, bytes) = match format {
                FormatName::Csv => ("judgements.csv", dataset::to_csv(dataset).into_bytes()),
                FormatName::Jsonl => ("judgements.jsonl", dataset::to_jsonl(dataset).into_bytes()),
                FormatName::Parquet => ("judgements.parquet", dataset::to_parquet(dataset)?),
            };
            write_private(&self.out, name, &bytes)?;
        }
        if let Some(arrivals) = dataset::arrivals_csv(dataset, &dataset::to_csv(dataset)) {
            write_private(&self.out, dataset::ARRIVALS_FILE, arrivals.as_bytes())?;
        }
        let codebook = serde_json::to_string_pretty(&dataset::codebook_json(dataset))?;
        write_private(&self.out, "codebook.json", (codebook + "\n").as_bytes())?;
        write_private(&self.out, "codebook.md", dataset::codebook_markdown(dataset).as_bytes())?;
        if let Some(remarks) = dataset::remarks_csv(dataset) {
            write_private(&self.out, "remarks.csv", remarks.as_bytes())?;
            let said = dataset.remarks.iter().flatten();
            let (problems, all) = (said.clone().filter(|remark| remark.problem).count(), said.count());
            eprintln!(
                "{all} remarks on pages, {problems} of them about a problem, in remarks.csv; they may name people"
            );
        }
        if let Some(answers) = dataset::questionnaire_csv(dataset) {
            write_private(&self.out, "questionnaire.csv", answers.as_bytes())?;
            let all = dataset.questionnaire.iter().flatten();
            let (comments, all) = (all.clone().filter(|given| given.is_comment()).count(), all.count());
            eprintln!(
                "{} answers to screening and closing questions and {comments} comments at the end in questionnaire.csv; they may \
                 name people",
                all - comments
            );
        }
        let excluded = dataset.item_judgements().filter(|judgement| judgement.excluded.is_some()).count();
        let excluded = count_noun(excluded, "judgement", "judgements");
        eprintln!("{} in {}; {excluded} excluded", count_answers(dataset), self.out.display());
        Ok(Outcome::Done)
    }
}
