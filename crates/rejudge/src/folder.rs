//! A study folder on a disk.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context as _;
use study::{Files, OnDisk, ReadError};

use crate::outcome::BadInput;

/// A study folder that someone named.
#[derive(Debug, Clone)]
pub(crate) struct Folder(OnDisk);

impl Folder {
    /// The folder a person means by naming it or its `study.toml`.
    pub(crate) fn from_path(path: &Path) -> anyhow::Result<Folder> {
        if path.is_dir() {
            return Ok(Folder(OnDisk(path.to_owned())));
        }
        if path.is_file() {
            return match path.file_name() {
                Some(name) if name == "study.toml" => {
                    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
                    Ok(Folder(OnDisk(parent.unwrap_or(Path::new(".")).to_owned())))
                }
                _ => Err(BadInput(format!(
                    "`{}` is a file; name the study folder, or the `study.toml` in it",
                    path.display()
                ))
                .into()),
            };
        }
        Err(BadInput(format!("there is no study folder `{}`; `rejudge new` starts one", path.display())).into())
    }

    /// As shown to a person.
    pub(crate) fn display_path(&self) -> String {
        self.0.0.display().to_string()
    }

    /// Its name, as it stands in addresses.
    pub(crate) fn served_name(&self) -> anyhow::Result<String> {
        let full = self.0.0.canonicalize().with_context(|| format!("finding `{}`", self.display_path()))?;
        served_name(&full)
    }

    /// Reads and checks the study in it.
    pub(crate) fn check(&self) -> study::CheckOutcome {
        let mut checked = study::check(self);
        if self.0.0 != Path::new(".") {
            checked.sources.set_folder(self.display_path());
        }
        checked
    }

    /// The study in it; nothing, after showing why, when something is wrong with it.
    pub(crate) fn sound_study(&self) -> Option<study::Study> {
        let checked = self.check();
        if checked.study.is_none() || checked.diagnostics.has_errors() {
            for found in checked.diagnostics.iter().filter(|found| found.severity == diag::Severity::Error) {
                styled_eprintln!("{}\n", diag::render(found, &checked.sources, diag::Style::Coloured));
            }
            eprintln!("{} cannot be run as it is; `rejudge check` shows all problems", self.display_path());
            return None;
        }
        checked.study
    }

    /// Something that differs once a file in it was saved.
    pub(crate) fn last_saved(&self) -> String {
        let mut seen = Vec::new();
        collect_save_times(&self.0.0, &mut seen);
        seen.sort();
        format!("{:?} of {}", seen.last(), seen.len())
    }
}

/// The name of a folder as it stands in addresses; refused where it could not.
pub(crate) fn served_name(folder: &Path) -> anyhow::Result<String> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)) {
        return Ok(name);
    }
    let remedy =
        "use letters from a to z, digits, `-`, `_` and `.` only: the name becomes part of the participants' link";
    Err(BadInput(format!("the folder `{name}` cannot be served under its name; {remedy}")).into())
}

/// When the files in a folder and the folders in it were saved.
fn collect_save_times(folder: &Path, seen: &mut Vec<SystemTime>) {
    for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match file.metadata() {
            Ok(about) if about.is_dir() => collect_save_times(&file.path(), seen),
            Ok(about) => seen.extend(about.modified()),
            Err(_gone) => {}
        }
    }
}

impl Files for Folder {
    fn read(&self, name: &str) -> Result<Vec<u8>, ReadError> {
        self.0.read(name)
    }

    fn exists(&self, name: &str) -> bool {
        self.0.exists(name)
    }

    fn path(&self, name: &str) -> Result<Option<PathBuf>, ReadError> {
        self.0.path(name)
    }

    fn hash(&self, name: &str) -> Result<String, ReadError> {
        self.0.hash(name)
    }
}
