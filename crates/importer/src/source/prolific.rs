//! The list of submissions that Prolific gives: who took part and how it ended, joined to the answers by id.

use table::{Column, Table};

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

/// Whether work of this status, in capital letters with blanks, does not count.
pub(crate) fn is_void(status: &str) -> bool {
    ["RETURNED", "REJECTED", "TIMED OUT", "SCREENED OUT"].contains(&status)
}

/// A status as the platform writes it, in capital letters with blanks.
pub(crate) fn plain_status(cell: &str) -> String {
    cell.trim().to_uppercase().replace(['_', '-'], " ")
}

/// The column of the platform's statuses in a table of answers that was joined with its list of people, with why answers are excluded.
pub(super) fn excluded_by_status(table: &Table) -> Option<Column> {
    const OTHERS: [&str; 4] = ["APPROVED", "AWAITING REVIEW", "ACTIVE", "RESERVED"];
    let is_status = |column: &&Column| {
        let all: Vec<String> = column.distinct().into_iter().map(plain_status).collect();
        all.iter().any(|status| is_void(status))
            && all.iter().all(|status| is_void(status) || OTHERS.contains(&status.as_str()))
    };
    let named = table.columns().iter().filter(|column| column.name().to_lowercase().contains("status"));
    let column = named.into_iter().find(is_status)?;
    let rule = |cell: &str| Some(plain_status(cell)).filter(|status| is_void(status));
    Some(column.map_texts(|cell| rule(cell).map(|status| status.to_lowercase().replace(' ', "-"))))
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let plain = |name: &String| name.trim().to_lowercase().replace(['_', '-'], " ");
    let has = |wanted: &[&str]| sheet.header().iter().any(|name| wanted.contains(&plain(name).as_str()));
    let sure = has(&["submission id", "session id"])
        && has(&["participant id", "prolific pid", "prolific id"])
        && has(&["status"]);
    sure.then(|| vec!["columns Submission id, Participant id, Status".to_owned()])
}
