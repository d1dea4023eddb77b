//! The list of submissions that Prolific gives: who took part and how it ended, joined to the answers by id.

use super::{Role, Source};
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "prolific",
    name: "a list of submissions from Prolific",
    role: Role::People,
    recognise,
    example: r#"# Given together with the answers: work that was returned, rejected or timed out is marked as excluded.
import.source = "qualtrics"
import.files = ["survey.csv", "prolific_export.csv"]
"#,
};

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let plain = |name: &String| name.trim().to_lowercase().replace(['_', '-'], " ");
    let has = |wanted: &[&str]| sheet.header().iter().any(|name| wanted.contains(&plain(name).as_str()));
    let sure = has(&["submission id", "session id"])
        && has(&["participant id", "prolific pid", "prolific id"])
        && has(&["status"]);
    sure.then(|| vec!["columns Submission id, Participant id, Status".to_owned()])
}
