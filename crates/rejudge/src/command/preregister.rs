//! `rejudge preregister STUDY`: what a study will do, frozen before it is done.

use std::path::{Path, PathBuf};

use clap::Args;
use jiff::Timestamp;
use record::preregistration::{FrozenPreregistration, PREREGISTRATION_FILE, fill_form, forms};
use study::Snapshot;
use study::file::StudyFile;

use crate::outcome::{BadInput, Outcome};
use crate::output_files::write;
use crate::study_record::{StudyRecord, frozen_in};

/// Freeze a study and fill in preregistration forms
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge preregister studies/fluency --out preregistration
  rejudge preregister studies/fluency                 lists departures from the frozen study
  rejudge preregister studies/fluency --again         freezes it as it is now

The first time, study, items and plan are frozen in preregistration.json in the study folder, with their hashes \
and the time; later, every departure from them is listed, here and in the report. --out writes the answers to OSF \
Preregistration, AsPredicted and the Replication Recipe (before and after) as JSON, HTML and Markdown.")]
pub(crate) struct Arguments {
    /// The study folder, or its study.toml
    study: PathBuf,
    /// Folder for the filled-in forms
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Freeze the study again; the earlier freeze is kept
    #[arg(long)]
    again: bool,
    /// The results, if they are not in the study folder
    #[arg(long, value_name = "results.json")]
    results: Option<PathBuf>,
    /// Output of `rejudge rehearse`, if it is not in the study folder
    #[arg(long, value_name = "rehearsal.json")]
    rehearsal: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let Some(mut known) = StudyRecord::read(&self.study)? else { return Ok(Outcome::ProblemsFound) };
        known.add_results(self.results.as_deref(), self.rehearsal.as_deref())?;
        let earlier = frozen_in(&known.folder)?;
        let (_, snapshot) = Snapshot::take(&known.folder);
        let mut outcome = Outcome::Done;
        match earlier.filter(|_| !self.again) {
            Some(frozen) => {
                println!("frozen on {}, SHA-256 {}", frozen.time, frozen.hash());
                let departures =
                    frozen.departures(&known.study, &snapshot).map_err(|error| BadInput(error.to_string()))?;
                if departures.is_empty() {
                    println!("the study is as it was frozen");
                } else {
                    outcome = Outcome::ProblemsFound;
                    println!("departures:");
                    departures.iter().for_each(|line| println!("  {line}"));
                    println!("`--again` freezes the study as it is now");
                }
            }
            None => freeze(&known, &snapshot)?,
        }
        if let Some(out) = &self.out {
            write_forms(&known, out)?;
        }
        Ok(outcome)
    }
}

fn freeze(known: &StudyRecord, snapshot: &Snapshot) -> anyhow::Result<()> {
    if known.results.is_some() {
        let message = "there are results already, so nothing can be registered before them; move results.json away if they are \
                       those of a pilot";
        return Err(BadInput(message.to_owned()).into());
    }
    let folder = PathBuf::from(known.folder.display_path());
    let text = study::Files::read(snapshot, "study.toml").map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let items = study::decode::<StudyFile>("study.toml", &text.unwrap_or_default()).value.map(|it| it.items.file);
    let now = Timestamp::now();
    let frozen =
        FrozenPreregistration::freeze(&known.facts(), snapshot, &items.unwrap_or_default(), &format!("{now:.0}"));
    if let Some(before) = frozen_in(&known.folder)? {
        let name = format!("preregistration-{}.json", before.time.replace(':', ""));
        write(&folder, &name, before.to_json().as_bytes())?;
        println!("the earlier one is kept as {name}");
    }
    write(&folder, PREREGISTRATION_FILE, frozen.to_json().as_bytes())?;
    println!("frozen on {} in {PREREGISTRATION_FILE}\nSHA-256 {}", frozen.time, frozen.hash());
    Ok(())
}

fn write_forms(known: &StudyRecord, out: &Path) -> anyhow::Result<()> {
    let (facts, frozen) = (known.facts(), frozen_in(&known.folder)?);
    for form in forms() {
        let page =
            frozen.as_ref().and_then(|frozen| frozen.fill_form(&facts, form)).or_else(|| fill_form(&facts, form));
        let Some(page) = page else { continue };
        let open = page.groups.iter().flat_map(|group| &group.lines).filter(|line| line.answer.is_none()).count();
        let all = form.questions.len();
        println!("{}: {} of {all} questions answered", form.title, all - open);
        let answers = serde_json::to_string_pretty(&page.responses())? + "\n";
        write(out, &format!("{}.json", form.id), answers.as_bytes())?;
        write(out, &format!("{}.html", form.id), page.html()?.as_bytes())?;
        write(out, &format!("{}.md", form.id), page.markdown().as_bytes())?;
    }
    Ok(())
}
