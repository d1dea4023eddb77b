//! `rejudge heds`: the Human Evaluation Datasheet of a study, or a colleague's.

mod ask;

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use record::heds::{Sheet, Version};

use crate::count_noun::count_noun;
use crate::outcome::{BadInput, BadUsage, Outcome};
use crate::output_files::write;
use crate::study_record::StudyRecord;

/// Fill in the HEDS datasheet from the study, or read a colleague's
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge heds studies/fluency --missing
  rejudge heds studies/fluency --out datasheet
  rejudge heds studies/fluency --ask --like studies/meaning-pairs
  rejudge heds datacard.json --form 3.0 --json
  rejudge diff studies/fluency datacard.json

Answers that follow from the study, its plan and its results are filled in, each with its source. What only the \
authors know is kept in record.toml; on a terminal, the command asks for it once. The HEDS web forms can load \
the JSON.")]
pub(crate) struct Arguments {
    /// The study folder, or a datacard (.json)
    input: PathBuf,
    /// Which form
    #[arg(long, value_enum, default_value = "3.0", value_name = "VERSION")]
    form: FormVersion,
    /// List the unanswered questions with their options, and exit with 1 if there are any
    #[arg(long, conflicts_with = "ask")]
    missing: bool,
    /// Ask for what is missing, even if this is not a terminal
    #[arg(long)]
    ask: bool,
    /// Offer the answers in this study's record.toml
    #[arg(long, value_name = "STUDY")]
    like: Option<PathBuf>,
    /// The results, if they are not in the study folder
    #[arg(long, value_name = "results.json")]
    results: Option<PathBuf>,
    /// Output of `rejudge rehearse`, if it is not in the study folder
    #[arg(long, value_name = "rehearsal.json")]
    rehearsal: Option<PathBuf>,
    /// Folder for the datasheet as JSON for both forms, HTML, Markdown and LaTeX
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the datacard
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormVersion {
    #[value(name = "3.0")]
    V3,
    #[value(name = "2022")]
    V2022,
}

impl From<FormVersion> for Version {
    fn from(version: FormVersion) -> Version {
        match version {
            FormVersion::V3 => Version::V3,
            FormVersion::V2022 => Version::V2022,
        }
    }
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let sheet = if is_card(&self.input) {
            if self.ask || self.like.is_some() {
                let message = "a datacard already contains answers; `--ask` and `--like` are for a study folder";
                return Err(BadUsage(message.to_owned()).into());
            }
            read_card(&self.input)?
        } else {
            let Some(sheet) = self.fill_sheet()? else { return Ok(Outcome::ProblemsFound) };
            sheet
        };
        self.show(&sheet)
    }

    fn fill_sheet(&self) -> anyhow::Result<Option<Sheet>> {
        let Some(mut known) = StudyRecord::read(&self.input)? else { return Ok(None) };
        known.add_results(self.results.as_deref(), self.rehearsal.as_deref())?;
        let in_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        if self.ask || (in_terminal && !self.missing && !self.json) {
            let earlier = match &self.like {
                Some(like) => StudyRecord::record_of(like)?,
                None => None,
            };
            let (mut input, mut talk) = (std::io::stdin().lock(), std::io::stderr());
            ask::ask(&mut known, earlier.as_ref(), &mut input, &mut talk)?;
        }
        known.sheet().map(Some)
    }

    fn show(&self, sheet: &Sheet) -> anyhow::Result<Outcome> {
        let shown = sheet.to_version(self.form.into());
        for note in sheet.notes.iter().chain(shown.notes.iter().filter(|_| shown.version != sheet.version)) {
            eprintln!("note: {note}");
        }
        let (all, open) = (shown.entries.len(), shown.missing().count());
        if let Some(out) = &self.out {
            write_files(sheet, &shown, out)?;
            eprintln!("heds.html, heds.md, heds.tex, heds-3.0.json and heds-2022.json in {}", out.display());
        }
        eprintln!(
            "HEDS {}: {} of {} answered{}",
            shown.version.word(),
            all - open,
            count_noun(all, "question", "questions"),
            if open == 0 { "" } else { "; `--missing` lists the others" }
        );
        if self.missing {
            print!("{}", ask::list(&shown));
            return Ok(if open == 0 { Outcome::Done } else { Outcome::ProblemsFound });
        }
        if self.json {
            println!("{}", serde_json::to_string_pretty(&shown.to_card())?);
        } else if self.out.is_none() {
            print!("{}", shown.form().markdown());
        }
        Ok(Outcome::Done)
    }
}

/// The datasheet as files: the cards of both forms, and the one shown for readers.
fn write_files(sheet: &Sheet, shown: &Sheet, out: &Path) -> anyhow::Result<()> {
    for version in [Version::V3, Version::V2022] {
        let card = serde_json::to_string_pretty(&sheet.to_version(version).to_card())? + "\n";
        write(out, &format!("heds-{}.json", version.word()), card.as_bytes())?;
    }
    let form = shown.form();
    write(out, "heds.html", form.html()?.as_bytes())?;
    write(out, "heds.md", form.markdown().as_bytes())?;
    write(out, "heds.tex", form.latex().as_bytes())
}

/// Whether an input is a datacard rather than a study.
pub(crate) fn is_card(path: &Path) -> bool {
    path.is_file() && path.extension().is_some_and(|ending| ending == "json")
}

/// Reads a datacard.
pub(crate) fn read_card(path: &Path) -> anyhow::Result<Sheet> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| BadInput(format!("`{shown}` cannot be read: {error}")))?;
    Ok(Sheet::from_card(&text).map_err(|error| BadInput(format!("`{shown}`: {error}")))?)
}
