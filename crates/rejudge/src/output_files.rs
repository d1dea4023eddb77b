//! Files that commands write.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use dataset::{ARRIVALS_FILE, Dataset};

/// Writes a file into a folder, making the folders on the way.
pub(crate) fn write(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    write_with(&OpenOptions::new(), folder, name, bytes)
}

/// Writes every file of a report, and says which characters its figures as PDF could not be drawn with.
pub(crate) fn write_report(folder: &Path, document: &report::Document) -> anyhow::Result<()> {
    for file in report::files(document)? {
        write(folder, &file.path, &file.bytes)?;
    }
    let missing = report::characters_without_font(document);
    if !missing.is_empty() {
        let (shown, more) = missing.split_at(missing.len().min(12));
        let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        let shown: Vec<String> = shown.iter().map(|c| format!("{c} (U+{:04X})", u32::from(*c))).collect();
        eprintln!(
            "note: no font on this machine can draw {}{more}: in the figures as PDF `?` stands in place of each. Install a font that \
             has them (Debian: fonts-noto-core, fonts-noto-cjk; of emoji, one with outlines such as fonts-symbola) and write the \
             report again. The page and the SVG figures hold the characters themselves.",
            shown.join(", ")
        );
    }
    Ok(())
}

/// Writes a file that only its owner can read, since it holds what people answered. One that is there keeps its permissions.
pub(crate) fn write_private(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    write_with(&private(), folder, name, bytes)
}

/// Writes judgements.csv, and sessions.csv where it is known how many came.
pub(crate) fn write_judgements(folder: &Path, dataset: &Dataset) -> anyhow::Result<()> {
    let judgements = dataset::to_csv(dataset);
    write(folder, "judgements.csv", judgements.as_bytes())?;
    match dataset::arrivals_csv(dataset, &judgements) {
        Some(arrivals) => write(folder, ARRIVALS_FILE, arrivals.as_bytes()),
        None => Ok(()),
    }
}

/// A file to be written bit by bit.
pub(crate) fn create(folder: &Path, name: &str) -> anyhow::Result<File> {
    open(&OpenOptions::new(), folder, name)
}

/// The same for what only its owner can read.
pub(crate) fn create_private(folder: &Path, name: &str) -> anyhow::Result<File> {
    open(&private(), folder, name)
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn write_with(options: &OpenOptions, folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let mut file = open(options, folder, name)?;
    file.write_all(bytes).with_context(|| format!("writing `{}`", folder.join(name).display()))
}

fn open(options: &OpenOptions, folder: &Path, name: &str) -> anyhow::Result<File> {
    let path = folder.join(name);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).with_context(|| format!("making `{}`", parent.display()))?;
    }
    let file = options.clone().write(true).create(true).truncate(true).open(&path);
    file.with_context(|| format!("writing `{}`", path.display()))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::{write, write_private};

    #[test]
    fn what_people_answered_is_readable_by_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        for bytes in [&b"longer"[..], b"short"] {
            write_private(folder.path(), "new/answers", bytes).unwrap();
            write(folder.path(), "new/report", bytes).unwrap();
        }
        let mode = |name: &str| std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode("new/answers") & 0o777, 0o600);
        assert_ne!(mode("new/report") & 0o777, 0o600);
        assert_eq!(std::fs::read(folder.path().join("new/answers")).unwrap(), b"short");
    }
}
