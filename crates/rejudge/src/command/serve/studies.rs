//! The studies to serve, found, checked, planned and opened in the database.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use jiff::Timestamp;
use live::{Conclusions, LiveStudy};
use load::LoadError;
use session::ParticipantKind;
use store::{Collector, DatabaseAddress, OpenError, Opening, Store};
use study::{Files as _, Snapshot, Study};

use super::conclusions::SoFarOf;
use crate::collected_study;
use crate::folder::Folder;
use crate::outcome::BadInput;

/// A sound study with its name in addresses.
pub(crate) struct NamedStudy {
    pub(crate) name: String,
    pub(crate) study: Arc<Study>,
    pub(crate) folder: Folder,
}

/// The studies in these folders; nothing, after showing why, when something is wrong with one.
pub(crate) fn read_studies(paths: &[PathBuf]) -> anyhow::Result<Option<Vec<NamedStudy>>> {
    let mut found: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut studies = Vec::new();
    let mut sound = true;
    for path in folders(paths)? {
        let folder = Folder::from_path(&path)?;
        let name = folder.served_name()?;
        if let Some(other) = found.insert(name.clone(), path.clone()) {
            let (one, two) = (other.display(), path.display());
            return Err(BadInput(format!("`{one}` and `{two}` are both called `{name}`; rename one folder")).into());
        }
        match folder.sound_study() {
            Some(study) => studies.push(NamedStudy { name, study: Arc::new(study), folder }),
            None => sound = false,
        }
    }
    Ok(sound.then_some(studies))
}

/// The study folders among these: themselves, or the ones in them.
fn folders(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for path in paths {
        if !path.is_dir() || path.join("study.toml").is_file() {
            folders.push(path.clone());
            continue;
        }
        let listed = path.read_dir().with_context(|| format!("reading `{}`", path.display()))?;
        let mut inside: Vec<PathBuf> = listed.filter_map(|inside| Some(inside.ok()?.path())).collect();
        inside.retain(|inside| inside.join("study.toml").is_file());
        inside.sort();
        if inside.is_empty() {
            return Err(BadInput(format!("there is no study in `{}`; `rejudge new` starts one", path.display())).into());
        }
        folders.extend(inside);
    }
    Ok(folders)
}

impl NamedStudy {
    /// Plans it and opens it in the database.
    pub(crate) async fn run(self, store: &Store, now: Timestamp) -> anyhow::Result<LiveStudy> {
        let plan = plan::make(&self.study).map_err(|error| BadInput(error.to_string()))?;
        let (_, snapshot) = Snapshot::take(&self.folder);
        let study = Arc::clone(&self.study);
        let (plan, today) = (Arc::new(plan), snapshot.clone());
        let opening = Opening { study, plan, snapshot, participants: ParticipantKind::People };
        let collector = match opening.open(store, &self.name, now).await {
            Ok(collector) => collector,
            Err(error) => match store.kept_study(&self.name).await? {
                Some(kept) => return Err(collected_study::explain_refusal(error, &kept, (&self.study, &today))),
                None => return Err(explain_open_error(error)),
            },
        };
        let raters = self.folder.read("raters.toml").ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let conclusions = SoFarOf::new(&collector, raters);
        Ok(LiveStudy::new(collector, Arc::new(self.folder)).with_conclusions(conclusions))
    }
}

impl NamedStudy {
    /// The database that the study was served from. None is made where there is none.
    pub(crate) async fn open_store(&self, place: &str) -> anyhow::Result<Store> {
        let address = DatabaseAddress::parse(place).map_err(|error| BadInput(error.to_string()))?;
        if address.file().is_some_and(|file| !file.is_file()) {
            return Err(BadInput(format!("there is no database `{place}`; `rejudge serve` makes it")).into());
        }
        let store = Store::open(place).await.map_err(explain_open_error)?;
        if store.kept_study(&self.name).await?.is_none() {
            let message =
                format!("`{place}` contains nothing of `{}`: it has not been served from there yet", self.name);
            return Err(BadInput(message).into());
        }
        Ok(store)
    }
}

/// A study that was edited, or an address that is none, is for the researcher to put right; the rest is a
/// fault.
#[expect(clippy::needless_pass_by_value, reason = "the shape of map_err")]
pub(crate) fn explain_open_error(error: OpenError) -> anyhow::Error {
    match error {
        OpenError::Address(_)
        | OpenError::NotWritable { .. }
        | OpenError::Later { .. }
        | OpenError::Edited { .. }
        | OpenError::Mixed { .. }
        | OpenError::Broken { .. } => BadInput(error.to_string()).into(),
        // In one sentence: the causes of the fault are in its own words.
        OpenError::Store(_) => anyhow::anyhow!("the database cannot be opened: {error}"),
    }
}

/// Why simulated participants could not be sent through a server: for whoever named the study or the database, or a fault.
pub(crate) fn explain_load_error(error: LoadError) -> anyhow::Error {
    match error {
        LoadError::Plan(_) | LoadError::InUse(_) => BadInput(error.to_string()).into(),
        LoadError::Open(error) => explain_open_error(error),
        LoadError::Store(_)
        | LoadError::Misfit(_)
        | LoadError::Server(_)
        | LoadError::Stopped(_)
        | LoadError::Client(_) => error.into(),
    }
}

/// What follows from the answers so far, for the dashboard.
pub(crate) fn conclude(collector: &Collector) -> Arc<dyn Conclusions> {
    SoFarOf::new(collector, None)
}
