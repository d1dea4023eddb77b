//! A study folder as it was at one moment, to be kept with what is collected.

mod keys;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use self::keys::changed_keys;
use crate::{CheckOutcome, Files, ReadError, check};

/// Version of the form in which it is written.
const FORMAT: u32 = 1;

/// The file in which a study says what it is.
const STUDY_FILE: &str = "study.toml";

/// Everything a study is made from, as it was at one moment: the files that checking reads, whole, and the pictures,
/// recordings and videos that items name, by their hashes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Snapshot {
    files: BTreeMap<String, Vec<u8>>,
    media: BTreeMap<String, String>,
}

/// Why a snapshot cannot be read.
#[derive(Debug, Error)]
pub enum SnapshotError {
    /// It is none.
    #[error("not a study folder: {0}")]
    Json(#[from] serde_json::Error),
    /// A later program wrote it.
    #[error("a study folder of format {0}, but this program reads format {FORMAT}; use the program that wrote it")]
    Format(u32),
    /// A file in it is not written as it should be.
    #[error("the file `{0}` is not written as hexadecimal digits")]
    Digits(String),
}

/// Text files as they are, others as hexadecimal digits.
#[derive(Serialize, Deserialize)]
struct SnapshotFile {
    format: u32,
    texts: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    binary: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    media: BTreeMap<String, String>,
}

impl Snapshot {
    /// Checks a study folder, and keeps whatever that looked at.
    #[must_use]
    pub fn take(files: &dyn Files) -> (CheckOutcome, Snapshot) {
        let recorder = Recorder { files, read: RefCell::default(), found: RefCell::default() };
        let checked = check(&recorder);
        let (read, found) = (recorder.read.into_inner(), recorder.found.into_inner());
        let only_found = found.into_iter().filter(|name| !read.contains_key(name));
        let media = only_found.filter_map(|name| files.hash(&name).ok().map(|hash| (name, hash))).collect();
        (checked, Snapshot { files: read, media })
    }

    /// The names of files that are not the same in both, in order.
    #[must_use]
    pub fn changed_files(&self, other: &Snapshot) -> Vec<String> {
        let all: BTreeSet<&String> =
            [self, other].into_iter().flat_map(|it| it.files.keys().chain(it.media.keys())).collect();
        let changed = |name: &&String| {
            self.files.get(*name) != other.files.get(*name) || self.media.get(*name) != other.media.get(*name)
        };
        all.into_iter().filter(changed).cloned().collect()
    }

    /// Every file that is not the same now, in a sentence: of `study.toml` every key, so that nothing hides behind what has words.
    #[must_use]
    pub fn changes(&self, now: &Snapshot) -> Vec<String> {
        let text = |from: &Snapshot, name: &str| String::from_utf8(from.read(name).ok()?).ok();
        let sentence = |name: String| match (text(self, &name), text(now, &name)) {
            (Some(before), Some(now)) if name == STUDY_FILE => {
                let keys = changed_keys(&before, &now);
                if keys.is_empty() {
                    format!("`{name}` was changed in comments or layout alone")
                } else {
                    format!("`{name}` was changed at {}", keys.join(", "))
                }
            }
            (_, _) => format!("`{name}` was changed"),
        };
        self.changed_files(now).into_iter().map(sentence).collect()
    }

    /// The files that checking reads, whole.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    /// The pictures, recordings and videos that items name, each with its hash.
    pub fn media(&self) -> impl Iterator<Item = (&str, &str)> {
        self.media.iter().map(|(name, hash)| (name.as_str(), hash.as_str()))
    }

    /// The form in which it is kept.
    #[must_use]
    pub fn to_json(&self) -> String {
        let (mut texts, mut binary) = (BTreeMap::new(), BTreeMap::new());
        for (name, bytes) in &self.files {
            match std::str::from_utf8(bytes) {
                Ok(text) if !text.contains('\0') => texts.insert(name.clone(), text.to_owned()),
                Ok(_) | Err(_) => binary.insert(name.clone(), hex::encode(bytes)),
            };
        }
        let file = SnapshotFile { format: FORMAT, texts, binary, media: self.media.clone() };
        // Its keys are strings, so nothing in it can fail to be written.
        serde_json::to_string(&file).unwrap_or_default()
    }

