//! Bundles on a disk.

use std::path::Path;

use record::bundle::{Damage, Derived, FileMap, damages, derive, from_zip};

use crate::outcome::BadInput;

/// Whether a path is a bundle: a .zip file, or a bag's folder.
pub(crate) fn is_bundle(path: &Path) -> bool {
    let zip = path.is_file() && path.extension().is_some_and(|ending| ending == "zip");
    zip || path.join("bagit.txt").is_file()
}

/// The files of a bundle, packed or unpacked.
pub(crate) fn read_bundle(path: &Path) -> anyhow::Result<FileMap> {
    let shown = path.display();
    if !is_bundle(path) {
        return Err(BadInput(format!("`{shown}` is not a bundle; `rejudge bundle STUDY` makes one")).into());
    }
    if path.is_file() {
        let bytes = std::fs::read(path).map_err(|error| BadInput(format!("`{shown}` cannot be read: {error}")))?;
        return Ok(from_zip(&bytes).map_err(|error| BadInput(format!("`{shown}`: {error}")))?);
    }
    let mut files = FileMap::new();
    gather(path, "", &mut files).map_err(|error| BadInput(format!("`{shown}` cannot be read: {error}")))?;
    Ok(files)
}

fn gather(folder: &Path, under: &str, files: &mut FileMap) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{under}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            gather(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, std::fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// What was found in a bundle.
pub(crate) struct Verified {
    pub(crate) damages: Vec<Damage>,
    /// Nothing where files are damaged: numbers of other files say nothing.
    pub(crate) derived: Option<Derived>,
}

impl Verified {
    /// Checks every file, then derives every number.
    pub(crate) fn of(bag: &FileMap) -> anyhow::Result<Verified> {
        let damages = damages(bag);
        if !damages.is_empty() {
            return Ok(Verified { damages, derived: None });
        }
        let derived = derive(bag).map_err(|error| BadInput(error.to_string()))?;
        Ok(Verified { damages, derived: Some(derived) })
    }

    /// Whether all is as it should be.
    pub(crate) fn is_sound(&self) -> bool {
        self.damages.is_empty() && self.derived.as_ref().is_some_and(|derived| derived.differences.is_empty())
    }

    /// What was found, line by line.
    pub(crate) fn lines(&self, files: usize) -> Vec<String> {
        if !self.damages.is_empty() {
            let mut lines: Vec<String> = self.damages.iter().map(Damage::words).collect();
            lines.push("no number was derived again: the files are not those that were bundled".to_owned());
            return lines;
        }
        let mut lines = vec![format!("{files} files, every one as it was bundled")];
        let Some(derived) = &self.derived else { return lines };
        let (all, differ) = (derived.kept.estimates.len(), derived.differences.len());
        if differ == 0 {
            let claims = derived.kept.claims.len();
            lines.push(format!(
                "{all} numbers and {claims} verdicts derived again from {} judgements: all the same",
                derived.dataset.judgements.len()
            ));
        } else {
            lines.push(format!("{differ} of {all} numbers and verdicts are not what the judgements give:"));
            lines.extend(
                derived.differences.iter().map(|it| format!("  {}: {} here, {} derived", it.id, it.kept, it.derived)),
            );
        }
        let (made, now) = (&derived.kept.provenance.program_hash, &derived.results.provenance.program_hash);
        if made != now {
            lines.push(format!("made by another build of the program ({})", derived.kept.provenance.program));
        }
        lines
    }
}
