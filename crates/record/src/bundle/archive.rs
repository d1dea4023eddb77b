//! Files as one archive, and back. The same files give the same bytes: sorted, and all of the same moment.

use std::io::{Cursor, Read, Seek, Write as _};

use thiserror::Error;
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime, ZipArchive};

use super::FileMap;

/// The most that an archive may unpack to: no study is as large, and a hostile archive would be larger.
const MOST_BYTES: u64 = 4 << 30;
/// The most that an archive may unpack to for each of its own bytes, beyond the first megabytes. Tables of answers come to a
/// tenth of that.
const MOST_TIMES: u64 = 100;
const ANYWAY_BYTES: u64 = 64 << 20;

/// Why an archive cannot be read or written.
#[derive(Debug, Error)]
pub enum ArchiveError {
    #[error("not a bundle: {0}")]
    Zip(#[from] zip::result::ZipError),
    #[error("the archive breaks off: {0}")]
    Io(#[from] std::io::Error),
    #[error("`{0}` leads out of the archive")]
    Outside(String),
    #[error("the archive unpacks to more than {} MB, which no bundle of its size does", .0 >> 20)]
    Large(u64),
    #[error("a file is in the archive twice, so that one program reads the one and another the other")]
    Names,
    #[error("`{0}` is a link; a bundle holds files alone")]
    Link(String),
    #[error("the archive has more than one folder at its top: `{0}` and `{1}`")]
    Folders(String, String),
}

/// The files under one folder in an archive.
///
/// # Errors
/// When the archive would be larger than its format allows.
pub fn to_zip(folder: &str, files: &FileMap) -> Result<Vec<u8>, ArchiveError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        archive.start_file(format!("{folder}/{path}"), options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// Whether an archive looks like a bundle by the names in it; nothing is unpacked.
#[must_use]
pub fn names_a_bag(archive: impl Read + Seek) -> bool {
    let is_bag = |name: &[u8]| name.ends_with(b"/bagit.txt");
    ZipArchive::new(archive).is_ok_and(|archive| archive.file_names_raw().any(is_bag))
}

/// The files of an archive, without the folder they are all in.
///
/// # Errors
/// When it is none, breaks off, or a path leads out of it.
pub fn from_zip(bytes: &[u8]) -> Result<FileMap, ArchiveError> {
    let most = MOST_BYTES.min(ANYWAY_BYTES + MOST_TIMES * bytes.len() as u64);
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    check_names(&archive, bytes)?;
    let mut files = FileMap::new();
    let mut top: Option<String> = None;
    let mut total = 0;
    for index in 0..archive.len() {
        let mut file = archive.by_index(index)?;
        if file.is_dir() {
            continue;
        }
        let name = file.name()?.into_owned();
        if file.enclosed_name().is_none() || name.contains('\\') || name.starts_with('/') {
            return Err(ArchiveError::Outside(name));
        }
        if file.is_symlink() {
            return Err(ArchiveError::Link(name));
        }
        let (folder, path) = name.split_once('/').unwrap_or(("", &name));
        if let Some(top) = top.as_ref().filter(|top| *top != folder) {
            return Err(ArchiveError::Folders(top.clone(), folder.to_owned()));
        }
        top = Some(folder.to_owned());
        let mut bytes = Vec::new();
        // What the archive says of its sizes is not believed.
        total += file.by_ref().take(most + 1 - total).read_to_end(&mut bytes)? as u64;
        if total > most {
            return Err(ArchiveError::Large(most));
        }
        files.insert(path.to_owned(), bytes);
    }
    Ok(files)
}

/// Refuses an archive whose directory names a file twice: the reader of archives keeps the last without a word, and other
/// programs the first. Its end says how many entries there are; the largest number says that there are more.
fn check_names(archive: &ZipArchive<Cursor<&[u8]>>, bytes: &[u8]) -> Result<(), ArchiveError> {
    let end = bytes.windows(4).rposition(|part| part == b"PK\x05\x06");
    let entries =
        end.and_then(|end| bytes.get(end + 10..end + 12)).map(|field| u16::from_le_bytes([field[0], field[1]]));
    match entries {
        Some(entries) if entries < u16::MAX && usize::from(entries) != archive.len() => Err(ArchiveError::Names),
        Some(_) | None => Ok(()),
    }
}
