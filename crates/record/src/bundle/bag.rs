//! BagIt (RFC 8493): a payload with the checksum of every file.

use std::fmt::Write as _;

use dataset::fingerprint;
use study::Study;

use super::{FileMap, PAYLOAD};

const MANIFEST: &str = "manifest-sha256.txt";
const TAG_MANIFEST: &str = "tagmanifest-sha256.txt";
const DECLARATION: &str = "bagit.txt";
/// What a bag says of itself.
pub const INFO: &str = "bag-info.txt";
const DATE: &str = "Bagging-Date: ";
const PROGRAM: &str = concat!("rejudge ", env!("CARGO_PKG_VERSION"));

/// A file that is not as the bag says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Damage {
    /// Its bytes are others.
    Changed(String),
    /// It is not there.
    Missing(String),
    /// The bag does not know it.
    Added(String),
    /// It is not a bag.
    NoBag,
}

impl Damage {
    /// In words.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Damage::Changed(path) => format!("`{path}` was changed: its checksum is another"),
            Damage::Missing(path) => format!("`{path}` is missing"),
            Damage::Added(path) => format!("`{path}` was added: no checksum stands for it"),
            Damage::NoBag => format!("there is no `{MANIFEST}`: this is not a bundle"),
        }
    }
}

/// The payload as a bag, published on this day.
#[must_use]
pub fn seal_payload(payload: &FileMap, date: &str, study: &Study) -> FileMap {
    let mut bag: FileMap = payload.iter().map(|(path, bytes)| (format!("{PAYLOAD}{path}"), bytes.clone())).collect();
    let bytes: usize = payload.values().map(Vec::len).sum();
    let organisation = study.about.institution.as_deref().unwrap_or("not stated");
    let organisation = organisation.split_whitespace().collect::<Vec<_>>().join(" ");
    let info = format!(
        "Source-Organization: {organisation}\n{DATE}{date}\nBag-Software-Agent: {PROGRAM}\nPayload-Oxum: {bytes}.{}\n",
        payload.len()
    );
    let manifest = manifest(&bag);
    let mut tags = FileMap::new();
    tags.insert(DECLARATION.to_owned(), b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n".to_vec());
    tags.insert(INFO.to_owned(), info.into_bytes());
    tags.insert(MANIFEST.to_owned(), manifest.into_bytes());
    let tag_manifest = self::manifest(&tags);
    bag.append(&mut tags);
    bag.insert(TAG_MANIFEST.to_owned(), tag_manifest.into_bytes());
    bag
}

/// The day of publication that a bag states.
#[must_use]
pub fn date_of(bag: &FileMap) -> Option<String> {
    let info = String::from_utf8_lossy(bag.get(INFO)?).into_owned();
    info.lines().find_map(|line| line.strip_prefix(DATE)).map(str::to_owned)
}

fn manifest(files: &FileMap) -> String {
    files.iter().fold(String::new(), |mut text, (path, bytes)| {
        // RFC 8493, 2.1.3: these three are written in hexadecimal.
        let path = path.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
        let _ = writeln!(text, "{}  {path}", fingerprint(bytes));
        text
    })
}

/// Everything that is not as the bag says.
#[must_use]
pub fn damages(bag: &FileMap) -> Vec<Damage> {
    let (Some(payload), Some(tags)) = (bag.get(MANIFEST), bag.get(TAG_MANIFEST)) else { return vec![Damage::NoBag] };
    let mut damages = Vec::new();
    let mut known = vec![TAG_MANIFEST.to_owned()];
    for manifest in [tags, payload] {
        for line in String::from_utf8_lossy(manifest).lines() {
            let Some((sum, path)) = line.split_once(char::is_whitespace) else { continue };
            let path = path.trim_start().replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
            match bag.get(&path) {
                None => damages.push(Damage::Missing(path.clone())),
                Some(bytes) if fingerprint(bytes) != sum => damages.push(Damage::Changed(path.clone())),
                Some(_) => {}
            }
            known.push(path);
        }
    }
    damages.extend(bag.keys().filter(|path| !known.contains(path)).map(|path| Damage::Added(path.clone())));
    damages
}
