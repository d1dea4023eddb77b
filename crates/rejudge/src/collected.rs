//! What was collected by our own pages, read from its database.

use std::collections::BTreeMap;
use std::path::Path;

use clap::Args;
use dataset::{Dataset, Log};
use session::SessionId;
use store::{DatabaseAddress, OpenError, Store};
use study::Study;

use crate::outcome::{BadInput, BadUsage};

/// Where `rejudge serve` keeps answers when nothing else is said.
pub(crate) const DATABASE: &str = "rejudge.sqlite";

/// Where collected judgements are kept.
#[derive(Debug, Args)]
pub(crate) struct CollectedArguments {
    /// The database: an SQLite file, or postgres://…; `rejudge.sqlite` when it is there
    #[arg(long, value_name = "PLACE")]
    pub(crate) database: Option<String>,
    /// The name under which the study was served; the name of its folder when absent
    #[arg(long, value_name = "NAME")]
    served_as: Option<String>,
}

impl CollectedArguments {
    /// The judgements of every session, those of unfinished ones excluded with the way they ended.
    pub(crate) fn read(&self, study: &Study, input: &Path) -> anyhow::Result<Dataset> {
        let kept = self.database.as_deref().or_else(|| Path::new(DATABASE).is_file().then_some(DATABASE));
        let Some(place) = kept else {
            let message =
                "say where the judgements are: `--data FILE` for a table, `--database PLACE` for what was collected";
            return Err(BadUsage(message.to_owned()).into());
        };
        let address = DatabaseAddress::parse(place).map_err(|error| BadInput(error.to_string()))?;
        if address.file().is_some_and(|file| !file.is_file()) {
            return Err(BadInput(format!("there is no database `{place}`")).into());
        }
        let plan = plan::make(study).map_err(|error| BadInput(error.to_string()))?;
        let name = self.served_as.clone().unwrap_or_else(|| folder_name(input));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let logs = runtime.block_on(async {
            let store = Store::open(place).await.map_err(|error| BadInput(error.to_string()))?;
            let changed = store.changed_since_opened(&name, study, &plan).await;
            let logs = store.session_logs(&name).await;
            store.close().await;
            let changed = changed?;
            if !changed.is_empty() {
                return Err(BadInput(OpenError::Edited { study: name.clone(), changed }.to_string()).into());
            }
            anyhow::Ok(logs?)
        })?;
        if logs.is_empty() {
            let message = format!("`{place}` holds no session of a study called `{name}`; `--served-as` names another");
            return Err(BadInput(message).into());
        }
        Ok(dataset(study, &plan, logs))
    }
}

fn folder_name(input: &Path) -> String {
    let folder = if input.is_file() { input.parent().unwrap_or(Path::new(".")) } else { input };
    let absolute = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    absolute.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The judgements in these logs, with the fingerprint of all of them together.
fn dataset(study: &Study, plan: &plan::Plan, logs: BTreeMap<SessionId, Log>) -> Dataset {
    let mut text = String::new();
    for (at, event) in logs.values().flatten() {
        text.push_str(&format!("{} {}\n", at.as_millisecond(), event.to_json()));
    }
    let logs: Vec<Log> = logs.into_values().collect();
    let mut dataset = dataset::from_events(study, plan, &logs);
    dataset.provenance.data = Some(dataset::fingerprint(text.as_bytes()));
    dataset
}
