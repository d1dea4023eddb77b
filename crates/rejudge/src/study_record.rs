//! A study with everything that its papers are filled in from: plan, results, simulation, and the authors' own words.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use analysis::Results;
use anyhow::Context as _;
use dataset::Dataset;
use plan::Plan;
use record::authors::AnswerRecord;
use record::heds::{Facts, Sheet, fill};
use record::preregistration::{FrozenError, FrozenPreregistration, PREREGISTRATION_FILE, section};
use record::{AuthorsRecord, RECORD_FILE, read_record};
use reproduction::{Comparison, Experiment, Frame, compare};
use serde_json::Value;
use study::{Files as _, Snapshot, Study};

use crate::folder::Folder;
use crate::outcome::BadInput;

/// A study and what is known about it.
pub(crate) struct StudyRecord {
    pub(crate) folder: Folder,
    pub(crate) study: Study,
    pub(crate) plan: Plan,
    pub(crate) results: Option<Results>,
    pub(crate) comparison: Option<Comparison>,
    pub(crate) rehearsal: Option<Value>,
    pub(crate) record: AuthorsRecord,
}

impl StudyRecord {
    /// Checks and plans a study, and reads what its authors say; nothing, after showing why, when something is wrong with it.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Option<StudyRecord>> {
        let folder = Folder::from_path(path)?;
        let Some(study) = folder.sound_study() else { return Ok(None) };
        let plan = plan::make(&study).map_err(|error| BadInput(error.to_string()))?;
        let Some(record) = authors(&folder)? else { return Ok(None) };
        Ok(Some(StudyRecord { folder, study, plan, results: None, comparison: None, rehearsal: None, record }))
    }

    /// The `record.toml` of another study.
    pub(crate) fn record_of(path: &Path) -> anyhow::Result<Option<AuthorsRecord>> {
        authors(&Folder::from_path(path)?)
    }

    /// Reads results and simulation: those named, or those in the study folder.
    pub(crate) fn add_results(&mut self, results: Option<&Path>, rehearsal: Option<&Path>) -> anyhow::Result<()> {
        if let Some(path) = self.find_file(results, "results.json") {
            let value = json_file(&path)?;
            let read =
                Results::from_json(&value).map_err(|error| BadInput(format!("`{}`: {error}", path.display())))?;
            if read.provenance.study.as_ref().is_some_and(|study| *study != self.study.fingerprint) {
                let message = "belongs to another study, or to this one as it was before it was edited; analyse again";
                return Err(BadInput(format!("`{}` {message}", path.display())).into());
            }
            self.comparison = self.with_original(&read);
            self.results = Some(read);
        }
        if let Some(path) = self.find_file(rehearsal, "rehearsal.json") {
            self.rehearsal = Some(json_file(&path)?);
        }
        Ok(())
    }

    /// The comparison of results alone with what the original printed, for the forms; the report's has the judgements, too.
    fn with_original(&self, results: &Results) -> Option<Comparison> {
        let printed = Experiment::of_original("original", self.study.original.as_ref()?).ok()?;
        let experiments = vec![printed, Experiment::of_results("here", results)];
        compare(experiments, Frame::of_study(&self.study), reproduction::Options::default()).ok()
    }

    fn find_file(&self, named: Option<&Path>, name: &str) -> Option<PathBuf> {
        let folder = PathBuf::from(self.folder.display_path());
        let usual = [folder.join(name), folder.join("results").join(name)];
        named.map(Path::to_owned).or_else(|| usual.into_iter().find(|path| path.is_file()))
    }

    /// What papers are filled in from.
    pub(crate) fn facts(&self) -> Facts<'_> {
        Facts {
            study: &self.study,
            plan: &self.plan,
            results: self.results.as_ref(),
            comparison: self.comparison.as_ref(),
            rehearsal: self.rehearsal.as_ref(),
            record: &self.record,
        }
    }

    /// The datasheet.
    pub(crate) fn sheet(&self) -> anyhow::Result<Sheet> {
        Ok(fill(&self.facts()).map_err(|problems| BadInput(problems.join("\n")))?)
    }

    /// The id of the criterion that a datasheet calls so.
    pub(crate) fn criterion_id(&self, name: Option<&str>) -> Option<String> {
        let name = name?;
        let found = self.study.criteria.iter().find(|it| it.name == name || it.id.0 == name);
        found.map(|criterion| criterion.id.0.clone())
    }

    /// Adds an answer at the end of `record.toml`.
    pub(crate) fn add_answer(&mut self, answer: AnswerRecord, asks: &str) -> anyhow::Result<()> {
        let path = Path::new(&self.folder.display_path()).join(RECORD_FILE);
        let mut text = String::new();
        if !path.exists() {
            text.push_str(
                "# What only its authors know of this study. `rejudge heds --ask` adds to the end of this file.\n",
            );
        }
        text.push_str(&answer.to_toml(asks));
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&path);
        file.and_then(|mut file| file.write_all(text.as_bytes()))
            .with_context(|| format!("writing `{}`", path.display()))?;
        self.record.answer.push(answer);
        Ok(())
    }
}

