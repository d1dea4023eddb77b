//! Style and scripts. All stand in one folder whose name is the hash of their contents, so that they
//! can be kept by browsers for ever, and modules can import one another by relative names.

use std::sync::LazyLock;

use sha2::{Digest as _, Sha256};

/// One file that pages link to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asset {
    /// Its name in the folder.
    pub name: &'static str,
    /// Its media type.
    pub media: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

macro_rules! asset {
    ($name:literal, $media:literal) => {
        Asset { name: $name, media: $media, bytes: include_bytes!(concat!("../assets/", $name)) }
    };
}

/// Style or a script, as browsers need it.
macro_rules! source {
    ($name:literal, $media:literal) => {{
        const SOURCE: &[u8] = include_bytes!(concat!("../assets/", $name));
        const LEAN: ([u8; SOURCE.len()], usize) = lean(SOURCE);
        Asset { name: $name, media: $media, bytes: LEAN.0.split_at(LEAN.1).0 }
    }};
}

/// Style, as browsers need it.
macro_rules! style {
    ($name:literal) => {{
        const SOURCE: &[u8] = include_bytes!(concat!("../assets/", $name));
        const LINES: ([u8; SOURCE.len()], usize) = lean(SOURCE);
        const LEAN: ([u8; SOURCE.len()], usize) = dense(LINES.0.split_at(LINES.1).0);
        Asset { name: $name, media: "text/css; charset=utf-8", bytes: LEAN.0.split_at(LEAN.1).0 }
    }};
}

/// Style without the blanks around its punctuation. Between words, and within quotes, they stay.
const fn dense<const LENGTH: usize>(style: &[u8]) -> ([u8; LENGTH], usize) {
    let (mut dense, mut length) = ([0; LENGTH], 0);
    let (mut at, mut quoted) = (0, false);
    while at < style.len() {
        let (byte, blank) = (style[at], matches!(style[at], b' ' | b'\n'));
        if byte == b'"' {
            quoted = !quoted;
        }
        let begins = length == 0 || matches!(dense[length - 1], b'{' | b'}' | b';' | b':' | b',');
        let ends = at + 1 == style.len() || matches!(style[at + 1], b'{' | b'}');
        if quoted || !(blank && (begins || ends)) {
            dense[length] = byte;
            length += 1;
        }
        at += 1;
    }
    (dense, length)
}

/// A source without indentation, empty lines and comments that begin a line: whoever reads the code needs them, and on a slow
/// connection they are a sixth of the wait. Other line breaks stay, so that scripts mean what they meant.
const fn lean<const LENGTH: usize>(source: &[u8]) -> ([u8; LENGTH], usize) {
    let (mut lean, mut length) = ([0; LENGTH], 0);
    let mut at = 0;
    while at < source.len() {
        if matches!(source[at], b' ' | b'\n') {
            at += 1;
        } else if begins(source, at, b'/') {
            at = find_end(source, at, b'\n', b'\n');
        } else if begins(source, at, b'*') {
            at = find_end(source, at, b'*', b'/');
        } else {
            let end = find_end(source, at, b'\n', b'\n');
            while at < end {
                lean[length] = source[at];
                length += 1;
                at += 1;
            }
        }
    }
    (lean, length)
}

/// Whether a comment begins here, of the kind that has this second letter.
const fn begins(source: &[u8], at: usize, second: u8) -> bool {
    at + 1 < source.len() && source[at] == b'/' && source[at + 1] == second
}

/// The place behind the next `first` and `last`, which are one letter when they are the same; the end when there is none.
const fn find_end(source: &[u8], mut at: usize, first: u8, last: u8) -> usize {
    let more = if first == last { 0 } else { 1 };
    while at + more < source.len() {
        if source[at] == first && source[at + more] == last {
            return at + more + 1;
        }
        at += 1;
    }
    source.len()
}

