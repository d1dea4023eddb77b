//! What people said about pages beside their answers.

use study::csv_text;

use crate::write::{named_subject, outputs_of};
use crate::{Dataset, Subject};

/// What someone said about one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRemark {
    /// Who: a number into [`Dataset::participants`].
    pub participant: u32,
    /// Number of the list.
    pub list: u32,
    /// Which of the participant's sessions on this list, from 1.
    pub attempt: u32,
    /// Place of the page in the session, from 1.
    pub position: u32,
    /// What the page showed.
    pub subject: Subject,
    /// Whether something is wrong with it.
    pub problem: bool,
    /// In their words; empty where they only said that something is wrong.
    pub text: String,
}

/// The columns of the file of remarks, with what they mean.
pub(crate) const REMARK_COLUMNS: [(&str, &str); 8] = [
    ("participant", "pseudonym of the person"),
    ("list", "number of the list, from 0"),
    ("attempt", "which of the person's sessions on this list, from 1"),
    ("position", "place of the page in the session, from 1"),
    ("item", "id of the item, or of the check"),
    ("systems", "the systems shown, in the order shown, with blanks between; letters of the texts of a check"),
    ("problem", "1 where the person said that something is wrong with what the page shows"),
    ("text", "what the person wrote"),
];

/// What people said about pages, as CSV; nothing where they could not, or where it is not known.
#[must_use]
pub fn remarks_csv(dataset: &Dataset) -> Option<String> {
    let remarks = dataset.remarks.as_ref()?;
    let rows = remarks.iter().map(|remark| {
        [
            dataset.participants[remark.participant as usize].clone(),
            remark.list.to_string(),
            remark.attempt.to_string(),
            remark.position.to_string(),
            named_subject(dataset, &remark.subject),
            outputs_of(dataset, &remark.subject).join(" "),
            u8::from(remark.problem).to_string(),
            remark.text.clone(),
        ]
    });
    Some(csv_text(std::iter::once(REMARK_COLUMNS.map(|(name, _)| name.to_owned())).chain(rows)))
}
