//! Files that browsers show.

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

#[cfg(test)]
mod tests {
    use super::media_type;

    #[test]
    fn only_what_browsers_show_is_a_file_for_participants() {
        assert_eq!(media_type("outputs/1.PNG"), Some("image/png"));
        for name in ["study.toml", "items.csv", "original.toml", "consent.md", "png", ""] {
            assert_eq!(media_type(name), None, "{name}");
        }
    }
}
