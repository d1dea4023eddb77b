//! `rejudge import FILE… --out DIR`: what other platforms wrote, as a study folder.

mod ask;
mod input_files;
mod paper;
mod summary;

use std::io::{BufWriter, IsTerminal as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use importer::{ImportMapping, ImportOutcome, Input, Question, Stop};

use crate::outcome::{BadInput, BadUsage, Outcome};
use crate::output_files::{create, create_private, write};
use paper::PaperArguments;

/// Bring in answers from elsewhere: recognise the files, and write a study folder
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge import Batch_1_batch_results.csv --out toxicity
  rejudge import forms/*.csv --items pairs.csv --out fluency --say 'import.order = \"rows\"'
  rejudge import survey.zip prolific_export.csv --out survey
  rejudge import --mapping toxicity/mapping.toml
  rejudge import --paper table.tex --of 'Doe 2024, A study' --measure mean --out study

Recognised are batches of Mechanical Turk, Qualtrics, Google and Microsoft Forms, LimeSurvey, Label Studio, Appraise, MQM \
and mt-metrics-eval files, arena votes, tables with a row per answer, per person or per item, and more; see \
docs/reference/mapping.md. What the files do not say is asked on a terminal; elsewhere the command stops with the lines to \
add to mapping.toml. Ids, names and addresses of people never reach the folder.")]
pub(crate) struct Arguments {
    /// Files, folders and zip archives with the answers
    files: Vec<PathBuf>,
    /// The study folder to write
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// A mapping that says how to read the files, such as the one that an earlier import wrote
    #[arg(long, value_name = "FILE")]
    mapping: Option<PathBuf>,
    /// A file that says what each question of a form showed
    #[arg(long, value_name = "FILE")]
    items: Option<PathBuf>,
    /// A line of the mapping, such as `words.equal = ["c"]`; may be given several times
    #[arg(long, value_name = "LINE")]
    say: Vec<String>,
    /// Never ask; stop instead
    #[arg(long)]
    no_questions: bool,
    #[command(flatten)]
    paper: PaperArguments,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        if let Some(done) = self.paper.run(self.out.as_deref()) {
            return done;
        }
        let mut wanted = self.read_mapping()?;
        for line in &self.say {
            wanted = wanted.with_line(line).map_err(BadUsage)?;
        }
        let folder = self.folder()?;
        let beside = self.mapping.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).to_owned();
        let paths = if self.files.is_empty() {
            wanted.import.files.iter().map(|file| beside.join(file)).collect()
        } else {
            self.files.clone()
        };
        if paths.is_empty() {
            return Err(BadUsage("name the files to import".to_owned()).into());
        }
        let items_path = self.items.clone().or_else(|| wanted.import.items.as_ref().map(|file| beside.join(file)));
        let items = items_path.as_deref().map(input_files::file).transpose()?;
        let written = |paths: &[PathBuf]| -> Vec<String> {
            paths.iter().map(|path| input_files::relative(path, &folder)).collect()
        };
        let (sources, items_path) = (written(&paths), items_path.map(|path| input_files::relative(&path, &folder)));
        let mut lines_so_far: Vec<String> = self.say.clone();
        loop {
            // The files are gone again before their answers are understood, and read anew after a question.
            let read = importer::read(&input_files::all(&paths)?, items.as_ref(), &wanted);
            match read.and_then(importer::ReadFiles::interpret) {
                Ok(imported) => return finish(&imported, &folder, (&sources, items_path.as_deref())),
                Err(Stop::Unreadable(problem)) => return Err(BadInput(problem).into()),
                Err(Stop::Unsaid(questions)) => {
                    let asking =
                        !self.no_questions && std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
                    let lines = if asking { ask::ask(&questions)? } else { Vec::new() };
                    if lines.is_empty() {
                        return Err(self.describe_open_questions(&questions, &lines_so_far).into());
                    }
                    for line in lines {
                        wanted = wanted.with_line(&line).map_err(BadInput)?;
                        lines_so_far.push(line);
                    }
                }
            }
        }
    }

    fn read_mapping(&self) -> anyhow::Result<ImportMapping> {
        let Some(path) = &self.mapping else { return Ok(ImportMapping::default()) };
        let shown = path.display();
        let text =
            std::fs::read_to_string(path).map_err(|error| BadInput(format!("`{shown}` cannot be read: {error}")))?;
        Ok(ImportMapping::read(&text).map_err(|problem| BadInput(format!("`{shown}`: {problem}")))?)
    }

    /// The folder to write: a new one, or that of the mapping.
    fn folder(&self) -> anyhow::Result<PathBuf> {
        let beside = self
            .mapping
            .as_deref()
            .and_then(Path::parent)
            .map(|parent| if parent.as_os_str().is_empty() { Path::new(".") } else { parent });
        let folder = match (&self.out, beside) {
            (Some(out), _) => out.clone(),
            (None, Some(beside)) => beside.to_owned(),
            (None, None) => return Err(BadUsage("say with `--out` where to write the study folder".to_owned()).into()),
        };
        let again = beside == Some(folder.as_path());
        if !again && folder.exists() && (!folder.is_dir() || folder.read_dir()?.next().is_some()) {
            let shown = folder.display();
            let message = format!(
                "`{shown}` already exists and is not empty; nothing was written. To import again by its mapping: rejudge import --mapping {shown}/mapping.toml"
            );
            return Err(BadInput(message).into());
        }
        Ok(folder)
    }

    /// What to say so that it can go on, as lines.
    fn describe_open_questions(&self, questions: &[Question], lines_so_far: &[String]) -> BadInput {
        let mut text = String::from("the files do not say:\n");
        for question in questions {
            text.push_str(&format!("\n{}\n", question.sentence));
            for choice in &question.choices {
                text.push_str(&format!("  {:<60} # {}\n", choice.line, choice.words.replace('\n', " ")));
            }
            if let Some(typed) = &question.typed {
                text.push_str(&format!("  {typed}\n"));
            }
        }
        let where_to = match &self.mapping {
            Some(mapping) => format!("\nAdd one line for each at the top of {}", mapping.display()),
            None => {
                "\nPut one line for each into a file and give it with --mapping, or give each with --say".to_owned()
            }
        };
        text.push_str(&where_to);
        if !lines_so_far.is_empty() && self.say.len() < lines_so_far.len() {
            text.push_str(&format!("; said so far: {}", lines_so_far.join("; ")));
        }
        BadInput(text)
    }
}

fn finish(
    imported: &ImportOutcome,
    folder: &Path,
    (files, items): (&[String], Option<&str>),
) -> anyhow::Result<Outcome> {
    print!("{}", summary::text(imported));
    let made = &imported.folder;
    let study = folder.join("study.toml");
    // A study that someone has edited is not written over.
    let edited = study.is_file() && !std::fs::read_to_string(&study)?.starts_with("# Made by `rejudge import`");
    let name = if edited { "study.new.toml" } else { "study.toml" };
    write(folder, name, made.study.as_bytes())?;
    write(folder, "mapping.toml", made.mapping_text(files, items).as_bytes())?;
    let file = create(folder, "items.csv")?;
    imported.write_items(BufWriter::new(file)).context("writing `items.csv`")?;
    let judged = imported.counts.judgements > 0;
    if judged {
        let file = create_private(folder, "judgements.csv")?;
        imported.write_judgements(BufWriter::new(file)).context("writing `judgements.csv`")?;
    }
    for (name, text) in &made.texts {
        if !folder.join(name).exists() {
            write(folder, name, text.as_bytes())?;
        }
    }
    let shown = folder.display();
    if edited {
        println!("\nstudy.toml has been edited and stays as it is; what this import found is in study.new.toml");
    }
    println!("\nWritten to {shown}. Next:\n  rejudge check {shown}");
    if judged {
        println!("  rejudge analyse {shown}");
    }
    println!(
        "To correct how the files were read, edit {shown}/mapping.toml and run\n  rejudge import --mapping {shown}/mapping.toml"
    );
    Ok(Outcome::Done)
}

/// The bytes of one file under the name people know it by.
fn input(path: &Path, name: String) -> anyhow::Result<Input> {
    let bytes =
        std::fs::read(path).map_err(|error| BadInput(format!("`{}` cannot be read: {error}", path.display())))?;
    Ok(Input { name, bytes })
}
