//! What was collected by our own pages, read from its database.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use dataset::{Dataset, Log};
use plan::Plan;
use session::{ParticipantKind, SessionId};
use store::{DatabaseAddress, Fault, KeptStudy, OpenError, Store};
use study::diff::{Difference, diff};
use study::{Snapshot, Study};

use crate::command::{explain_open_error, show_diff};
use crate::folder::Folder;
use crate::outcome::{BadInput, BadUsage};

/// Where `rejudge serve` keeps answers when nothing else is said.
pub(crate) const DATABASE: &str = "rejudge.sqlite";

/// The judgements in a study folder that an import made.
pub(crate) const IMPORTED: &str = "judgements.csv";

/// Where collected judgements are kept.
#[derive(Debug, Args)]
pub(crate) struct CollectedArguments {
    /// The database: an SQLite file, or postgres://… [default: `rejudge.sqlite`, if it exists]
    #[arg(long, value_name = "PLACE")]
    pub(crate) database: Option<String>,
    /// Name under which the study was served [default: the name of its folder]
    #[arg(long, value_name = "NAME")]
    served_as: Option<String>,
}

impl CollectedArguments {
    /// What was collected into this file, under the name of the study's folder.
    pub(crate) fn from_database(database: &Path) -> CollectedArguments {
        CollectedArguments { database: Some(database.display().to_string()), served_as: None }
    }

    /// What `rejudge import` wrote beside the study: it counts where there is no database.
    pub(crate) fn imported_table(&self, input: &Path) -> Option<PathBuf> {
        let file = if input.is_dir() { input.join(IMPORTED) } else { input.with_file_name(IMPORTED) };
        (self.database.is_none() && !Path::new(DATABASE).is_file() && file.is_file()).then_some(file)
    }

    /// The judgements of every session, those of unfinished ones excluded with the way they ended.
    pub(crate) fn read(&self, study: &Study, input: &Path) -> anyhow::Result<Dataset> {
        let kept = self.database.as_deref().or_else(|| Path::new(DATABASE).is_file().then_some(DATABASE));
        let Some(place) = kept else {
            let message =
                "say where the judgements are: `--data FILE` for a table, `--database PLACE` for collected answers";
            return Err(BadUsage(message.to_owned()).into());
        };
        let address = DatabaseAddress::parse(place).map_err(|error| BadInput(error.to_string()))?;
        if address.file().is_some_and(|file| !file.is_file()) {
            return Err(BadInput(format!("there is no database `{place}`")).into());
        }
        let name = self.served_as.clone().unwrap_or_else(|| folder_name(input));
        let (_, snapshot) = Snapshot::take(&Folder::from_path(input)?);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (kept, logs) = runtime.block_on(async {
            let store = Store::open(place).await.map_err(|error| BadInput(error.to_string()))?;
            let found = store.verify(&name).await;
            let (kept, logs) = (store.kept_study(&name).await, store.session_logs(&name).await);
            store.close().await;
            if let Some(first) = found?.and_then(|found| found.faults.into_iter().next()) {
                return Err(explain_broken(place, &name, &first));
            }
            anyhow::Ok((kept?, logs?))
        })?;
        let Some(kept) = kept.filter(|_| !logs.is_empty()) else {
            let message =
                format!("`{place}` contains no session of a study called `{name}`; use `--served-as` for another name");
            return Err(BadInput(message).into());
        };
        let plan =
            kept.plan_for(study, &snapshot).map_err(|error| explain_refusal(error, &kept, (study, &snapshot)))?;
        let mut dataset = dataset(study, &plan, kept.participants, logs)?;
        dataset.provenance.changed = changes(&kept, study, &snapshot)?;
        Ok(dataset)
    }
}

/// What of the study was changed after collecting began: in the words of `rejudge diff`, and every file that was changed, since
/// not everything has words there.
fn changes(kept: &KeptStudy, study: &Study, today: &Snapshot) -> anyhow::Result<Vec<String>> {
    if kept.fingerprint == study.fingerprint {
        return Ok(Vec::new());
    }
    let Some(snapshot) = kept.snapshot()? else { return Ok(vec!["the study's files".to_owned()]) };
    let found = study::check(&snapshot).study.map(|before| diff(&before, study).differences).unwrap_or_default();
    let line = |it: &Difference| format!("{}: {} ({}, now {})", it.topic.word(), it.what, it.first, it.second);
    let files = snapshot.changes(today).into_iter().map(|file| file.replace('`', ""));
    Ok(found.iter().map(line).chain(files).collect())
}

/// Why a study cannot be collected further, or what was collected not be read with it: where it was changed, with the
/// differences shown, and the files in which they are.
pub(crate) fn explain_refusal(
    error: OpenError,
    kept: &KeptStudy,
    (study, today): (&Study, &Snapshot),
) -> anyhow::Error {
    let (OpenError::Edited { .. }, Ok(Some(snapshot))) = (&error, kept.snapshot()) else {
        return explain_open_error(error);
    };
    let found = study::check(&snapshot).study.map(|before| diff(&before, study));
    let shown = found.filter(|found| !found.differences.is_empty()).map(|found| show_diff(&found)).unwrap_or_default();
    let files = snapshot.changes(today).join("\n");
    BadInput(format!("{error}\n\n{}", format!("{shown}\n{files}").trim())).into()
}

/// What was collected is no longer what was written.
fn explain_broken(place: &str, name: &str, first: &Fault) -> anyhow::Error {
    let message = format!(
        "`{name}` in `{place}` has been changed since it was collected: {first}; `rejudge verify` shows \
         everything that is wrong; use the last backup that verifies"
    );
    BadInput(message).into()
}

/// The folder of a study that is named by its folder or by its study.toml.
pub(crate) fn folder_of(input: &Path) -> PathBuf {
    if input.is_file() { input.parent().unwrap_or(Path::new(".")).to_owned() } else { input.to_owned() }
}

/// The name under which simulated participants answer a study on the server.
pub(crate) fn rehearsed_as(name: &str) -> String {
    format!("{name}-rehearsal")
}

pub(crate) fn folder_name(input: &Path) -> String {
    let folder = folder_of(input);
    let absolute = std::fs::canonicalize(&folder).unwrap_or(folder);
    absolute.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The judgements in these logs, with the fingerprint of all of them together.
fn dataset(
    study: &Study,
    plan: &Plan,
    participants: ParticipantKind,
    logs: BTreeMap<SessionId, Log>,
) -> anyhow::Result<Dataset> {
    let mut text = String::new();
    for (at, event) in logs.values().flatten() {
        text.push_str(&format!("{} {}\n", at.as_millisecond(), event.to_json()));
    }
    let logs: Vec<Log> = logs.into_values().collect();
    let read = dataset::from_events(study, plan, participants, &logs);
    let mut dataset = read.map_err(|error| BadInput(error.to_string()))?;
    dataset.provenance.data = Some(dataset::fingerprint(text.as_bytes()));
    Ok(dataset)
}

#[cfg(test)]
mod tests;