/// Every file that participants' pages link to.
pub static ASSETS: &[Asset] = &[
    style!("page.css"),
    style!("beside.css"),
    asset!("icon.svg", "image/svg+xml"),
    source!("page.js", "text/javascript; charset=utf-8"),
    source!("timing.js", "text/javascript; charset=utf-8"),
    source!("save.js", "text/javascript; charset=utf-8"),
    source!("keys.js", "text/javascript; charset=utf-8"),
    source!("wait.js", "text/javascript; charset=utf-8"),
    style!("advance.css"),
    style!("review.css"),
    source!("advance.js", "text/javascript; charset=utf-8"),
    source!("width.js", "text/javascript; charset=utf-8"),
    source!("follow.js", "text/javascript; charset=utf-8"),
    source!("unable.js", "text/javascript; charset=utf-8"),
    source!("clips.js", "text/javascript; charset=utf-8"),
    source!("reload.js", "text/javascript; charset=utf-8"),
    style!("response/slider.css"),
    source!("response/slider.js", "text/javascript; charset=utf-8"),
    style!("response/ranking.css"),
    source!("response/ranking.js", "text/javascript; charset=utf-8"),
    source!("response/pairwise.js", "text/javascript; charset=utf-8"),
    style!("response/best-worst.css"),
    source!("response/best-worst.js", "text/javascript; charset=utf-8"),
    source!("response/choice.js", "text/javascript; charset=utf-8"),
    style!("response/spans.css"),
    source!("response/spans.js", "text/javascript; charset=utf-8"),
    source!("response/words.js", "text/javascript; charset=utf-8"),
    source!("response/text.js", "text/javascript; charset=utf-8"),
    asset!("examples/hills.png", "image/png"),
    asset!("examples/hills-with-trees.png", "image/png"),
    asset!("examples/rising.wav", "audio/wav"),
    asset!("examples/falling.wav", "audio/wav"),
    asset!("examples/sunrise.webm", "video/webm"),
];

static FOLDER: LazyLock<String> = LazyLock::new(|| folder_name(ASSETS));

/// The name of a folder of assets: a hash of everything in it.
#[must_use]
pub fn folder_name(assets: &[Asset]) -> String {
    let mut hash = Sha256::new();
    for asset in assets {
        hash.update(asset.name);
        hash.update([0]);
        hash.update(asset.bytes);
    }
    hex::encode(&hash.finalize()[..8])
}

impl Asset {
    /// The file of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Asset> {
        ASSETS.iter().find(|asset| asset.name == name)
    }
}

/// The name of the folder of [`ASSETS`].
#[must_use]
pub fn folder() -> &'static str {
    &FOLDER
}

#[cfg(test)]
mod tests {
    use super::{ASSETS, dense, lean};

    #[test]
    fn blanks_around_punctuation_are_left_out_of_style_and_others_stay() {
        let source = b".a > .b, .c :hover { margin: 0 auto; content: \"+ { \"; }\n@media (min-width: 44rem) { .d { color: red; } }\n";
        let (bytes, length) = dense::<120>(source);
        let expected = ".a > .b,.c :hover{margin:0 auto;content:\"+ { \";}@media (min-width:44rem){.d{color:red;}}";
        assert_eq!(std::str::from_utf8(&bytes[..length]), Ok(expected));
    }

    #[test]
    fn comments_and_indentation_are_left_out_and_lines_stay() {
        let source = b"/* All\n   pages. */\n\n// why\nif (a) {\n  // because\n  go(); // now\n}\n";
        let (bytes, length) = lean::<80>(source);
        assert_eq!(std::str::from_utf8(&bytes[..length]), Ok("if (a) {\ngo(); // now\n}\n"));
    }

    /// A text over several lines would lose its indentation.
    #[test]
    fn no_script_has_a_text_over_several_lines() {
        for script in ASSETS.iter().filter(|asset| asset.name.ends_with(".js")) {
            for line in script.bytes.split(|byte| *byte == b'\n') {
                let marks = line.iter().filter(|byte| **byte == b'`').count();
                assert_eq!(marks % 2, 0, "{}: {}", script.name, String::from_utf8_lossy(line));
            }
        }
    }
}
