//! Files as one archive, and back. The same files give the same bytes: sorted, and all of the same moment.

use std::io::{Cursor, Read as _, Write as _};

use thiserror::Error;
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime, ZipArchive};

use super::FileMap;

/// The most that an archive may unpack to: no study is as large, and a hostile archive would be larger.
const MOST_BYTES: u64 = 4 << 30;

/// Why an archive cannot be read or written.
#[derive(Debug, Error)]
pub enum ArchiveError {
    #[error("not a bundle: {0}")]
    Zip(#[from] zip::result::ZipError),
    #[error("the archive breaks off: {0}")]
    Io(#[from] std::io::Error),
    #[error("`{0}` leads out of the archive")]
    Outside(String),
    #[error("the archive unpacks to more than {} GB", MOST_BYTES >> 30)]
    Large,
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

/// The files of an archive, without the folder they are all in.
///
/// # Errors
/// When it is none, breaks off, or a path leads out of it.
pub fn from_zip(bytes: &[u8]) -> Result<FileMap, ArchiveError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    let mut files = FileMap::new();
    let mut total = 0;
    for index in 0..archive.len() {
        let mut file = archive.by_index(index)?;
        if file.is_dir() {
            continue;
        }
        let name = file.name()?.into_owned();
        if file.enclosed_name().is_none() || name.contains('\\') {
            return Err(ArchiveError::Outside(name));
        }
        let mut bytes = Vec::new();
        // What the archive says of its sizes is not believed.
        total += file.by_ref().take(MOST_BYTES + 1 - total).read_to_end(&mut bytes)? as u64;
        if total > MOST_BYTES {
            return Err(ArchiveError::Large);
        }
        let path = name.split_once('/').map_or(name.as_str(), |(_, path)| path);
        files.insert(path.to_owned(), bytes);
    }
    Ok(files)
}
