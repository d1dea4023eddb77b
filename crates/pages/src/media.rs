//! The study's pictures, sounds and videos, under numbers that tell nothing: files are often called by the system they
//! are from.

use std::collections::HashMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use sha2::{Digest as _, Sha256};
use study::Study;
use study::file::Content;

use crate::safe::file_names;

/// Endings that browsers show, with their media types.
const MEDIA: [(&str, &str); 20] = [
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("avif", "image/avif"),
    ("svg", "image/svg+xml"),
    ("mp3", "audio/mpeg"),
    ("ogg", "audio/ogg"),
    ("oga", "audio/ogg"),
    ("opus", "audio/ogg"),
    ("wav", "audio/wav"),
    ("m4a", "audio/mp4"),
    ("aac", "audio/aac"),
    ("flac", "audio/flac"),
    ("mp4", "video/mp4"),
    ("webm", "video/webm"),
    ("ogv", "video/ogg"),
    ("m4v", "video/mp4"),
    ("mov", "video/quicktime"),
];

/// The media type of a file that browsers show, by its ending; nothing for any other file.
#[must_use]
pub fn media_type(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    MEDIA.iter().find(|(known, _)| known.eq_ignore_ascii_case(ending)).map(|(_, media)| *media)
}

/// What stays as it is in an address. Slashes do: files may stand in folders.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/');

/// Some files of a study by number. The numbers are drawn by the study's seed, so that every server gives the same, and
/// neither the order of the items nor the names can be read from them.
#[derive(Debug, Clone, Default)]
pub(crate) struct MediaFiles {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl MediaFiles {
    /// The files that items, checks and training questions name.
    pub(crate) fn of_questions(study: &Study) -> MediaFiles {
        let outputs = study.items.iter().flat_map(|item| item.outputs.iter().flatten());
        let questions = || study.checks.iter().chain(&study.training);
        let outputs =
            outputs.chain(questions().flat_map(|question| &question.outputs)).map(|cell| (study.content, cell));
        let rows = study.items.iter().map(|item| &item.shown).chain(questions().map(|question| &question.shown));
        let shown = rows.flat_map(|cells| study.shown.iter().map(|column| column.content).zip(cells));
        let names = outputs.chain(shown).flat_map(|(content, cell)| match content {
            Content::Text | Content::Code | Content::Dialogue => Vec::new(),
            Content::Markdown => file_names(cell),
            Content::Image | Content::Audio | Content::Video => vec![cell.trim().to_owned()],
        });
        MediaFiles::from_names(study.about.seed, names)
    }

    /// The files that the study's texts name.
    pub(crate) fn of_texts(study: &Study) -> MediaFiles {
        let texts = &study.texts;
        let texts = [&texts.information, &texts.consent, &texts.instructions, &texts.debrief];
        let texts = texts.into_iter().chain(study.parts.iter().filter_map(|part| part.about.as_ref()));
        let names = texts.flat_map(|text| file_names(text)).chain(study.look.logo.clone());
        MediaFiles::from_names(study.about.seed, names)
    }

    fn from_names(seed: u64, names: impl Iterator<Item = String>) -> MediaFiles {
        let mut names: Vec<String> = names.filter(|name| media_type(name).is_some()).collect();
        names
            .sort_by_cached_key(|name| (<[u8; 32]>::from(Sha256::digest(format!("{seed} file {name}"))), name.clone()));
        names.dedup();
        let numbers = names.iter().enumerate().map(|(place, name)| (name.clone(), place + 1)).collect();
        MediaFiles { names, numbers }
    }

    /// The name of the file under a number.
    pub(crate) fn name(&self, number: &str) -> Option<&str> {
        let place = number.parse::<usize>().ok()?.checked_sub(1)?;
        self.names.get(place).map(String::as_str)
    }
}

/// The addresses of a study's files on one page.
#[derive(Clone, Copy)]
pub(crate) struct FileLinks<'a> {
    /// What they begin with.
    base: &'a str,
    /// The files that have numbers; without, they are called by their own names.
    files: Option<&'a MediaFiles>,
}

impl<'a> FileLinks<'a> {
    pub(crate) fn new(base: &'a str, files: Option<&'a MediaFiles>) -> FileLinks<'a> {
        FileLinks { base: base.trim_end_matches('/'), files }
    }

    /// The address of a file; nothing for one that is not served.
    pub(crate) fn address(&self, name: &str) -> Option<String> {
        match self.files {
            None => Some(format!("{}/{}", self.base, utf8_percent_encode(name, PLAIN))),
            Some(files) => files.numbers.get(name).map(|number| format!("{}/{number}", self.base)),
        }
    }

    /// The address of a file that a text names by a relative address.
    pub(crate) fn relative(&self, url: &str) -> Option<String> {
        self.address(&named_by(url))
    }
}

/// The file that a relative address names.
pub(crate) fn named_by(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    percent_decode_str(path).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::{FileLinks, MediaFiles, media_type};

    #[test]
    fn files_stand_under_numbers_that_tell_neither_their_order_nor_their_names() {
        let names = || (1..=20).map(|number| format!("gpt/{number}.png")).chain(["items.csv".to_owned()]);
        let files = MediaFiles::from_names(7, names().chain(names()));
        let links = FileLinks::new("/f/", Some(&files));
        let addresses: Vec<String> = names().filter_map(|name| links.address(&name)).collect();
        assert_eq!(addresses.len(), 20, "only what browsers show is served");
        let mut sorted = addresses.clone();
        sorted.sort_by_key(|address| address.len());
        assert_ne!(addresses, sorted, "the order of the study is not that of the numbers");
        for name in names().filter(|name| name.ends_with("png")) {
            let address = links.address(&name).unwrap();
            assert_eq!(files.name(address.strip_prefix("/f/").unwrap()), Some(name.as_str()));
        }
        for unknown in ["0", "21", "x", "-1", ""] {
            assert_eq!(files.name(unknown), None, "{unknown}");
        }
        assert_eq!(FileLinks::new("files", None).address("a b/ü.png").as_deref(), Some("files/a%20b/%C3%BC.png"));
        assert_eq!(FileLinks::new("files", None).relative("a%20b.png#x").as_deref(), Some("files/a%20b.png"));
    }

    #[test]
    fn only_what_browsers_show_is_a_file_for_participants() {
        assert_eq!(media_type("outputs/1.PNG"), Some("image/png"));
        for name in ["study.toml", "items.csv", "original.toml", "consent.md", "png", ""] {
            assert_eq!(media_type(name), None, "{name}");
        }
    }
}
