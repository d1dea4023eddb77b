//! `rejudge preview`: every page of a study and a gallery of all response kinds, from the same
//! templates that participants see. Nothing is stored.

mod classic;
mod preview_page;
mod serve;
mod site;

pub use classic::classic;
pub use preview_page::PreviewPage;
pub use serve::{Source, serve};
pub use site::Site;

/// How pages of a preview find style and scripts: beside them, so that they can also be read as files.
pub const ASSETS: &str = "assets";

/// How pages of a preview find the study's own stylesheet.
pub const LOOK: &str = "look.css";

/// How pages of a preview find the study's pictures, sounds and films.
pub const FILES: &str = "files";
