//! What a browser posts for a whole page, taken apart question by question.

use std::collections::BTreeMap;

use session::Remark;
use study::response::Form;

use super::Key;

/// What a browser posted for a whole page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PostedPage {
    /// The fields of each question, for [`study::response::Response::read`].
    pub forms: BTreeMap<Key, Form>,
    /// What was said about each page, by step.
    pub remarks: BTreeMap<u32, Remark>,
    /// How many events the session had when the page was loaded.
    pub loaded_at: Option<u32>,
    /// What the page saw of the person's time.
    pub timing: Timing,
    /// Fields that belong to no question: `consent`, `screening.…`, `comment`, `id`.
    pub others: Vec<(String, String)>,
}

/// What the page saw of the person's time, in milliseconds since it was opened. Empty without
/// script; never trusted for anything but description.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timing {
    /// From opening the page to sending it.
    pub open_ms: Option<u64>,
    /// From opening the page to the first answer.
    pub first_ms: Option<u64>,
    /// While the page was in view and the person did something at least every half minute.
    pub active_ms: Option<u64>,
    /// While the page was hidden behind another tab or window.
    pub hidden_ms: Option<u64>,
    /// How many times an answer was given or changed.
    pub changes: Option<u64>,
    /// 1 where nobody touched the page.
    pub untouched: Option<u64>,
    /// How often the mouse was pressed elsewhere without having moved there.
    pub jumps: Option<u64>,
    /// Fields with a text that came without focus.
    pub unfocused: Option<u64>,
    /// 1 where the field was filled that nobody sees.
    pub trapped: Option<u64>,
}

/// The field that neither people nor assistive technology can see. No name that browsers or password managers fill.
pub(crate) const TRAP: &str = "more";

impl PostedPage {
    /// Sorts the decoded fields of a body, in their order.
    #[must_use]
    pub fn read(fields: impl IntoIterator<Item = (String, String)>) -> PostedPage {
        let mut posted = PostedPage::default();
        for (name, value) in fields {
            if let Some((key, field)) = Key::split(&name) {
                let form = posted.forms.entry(key).or_default();
                *form = std::mem::take(form).with_field(field, value);
            } else if let Some(measure) = name.strip_prefix("timing.") {
                posted.timing.set(measure, &value);
            } else if let Some((step, field)) = split_remark(&name) {
                let remark = posted.remarks.entry(step).or_default();
                match field {
                    "problem" => remark.problem |= value == "yes",
                    "text" => remark.text = value.replace("\r\n", "\n"),
                    _unknown => {}
                }
            } else if name == TRAP {
                posted.timing.trapped = (!value.is_empty()).then_some(1);
            } else if name == "loaded_at" {
                posted.loaded_at = value.parse().ok();
            } else {
                posted.others.push((name, value));
            }
        }
        posted
    }

    /// The value of a field that belongs to no question.
    #[must_use]
    pub fn extra_field(&self, name: &str) -> Option<&str> {
        self.others.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// The step and the field of a name like `remark.3.text`.
fn split_remark(name: &str) -> Option<(u32, &str)> {
    let (step, field) = name.strip_prefix("remark.")?.split_once('.')?;
    Some((step.parse().ok()?, field))
}

impl Timing {
    fn set(&mut self, measure: &str, value: &str) {
        let slot = match measure {
            "open_ms" => &mut self.open_ms,
            "first_ms" => &mut self.first_ms,
            "active_ms" => &mut self.active_ms,
            "hidden_ms" => &mut self.hidden_ms,
            "changes" => &mut self.changes,
            "untouched" => &mut self.untouched,
            "jumps" => &mut self.jumps,
            "unfocused" => &mut self.unfocused,
            _unknown => return,
        };
        *slot = value.parse().ok();
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, PostedPage};

    fn fields(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn fields_are_sorted_by_question_timing_and_others() {
        let body = [("q3.1.option", "x"), ("timing.active_ms", "1200"), ("q3.1.option", "y"), ("comment", "fine")];
        let body = [&body[..], &[("remark.3.problem", "yes"), ("remark.3.text", "cut off")]].concat();
        let posted = PostedPage::read(fields(&body));
        let form = &posted.forms[&Key { step: 3, criterion: 1 }];
        assert_eq!(form.iter().collect::<Vec<_>>(), [("option", "x"), ("option", "y")]);
        assert_eq!(posted.timing.active_ms, Some(1200));
        assert_eq!(posted.extra_field("comment"), Some("fine"));
        assert_eq!(posted.remarks[&3], session::Remark { problem: true, text: "cut off".to_owned() });
    }

    #[test]
    fn whatever_is_posted_is_no_trouble() {
        let body = [("q", ""), ("q3", ""), ("q-1.0.value", "2"), ("q99999999999.0.a", ""), ("timing.first_ms", "-4")];
        let posted = PostedPage::read(fields(&body));
        assert!(posted.forms.is_empty());
        assert_eq!(posted.timing, super::Timing::default());
        assert_eq!(posted.others.len(), 4);
        let trapped = |value: &str| PostedPage::read(fields(&[(super::TRAP, value)])).timing.trapped;
        assert_eq!((trapped(""), trapped("x")), (None, Some(1)));
    }
}
