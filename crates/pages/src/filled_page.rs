//! What a page is filled with when it is shown again.

use std::collections::BTreeMap;

use session::Remark;
use study::response::{Answer, Complaint, Form};

use super::Key;

/// What a page is filled with: answers saved earlier, or what was just posted with what is wrong
/// with it. Empty for a page seen for the first time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FormState {
    forms: BTreeMap<Key, Form>,
    complaints: BTreeMap<Key, Vec<Complaint>>,
    remarks: BTreeMap<u32, Remark>,
    /// How many seconds too soon the page was sent.
    too_soon: Option<u64>,
}

impl FormState {
    /// Adds a saved answer.
    pub fn answer(&mut self, key: Key, answer: &Answer) {
        self.forms.insert(key, answer.to_form());
    }

    /// Adds what was posted, as it was posted.
    pub fn form(&mut self, key: Key, form: Form) {
        self.forms.insert(key, form);
    }

    /// Adds what is wrong with one question.
    pub fn complain(&mut self, key: Key, complaints: Vec<Complaint>) {
        self.complaints.insert(key, complaints);
    }

    /// Adds what was said about a page.
    pub fn remark(&mut self, step: u32, remark: Remark) {
        self.remarks.insert(step, remark);
    }

    /// Says that the page was sent so many seconds too soon.
    pub fn too_soon(&mut self, seconds: u64) {
        self.too_soon = Some(seconds);
    }

    pub(super) fn sent_too_soon(&self) -> Option<u64> {
        self.too_soon
    }

    /// Whether anything is wrong.
    #[must_use]
    pub fn has_complaints(&self) -> bool {
        self.too_soon.is_some() || self.complaints.values().any(|complaints| !complaints.is_empty())
    }

    pub(super) fn posted_form(&self, key: Key) -> Form {
        self.forms.get(&key).cloned().unwrap_or_default()
    }

    pub(super) fn remark_on(&self, step: u32) -> Remark {
        self.remarks.get(&step).cloned().unwrap_or_default()
    }

    pub(super) fn complaints(&self, key: Key) -> &[Complaint] {
        self.complaints.get(&key).map_or(&[], Vec::as_slice)
    }
}