    /// Reads what [`Snapshot::to_json`] wrote.
    ///
    /// # Errors
    /// When it is something else, or a later program wrote it.
    pub fn from_json(text: &str) -> Result<Snapshot, SnapshotError> {
        let file: SnapshotFile = serde_json::from_str(text)?;
        if file.format != FORMAT {
            return Err(SnapshotError::Format(file.format));
        }
        let mut files: BTreeMap<String, Vec<u8>> =
            file.texts.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
        for (name, digits) in file.binary {
            let bytes = hex::decode(&digits).map_err(|_| SnapshotError::Digits(name.clone()))?;
            files.insert(name, bytes);
        }
        Ok(Snapshot { files, media: file.media })
    }
}

impl Files for Snapshot {
    fn read(&self, name: &str) -> Result<Vec<u8>, ReadError> {
        self.files.get(name).cloned().ok_or(ReadError::NotFound)
    }

    fn exists(&self, name: &str) -> bool {
        self.files.contains_key(name) || self.media.contains_key(name)
    }

    fn path(&self, name: &str) -> Result<Option<PathBuf>, ReadError> {
        if self.exists(name) { Ok(None) } else { Err(ReadError::NotFound) }
    }
}

/// Remembers what was read and what was looked for and found.
struct Recorder<'a> {
    files: &'a dyn Files,
    read: RefCell<BTreeMap<String, Vec<u8>>>,
    found: RefCell<BTreeSet<String>>,
}

impl Files for Recorder<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, ReadError> {
        let bytes = self.files.read(name)?;
        self.read.borrow_mut().insert(name.to_owned(), bytes.clone());
        Ok(bytes)
    }

    fn exists(&self, name: &str) -> bool {
        let exists = self.files.exists(name);
        if exists {
            self.found.borrow_mut().insert(name.to_owned());
        }
        exists
    }

    fn path(&self, name: &str) -> Result<Option<PathBuf>, ReadError> {
        self.files.path(name)
    }
}

pub(crate) fn hash_bytes(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InMemory;

    fn folder(edit: &str) -> InMemory {
        let study = format!(
            "[study]\ntitle = \"T\"\nseed = 1\n[systems]\na = \"A\"\n[items]\nfile = \"items.csv\"\nshow = [\"input\"]\n\
             content = \"image\"\n[[criteria]]\nid = \"q\"\nquestion = \"Q?\"\nbetter = \"higher\"\ndefinition = \"{edit}\"\n\
             response = {{ kind = \"rating\", points = 5, minimum = 1, labels = {{ low = \"l\", high = \"h\" }} }}\n\
             [lists]\nquestions = 1\ncompletions = 1\n[participants]\nfrom = \"open\"\n"
        );
        let files = [
            ("study.toml", study.into_bytes()),
            ("items.csv", b"item,input,a\n1,in,cat.png\n".to_vec()),
            ("cat.png", vec![0, 159, 146, 150]),
            ("unused.txt", b"unused".to_vec()),
        ];
        InMemory(files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect())
    }

    #[test]
    fn what_is_kept_is_read_back_and_checks_as_it_did() {
        let (checked, taken) = Snapshot::take(&folder("d"));
        let read = Snapshot::from_json(&taken.to_json()).unwrap();
        assert_eq!(read, taken);
        let again = check(&read);
        assert_eq!(again.study.map(|study| study.fingerprint), checked.study.map(|study| study.fingerprint));
        assert!(!taken.exists("unused.txt"), "only what the study uses is kept");
    }

    #[test]
    fn a_changed_file_is_named() {
        let (_, before) = Snapshot::take(&folder("d"));
        let (_, after) = Snapshot::take(&folder("other"));
        assert_eq!(before.changed_files(&after), ["study.toml"]);
        assert_eq!(before.changes(&after), ["`study.toml` was changed at `criteria.q.definition`"]);
        let mut other_picture = folder("d");
        other_picture.0.insert("cat.png".to_owned(), vec![1]);
        let (_, after) = Snapshot::take(&other_picture);
        assert_eq!(before.changed_files(&after), ["cat.png"]);
        assert!(before.media().ne(after.media()));
    }

    #[test]
    fn a_later_format_is_refused() {
        let later = Snapshot::from_json(r#"{"format":2,"texts":{}}"#).unwrap_err();
        assert!(matches!(later, SnapshotError::Format(2)), "{later}");
        let odd = Snapshot::from_json(r#"{"format":1,"texts":{},"binary":{"a":"0"}}"#).unwrap_err();
        assert!(matches!(odd, SnapshotError::Digits(_)), "{odd}");
    }
}
