//! The worked studies, in the program itself: a demonstration needs nothing but the binary.

use std::path::{Path, PathBuf};

use crate::output_files::write;

/// A worked study.
pub(super) struct WorkedStudy {
    /// The name of its folder.
    pub(super) name: &'static str,
    files: &'static [(&'static str, &'static [u8])],
}

macro_rules! worked {
    ($name:literal: $($file:literal)*) => {
        WorkedStudy {
            name: $name,
            // Through a link in this crate, so that they are part of it wherever its sources are packed.
            files: &[$(($file, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/studies/", $name, "/", $file)))),*],
        }
    };
}

/// The worked studies, the one that is shown unless another is asked for first.
pub(super) const WORKED: [WorkedStudy; 5] = [
    worked!("meaning-pairs": "README.md" "audit.toml" "checks.csv" "consent.md" "debrief.md" "information.md"
        "instructions.md" "items.csv" "mapping.toml" "original.toml" "reproduction.toml" "study.toml" "training.csv"),
    worked!("fluency": "README.md" "audit.toml" "consent.md" "debrief.md" "information.md" "instructions.md"
        "items.csv" "mapping.toml" "original.toml" "reproduction.toml" "reproduction-2.toml" "study.toml"),
    worked!("simplicity-ranking": "README.md" "audit.toml" "checks.csv" "consent.md" "debrief.md" "information.md"
        "instructions.md" "items.csv" "original.toml" "reproduction.toml" "study.toml"),
    worked!("best-worst": "README.md" "audit.toml" "consent.md" "debrief.md" "information.md" "instructions.md"
        "items.csv" "mapping.toml" "original.toml" "reproduction.toml" "study.toml"),
    worked!("toxicity-pairs": "README.md" "audit.toml" "consent.md" "debrief.md" "information.md" "instructions.md"
        "items.csv" "original.toml" "reproduction.toml" "study.toml"),
];

impl WorkedStudy {
    /// Writes its folder into another, and says where it is.
    pub(super) fn unpack(&self, into: &Path) -> anyhow::Result<PathBuf> {
        let folder = into.join(self.name);
        for (name, bytes) in self.files {
            write(&folder, name, bytes)?;
        }
        Ok(folder)
    }

    /// The numbers that published reproductions of it printed: the names of the files, the first reproduction first.
    pub(super) fn reproductions(&self) -> impl Iterator<Item = &'static str> {
        self.files.iter().map(|(name, _)| *name).filter(|name| name.starts_with("reproduction"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_every_worked_study_is_in_the_program() {
        let studies = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
        let listed = |folder: &Path| {
            let mut found: Vec<PathBuf> = folder.read_dir().unwrap().map(|it| it.unwrap().path()).collect();
            found.sort();
            found
        };
        let folders: Vec<PathBuf> = listed(&studies).into_iter().filter(|it| it.join("study.toml").is_file()).collect();
        assert_eq!(folders.len(), WORKED.len());
        for folder in folders {
            let name = folder.file_name().unwrap().to_str().unwrap();
            let worked = WORKED.iter().find(|worked| worked.name == name).unwrap();
            let files: Vec<PathBuf> = listed(&folder).into_iter().filter(|it| it.is_file()).collect();
            let names: Vec<&str> = files.iter().map(|it| it.file_name().unwrap().to_str().unwrap()).collect();
            let mut ours: Vec<&str> = worked.files.iter().map(|(file, _)| *file).collect();
            ours.sort_unstable();
            assert_eq!(ours, names, "{name}");
        }
    }

    #[test]
    fn reproductions_stand_in_the_order_they_were_made() {
        let fluency = WORKED.iter().find(|worked| worked.name == "fluency").unwrap();
        assert_eq!(fluency.reproductions().collect::<Vec<_>>(), ["reproduction.toml", "reproduction-2.toml"]);
    }
}
