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

/// Every file that participants' pages link to.
pub static ASSETS: &[Asset] = &[
    asset!("page.css", "text/css; charset=utf-8"),
    asset!("beside.css", "text/css; charset=utf-8"),
    asset!("icon.svg", "image/svg+xml"),
    asset!("page.js", "text/javascript; charset=utf-8"),
    asset!("timing.js", "text/javascript; charset=utf-8"),
    asset!("save.js", "text/javascript; charset=utf-8"),
    asset!("keys.js", "text/javascript; charset=utf-8"),
    asset!("wait.js", "text/javascript; charset=utf-8"),
    asset!("width.js", "text/javascript; charset=utf-8"),
    asset!("follow.js", "text/javascript; charset=utf-8"),
    asset!("unable.js", "text/javascript; charset=utf-8"),
    asset!("clips.js", "text/javascript; charset=utf-8"),
    asset!("reload.js", "text/javascript; charset=utf-8"),
    asset!("response/slider.css", "text/css; charset=utf-8"),
    asset!("response/slider.js", "text/javascript; charset=utf-8"),
    asset!("response/ranking.css", "text/css; charset=utf-8"),
    asset!("response/ranking.js", "text/javascript; charset=utf-8"),
    asset!("response/pairwise.js", "text/javascript; charset=utf-8"),
    asset!("response/best-worst.css", "text/css; charset=utf-8"),
    asset!("response/best-worst.js", "text/javascript; charset=utf-8"),
    asset!("response/choice.js", "text/javascript; charset=utf-8"),
    asset!("response/spans.css", "text/css; charset=utf-8"),
    asset!("response/spans.js", "text/javascript; charset=utf-8"),
    asset!("response/words.js", "text/javascript; charset=utf-8"),
    asset!("response/text.js", "text/javascript; charset=utf-8"),
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
    pub fn named(name: &str) -> Option<&'static Asset> {
        ASSETS.iter().find(|asset| asset.name == name)
    }
}

/// The name of the folder of [`ASSETS`].
#[must_use]
pub fn folder() -> &'static str {
    &FOLDER
}
