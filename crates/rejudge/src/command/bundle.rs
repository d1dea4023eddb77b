//! `rejudge bundle STUDY`: everything about a study in one archive.

use std::path::{Path, PathBuf};

use analysis::{Options, Results};
use anyhow::Context as _;
use clap::Args;
use dataset::{ARRIVALS_FILE, Dataset};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use record::bundle::{self, FROZEN, FileMap, JUDGEMENTS, REHEARSAL, STUDY, judgements, withhold_texts};
use record::{AuthorsRecord, RECORD_FILE};
use study::file::Content;
use study::{Files as _, Snapshot};

use crate::collected_study::CollectedArguments;
use crate::command::analyse::MappingArguments;
use crate::documents::{DocumentSet, Documents, pretty};
use crate::outcome::{BadInput, Outcome};
use crate::papers::{Papers, study_file};
use crate::personal::{FormerNames, PersonalArguments};
use crate::study_record::{StudyRecord, frozen_in, preregistration_section};

/// Pack everything about a study into one archive that another lab can check and run again
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge bundle studies/fluency --database study.sqlite
  rejudge bundle studies/fluency --data judgements.csv --out fluency.zip
  rejudge verify fluency.zip
  rejudge rerun fluency.zip --out again --simulate

The archive contains the study with its items, the plan, the pages as people saw them, the judgements, results \
and report, the authors' statements from record.toml, the datasheet, the program's version, licence and \
citation, and a checksum of every file. It is a BagIt bag and an RO-Crate 1.2, described by Croissant 1.1; the \
same study and data give the same bytes. Participants are called P1, P2, …; if anything in their answers looks \
personal, the command stops. Licence, authors and whether items may be shared are set in record.toml.")]
pub(crate) struct Arguments {
    /// The study folder, or its study.toml
    study: PathBuf,
    /// The table of judgements
    #[arg(long, value_name = "FILE", conflicts_with = "database")]
    data: Option<PathBuf>,
    #[command(flatten)]
    collected: CollectedArguments,
    /// The archive [default: the study's name with .zip]
    #[arg(long, value_name = "FILE.zip")]
    out: Option<PathBuf>,
    /// Date of publication, if record.toml does not say [default: the day of the last answer]
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<String>,
    #[command(flatten)]
    personal: PersonalArguments,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Bootstrap replicates
    #[arg(long, default_value_t = 1000, value_name = "N")]
    replicates: usize,
    /// Confidence level of the intervals
    #[arg(long, default_value_t = 0.95)]
    level: f64,
    #[command(flatten)]
    mapping: MappingArguments,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let Some(mut known) = StudyRecord::read(&self.study)? else { return Ok(Outcome::ProblemsFound) };
        known.add_results(None, None)?;
        let mut collected = match self.data.clone().or_else(|| self.collected.imported_table(&self.study)) {
            Some(file) => self.mapping.read(&file, Some((&known.study, &known.folder)))?,
            None => self.collected.read(&known.study, &self.study)?,
        };
        collected.exclude(&known.study);
        let names = FormerNames::replaced_in(&mut collected);
        self.personal.remove(&mut collected, &names);
        let csv = dataset::to_csv(&collected);
        self.personal.refuse_personal_data(&csv, &names)?;
        let mut files = self.study_files(&known)?;
        // Whoever verifies the bundle reads the judgements from its file, and so do its results.
        let (files_in, study) = study_of(&files)?;
        let arrivals = dataset::arrivals_csv(&collected, &csv);
        let mut dataset = judgements(csv.as_bytes(), arrivals.as_deref().map(str::as_bytes), &study)
            .map_err(|error| BadInput(error.to_string()))?;
        dataset.provenance.changed.clone_from(&collected.provenance.changed);
        let options = Options { seed: self.seed, replicates: self.replicates, level: self.level };
        let mut results = analysis::run(Some(&study), &dataset, options);
        results.provenance.study = Some(known.study.fingerprint.clone());
        drop(files_in);
        files.insert(JUDGEMENTS.to_owned(), csv.into_bytes());
        if let Some(arrivals) = arrivals {
            files.insert(ARRIVALS_FILE.to_owned(), arrivals.into_bytes());
        }
        let date = self.date(&known, &dataset)?;
        self.add_documents(&mut files, &mut known, (&dataset, &results), &date)?;
        self.personal.look_at_files(&files, &names)?;
        self.write(&files, &known, &date)
    }

    /// The study's files, those of the items as hashes where they may not travel.
    fn study_files(&self, known: &StudyRecord) -> anyhow::Result<FileMap> {
        let (_, snapshot) = Snapshot::take(&known.folder);
        let mut files: FileMap =
            snapshot.files().map(|(name, bytes)| (format!("{STUDY}{name}"), bytes.to_vec())).collect();
        for (name, _) in snapshot.media() {
            let bytes =
                known.folder.read(name).map_err(|error| BadInput(format!("`{name}` cannot be read: {error:?}")))?;
            files.insert(format!("{STUDY}{name}"), bytes);
        }
        if known.record.publication.share_items == Some(false) {
            let written = study_file(&files)?;
            let name = &written.items.file;
            if !name.ends_with(".csv") || written.items.content != Content::Text {
                let message = "must not be shared, and only texts in a CSV file can be replaced by hashes";
                return Err(BadInput(format!("the items in `{name}` {message}; save them as CSV")).into());
            }
            let path = format!("{STUDY}{name}");
            let bytes = files.get(&path).cloned().unwrap_or_default();
            let table = table::Table::read(name, &bytes).map_err(|error| BadInput(error.to_string()))?;
            let mut kept: Vec<&str> = vec![&written.items.id];
            kept.extend(written.items.strata.iter().map(String::as_str));
            kept.extend(written.items.system.as_deref());
            files.insert(path, withhold_texts(&table, &kept).into_bytes());
        }
        Ok(files)
    }

    /// What the authors say, the simulation, plan, pages, results, report and papers.
    fn add_documents(
        &self,
        files: &mut FileMap,
        known: &mut StudyRecord,
        (dataset, results): (&Dataset, &Results),
        date: &str,
    ) -> anyhow::Result<()> {
        let frozen = frozen_in(&known.folder)?;
        let preregistration = preregistration_section(&known.folder, &known.study, dataset)?;
        let documents = Documents { study: &known.study, plan: &known.plan, dataset, results, preregistration };
        let DocumentSet { files: derived, comparison, .. } = documents.make()?;
        files.extend(derived);
        let is_shared = known.record.publication.share_items != Some(false);
        if is_shared {
            files.extend(documents.pages()?);
        }
        known.record = known.record.without_private_addresses();
        if known.record != AuthorsRecord::default() {
            files.insert(RECORD_FILE.to_owned(), known.record.to_toml().into_bytes());
        }
        if let Some(rehearsal) = &known.rehearsal {
            files.insert(REHEARSAL.to_owned(), pretty(rehearsal)?);
        }
        (known.results, known.comparison) = (Some(results.clone()), comparison);
        if let Some(frozen) = &frozen {
            // It has the study's files, and so the items.
            let kept = if is_shared { frozen.clone() } else { frozen.without_files() };
            files.insert(FROZEN.to_owned(), kept.to_json().into_bytes());
        }
        if known.record.author.is_empty() && known.study.about.institution.is_none() {
            let message = "nobody is named as author: add `[[author]]` to record.toml, or `institution` to study.toml";
            return Err(BadInput(message.to_owned()).into());
        }
        if known.record.publication.licence.is_none() {
            eprintln!(
                "no licence is stated: add `licence` to `[publication]` in record.toml, or nobody may use the data"
            );
        }
        let papers = Papers { facts: known.facts(), dataset, frozen: frozen.as_ref(), level: self.level, date };
        papers.add_to(files)?;
        papers.describe(files)?;
        papers.describe_files(files)
    }

    /// The day of publication.
    fn date(&self, known: &StudyRecord, dataset: &Dataset) -> anyhow::Result<String> {
        let last = dataset.judgements.iter().filter_map(|it| it.timing.answered_at_ms).max();
        let last = last.and_then(|ms| Timestamp::from_millisecond(ms).ok());
        let day = last.map(|at| at.to_zoned(TimeZone::UTC).date().to_string());
        let said = self.date.clone().or_else(|| known.record.publication.date.clone()).or(day);
        let date = said.ok_or_else(|| {
            BadInput(
                "the judgements do not say when they were made; give the day of publication with `--date`".to_owned(),
            )
        })?;
        let parsed: Result<jiff::civil::Date, _> = date.parse();
        let day = parsed.map_err(|_| BadInput(format!("`{date}` is not a day; write it like 2026-11-16")))?;
        Ok(day.to_string())
    }

    fn write(&self, files: &FileMap, known: &StudyRecord, date: &str) -> anyhow::Result<Outcome> {
        // Of a folder whose name could not stand in a link, the archive has a plain one.
        let name = known.folder.served_name().unwrap_or_else(|_| "study".to_owned());
        let bag = bundle::seal_payload(files, date, &known.study);
        let archive = bundle::to_zip(&name, &bag).map_err(|error| BadInput(error.to_string()))?;
        let out = self.out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.zip")));
        std::fs::write(&out, &archive).with_context(|| format!("writing `{}`", out.display()))?;
        println!("{} files, SHA-256 {}, in {}", bag.len(), dataset::fingerprint(&archive), out.display());
        Ok(Outcome::Done)
    }
}

/// The study as it is in the bundle.
fn study_of(files: &FileMap) -> anyhow::Result<(study::InMemory, study::Study)> {
    let bag = files.iter().map(|(path, bytes)| (format!("{}{path}", bundle::PAYLOAD), bytes.clone())).collect();
    Ok(bundle::study_in(&bag).map_err(|error| BadInput(error.to_string()))?)
}

/// Writes the files below a folder, as `rejudge rerun` unpacks a study.
pub(crate) fn unpack(files: &study::InMemory, folder: &Path) -> anyhow::Result<()> {
    for (name, bytes) in &files.0 {
        crate::output_files::write(folder, name, bytes)?;
    }
    Ok(())
}
