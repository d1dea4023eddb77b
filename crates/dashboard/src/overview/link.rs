//! The link that people are given, to copy and to photograph.

use axum::http::HeaderMap;
use axum::http::header::HOST;
use live::LiveStudy;
use qrcodegen::{QrCode, QrCodeEcc};
use study::file::Platform;
use web::{Encryption, Endpoint};

/// The link that people are given.
pub(super) struct Entrance {
    pub(super) link: String,
    pub(super) hint: &'static str,
    /// The same as a picture, where a person could follow it: the path of its dark squares, and how wide it is.
    pub(super) picture: Option<(String, i32)>,
}

/// The white around the squares, which readers need.
const QUIET: i32 = 4;

impl Entrance {
    pub(super) fn new(study: &LiveStudy, endpoint: &Endpoint, headers: &HeaderMap) -> Entrance {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        let scheme = if endpoint.encrypted == Encryption::Yes { "https" } else { "http" };
        let here = endpoint.public_url.clone().unwrap_or_else(|| format!("{scheme}://{host}"));
        let link = study.link(&here);
        let (hint, followed) = match study.study.participants.from {
            Platform::Prolific => {
                ("For Prolific: use this as the external study link. Prolific fills in the ids.", false)
            }
            Platform::Mturk => ("For Mechanical Turk: use this as the external question.", false),
            Platform::Invited => ("Everyone has a personal link: create them with rejudge invite.", false),
            Platform::Open => ("Anyone with this link can take part.", true),
        };
        let picture = followed.then(|| squares(&link)).flatten();
        Entrance { link, hint, picture }
    }
}

/// The dark squares of a QR code, as the path of a picture.
fn squares(link: &str) -> Option<(String, i32)> {
    let code = QrCode::encode_text(link, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            path.push_str(&format!("M{},{}h1v1h-1z", x + QUIET, y + QUIET));
        }
    }
    Some((path, code.size() + 2 * QUIET))
}

#[cfg(test)]
mod tests {
    use super::squares;

    #[test]
    fn the_picture_has_the_three_corners_that_readers_look_for() {
        let (path, width) = squares("https://study.example.org/s/fluency/").unwrap();
        assert!((29..=60).contains(&width), "{width}");
        for (x, y) in [(4, 4), (width - 5, 4), (4, width - 5)] {
            assert!(path.contains(&format!("M{x},{y}h1")), "no corner at {x},{y}");
        }
        assert!(!path.contains(&format!("M{},{}h1v", 5, 5)), "inside the corner it is white");
    }
}
