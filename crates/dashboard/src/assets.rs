//! Style and scripts of the dashboard, beside those of participants' pages, which it uses too.

use std::sync::LazyLock;

use pages::assets::{Asset, folder_name};

/// Every file that only the dashboard links to.
pub static ASSETS: &[Asset] = &[
    Asset { name: "dashboard.css", media: "text/css; charset=utf-8", bytes: include_bytes!("../assets/dashboard.css") },
    Asset { name: "live.js", media: "text/javascript; charset=utf-8", bytes: include_bytes!("../assets/live.js") },
    Asset {
        name: "reading.js",
        media: "text/javascript; charset=utf-8",
        bytes: include_bytes!("../assets/reading.js"),
    },
    Asset { name: "zone.js", media: "text/javascript; charset=utf-8", bytes: include_bytes!("../assets/zone.js") },
];

static FOLDER: LazyLock<String> = LazyLock::new(|| folder_name(ASSETS));

/// The address of one of [`ASSETS`].
pub(crate) fn address(name: &str) -> String {
    format!("/assets/{}/{name}", *FOLDER)
}