/// Reads `record.toml`, an empty one where there is none; nothing, after showing why, when it cannot be understood.
fn authors(folder: &Folder) -> anyhow::Result<Option<AuthorsRecord>> {
    if !folder.exists(RECORD_FILE) {
        return Ok(Some(AuthorsRecord::default()));
    }
    let bytes =
        folder.read(RECORD_FILE).map_err(|error| BadInput(format!("`{RECORD_FILE}` cannot be read: {error:?}")))?;
    let text =
        String::from_utf8(bytes).map_err(|_| BadInput(format!("`{RECORD_FILE}` is not UTF-8; save it as such")))?;
    let decoded = read_record(&text);
    if decoded.diagnostics.is_empty() {
        return Ok(decoded.value);
    }
    let mut sources = diag::Sources::default();
    sources.insert(RECORD_FILE, text);
    for found in &decoded.diagnostics {
        styled_eprintln!("{}\n", diag::render(found, &sources, diag::Style::Coloured));
    }
    Ok(None)
}

/// What a report says about the study's preregistration, where the folder has one.
pub(crate) fn preregistration_section(
    folder: &Folder,
    study: &Study,
    dataset: &Dataset,
) -> anyhow::Result<Option<report::Section>> {
    let Some(frozen) = frozen_in(folder)? else { return Ok(None) };
    let (_, today) = Snapshot::take(folder);
    Ok(Some(departures_section(&frozen, (study, &today), dataset)?))
}

/// What a report says about a preregistration: every departure of the study, and of the sample.
pub(crate) fn departures_section(
    frozen: &FrozenPreregistration,
    (study, today): (&Study, &Snapshot),
    dataset: &Dataset,
) -> anyhow::Result<report::Section> {
    let said = |error: FrozenError| BadInput(format!("`{PREREGISTRATION_FILE}`: {error}"));
    let mut departures = frozen.departures(study, today).map_err(said)?;
    departures.extend(frozen.other_sample(study, dataset).map_err(said)?);
    Ok(section(frozen, &departures))
}

/// The frozen preregistration in a study folder.
pub(crate) fn frozen_in(folder: &Folder) -> anyhow::Result<Option<FrozenPreregistration>> {
    if !folder.exists(PREREGISTRATION_FILE) {
        return Ok(None);
    }
    let bytes = folder.read(PREREGISTRATION_FILE);
    let bytes = bytes.map_err(|error| BadInput(format!("`{PREREGISTRATION_FILE}` cannot be read: {error:?}")))?;
    let read = FrozenPreregistration::from_json(&String::from_utf8_lossy(&bytes));
    Ok(Some(read.map_err(|error| BadInput(format!("`{PREREGISTRATION_FILE}`: {error}")))?))
}

/// A file of JSON.
pub(crate) fn json_file(path: &Path) -> anyhow::Result<Value> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| BadInput(format!("`{shown}` cannot be read: {error}")))?;
    Ok(serde_json::from_str(&text).map_err(|error| BadInput(format!("`{shown}` is not JSON: {error}")))?)
}
